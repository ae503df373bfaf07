#include "model/figure/named_joints.h"

#include <map>
#include <set>

namespace vitruvian {
namespace {

constexpr int rank_count = 6;

}  // namespace

std::string_view without_number(std::string_view key) {
    const std::size_t last = key.find_last_not_of("0123456789");
    return last == std::string_view::npos ? key : key.substr(0, last + 1);
}

BoneVocabulary::BoneVocabulary() {
    std::map<std::string, std::set<Bone>> sided, central;  // what each key means to anybody
    for (const BoneFamily& source : bone_families()) {
        Family& family = families.emplace_back();
        family.title = source.title;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (!is_left(bone) && bone > Bone::jaw) continue;
            for (const std::string& key : source.keys(bone)) {
                family.keys[i].emplace_back(key);
                (is_left(bone) ? sided : central)[key].insert(bone);
            }
            if (!family.keys[i].empty()) ++family.size;
        }
    }
    std::set<std::pair<bool, std::string>> told;
    for (const Family& family : families) {
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            for (const BoneKey& key : family.keys[i]) {
                const bool one_meaning = (is_left(bone) ? sided : central)[key.exact].size() == 1;
                if (one_meaning && told.emplace(is_left(bone), key.exact).second)
                    unmistakable.emplace_back(bone, key);
            }
        }
    }
}

const BoneVocabulary& bone_vocabulary() {
    static const BoneVocabulary table;
    return table;
}

NamedJoints::NamedJoints(const Document& document, std::span<const int> joints)
    : nodes_(joints.begin(), joints.end()) {
    std::sort(nodes_.begin(), nodes_.end());
    std::vector<std::string> names;
    for (const int node : nodes_) names.push_back(at(document.nodes, node).name);
    keys_ = rig_name_keys(names);
    const std::vector<int> ranks = ranks_of(document, names);
    for (int rank = 0; rank < rank_count; ++rank) {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (ranks[i] != rank || keys_[i].key.empty()) continue;
            const auto side = static_cast<std::size_t>(keys_[i].side);
            exact_.at(side).try_emplace(keys_[i].key, nodes_[i]);
            loose_.at(side).try_emplace(loose_key(keys_[i].key), nodes_[i]);
        }
    }
}

int NamedJoints::find(Side side, const BoneKey& key, const BoneMap& taken) const {
    const auto free = [&](const Keys& keys, const std::string& name) {
        const auto found = keys.find(name);
        return found == keys.end() || taken.bone_of(found->second) ? -1 : found->second;
    };
    const int exact = free(exact_.at(static_cast<std::size_t>(side)), key.exact);
    return exact >= 0 ? exact : free(loose_.at(static_cast<std::size_t>(side)), key.loose);
}

std::size_t NamedJoints::most_bones(const BoneVocabulary::Family& family) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const bool sided = is_left(static_cast<Bone>(i));
        for (const Side side : {Side::none, Side::left, Side::right}) {
            if ((side != Side::none) != sided) continue;
            const Keys& keys = loose_.at(static_cast<std::size_t>(side));
            const bool any =
                std::any_of(family.keys[i].begin(), family.keys[i].end(),
                            [&keys](const BoneKey& key) { return keys.find(key.loose) != keys.end(); });
            if (any) ++count;
        }
    }
    return count;
}

std::vector<int> NamedJoints::numbered(Side side, std::string_view stem) const {
    std::vector<int> out;
    for (const auto& [name, node] : exact_.at(static_cast<std::size_t>(side))) {
        if (name.size() > stem.size() && without_number(name) == stem) out.push_back(node);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<int> NamedJoints::ranks_of(const Document& document,
                                       const std::vector<std::string>& names) const {
    std::vector<int> out;
    for (const std::string& name : names)
        out.push_back(is_deform_name(name) ? 0 : is_control_name(name) || name.starts_with("c_") ? 4 : 2);
    std::vector<bool> carries(names.size(), false);
    for (const int node : nodes_) {
        const int parent = at(document.nodes, node).parent;
        const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), parent);
        if (found != nodes_.end() && *found == parent)
            carries[static_cast<std::size_t>(found - nodes_.begin())] = true;
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += carries[i] ? 0 : 1;
    return out;
}

}  // namespace vitruvian
