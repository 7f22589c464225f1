#include "traces/sha256.hpp"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace arenasim::traces {

void Sha256::Free::operator()(EVP_MD_CTX* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
  std::string text;
  for (const unsigned char byte : std::span{digest}.first(length)) {
    text += fmt::format("{:02x}", byte);
  }
  return text;
}

}  // namespace arenasim::traces
