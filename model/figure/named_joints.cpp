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
                family.keys[i].push_back(numbered(key));
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
    for (const auto& [bone, key] : unmistakable) {
        const bool is_finger = bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal;
        if (is_left(bone) && !is_finger) halves.emplace_back(bone, numbered(key.exact + "1"));
    }
}

BoneKey BoneVocabulary::numbered(const std::string& key) {
    const auto number = [this](const std::string& text) {
        return numbers.try_emplace(text, static_cast<int>(numbers.size())).first->second;
    };
    BoneKey out(key);
    out.exact_number = number(out.exact);
    out.loose_number = number(out.loose);
    return out;
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
            exact_.add(side, keys_[i].key, nodes_[i]);
            loose_.add(side, loose_key(keys_[i].key), nodes_[i]);
        }
    }
}

NamedJoints::Keys::Keys() {
    for (std::vector<int>& nodes : numbered) nodes.assign(bone_vocabulary().numbers.size(), -1);
}

void NamedJoints::Keys::add(std::size_t side, const std::string& key, int node) {
    if (!named.at(side).try_emplace(key, node).second) return;
    const auto number = bone_vocabulary().numbers.find(key);
    if (number != bone_vocabulary().numbers.end()) at(numbered.at(side), number->second) = node;
}

int NamedJoints::Keys::find(Side side, const std::string& key, int number) const {
    const auto s = static_cast<std::size_t>(side);
    if (number >= 0) return at(numbered[s], number);
    const auto found = named[s].find(key);
    return found == named[s].end() ? -1 : found->second;
}

int NamedJoints::find(Side side, const BoneKey& key, const BoneMap& taken) const {
    const auto free = [&taken](int node) { return node < 0 || taken.bone_of(node) ? -1 : node; };
    const int exact = free(exact_.find(side, key.exact, key.exact_number));
    return exact >= 0 ? exact : free(loose_.find(side, key.loose, key.loose_number));
}

std::size_t NamedJoints::most_bones(const BoneVocabulary::Family& family) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const bool sided = is_left(static_cast<Bone>(i));
        for (const Side side : {Side::none, Side::left, Side::right}) {
            if ((side != Side::none) != sided) continue;
            const bool any = std::any_of(
                family.keys[i].begin(), family.keys[i].end(),
                [&](const BoneKey& key) { return loose_.find(side, key.loose, key.loose_number) >= 0; });
            if (any) ++count;
        }
    }
    return count;
}

std::vector<int> NamedJoints::numbered(Side side, std::string_view stem) const {
    std::vector<int> out;
    for (const auto& [name, node] : exact_.named.at(static_cast<std::size_t>(side))) {
        if (name.size() > stem.size() && without_number(name) == stem) out.push_back(node);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<int> NamedJoints::ranks_of(const Document& document,
                                       const std::vector<std::string>& names) const {
    std::vector<int> out;
    for (const std::string& name : names)
        out.push_back(is_deform_name(name) ? 0 : is_control_name(name) || may_be_control_twin(name) ? 4 : 2);
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
