// Lookup of a rig's joints by name. For bone_inference.cpp.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"
#include "model/figure/bone_vocabulary.h"
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
    [[nodiscard]] std::size_t max_bones(const BoneNameFamily& family) const;

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
