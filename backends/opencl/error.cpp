#include "backends/opencl/error.hpp"

#include <algorithm>
#include <array>

#include "backends/device.hpp"

namespace arenasim::backends::opencl {
namespace {

struct Named {
  cl_int code;
  const char* name;
};

constexpr std::array kNames{
    Named{-1, "CL_DEVICE_NOT_FOUND"},
    Named{-2, "CL_DEVICE_NOT_AVAILABLE"},
    Named{-3, "CL_COMPILER_NOT_AVAILABLE"},
    Named{-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    Named{-5, "CL_OUT_OF_RESOURCES"},
    Named{-6, "CL_OUT_OF_HOST_MEMORY"},
    Named{-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    Named{-8, "CL_MEM_COPY_OVERLAP"},
    Named{-9, "CL_IMAGE_FORMAT_MISMATCH"},
    Named{-10, "CL_IMAGE_FORMAT_NOT_SUPPORTED"},
    Named{-11, "CL_BUILD_PROGRAM_FAILURE"},
    Named{-12, "CL_MAP_FAILURE"},
    Named{-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    Named{-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    Named{-15, "CL_COMPILE_PROGRAM_FAILURE"},
    Named{-16, "CL_LINKER_NOT_AVAILABLE"},
    Named{-17, "CL_LINK_PROGRAM_FAILURE"},
    Named{-18, "CL_DEVICE_PARTITION_FAILED"},
    Named{-19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
    Named{-30, "CL_INVALID_VALUE"},
    Named{-31, "CL_INVALID_DEVICE_TYPE"},
    Named{-32, "CL_INVALID_PLATFORM"},
    Named{-33, "CL_INVALID_DEVICE"},
    Named{-34, "CL_INVALID_CONTEXT"},
    Named{-35, "CL_INVALID_QUEUE_PROPERTIES"},
    Named{-36, "CL_INVALID_COMMAND_QUEUE"},
    Named{-37, "CL_INVALID_HOST_PTR"},
    Named{-38, "CL_INVALID_MEM_OBJECT"},
    Named{-39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"},
    Named{-40, "CL_INVALID_IMAGE_SIZE"},
    Named{-41, "CL_INVALID_SAMPLER"},
    Named{-42, "CL_INVALID_BINARY"},
    Named{-43, "CL_INVALID_BUILD_OPTIONS"},
    Named{-44, "CL_INVALID_PROGRAM"},
    Named{-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    Named{-46, "CL_INVALID_KERNEL_NAME"},
    Named{-47, "CL_INVALID_KERNEL_DEFINITION"},
    Named{-48, "CL_INVALID_KERNEL"},
    Named{-49, "CL_INVALID_ARG_INDEX"},
    Named{-50, "CL_INVALID_ARG_VALUE"},
    Named{-51, "CL_INVALID_ARG_SIZE"},
    Named{-52, "CL_INVALID_KERNEL_ARGS"},
    Named{-53, "CL_INVALID_WORK_DIMENSION"},
    Named{-54, "CL_INVALID_WORK_GROUP_SIZE"},
    Named{-55, "CL_INVALID_WORK_ITEM_SIZE"},
    Named{-56, "CL_INVALID_GLOBAL_OFFSET"},
    Named{-57, "CL_INVALID_EVENT_WAIT_LIST"},
    Named{-58, "CL_INVALID_EVENT"},
    Named{-59, "CL_INVALID_OPERATION"},
    Named{-60, "CL_INVALID_GL_OBJECT"},
    Named{-61, "CL_INVALID_BUFFER_SIZE"},
    Named{-62, "CL_INVALID_MIP_LEVEL"},
    Named{-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    Named{-64, "CL_INVALID_PROPERTY"},
    Named{-65, "CL_INVALID_IMAGE_DESCRIPTOR"},
    Named{-66, "CL_INVALID_COMPILER_OPTIONS"},
    Named{-67, "CL_INVALID_LINKER_OPTIONS"},
    Named{-68, "CL_INVALID_DEVICE_PARTITION_COUNT"},
    Named{-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

}  // namespace

std::string error_name(cl_int code) {
  const auto* found =
      std::find_if(kNames.begin(), kNames.end(), [&](const Named& named) { return named.code == code; });
  if (found == kNames.end()) {
    return "error " + std::to_string(code);
  }
  return std::string{found->name} + " (" + std::to_string(code) + ")";
}

void require_success(cl_int code, const char* call) {
  if (code != CL_SUCCESS) {
    throw DeviceError(std::string{call} + ": " + error_name(code));
  }
}

bool refuses_page(cl_int code) {
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
         code == CL_INVALID_BUFFER_SIZE;
}

bool refuses_copy(cl_int code) {
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
         code == CL_DEVICE_NOT_AVAILABLE;
}

}  // namespace arenasim::backends::opencl
