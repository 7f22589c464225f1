// SHA-256, which names traces (FIPS 180-4, from OpenSSL).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <openssl/types.h>

namespace arenasim::traces {

class Sha256 {
 public:
  Sha256();

  void add(std::span<const std::byte> bytes);

  /// Of all bytes that were added, in hex. Call once, behind the last of them.
  [[nodiscard]] std::string hex();

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const;
  };

  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

}  // namespace arenasim::traces
