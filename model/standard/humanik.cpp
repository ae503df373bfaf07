#include "model/standard/humanik.h"

namespace vitruvian {
namespace {

constexpr int none = -1;
constexpr int spine_chain = -2;  // depends on which of spine, chest and upper chest exist

/// In the order of Bone. Ids of Maya's setCharacterObject.
constexpr std::array<int, bone_count> ids = {
    1,  spine_chain, spine_chain, spine_chain, 20, 15, none, none, none,  // hips .. right eye
    18, 9,           10,          11,                                     // left arm
    50, 51,          52,          54,          55, 56, 58,   59,   60,
    62, 63,          64,          66,          67, 68,  // left fingers
    2,  3,           4,           16,                   // left leg
    19, 12,          13,          14,                   // right arm
    74, 75,          76,          78,          79, 80, 82,   83,   84,
    86, 87,          88,          90,          91, 92,  // right fingers
    5,  6,           7,           17,                   // right leg
};

/// Spine, Spine1, Spine2.
constexpr std::array<int, 3> spine_ids = {8, 23, 24};

/// Of ids 1 to 24.
constexpr std::array<std::string_view, 25> body_names = {
    "",          "Hips",  "LeftUpLeg",   "LeftLeg",      "LeftFoot",     "RightUpLeg",    "RightLeg",
    "RightFoot", "Spine", "LeftArm",     "LeftForeArm",  "LeftHand",     "RightArm",      "RightForeArm",
    "RightHand", "Head",  "LeftToeBase", "RightToeBase", "LeftShoulder", "RightShoulder", "Neck",
    "",          "",      "Spine1",      "Spine2",
};

/// Fingers have four ids each, the fourth for the tip.
constexpr int first_left_finger = 50;
constexpr int first_right_finger = 74;
constexpr int ids_of_a_hand = 20;
constexpr std::array<std::string_view, 5> finger_names = {"Thumb", "Index", "Middle", "Ring", "Pinky"};

std::string finger_name(std::string_view side, int place) {
    return std::string(side)
        .append("Hand")
        .append(finger_names.at(static_cast<std::size_t>(place) / 4))
        .append(std::to_string(place % 4 + 1));
}

}  // namespace

std::string humanik_node_name(int id) {
    if (id > 0 && static_cast<std::size_t>(id) < body_names.size())
        return std::string(body_names.at(static_cast<std::size_t>(id)));
    if (id >= first_left_finger && id < first_left_finger + ids_of_a_hand)
        return finger_name("Left", id - first_left_finger);
    if (id >= first_right_finger && id < first_right_finger + ids_of_a_hand)
        return finger_name("Right", id - first_right_finger);
    return {};
}

std::optional<int> humanik_node_id(const BoneMap& bones, Bone bone) {
    if (bones[bone] < 0) return std::nullopt;
    const int id = ids.at(static_cast<std::size_t>(bone));
    if (id == none) return std::nullopt;
    if (id != spine_chain) return id;
    std::size_t place = 0;
    for (const Bone below : {Bone::spine, Bone::chest, Bone::upper_chest}) {
        if (below == bone) break;
        if (bones[below] >= 0) ++place;
    }
    return spine_ids.at(place);
}

}  // namespace vitruvian
