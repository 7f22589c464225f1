# What `cmake --install` gives: the program, and the core as a CMake package.
