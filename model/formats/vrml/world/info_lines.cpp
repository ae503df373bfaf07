#include "model/formats/vrml/world/info_lines.h"

#include <fmt/format.h>

namespace vitruvian::vrml {

std::vector<std::string> info_lines(const Humanoid& humanoid) {
    std::vector<std::string> out;
    for (const auto& [tag, value] : humanoid.info) {
        const std::size_t equals = value.find('=');
        const bool bare = tag == "info" && (equals == std::string::npos || equals == 0);
        out.push_back(bare ? value : fmt::format("{}={}", tag, value));
    }
    return out;
}

}  // namespace vitruvian::vrml
