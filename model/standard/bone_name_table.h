// Names of the humanoid bones in public tools; see name_key.h for the conversion of names to keys.
#pragma once

#include "model/standard/bone.h"

#include <array>
#include <string_view>

namespace vitruvian {

/// The keys of one naming family. A cell is empty if the family has no such bone, and separates alternatives
/// by '|', best first. Sided bones are listed once.
struct BoneFamily {
    std::string_view title;  // for people: "Mixamo"
    /// hips, spine, chest, upper chest, neck, head, jaw, eye, shoulder, upper arm, lower arm, hand, upper
    /// leg, lower leg, foot, toes.
    std::array<std::string_view, 16> body;
    std::array<std::string_view, 5> fingers;  // thumb, index, middle, ring, little
    /// Suffixes of a finger's name from the palm outwards; "-": no such joint.
    std::array<std::string_view, 3> thumb_ends;
    std::array<std::string_view, 3> finger_ends;
};

/// True for left bones.
[[nodiscard]] constexpr bool is_left(Bone bone) {
    return bone == Bone::left_eye || (bone >= Bone::left_shoulder && bone <= Bone::left_toes);
}
/// Returns the right counterpart of a left bone.
[[nodiscard]] constexpr Bone other_side(Bone left) {
    constexpr int eyes_apart = static_cast<int>(Bone::right_eye) - static_cast<int>(Bone::left_eye);
    constexpr int limbs_apart =
        static_cast<int>(Bone::right_shoulder) - static_cast<int>(Bone::left_shoulder);
    return static_cast<Bone>(static_cast<int>(left) + (left == Bone::left_eye ? eyes_apart : limbs_apart));
}

}  // namespace vitruvian
