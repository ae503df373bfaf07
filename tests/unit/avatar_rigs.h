// A whole figure for tests of checks, clean under its profile, as an H-Anim world, a VRM, and an EXT_skeleton_humanoid
// file: the same bones at the same places, each with a box of vertices of its own.
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

/// Where bones stand; nullopt: the figure has none.
struct Places {
    std::array<std::optional<vec3>, bone_count> of;
    [[nodiscard]] vec3& operator[](Bone bone) { return *at(of, bone); }
    [[nodiscard]] const vec3& operator[](Bone bone) const { return *at(of, bone); }
    [[nodiscard]] bool has(Bone bone) const { return at(of, bone).has_value(); }
    void drop(Bone bone) { at(of, bone).reset(); }
    /// The nearest bone above that the figure has.
    [[nodiscard]] std::optional<Bone> parent(Bone bone) const;
    /// Turns `bone`'s children and all below them about it: right-handed, degrees.
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

/// A glTF avatar, to be changed before it is read. Nodes are in the order of Bone, each named after it.
struct Avatar {
    GltfBuilder builder;
    std::array<int, bone_count> node{};
    std::vector<float> inverse_bind;  // 16 for each joint
    std::vector<Vertex> vertices;
    std::vector<std::uint16_t>
        joints;                  // 4 for each vertex: index into the skin, which has the bones in order
    std::vector<float> weights;  // 4 for each vertex
    std::array<int, bone_count> entry{};
    Json attributes;  // beside POSITION, JOINTS_0 and WEIGHTS_0

    /// With the geometry as its lists have it now.
    [[nodiscard]] Document load();
    /// Turns a bone's axes where it stands, in its node and in the skin; what is below it stays.
    void turn_axes(Bone bone, const quat& turn);
    void set_weights(std::size_t vertex, std::vector<std::pair<Bone, float>> influences);
};
/// `bones_along_y`: bones have the axes that EXT_skeleton_humanoid asks for (always in Kind::ext).
[[nodiscard]] Avatar make_avatar(const Places& places, Kind kind);

/// An H-Anim 1.1 world with rigid segments. `fields` are added to the joint of that bone: "rotation 0 0 1 0.1".
[[nodiscard]] std::string hanim_text(const Places& places, Bone bone = Bone::hips,
                                     const std::string& fields = {});
/// An H-Anim 2.0 world whose skin follows its joints, as `weights` says for each vertex.
using Influences = std::vector<std::vector<std::pair<Bone, float>>>;
[[nodiscard]] std::string hanim_skin_text(const Places& places, const std::vector<Vertex>& vertices,
                                          const Influences& weights);
[[nodiscard]] Influences own_weights(const std::vector<Vertex>& vertices);
[[nodiscard]] Document load_world(const std::string& text);

[[nodiscard]] Document make_figure(const Places& places, Kind kind);

/// "name name", of the objects of the findings.
[[nodiscard]] std::string objects_of(const std::vector<check::Finding>& findings);

}  // namespace vitruvian::test
