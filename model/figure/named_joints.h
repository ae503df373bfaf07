// The words by which bones are known, and a rig's joints by theirs. For bone_inference.cpp.
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

/// A key by its number in the vocabulary, and that of what it is where leading zeros do not count.
struct BoneKey {
    int exact = -1;
    int loose = -1;
};

/// The families' keys, written out once: by number, since thousands of them are asked for.
class BoneVocabulary {
  public:
    class Family {
      public:
        std::string_view title;
        std::size_t size = 0;  // bones that it has a name for

        /// Those of a left bone or one of the middle, the better first; none of a right one.
        [[nodiscard]] std::span<const BoneKey> keys(std::size_t bone) const {
            return std::span(keys_).subspan(begin_.at(bone), begin_.at(bone + 1) - begin_.at(bone));
        }

      private:
        friend BoneVocabulary;
        std::vector<BoneKey> keys_;                          // of all its bones
        std::array<std::uint16_t, bone_count + 1> begin_{};  // where those of each begin
    };
    std::vector<Family> families;
    std::vector<std::pair<Bone, BoneKey>> unmistakable;  // keys that mean the same bone to all who use them
    std::vector<std::pair<Bone, BoneKey>>
        halves;  // of long bones in two, the upper ones: "Thigh1" above "Thigh2"

    BoneVocabulary();

    [[nodiscard]] std::size_t size() const { return words_.size(); }
    /// The number of a key, -1 where no family has it.
    [[nodiscard]] int find(std::string_view key) const;
    [[nodiscard]] BoneKey key(std::string_view key) const;

  private:
    /// A key as a part of `letters_`.
    struct Word {
        std::uint32_t begin;
        std::uint32_t length;
    };

    void add_family(const BoneFamily& source);
    void find_unmistakable();
    [[nodiscard]] std::string_view word(int number) const;
    /// Where a key stands in `slots_`, or the free place that it would have.
    [[nodiscard]] std::size_t slot_of(std::string_view key) const;
    [[nodiscard]] int number(std::string_view key);
    [[nodiscard]] BoneKey numbered(std::string_view key);

    std::string letters_;
    std::vector<Word> words_;                  // by number
    std::array<std::uint16_t, 8192> slots_{};  // numbers, counted from 1, by the hashes of keys; 0: free
};

[[nodiscard]] const BoneVocabulary& bone_vocabulary();

/// The rig's joints by key. Of several with one key the joints that deform the skin ("DEF-") go before others,
/// these before controls ("c_head" beside "head"), those that carry something before ends (Second Life's collision volumes go by the
/// joints' names), and then the first.
class NamedJoints {
  public:
    NamedJoints(const Document& document, std::span<const int> joints);

    /// How many keys there are.
    [[nodiscard]] std::size_t size() const { return owners_.size(); }
    [[nodiscard]] const std::vector<int>& nodes() const { return nodes_; }
    [[nodiscard]] bool has(int node) const { return std::binary_search(nodes_.begin(), nodes_.end(), node); }
    [[nodiscard]] const NameKey& key_of(int node) const {
        const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
        return keys_[static_cast<std::size_t>(at)];
    }

    /// The joint of that name which no bone has yet, or -1.
    [[nodiscard]] int find(Side side, const BoneKey& key, const BoneMap& taken) const;

    /// How many bones could have a name of this family.
    [[nodiscard]] std::size_t max_bones(const BoneVocabulary::Family& family) const;

    /// Of one side, those whose key is `stem` and a number, in the order of the tree.
    [[nodiscard]] std::vector<int> numbered(Side side, std::string_view stem) const;

  private:
    /// The joints of the vocabulary's keys, by side and number; -1 where there is none.
    class Table {
      public:
        Table();
        /// The first of a key stays; keys that are not in the vocabulary are passed over.
        void add(Side side, int number, int node);
        [[nodiscard]] int find(Side side, int number) const;
        /// A bit for each side that has a joint of this key.
        [[nodiscard]] unsigned sides(int number) const { return at(sides_, number); }

      private:
        std::array<std::vector<int>, 3> nodes_;
        std::vector<std::uint8_t> sides_;
    };

    /// The joints that have a key, the better ones first, as indices into nodes_.
    [[nodiscard]] std::vector<std::size_t> better_first(const Document& document,
                                                        const std::vector<std::string>& names) const;

    std::vector<int> nodes_;
    std::vector<NameKey> keys_;        // of nodes_
    std::vector<std::size_t> owners_;  // the best joint of each side and key
    Table exact_, loose_;
};

/// "spine" of "spine01".
[[nodiscard]] std::string_view without_number(std::string_view key);

}  // namespace vitruvian
