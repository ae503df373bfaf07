// Measures of standing upright for one posed figure: directions of trunk, legs and arms, and plausibility as
// a rest pose. Private to model/figure.
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

/// Positions of one posed figure's bones.
class Places {
  public:
    Places(const BoneMap& bones, std::span<const mat4> world);

    [[nodiscard]] bool has(Bone bone) const { return (*bones_)[bone] >= 0; }
    [[nodiscard]] vec3 of(Bone bone) const { return vec3(at(world_, (*bones_)[bone])[3]); }
    /// Leg length, the reference for other lengths; 0: unknown.
    [[nodiscard]] float size() const { return size_; }

    /// From the roots of the legs to those of the arms.
    [[nodiscard]] MaybeVec trunk() const;
    /// The direction that is upright in a standing figure: the trunk, or, if there is a head, the mean of it
    /// and the line from hips to head. Each of them alone leans by ten degrees in some skeletons.
    [[nodiscard]] MaybeVec spine() const;
    /// From the right one of a pair to the left, perpendicular to the trunk.
    [[nodiscard]] MaybeVec across(Bone left, const vec3& trunk) const;
    /// From a limb's root to its end, and its straightness: 1 if the middle joint is stretched.
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

/// Returns the figure's left, if legs and arms agree on it.
[[nodiscard]] MaybeVec left_of(const Places& places, const vec3& trunk);
/// True unless the trunk leans, or one hip or shoulder is higher than the other, by more than is plausible
/// for a rest pose.
[[nodiscard]] bool has_upright_trunk(const Places& places, const vec3& up);
/// True if legs point down and arms down or outwards, symmetrically, and the head is on top, as in any rest
/// pose.
[[nodiscard]] bool has_limbs_in_place(const Places& places, const vec3& up);
/// True if a shoulder points up, not outwards, as where all bones lie along one axis.
[[nodiscard]] bool has_raised_shoulders(const Places& places, const vec3& up);
/// Returns how close a figure is to standing upright with hanging or spread arms; higher is better.
[[nodiscard]] float score(const Places& places, const vec3& up);

}  // namespace vitruvian::standing
