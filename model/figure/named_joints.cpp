#include "model/figure/named_joints.h"

#include "model/core/check.h"

#include <bit>
#include <functional>
#include <optional>
#include <tuple>

namespace vitruvian {

std::string_view without_number(std::string_view key) {
    const std::size_t last = key.find_last_not_of("0123456789");
    return last == std::string_view::npos ? key : key.substr(0, last + 1);
}

namespace {

/// Returns the key without the mark of a side at one of its ends, if what remains is a limb's name; `keys` are the
/// rig's.
std::optional<NameKey> without_mark(const std::string& key, const std::vector<NameKey>& keys) {
    struct Mark {
        std::string_view text;
        Side side;
        std::string_view other;  // counts only beside a joint with this mark; empty: alone
    };
    // "wristri" is a right wrist beside "wristle", and never a left "wristr"; "handle" is a sword's.
    static constexpr std::array<Mark, 18> marks{{{"le", Side::left, "ri"},
                                                 {"ri", Side::right, "le"},
                                                 {"l", Side::left, {}},
                                                 {"r", Side::right, {}},
                                                 {"g", Side::left, {}},
                                                 {"d", Side::right, {}},
                                                 {"i", Side::left, {}},
                                                 {"e", Side::left, {}},
                                                 {"li", Side::left, {}},
                                                 {"re", Side::right, {}},
                                                 {"sx", Side::left, {}},
                                                 {"dx", Side::right, {}},
                                                 {"izq", Side::left, {}},
                                                 {"der", Side::right, {}},
                                                 {"esq", Side::left, {}},
                                                 {"dir", Side::right, {}},
                                                 {"л", Side::left, {}},
                                                 {"п", Side::right, {}}}};
    for (const auto& [mark, side, other] : marks) {
        if (key.size() <= mark.size()) continue;
        const bool is_english = mark == "l" || mark == "r";
        if (is_english && key.starts_with(mark) && bone_vocabulary::is_sided(key.substr(mark.size())))
            return NameKey{side, key.substr(mark.size())};
        std::string rest = key.substr(0, key.size() - mark.size());
        if (!key.ends_with(mark) || !bone_vocabulary::is_sided(rest)) continue;
        const std::string twin = rest + std::string(other);
        const auto is_twin = [&twin](const NameKey& joint) { return joint.key == twin; };
        const bool counts = other.empty() || std::any_of(keys.begin(), keys.end(), is_twin);
        return counts ? std::optional(NameKey{side, std::move(rest)}) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::vector<NameKey> joint_keys(const Document& document, std::span<const int> nodes) {
    std::vector<std::string> names;
    names.reserve(nodes.size());
    for (const int node : nodes) names.push_back(at(document.nodes, node).name);
    const std::vector<NameKey> keys = rig_name_keys(names);
    std::vector<NameKey> out = keys;
    constexpr std::size_t shortest = 4;
    for (NameKey& key : out) {
        if (key.side != Side::none || key.key.size() < shortest || bone_vocabulary::find(key.key) >= 0)
            continue;
        if (std::optional<NameKey> sided = without_mark(key.key, keys)) key = std::move(*sided);
    }
    return out;
}

NamedJoints::NamedJoints(const Document& document, std::span<const int> joints, std::span<const NameKey> keys)
    : nodes_(joints.begin(), joints.end()), keys_(keys.begin(), keys.end()) {
    VT_CHECK(std::is_sorted(nodes_.begin(), nodes_.end()) && keys_.size() == nodes_.size());
    owners_ = better_first(document);
    for (const std::size_t i : owners_) {
        const BoneKey key = bone_vocabulary::key(keys_[i].key);
        exact_.add(keys_[i].side, key.exact, nodes_[i]);
        loose_.add(keys_[i].side, key.loose, nodes_[i]);
    }
    const auto name = [this](std::size_t i) { return std::tie(keys_[i].side, keys_[i].key); };
    std::stable_sort(owners_.begin(), owners_.end(),
                     [&](std::size_t a, std::size_t b) { return name(a) < name(b); });
    const auto same = [&](std::size_t a, std::size_t b) { return name(a) == name(b); };
    owners_.erase(std::unique(owners_.begin(), owners_.end(), same), owners_.end());
}

NamedJoints::Table::Table() : sides_(bone_vocabulary::size()) {
    for (std::vector<int>& nodes : nodes_) nodes.assign(bone_vocabulary::size(), -1);
}

void NamedJoints::Table::add(Side side, int number, int node) {
    if (number < 0) return;
    int& known = at(nodes_.at(static_cast<std::size_t>(side)), number);
    if (known >= 0) return;
    known = node;
    at(sides_, number) |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(side));
}

int NamedJoints::Table::find(Side side, int number) const {
    return number < 0 ? -1 : at(nodes_[static_cast<std::size_t>(side)], number);
}

int NamedJoints::find(Side side, const BoneKey& key, const BoneMap& taken) const {
    const auto free = [&taken](int node) { return node < 0 || taken.bone_of(node) ? -1 : node; };
    const int exact = free(exact_.find(side, key.exact));
    return exact >= 0 ? exact : free(loose_.find(side, key.loose));
}

std::size_t NamedJoints::max_bones(const BoneNameFamily& family) const {
    const auto bit = [](Side side) { return 1U << static_cast<unsigned>(side); };
    int count = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        unsigned sides = 0;
        for (const BoneKey& key : family.keys(i)) sides |= loose_.sides(key.loose);
        const bool sided = is_left(static_cast<Bone>(i));
        count += std::popcount(sides & (sided ? bit(Side::left) | bit(Side::right) : bit(Side::none)));
    }
    return static_cast<std::size_t>(count);
}

std::vector<int> NamedJoints::numbered(Side side, std::string_view stem) const {
    std::vector<int> out;
    for (const std::size_t i : owners_) {
        const NameKey& name = keys_[i];
        if (name.side == side && name.key.size() > stem.size() && without_number(name.key) == stem)
            out.push_back(nodes_[i]);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<std::size_t> NamedJoints::better_first(const Document& document) const {
    std::vector<int> ranks;
    ranks.reserve(nodes_.size());
    for (const int node : nodes_) {
        const NameRole role = name_role(at(document.nodes, node).name);
        ranks.push_back(role == NameRole::deforming ? 0 : role == NameRole::plain ? 2 : 4);
    }
    std::vector<bool> carries(nodes_.size(), false);
    for (const int node : nodes_) {
        const int parent = at(document.nodes, node).parent;
        const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), parent);
        if (found != nodes_.end() && *found == parent)
            carries[static_cast<std::size_t>(found - nodes_.begin())] = true;
    }
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ranks[i] += carries[i] ? 0 : 1;
        if (!keys_[i].key.empty()) out.push_back(i);
    }
    std::stable_sort(out.begin(), out.end(),
                     [&ranks](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    return out;
}

}  // namespace vitruvian
