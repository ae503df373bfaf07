// The vocabulary of bone names, and lookup of a rig's joints by name. For bone_inference.cpp.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {

/// Index of a key in the vocabulary, and that of the key without leading zeros.
struct BoneKey {
    int exact = -1;
    int loose = -1;
};

/// The keys of all naming families, precomputed; stored by index, since there are thousands of lookups.
class BoneVocabulary {
  public:
    class Family {
      public:
        std::string_view title;
        std::size_t size = 0;  // number of bones that it has names for

        /// Keys of a left or middle bone, best first; none for a right one.
        [[nodiscard]] std::span<const BoneKey> keys(std::size_t bone) const {
            return std::span(keys_).subspan(begin_.at(bone), begin_.at(bone + 1) - begin_.at(bone));
        }

      private:
        friend BoneVocabulary;
        std::vector<BoneKey> keys_;                          // of all its bones
        std::array<std::uint16_t, bone_count + 1> begin_{};  // start of each bone's keys
    };
    std::vector<Family> families;
    std::vector<std::pair<Bone, BoneKey>> unmistakable;  // keys that mean the same bone in all families that
                                                         // use them
    std::vector<std::pair<Bone, BoneKey>>
        halves;  // upper halves of long bones split in two: "Thigh1" above "Thigh2"

    BoneVocabulary();

    [[nodiscard]] std::size_t size() const { return words_.size(); }
    /// Returns the index of a key, -1 if no family has it.
    [[nodiscard]] int find(std::string_view key) const;
    [[nodiscard]] BoneKey key(std::string_view key) const;
    /// True if a family has the key for a bone of one side.
    [[nodiscard]] bool is_sided(std::string_view key) const;

  private:
    /// A key as a range of `letters_`.
    struct Word {
        std::uint32_t begin;
        std::uint32_t length;
    };

    void add_family(const BoneFamily& source);
    void find_unmistakable();
    [[nodiscard]] std::string_view word(int number) const;
    /// Returns the slot of a key in `slots_`, or the free slot for it.
    [[nodiscard]] std::size_t slot_of(std::string_view key) const;
    [[nodiscard]] int number(std::string_view key);
    [[nodiscard]] BoneKey numbered(std::string_view key);

    std::string letters_;
    std::vector<Word> words_;                  // by index
    std::vector<bool> sided_;                  // by index
    std::array<std::uint16_t, 8192> slots_{};  // hash table of indices, counted from 1; 0: free
};

[[nodiscard]] const BoneVocabulary& bone_vocabulary();

/// The rig's joints by key. For joints with the same key the order of preference is: joints that deform the
/// skin ("DEF-"), others, controls ("c_head" next to "head"); joints with children before leaves (Second
/// Life's collision volumes have the joints' names); then the first.
class NamedJoints {
  public:
    /// `keys` are the joint_keys of the joints, which are in ascending order.
    NamedJoints(const Document& document, std::span<const int> joints, std::span<const NameKey> keys);

    /// Number of keys.
    [[nodiscard]] std::size_t size() const { return owners_.size(); }
    [[nodiscard]] const std::vector<int>& nodes() const { return nodes_; }
    [[nodiscard]] bool has(int node) const { return std::binary_search(nodes_.begin(), nodes_.end(), node); }
    [[nodiscard]] const NameKey& key_of(int node) const {
        const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
        return keys_[static_cast<std::size_t>(at)];
    }

    /// Returns the joint of that name that is not assigned to a bone yet, or -1.
    [[nodiscard]] int find(Side side, const BoneKey& key, const BoneMap& taken) const;

    /// Returns how many bones could have a name of this family.
    [[nodiscard]] std::size_t max_bones(const BoneVocabulary::Family& family) const;

    /// Returns the joints of one side whose key is `stem` and a number, in tree order.
    [[nodiscard]] std::vector<int> numbered(Side side, std::string_view stem) const;

  private:
    /// The joints of the vocabulary's keys, by side and index; -1: none.
    class Table {
      public:
        Table();
        /// Keeps the first joint of a key; ignores keys outside the vocabulary.
        void add(Side side, int number, int node);
        [[nodiscard]] int find(Side side, int number) const;
        /// Bit mask of the sides that have a joint of this key.
        [[nodiscard]] unsigned sides(int number) const { return at(sides_, number); }

      private:
        std::array<std::vector<int>, 3> nodes_;
        std::vector<std::uint8_t> sides_;
    };

    /// Returns the joints that have a key, best first, as indices into nodes_.
    [[nodiscard]] std::vector<std::size_t> better_first(const Document& document) const;

    std::vector<int> nodes_;
    std::vector<NameKey> keys_;        // of nodes_
    std::vector<std::size_t> owners_;  // the best joint of each side and key
    Table exact_, loose_;
};

/// Returns rig_name_keys of the names of these nodes, and the sides of joints whose counterpart has no such name:
/// "lhand" is a left hand although there is no "rhand".
[[nodiscard]] std::vector<NameKey> joint_keys(const Document& document, std::span<const int> nodes);

/// "spine" for "spine01".
[[nodiscard]] std::string_view without_number(std::string_view key);

}  // namespace vitruvian
