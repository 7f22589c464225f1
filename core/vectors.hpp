// Whether this process may use vectors of 32 bytes: code that has two ways to the same result asks here which to go.
#pragma once

namespace arenasim::core {

/// True where this machine has what x86-64-v3 promises (AVX2, BMI, BMI2) and the environment does not say
/// `ARENASIM_VECTORS=off`. Constant over the life of the process.
[[nodiscard]] bool may_use_vectors();

}  // namespace arenasim::core
