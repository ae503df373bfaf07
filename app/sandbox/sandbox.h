// Giving up what a command does not need before it reads a stranger's file: whatever a broken decoder might
// be made to do, the kernel then refuses it other files, the network and other programs. It knows no command
// and no option.
#pragma once

#include <filesystem>
#include <vector>

namespace vitruvian {

/// What a command is going to touch. Empty paths and "-" (standard input and output) are passed over.
struct Reach {
    std::vector<std::filesystem::path>
        documents;                               // read, and what lies below their folders; or whole folders
    std::vector<std::filesystem::path> files;    // read, and nothing beside them
    std::vector<std::filesystem::path> outputs;  // written, with other files in their folders; or folders
    bool draws = false;                          // with an OpenGL driver
};

/// What was given up.
struct Confinement {
    bool files = false;    // all that is not in reach (Landlock: Linux 5.13 and later)
    bool network = false;  // sockets of any kind (seccomp)
};

/// Gives up, for this process and for good, all but `reach`. To be called before there are threads. Folders
/// of outputs that do not exist yet stay out of reach: make them first. What the kernel does not support is
/// not given up, which is not an error.
Confinement confine(const Reach& reach);

}  // namespace vitruvian
