#include "traces/background_hash.hpp"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace arenasim::traces {

class BackgroundHash::Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Sha256() { EVP_MD_CTX_free(context_); }
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::span<const std::byte> bytes) { EVP_DigestUpdate(context_, bytes.data(), bytes.size()); }

  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    EVP_DigestFinal_ex(context_, digest.data(), &length);
    std::string text;
    for (const unsigned char byte : std::span{digest}.first(length)) {
      text += fmt::format("{:02x}", byte);
    }
    return text;
  }

 private:
  EVP_MD_CTX* context_;
};

BackgroundHash::BackgroundHash() : hash_(std::make_unique<Sha256>()) {}

BackgroundHash::~BackgroundHash() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock{mutex_};
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
}

void BackgroundHash::add(std::span<const std::byte> block) {
  {
    const std::lock_guard lock{mutex_};
    ++added_;
    waiting_.push(block);
  }
  if (added_ == 2) {
    thread_ = std::thread{[this] { run(); }};
  }
  changed_.notify_all();
}

void BackgroundHash::wait_for(std::uint64_t blocks) {
  std::unique_lock lock{mutex_};
  if (!thread_.joinable()) {  // the first block, and nothing came behind it
    while (done_ < blocks && !waiting_.empty()) {
      hash_->add(waiting_.front());
      waiting_.pop();
      ++done_;
    }
    return;
  }
  changed_.wait(lock, [&] { return done_ >= blocks; });
}

std::string BackgroundHash::finish() {
  wait_for(added_);
  return hash_->hex();
}

void BackgroundHash::run() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) {
      return;
    }
    const auto block = waiting_.front();
    waiting_.pop();
    lock.unlock();
    hash_->add(block);
    lock.lock();
    ++done_;
    changed_.notify_all();
  }
}

}  // namespace arenasim::traces
