// Which files and folders a confined command may touch, as a list: nothing here speaks to the kernel.
#pragma once

#include "app/sandbox/sandbox.h"

#include <filesystem>
#include <vector>

namespace vitruvian {

/// Of a folder, access is to all that lies below it.
enum class Access {
    read,    // open for reading, list
    write,   // make, open for writing, replace and remove files; make and remove folders; list
    device,  // open for reading and writing, ioctl
};

struct AccessRule {
    std::filesystem::path path;  // need not exist
    Access access = Access::read;
    bool operator==(const AccessRule&) const = default;
};

/// What `reach` comes to. Of the person's `homes` (canonical paths) files and folders that begin with a dot
/// are spared where only a folder above them is in reach: keys, passwords and browsers' profiles are kept
/// there.
[[nodiscard]] std::vector<AccessRule> access_rules(const Reach& reach,
                                                   const std::vector<std::filesystem::path>& homes);

}  // namespace vitruvian
