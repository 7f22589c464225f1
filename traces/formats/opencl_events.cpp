#include "traces/formats/opencl_events.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "traces/formats/line_records.hpp"

namespace arenasim::traces {
namespace {

constexpr std::string_view kSuccess = "CL_SUCCESS";

/// Codes that say there was no memory, or that no device holds so much at once.
constexpr std::array<std::string_view, 5> kRefusals{"CL_MEM_OBJECT_ALLOCATION_FAILURE", "CL_OUT_OF_RESOURCES",
                                                    "CL_OUT_OF_HOST_MEMORY", "CL_INVALID_BUFFER_SIZE",
                                                    "CL_INVALID_IMAGE_SIZE"};
constexpr std::size_t kOutOfMemoryCodes = 3;  // the first of them are all that a command can fail with

bool is_refusal(std::string_view code) {
  return std::find(kRefusals.begin(), kRefusals.end(), code) != kRefusals.end();
}

bool is_out_of_memory(std::string_view code) {
  const auto* const end = kRefusals.begin() + kOutOfMemoryCodes;
  return std::find(kRefusals.begin(), end, code) != end;
}

/// clSVMAlloc has no code of its own: a null is a refusal unless the alignment was wrong.
bool was_refused(const OpenclRequest& request, std::string_view code) {
  if (request.size.value_or(0) == 0) {
    return false;
  }
  if (request.kind == OpenclKind::svm_alloc) {
    return request.alignment == 0 || std::has_single_bit(request.alignment);
  }
  return is_refusal(code);
}

}  // namespace

void OpenclEvents::finish(const OpenclRequest& request, const OpenclCall& call, std::uint64_t returned,
                          RecordContext at, const Where& where) {
  at.tag = intake_.strings().intern(request.tag);
  const bool succeeded = call.code == kSuccess;
  if (creates(request.kind)) {
    if (succeeded && returned != 0) {
      create(request, returned, at, where);
    } else {
      fail(request, call.code, at);
    }
    return;
  }
  switch (request.kind) {
    case OpenclKind::retain:
    case OpenclKind::release:
    case OpenclKind::pointer_free:
      if (request.pointer == 0) {
        intake_.null_free(at);
      } else if (!succeeded) {
        ++failed_frees_;
        ++intake_.import().records.dropped;
      } else if (request.kind == OpenclKind::retain) {
        ++retains_;
        objects_.retain(request.pointer);
        count_overhead();
      } else if (request.kind == OpenclKind::release) {
        release(request, at);
      } else {
        pointers_.free(request.pointer, at);
      }
      return;
    case OpenclKind::pipe:
      succeeded ? pass(request, call, at) : fail(request, call.code, at);
      return;
    case OpenclKind::malformed:
      return;  // counted when it began
    default:
      pass(request, call, at);
  }
}

void OpenclEvents::create(const OpenclRequest& request, std::uint64_t handle, RecordContext at, const Where& where) {
  if (finish_open_releases(request, handle, at) && intake_.import().clock == "ordinal") {
    at.time = ordinal(intake_);
  }
  if (request.kind == OpenclKind::svm_alloc || request.kind == OpenclKind::usm_alloc) {
    pointers_.allocate(handle, core::Bytes{request.size.value_or(0)}, at, where);
  } else {
    create_object(request, handle, at, where);
  }
}

void OpenclEvents::create_object(const OpenclRequest& request, std::uint64_t handle, const RecordContext& at,
                                 const Where& where) {
  const bool is_image = request.kind == OpenclKind::image;
  const bool is_alias =
      request.kind == OpenclKind::buffer && request.uses_host_pointer && pointers_.inside(request.pointer);
  if (request.parent == 0 && !is_alias && request.size && request.kind != OpenclKind::foreign) {
    images_ += is_image ? 1 : 0;
    objects_.create(handle, core::Bytes{*request.size}, at, where);
    return;
  }
  objects_.create_without_storage(handle, request.parent, at);
  if (is_alias) {
    ++aliases_;
  } else if (request.kind == OpenclKind::sub_buffer) {
    ++sub_buffers_;
  } else if (request.kind == OpenclKind::foreign) {
    ++foreign_objects_;
  } else if (request.parent != 0) {
    ++image_views_;
  } else {
    ++images_without_size_;
  }
  count_overhead();
}

void OpenclEvents::fail(const OpenclRequest& request, std::string_view code, const RecordContext& at) {
  if (was_refused(request, code)) {
    intake_.oom(core::Bytes{*request.size}, 0, at);
  } else {
    ++failed_calls_;
    ++intake_.import().records.dropped;
  }
}

/// A driver may give out a handle again before the log shows the end of the call that let go of it. True where there
/// was such a call.
bool OpenclEvents::finish_open_releases(const OpenclRequest& request, std::uint64_t handle, const RecordContext& at) {
  const bool is_pointer = request.kind == OpenclKind::svm_alloc || request.kind == OpenclKind::usm_alloc;
  RecordContext untagged = at;
  untagged.tag = Tag{};
  bool finished = false;
  while (is_pointer ? pointers_.knows(handle) : objects_.knows(handle)) {
    OpenclRequest* const open =
        open_calls_.find_freeing(is_pointer ? OpenclKind::pointer_free : OpenclKind::release, handle);
    if (open == nullptr) {
      return finished;
    }
    is_pointer ? pointers_.free(handle, untagged) : release(*open, untagged);
    open->kind = OpenclKind::malformed;  // nothing is left for its exit to do
    finished = true;
  }
  return finished;
}

void OpenclEvents::release(const OpenclRequest& request, const RecordContext& at) {
  Records& records = intake_.import().records;
  const std::uint64_t events = records.as_events;
  switch (objects_.release(request.pointer, at)) {
    case OpenclObjects::Released::unmatched:
      intake_.free(kNoOpenclBlock, nullptr, at, false);
      return;
    case OpenclObjects::Released::last:
      last_release_count_above_1_ += request.count > 1 ? 1 : 0;
      break;
    case OpenclObjects::Released::counted:
      break;
  }
  if (records.as_events == events) {
    count_overhead();
  }
}

void OpenclEvents::pass(const OpenclRequest& request, const OpenclCall& call, const RecordContext& at) {
  if (request.kind == OpenclKind::queued_free && call.code == kSuccess) {
    svm_frees_without_pointer_ += request.count;
  }
  if (call.function.starts_with("clEnqueue") && is_out_of_memory(call.code)) {
    intake_.fact("late_failures", at);
  } else {
    intake_.pass_over(call.function);
  }
}

void OpenclEvents::write_counters() const {
  auto& counters = intake_.import().counters;
  counters["aliases"] = aliases_;
  counters["ambiguous_pairs"] = open_calls_.ambiguous_pairs();
  counters["failed_calls"] = failed_calls_;
  counters["failed_frees"] = failed_frees_;
  counters["foreign_objects"] = foreign_objects_;
  counters["image_without_size"] = images_without_size_;
  counters["images"] = images_;
  counters["kept_by_views"] = objects_.kept_by_views();
  counters["last_release_count_above_1"] = last_release_count_above_1_;
  counters["open_calls"] = open_calls_.count();
  counters["retains"] = retains_;
  counters["sub_buffers"] = sub_buffers_;
  counters["svm_frees_without_pointer"] = svm_frees_without_pointer_;
  counters["views"] = image_views_;
}

}  // namespace arenasim::traces
