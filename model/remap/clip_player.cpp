#include "model/remap/clip_player.h"

#include "model/core/check.h"

#include <utility>

namespace vitruvian {

Result<ClipPlayer> ClipPlayer::make(const RemapSource& source, const Document& target, int humanoid,
                                    const RemapOptions& options) {
    VT_CHECK(source.clip != nullptr);
    ClipPlayer out(source.clip);
    if (source.document == &target && !source.clip->targets_bones()) return out;
    if (humanoid < 0) {
        return fail("remap-no-target-bones", "this file has no humanoid to retarget a clip to",
                    {target.file, 0, 0, {}});
    }
    Result<RemapPlan> plan = RemapPlan::make(source, target, humanoid, options);
    if (!plan) return tl::unexpected(plan.error());
    out.plan_ = std::move(*plan);
    return out;
}

Pose ClipPlayer::pose_at(double seconds, const Skeleton& skeleton) const {
    Pose pose = file_pose(skeleton);
    if (plan_) {
        pose.local = plan_->base().local;
        plan_->sample(seconds, pose);
    } else {
        sample(*clip_, seconds, skeleton, pose);
    }
    return pose;
}

}  // namespace vitruvian
