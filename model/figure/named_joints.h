// The words by which bones are known, and a rig's joints by theirs. For bone_inference.cpp.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian {

/// A name's key, and what it is where leading zeros do not count.
struct BoneKey {
    std::string exact, loose;
    int exact_number = -1, loose_number = -1;  // in the vocabulary; -1: not one of its keys
    explicit BoneKey(const std::string& key) : exact(key), loose(loose_key(key)) {}
};

/// The families' keys, written out once.
struct BoneVocabulary {
    struct Family {
        std::string_view title;
        std::array<std::vector<BoneKey>, bone_count> keys;  // of left bones and those of the middle
        std::size_t size = 0;                               // bones that it has a name for
    };
    std::vector<Family> families;
    std::vector<std::pair<Bone, BoneKey>> unmistakable;  // keys that mean the same bone to all who use them

    std::vector<std::pair<Bone, BoneKey>>
        halves;  // of long bones in two, the upper ones: "Thigh1" above "Thigh2"
    std::unordered_map<std::string, int> numbers;  // of all keys

    BoneVocabulary();

  private:
    [[nodiscard]] BoneKey numbered(const std::string& key);
};

[[nodiscard]] const BoneVocabulary& bone_vocabulary();

/// The rig's joints by key. Of several with one key the joints that deform the skin ("DEF-") go before others,
/// these before controls ("c_head" beside "head"), those that carry something before ends (Second Life's collision volumes go by the
/// joints' names), and then the first.
class NamedJoints {
  public:
    NamedJoints(const Document& document, std::span<const int> joints);

    [[nodiscard]] std::size_t size() const {
        return exact_.named[0].size() + exact_.named[1].size() + exact_.named[2].size();
    }
    [[nodiscard]] const std::vector<int>& nodes() const { return nodes_; }
    [[nodiscard]] bool has(int node) const { return std::binary_search(nodes_.begin(), nodes_.end(), node); }
    [[nodiscard]] const NameKey& key_of(int node) const {
        const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
        return keys_[static_cast<std::size_t>(at)];
    }

    /// The joint of that name which no bone has yet, or -1.
    [[nodiscard]] int find(Side side, const BoneKey& key, const BoneMap& taken) const;

    /// How many bones could have a name of this family.
    [[nodiscard]] std::size_t most_bones(const BoneVocabulary::Family& family) const;

    /// Of one side, those whose key is `stem` and a number, in the order of the tree.
    [[nodiscard]] std::vector<int> numbered(Side side, std::string_view stem) const;

  private:
    /// Joints by side and key: the vocabulary's keys, of which there are thousands to ask for, by number.
    struct Keys {
        std::array<std::unordered_map<std::string, int>, 3> named;
        std::array<std::vector<int>, 3> numbered;

        Keys();
        /// The first of a key stays.
        void add(std::size_t side, const std::string& key, int node);
        /// -1 where there is none.
        [[nodiscard]] int find(Side side, const std::string& key, int number) const;
    };

    [[nodiscard]] std::vector<int> ranks_of(const Document& document,
                                            const std::vector<std::string>& names) const;

    std::vector<int> nodes_;
    std::vector<NameKey> keys_;  // of nodes_
    Keys exact_, loose_;
};

/// "spine" of "spine01".
[[nodiscard]] std::string_view without_number(std::string_view key);

}  // namespace vitruvian
