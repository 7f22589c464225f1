# What the other scripts share: where the project is, how they speak, how they configure.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }

# Configures a preset, through ccache where it is installed. Further arguments go to cmake.
configure() {
  local preset=$1
  shift
  if command -v ccache >/dev/null; then
    set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  cmake --preset "$preset" "$@"
}
