// A complete figure for tests of checks, without findings under its profile, as an H-Anim world, a VRM, and
// an EXT_skeleton_humanoid file: the same bones at the same positions, each with a box of vertices.
#pragma once

#include "model/core/at.h"
#include "tests/unit/findings_of.h"
#include "tests/unit/gltf_builder.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian::test {

/// Positions of bones; nullopt: the figure has none.
struct Places {
    std::array<std::optional<vec3>, bone_count> of;
    [[nodiscard]] vec3& operator[](Bone bone) { return *at(of, bone); }
    [[nodiscard]] const vec3& operator[](Bone bone) const { return *at(of, bone); }
    [[nodiscard]] bool has(Bone bone) const { return at(of, bone).has_value(); }
    void drop(Bone bone) { at(of, bone).reset(); }
    /// The nearest ancestor bone of the figure.
    [[nodiscard]] std::optional<Bone> parent(Bone bone) const;
    /// Rotates `bone`'s descendants about it: right-handed, in degrees.
    void turn_below(Bone bone, const vec3& axis, float degrees);
    void move_below(Bone bone, const vec3& by);  // and the bone itself
    void for_each(const std::function<void(vec3&)>& edit);
};

/// 1.75 m high, facing +Z, arms to the sides.
[[nodiscard]] Places t_pose();
/// The same with hanging arms: H-Anim's default pose.
[[nodiscard]] Places hanging_pose();

enum class Kind { hanim, vrm, ext };
[[nodiscard]] const char* to_string(Kind kind);

struct Vertex {
    vec3 place;
    Bone bone;
};
/// A box around each bone up to the next one; the lowest vertex is at y = 0, the highest at 1.75.
[[nodiscard]] std::vector<Vertex> boxes(const Places& places);

/// A glTF avatar, to be modified before it is read. Nodes are in the order of Bone, each named after it.
struct Avatar {
    GltfBuilder builder;
    std::array<int, bone_count> node{};
    std::vector<float> inverse_bind;  // 16 per joint
    std::vector<Vertex> vertices;
    std::vector<std::uint16_t>
        joints;  // 4 per vertex: indices into the skin, which has the bones in the order of Bone
    std::vector<float> weights;  // 4 per vertex
    std::array<int, bone_count> entry{};
    Json attributes;  // in addition to POSITION, JOINTS_0 and WEIGHTS_0

    /// With the geometry of its current lists.
    [[nodiscard]] Document load();
    /// Rotates a bone's axes in place, in its node and in the skin; its children are not moved.
    void turn_axes(Bone bone, const quat& turn);
    void set_weights(std::size_t vertex, std::vector<std::pair<Bone, float>> influences);
};
/// `bones_along_y`: bones have the axes that EXT_skeleton_humanoid requires (always in Kind::ext).
[[nodiscard]] Avatar make_avatar(const Places& places, Kind kind);

/// An H-Anim 1.1 world with rigid segments. `fields` are added to the joint of that bone: "rotation 0 0 1
/// 0.1".
[[nodiscard]] std::string hanim_text(const Places& places, Bone bone = Bone::hips,
                                     const std::string& fields = {});
/// An H-Anim 2.0 world with a skin, with `weights` per vertex.
using Influences = std::vector<std::vector<std::pair<Bone, float>>>;
[[nodiscard]] std::string hanim_skin_text(const Places& places, const std::vector<Vertex>& vertices,
                                          const Influences& weights);
[[nodiscard]] Influences own_weights(const std::vector<Vertex>& vertices);
[[nodiscard]] Document load_world(const std::string& text);

[[nodiscard]] Document make_figure(const Places& places, Kind kind);

/// Returns the object names of the findings, "name name".
[[nodiscard]] std::string objects_of(const std::vector<check::Finding>& findings);

}  // namespace vitruvian::test
