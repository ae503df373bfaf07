// The keys of all families of bone names (see name_key.h), by number, since there are thousands of look-ups. Made when
// the program is compiled.
#pragma once

#include "model/standard/bone_name_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vitruvian {

/// Number of a key in the vocabulary, and that of the key without leading zeros.
struct BoneKey {
    int exact = -1;
    int loose = -1;
};

/// A key and the bone that it means.
struct BoneWord {
    Bone bone = Bone::hips;
    BoneKey key;
};

/// The keys of a family's bones.
struct BoneNameFamily {
    std::size_t number = 0;
    std::size_t size = 0;                               // number of bones that it has names for
    std::array<std::uint16_t, bone_count + 1> begin{};  // of each bone's keys, in the list of all

    [[nodiscard]] std::string_view title() const;  // for people: "Mixamo"
    /// Keys of a left or middle bone, best first; none for a right one.
    [[nodiscard]] std::span<const BoneKey> keys(std::size_t bone) const;
};

namespace bone_vocabulary {

[[nodiscard]] std::span<const BoneNameFamily> families();
/// Keys that mean the same bone in all families that use them.
[[nodiscard]] std::span<const BoneWord> unmistakable();
/// Upper halves of long bones split in two: "Thigh1" above "Thigh2".
[[nodiscard]] std::span<const BoneWord> halves();

/// Returns how many keys there are.
[[nodiscard]] std::size_t size();
/// Returns the number of a key, -1 if no family has it.
[[nodiscard]] int find(std::string_view key);
[[nodiscard]] BoneKey key(std::string_view key);
/// True if a family has the key for a bone of one side.
[[nodiscard]] bool is_sided(std::string_view key);

}  // namespace bone_vocabulary

}  // namespace vitruvian
