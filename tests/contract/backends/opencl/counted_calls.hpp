// OpenCL calls that count: how many objects of each kind are there now, and how many there ever were.
#pragma once

#include <map>
#include <string>

#include "backends/opencl/calls.hpp"

namespace arenasim::tests {

/// Wraps calls so that every object made is counted up, and every one released down. Outlives what uses the calls.
class ObjectCounts {
 public:
  /// `calls` with counting put in front.
  [[nodiscard]] backends::opencl::Calls counting(backends::opencl::Calls calls);

  [[nodiscard]] long living() const;
  [[nodiscard]] long ever(const std::string& kind) const;

 private:
  void made(const std::string& kind) {
    ++living_[kind];
    ++ever_[kind];
  }
  template <class Call>
  void count_made(const std::string& kind, std::function<Call>& call);
  template <class Call>
  void count_released(const std::string& kind, std::function<Call>& call);
  template <class Call>
  void count_events(std::function<Call>& call);

  std::map<std::string, long> living_;
  std::map<std::string, long> ever_;
};

}  // namespace arenasim::tests
