#include "core/vectors.hpp"

#include <cstdlib>
#include <string_view>

namespace arenasim::core {
namespace {

bool machine_has_vectors() {
#if defined(__x86_64__)
  return static_cast<bool>(__builtin_cpu_supports("avx2")) && static_cast<bool>(__builtin_cpu_supports("bmi")) &&
         static_cast<bool>(__builtin_cpu_supports("bmi2"));
#else
  return false;
#endif
}

bool is_forbidden() {
  const char* const said = std::getenv("ARENASIM_VECTORS");  // NOLINT(concurrency-mt-unsafe): nothing sets it
  return said != nullptr && std::string_view{said} == "off";
}

}  // namespace

bool may_use_vectors() {
  static const bool may = machine_has_vectors() && !is_forbidden();
  return may;
}

}  // namespace arenasim::core
