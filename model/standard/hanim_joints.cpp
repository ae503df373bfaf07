#include "model/standard/hanim_joints.h"

#include <unordered_map>

namespace vitruvian {
namespace {

using Index = std::unordered_map<std::string, HanimJointName>;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

void add(Index& index, std::string_view name, const HanimJointName& meaning) {
    if (name.empty()) return;
    std::string key;
    for (const char c : name) key += lower(c);
    index.try_emplace(key, meaning);
}

Index make_index() {
    Index out;
    const auto facts = hanim_joint_facts();
    // First all names of 2.0, then those of 1.1: where both use a name for different joints, 1.1 takes
    // precedence.
    for (const bool old : {true, false}) {
        for (std::size_t i = 0; i < facts.size(); ++i) {
            const std::string name(old ? facts[i].name_1_1 : facts[i].name_2);
            if (name.empty()) continue;
            if (!facts[i].sided) {
                add(out, name, {i, Side::none});
                continue;
            }
            add(out, "l_" + name, {i, Side::left});
            add(out, "r_" + name, {i, Side::right});
        }
    }
    // The digit one instead of the letter l: a scanning error in widely copied files.
    for (int v = 1; v <= 5; ++v) {
        if (const auto found = out.find("vl" + std::to_string(v)); found != out.end()) {
            const HanimJointName meaning = found->second;
            add(out, "v1" + std::to_string(v), meaning);
        }
    }
    return out;
}

bool is_separator(char c) {
    return c == '_' || c == ':' || c == '.' || c == '-';
}

}  // namespace

std::optional<HanimJointName> hanim_joint_from_name(std::string_view name) {
    static const Index index = make_index();
    constexpr std::size_t longest = 128;
    std::string key;
    for (const char c : name) {
        if (c != ' ' && c != '\t') key += lower(c);
        if (key.size() > longest) return std::nullopt;
    }
    const auto exact = index.find(key);
    if (exact != index.end()) return exact->second;
    for (std::size_t i = 0; i + 1 < key.size(); ++i) {
        if (!is_separator(key[i])) continue;
        const auto found = index.find(key.substr(i + 1));
        if (found == index.end()) continue;
        // An author's own joint that is only called like a standard one: else it would have its name.
        const bool is_marked = i > 0 && key[i - 1] == 'x' && (i == 1 || is_separator(key[i - 2]));
        const bool in_both = !hanim_joint_facts()[found->second.fact].name_1_1.empty();
        return is_marked && in_both ? std::nullopt : std::optional(found->second);
    }
    return std::nullopt;
}

}  // namespace vitruvian
