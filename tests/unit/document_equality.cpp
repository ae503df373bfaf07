#include "tests/unit/document_equality.h"

#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/pose/pose.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitruvian::test {
namespace {

using Words = std::optional<std::string>;

std::string text(const vec3& v) {
    return fmt::format("{} {} {}", v.x, v.y, v.z);
}

class Comparison {
  public:
    Comparison(const Document& found, const Document& expected, const Agreement& agreement)
        : found_(found), expected_(expected), agreement_(agreement) {}

    Words run() {
        for (const Difference& d : differences(found_, expected_, agreement_.tolerance)) {
            if (counts(d)) return describe(d, d.change == Change::removed ? found_ : expected_);
        }
        if (Words d = trees()) return d;
        const Skeleton a = make_skeleton(found_);
        const Skeleton b = make_skeleton(expected_);
        if (agreement_.rest) {
            if (Words d = frames("at rest", a, rest_pose(a), b, rest_pose(b))) return d;
        }
        if (Words d = looks("as stored", a, file_pose(a), b, file_pose(b))) return d;
        if (Words d = bent(a, b)) return d;
        if (Words d = displaced(a, b)) return d;
        return agreement_.clips ? clips(a, b) : std::nullopt;
    }

  private:
    static Words size(const char* what, std::size_t found, std::size_t expected) {
        if (found == expected) return std::nullopt;
        return fmt::format("{} {}, not {}", found, what, expected);
    }

    [[nodiscard]] bool near(float a, float b, float scale) const {
        return std::abs(a - b) <= agreement_.tolerance * std::max(1.0F, scale);
    }
    [[nodiscard]] bool near(const vec3& a, const vec3& b, float scale) const {
        return near(a.x, b.x, scale) && near(a.y, b.y, scale) && near(a.z, b.z, scale);
    }

    [[nodiscard]] bool same_name(const std::string& a, const std::string& b) const {
        return !agreement_.names || a == b;
    }

    static const std::string& name_of(const Document& document, int node) {
        return at(document.nodes, node).name;
    }

    /// The parent joint, skipping groups and sites; -1 if there is none.
    static int parent_joint(const Document& document, const Humanoid& humanoid, int node) {
        for (int n = at(document.nodes, node).parent; n >= 0; n = at(document.nodes, n).parent) {
            for (std::size_t i = 0; i < humanoid.joints.size(); ++i) {
                if (humanoid.joints[i].node == n) return static_cast<int>(i);
            }
        }
        return -1;
    }

    /// Whether a field is compared directly: frames, shapes and clips are compared by their effect.
    [[nodiscard]] bool counts(const Difference& d) const {
        const bool whole = d.change != Change::changed;
        const bool is_name = d.field == "name";
        switch (d.part) {
            case Part::humanoid:
                return whole || is_name ||
                       (agreement_.humanoid_data && d.field != "node" && d.field != "bounding_box");
            case Part::joint:
                if (d.field == "centre") return agreement_.rest;
                return whole || d.field.ends_with("_limit") || d.field == "stiffness" ||
                       d.field == "limit_orientation";
            case Part::segment:
                if (d.field == "bounding_box") return d.before.index() != d.after.index();
                return !is_name || agreement_.names;
            case Part::site:
                return whole || d.field == "segment";
            case Part::displacer:
                return true;
            case Part::viewpoint:
                return whole;
            default:
                return false;
        }
    }

    Words trees() const {
        for (std::size_t h = 0; h < expected_.humanoids.size(); ++h) {
            const Humanoid& a = found_.humanoids[h];
            const Humanoid& b = expected_.humanoids[h];
            for (std::size_t i = 0; i < b.joints.size(); ++i) {
                const std::string& name = name_of(found_, a.joints[i].node);
                if (!same_name(name, name_of(expected_, b.joints[i].node))) {
                    return fmt::format("joint {} is called {}", name_of(expected_, b.joints[i].node), name);
                }
                if (parent_joint(found_, a, a.joints[i].node) == parent_joint(expected_, b, b.joints[i].node))
                    continue;
                return fmt::format("joint {}: hangs on another joint", name_of(expected_, b.joints[i].node));
            }
            for (std::size_t i = 0; i < b.sites.size(); ++i) {
                const std::string& name = name_of(found_, a.sites[i].node);
                if (same_name(name, name_of(expected_, b.sites[i].node))) continue;
                return fmt::format("site {} is called {}", name_of(expected_, b.sites[i].node), name);
            }
        }
        return std::nullopt;
    }

    Words matrix(const mat4& a, const mat4& b, float scale) const {
        for (int column = 0; column < 4; ++column) {
            if (near(vec3(a[column]), vec3(b[column]), column == 3 ? scale : 1.0F)) continue;
            return fmt::format("column {} is {}, not {}", column, text(vec3(a[column])),
                               text(vec3(b[column])));
        }
        return std::nullopt;
    }

    /// The frames of all joints and sites.
    Words frames(const std::string& when, const Skeleton& a, const Pose& pose_a, const Skeleton& b,
                 const Pose& pose_b) const {
        const std::vector<mat4> world_a = world_matrices(a, pose_a);
        const std::vector<mat4> world_b = world_matrices(b, pose_b);
        float scale = 0.0F;
        for (const mat4& m : world_b) scale = std::max(scale, glm::length(vec3(m[3])));
        const auto compare = [&](int node_a, int node_b) -> Words {
            const Words d = matrix(at(world_a, node_a), at(world_b, node_b), scale);
            if (!d) return std::nullopt;
            return fmt::format("{} {}: {}", name_of(expected_, node_b), when, *d);
        };
        for (std::size_t h = 0; h < expected_.humanoids.size(); ++h) {
            const Humanoid& x = found_.humanoids[h];
            const Humanoid& y = expected_.humanoids[h];
            for (std::size_t i = 0; i < y.joints.size(); ++i) {
                if (Words d = compare(x.joints[i].node, y.joints[i].node)) return d;
            }
            for (std::size_t i = 0; i < y.sites.size(); ++i) {
                if (Words d = compare(x.sites[i].node, y.sites[i].node)) return d;
            }
        }
        return std::nullopt;
    }

    /// Every corner of every triangle, line or point.
    Words corners(const std::string& when, const Skeleton& a, const Pose& pose_a, const Skeleton& b,
                  const Pose& pose_b) const {
        if (Words d = size("meshes", found_.meshes.size(), expected_.meshes.size())) return d;
        const std::vector<mat4> world_a = world_matrices(a, pose_a);
        const std::vector<mat4> world_b = world_matrices(b, pose_b);
        for (std::size_t m = 0; m < expected_.meshes.size(); ++m) {
            const MeshInstance& x = found_.meshes[m];
            const MeshInstance& y = expected_.meshes[m];
            const std::string name = fmt::format("mesh {} {}", m, y.name);
            if (x.mesh->topology != y.mesh->topology) return name + " is of another topology";
            if (x.mesh->indices.size() != y.mesh->indices.size()) {
                return fmt::format("{}: {} corners, not {}", name, x.mesh->indices.size(),
                                   y.mesh->indices.size());
            }
            const std::vector<vec3> places_a = skinned_positions(x, world_a, pose_a.weights);
            const std::vector<vec3> places_b = skinned_positions(y, world_b, pose_b.weights);
            float scale = 0.0F;
            for (const vec3& p : places_b) scale = std::max(scale, glm::length(p));
            for (std::size_t i = 0; i < y.mesh->indices.size(); ++i) {
                const vec3& p = places_a[x.mesh->indices[i]];
                const vec3& q = places_b[y.mesh->indices[i]];
                if (near(p, q, scale)) continue;
                return fmt::format("{} {}: corner {} is at {}, not {}", name, when, i, text(p), text(q));
            }
        }
        return std::nullopt;
    }

    Words looks(const std::string& when, const Skeleton& a, const Pose& pose_a, const Skeleton& b,
                const Pose& pose_b) const {
        if (Words d = frames(when, a, pose_a, b, pose_b)) return d;
        return agreement_.meshes ? corners(when, a, pose_a, b, pose_b) : std::nullopt;
    }

    /// Every joint slightly rotated, so that the influences of skins become visible.
    Words bent(const Skeleton& a, const Skeleton& b) const {
        Pose pose_a = file_pose(a);
        Pose pose_b = file_pose(b);
        Random random(7);
        for (std::size_t h = 0; h < expected_.humanoids.size(); ++h) {
            for (std::size_t i = 0; i < expected_.humanoids[h].joints.size(); ++i) {
                const quat turn = axis_angle(random.vector(-1.0F, 1.0F), random.real(-0.3F, 0.3F));
                const auto node_a = static_cast<std::size_t>(found_.humanoids[h].joints[i].node);
                const auto node_b = static_cast<std::size_t>(expected_.humanoids[h].joints[i].node);
                pose_a.local[node_a].rotation = pose_a.local[node_a].rotation * turn;
                pose_b.local[node_b].rotation = pose_b.local[node_b].rotation * turn;
            }
        }
        return looks("bent", a, pose_a, b, pose_b);
    }

    Words displaced(const Skeleton& a, const Skeleton& b) const {
        if (expected_.displacers.empty()) return std::nullopt;
        Pose pose_a = file_pose(a);
        Pose pose_b = file_pose(b);
        std::fill(pose_a.weights.begin(), pose_a.weights.end(), 0.75F);
        std::fill(pose_b.weights.begin(), pose_b.weights.end(), 0.75F);
        return looks("displaced", a, pose_a, b, pose_b);
    }

    Words clips(const Skeleton& a, const Skeleton& b) const {
        if (Words d = size("clips", found_.clips.size(), expected_.clips.size())) return d;
        for (std::size_t i = 0; i < expected_.clips.size(); ++i) {
            const Clip& x = *found_.clips[i];
            const Clip& y = *expected_.clips[i];
            if (x.name != y.name) return fmt::format("clip {} is called {}", y.name, x.name);
            if (std::abs(x.duration - y.duration) > 1e-4 * std::max(1.0, y.duration)) {
                return fmt::format("clip {} lasts {} s, not {}", y.name, x.duration, y.duration);
            }
            if (x.loop != y.loop) return fmt::format("clip {} loops, or does not", y.name);
            for (const double share : {0.0, 0.21, 0.5, 0.83, 1.0}) {
                Pose pose_a = file_pose(a);
                Pose pose_b = file_pose(b);
                sample(x, share * y.duration, a, pose_a);
                sample(y, share * y.duration, b, pose_b);
                const std::string when = fmt::format("at {} of clip {}", share, y.name);
                if (Words d = frames(when, a, pose_a, b, pose_b)) return d;
                for (std::size_t w = 0; w < pose_b.weights.size(); ++w) {
                    if (near(pose_a.weights[w], pose_b.weights[w], 1.0F)) continue;
                    return fmt::format("{} {}: weight {}, not {}", expected_.displacers[w].name, when,
                                       pose_a.weights[w], pose_b.weights[w]);
                }
            }
        }
        return std::nullopt;
    }

    const Document& found_;
    const Document& expected_;
    const Agreement& agreement_;
};

}  // namespace

std::optional<std::string> difference(const Document& found, const Document& expected,
                                      const Agreement& agreement) {
    return Comparison(found, expected, agreement).run();
}

}  // namespace vitruvian::test
