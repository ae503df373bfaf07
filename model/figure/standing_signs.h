// Signs of standing upright in one posed figure: where its trunk, legs and arms point, and whether a rig would be built so.
// Private to model/figure.
#pragma once

#include "model/core/at.h"
#include "model/core/transform.h"
#include "model/standard/bone.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

namespace vitruvian::standing {

using MaybeVec = std::optional<vec3>;

/// Where one posed figure has its bones.
class Places {
  public:
    Places(const BoneMap& bones, std::span<const mat4> world);

    [[nodiscard]] bool has(Bone bone) const { return (*bones_)[bone] >= 0; }
    [[nodiscard]] vec3 of(Bone bone) const { return vec3(at(world_, (*bones_)[bone])[3]); }
    /// A leg's length, against which others are judged; 0: unknown.
    [[nodiscard]] float size() const { return size_; }

    /// From where the legs begin to where the arms do.
    [[nodiscard]] MaybeVec trunk() const;
    /// What stands upright in a standing figure: the trunk, or, where there is a head, half-way between it and the line
    /// from hips to head. Each of them alone leans in some skeletons by ten degrees.
    [[nodiscard]] MaybeVec spine() const;
    /// From the right one of a pair to the left, across the trunk.
    [[nodiscard]] MaybeVec across(Bone left, const vec3& trunk) const;
    /// From a limb's root to its end, and how straight it is: 1 where the joint between is stretched.
    [[nodiscard]] std::optional<std::pair<vec3, float>> limb(Bone upper, Bone lower, Bone end) const;

  private:
    [[nodiscard]] float length(Bone a, Bone b) const;
    [[nodiscard]] MaybeVec middle(Bone left, Bone otherwise) const;

    const BoneMap* bones_;
    std::span<const mat4> world_;
    float size_ = 0.0F;
};

struct LimbBones {
    Bone upper, lower, end;
};
inline constexpr std::array legs{LimbBones{Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot},
                                 LimbBones{Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot}};
inline constexpr std::array arms{LimbBones{Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand},
                                 LimbBones{Bone::right_upper_arm, Bone::right_lower_arm, Bone::right_hand}};

/// The figure's left, where legs and arms agree on it.
[[nodiscard]] MaybeVec left_of(const Places& places, const vec3& trunk);
/// No rig is built leaning, or with a hip or shoulder higher than the other, by much.
[[nodiscard]] bool has_upright_trunk(const Places& places, const vec3& up);
/// Legs go down and arms down or outwards, alike on both sides, and the head is on top, as in any pose that a rig is built
/// in.
[[nodiscard]] bool has_limbs_in_place(const Places& places, const vec3& up);
/// How near a figure is to standing upright with hanging or spread arms; the greater the better.
[[nodiscard]] float score(const Places& places, const vec3& up);

}  // namespace vitruvian::standing
