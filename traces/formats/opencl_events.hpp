// What a finished OpenCL call does to the memory: the mapping of calls to events (spec/opencl_log.md, Events).
#pragma once

#include <cstdint>
#include <string_view>

#include "traces/formats/opencl_call.hpp"
#include "traces/formats/opencl_objects.hpp"
#include "traces/formats/opencl_open_calls.hpp"
#include "traces/formats/opencl_pointers.hpp"
#include "traces/formats/opencl_request.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {

/// Takes calls as they end; each is one record.
class OpenclEvents {
 public:
  OpenclEvents(Intake& intake, OpenclOpenCalls& open_calls)
      : intake_(intake), open_calls_(open_calls), objects_(intake, keys_), pointers_(intake, keys_) {}

  /// `returned` is the handle or pointer of a call that creates, null where there is none.
  void finish(const OpenclRequest& request, const OpenclCall& call, std::uint64_t returned, RecordContext at,
              const Where& where);

  /// Puts the counts of the log into the report.
  void write_counters() const;

 private:
  void create(const OpenclRequest& request, std::uint64_t handle, RecordContext at, const Where& where);
  void create_object(const OpenclRequest& request, std::uint64_t handle, const RecordContext& at, const Where& where);
  void fail(const OpenclRequest& request, std::string_view code, const RecordContext& at);
  bool finish_open_releases(const OpenclRequest& request, std::uint64_t handle, const RecordContext& at);
  void release(const OpenclRequest& request, const RecordContext& at);
  void free_pointer(const OpenclRequest& request, std::string_view code, const RecordContext& at);
  void pass(const OpenclRequest& request, const OpenclCall& call, const RecordContext& at);
  void count_overhead() { ++intake_.import().records.overhead; }

  Intake& intake_;
  OpenclOpenCalls& open_calls_;
  OpenclKeys keys_;
  OpenclObjects objects_;
  OpenclPointers pointers_;
  std::uint64_t aliases_ = 0;
  std::uint64_t failed_calls_ = 0;
  std::uint64_t failed_frees_ = 0;
  std::uint64_t foreign_objects_ = 0;
  std::uint64_t image_views_ = 0;
  std::uint64_t images_ = 0;
  std::uint64_t images_without_size_ = 0;
  std::uint64_t last_release_count_above_1_ = 0;
  std::uint64_t retains_ = 0;
  std::uint64_t sub_buffers_ = 0;
  std::uint64_t svm_frees_without_pointer_ = 0;
};

}  // namespace arenasim::traces
