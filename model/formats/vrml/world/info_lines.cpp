#include "model/formats/vrml/world/info_lines.h"

#include "model/standard/name_key.h"

#include <fmt/format.h>

namespace vitruvian::vrml {

std::string name_token(std::string_view name) {
    std::string out = narrowed(name);
    for (char& c : out) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_letter = (byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z';
        const bool is_other = (byte >= '0' && byte <= ':') || c == '.' || c == '-' || c == '_';
        if (byte < 0x80U && !is_letter && !is_other) c = '_';
    }
    return out;
}

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
