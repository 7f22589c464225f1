// An OpenCL object that is released when its owner goes.
#pragma once

#include <functional>
#include <utility>

#include "backends/opencl/calls.hpp"

namespace arenasim::backends::opencl {

template <class Object>
class Handle {
 public:
  using Release = std::function<cl_int(Object)>;

  Handle() = default;
  /// Owns `object`; `release` outlives it.
  Handle(Object object, const Release& release) : object_(object), release_(&release) {}
  Handle(Handle&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), release_(std::exchange(other.release_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle moved(std::move(other));
    std::swap(object_, moved.object_);
    std::swap(release_, moved.release_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (object_ != nullptr) {
      static_cast<void>((*release_)(object_));
    }
  }

  [[nodiscard]] Object get() const { return object_; }
  [[nodiscard]] explicit operator bool() const { return object_ != nullptr; }

 private:
  Object object_ = nullptr;
  const Release* release_ = nullptr;
};

}  // namespace arenasim::backends::opencl
