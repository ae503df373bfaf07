#include "assets/manikin/figure.h"

#include "model/figure/bone_map.h"

#include "assets/manikin/paint.h"
#include "assets/manikin/views.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace vitruvian::manikin {
namespace {

/// The nearest float to a decimal with that many digits, so that text files can be short.
float decimal(double value, double unit) {
    return static_cast<float>(std::round(value / unit) * unit);
}
vec3 decimals(const Vec& v, double unit) {
    return {decimal(v.x, unit), decimal(v.y, unit), decimal(v.z, unit)};
}

quat rounded(const Quat& q) {
    constexpr double unit = 1e-5;
    return glm::normalize(
        quat(decimal(q.w, unit), decimal(q.x, unit), decimal(q.y, unit), decimal(q.z, unit)));
}

constexpr double place_unit = 1e-4;
/// Normals of two decimals, or of three where that leaves them further from unit than checks allow.
vec3 short_normal(const Vec& n) {
    constexpr double max_off = 0.006;
    const vec3 two = decimals(n, 1e-2);
    return std::abs(static_cast<double>(glm::length(two)) - 1.0) <= max_off ? two : decimals(n, 1e-3);
}

vec4 linear_colour(const Vec& srgb) {
    const auto linear = [](double c) {
        return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    };
    return {linear(srgb.x), linear(srgb.y), linear(srgb.z), 1.0F};
}

class Maker {
  public:
    explicit Maker(const Skeleton& skeleton) : skeleton_(skeleton) {
        document_.format = FileFormat::x3d_xml;
        for (const Paint& paint : paints) {
            Material material;
            material.name = paint.name;
            material.base_color = linear_colour(paint.colour);
            material.roughness = static_cast<float>(paint.roughness);
            document_.materials.push_back(material);
        }
        add_frames();
        add_views();
    }

    /// The skin, and shells that the face's displacers move too: those move as a whole with their segment's
    /// joint. All have the same points, so that H-Anim's one skinCoord serves them as they are.
    void add_skin(const Skin& skin, const Shells& shells) {
        Mesh points;
        points.influence_begin.push_back(0);
        for (std::size_t v = 0; v < skin.influences.size(); ++v)
            add_point(skin.surface.points[v], skin.normals[v], skin.influences[v], points);
        std::vector<std::uint32_t> first;
        for (const Shell& shell : shells) {
            const Influences whole = {{skeleton_.joint_of_segment(shell.segment), 1.0}};
            first.push_back(static_cast<std::uint32_t>(points.positions.size()));
            for (std::size_t v = 0; v < shell.points.size(); ++v)
                add_point(shell.points[v], shell.normals[v], whole, points);
        }
        Mesh rest = points;
        for (const std::array<int, 4>& face : skin.surface.faces) add_face(face, skin.surface.points, points);
        add_bending("skin", body_material, std::move(points));
        for (std::size_t i = 0; i < shells.size(); ++i) {
            const std::size_t before = rest.indices.size();
            for (const std::array<int, 4>& face : shells[i].faces) add_face(face, shells[i].points, rest);
            for (std::size_t k = before; k < rest.indices.size(); ++k) rest.indices[k] += first[i];
        }
        add_bending("brows", brow_material, std::move(rest));
    }

    /// A rigid shell; `displacers` are of its points.
    void add_shell(const Shell& shell, const Displacers& displacers) {
        Mesh mesh;
        mesh.name = shell.segment;
        for (const Vec& p : shell.points) mesh.positions.push_back(decimals(p, place_unit));
        for (const Vec& n : shell.normals) mesh.normals.push_back(short_normal(n));
        for (const std::array<int, 4>& face : shell.faces) add_face(face, shell.points, mesh);
        const auto joint = static_cast<std::size_t>(skeleton_.joint_of_segment(shell.segment));
        MeshInstance instance;
        instance.name = shell.segment;
        instance.node = node_of(joint);
        instance.humanoid = 0;
        instance.segment = static_cast<int>(joint);
        instance.material = material(shell.material);
        auto skin = std::make_shared<vitruvian::Skin>();
        skin->nodes.push_back(instance.node);
        skin->inverse_bind.push_back(humanoid_from_joint_inverse(joint));
        instance.skin = std::move(skin);
        for (const DisplacerRow& row : displacers) add_displacer(row, mesh, instance);
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        document_.meshes.push_back(std::move(instance));
    }

    void add_masses(const std::map<std::string, Solid>& solids) {
        for (Segment& segment : document_.humanoids.front().segments) {
            const auto found = solids.find(segment.name);
            if (found == solids.end() || found->second.volume <= 0.0) continue;
            segment.mass = decimal(found->second.volume * body_density, 1e-4);
            segment.centre_of_mass = decimals(found->second.centre(), place_unit);
            const std::array<double, 9> moments = found->second.inertia_about_centre(body_density);
            for (std::size_t i = 0; i < moments.size(); ++i)
                segment.moments_of_inertia[i] = decimal(moments[i], 1e-7);
        }
    }

    void add_info(const std::string& tag, const std::string& value) {
        document_.humanoids.front().info.emplace_back(tag, value);
    }

    void add_clip(const Motion& motion) {
        auto clip = std::make_shared<Clip>();
        clip->name = motion.name;
        clip->duration = motion.seconds;
        for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
            const bool moves = std::any_of(motion.frames.begin(), motion.frames.end(), [&](const Pose& pose) {
                return std::abs(pose.turn[j].w) < 1.0 - 1e-9;
            });
            if (moves) clip->channels.push_back(channel(motion, static_cast<int>(j)));
        }
        clip->channels.push_back(channel(motion, -1));
        document_.clips.push_back(std::move(clip));
    }

    Document done() { return std::move(document_); }

  private:
    static void add_point(const Vec& place, const Vec& normal, const Influences& influences, Mesh& mesh) {
        mesh.positions.push_back(decimals(place, place_unit));
        mesh.normals.push_back(short_normal(normal));
        for (const auto& [joint, share] : influences) {
            mesh.influence_joint.push_back(static_cast<std::uint32_t>(joint));
            mesh.influence_weight.push_back(static_cast<float>(share));
        }
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
    }

    void add_bending(const std::string& name, const std::string& paint, Mesh mesh) {
        mesh.name = name;
        MeshInstance instance;
        instance.name = name;
        instance.node = 0;
        instance.humanoid = 0;
        instance.material = material(paint);
        const std::vector<Vec> points(mesh.positions.begin(), mesh.positions.end());
        for (const DisplacerRow& row : make_skin_displacers(points)) add_displacer(row, mesh, instance);
        instance.skin = worn();
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        document_.meshes.push_back(std::move(instance));
    }

    /// All joints; one skin for all that bends.
    std::shared_ptr<const vitruvian::Skin> worn() {
        if (skin_) return skin_;
        auto skin = std::make_shared<vitruvian::Skin>();
        skin->name = "skin";
        for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
            skin->nodes.push_back(node_of(j));
            skin->inverse_bind.push_back(humanoid_from_joint_inverse(j));
        }
        return skin_ = std::move(skin);
    }

    [[nodiscard]] static int node_of(std::size_t joint) { return static_cast<int>(joint) + 1; }

    [[nodiscard]] static int material(const std::string& name) {
        const auto found =
            std::find_if(paints.begin(), paints.end(), [&](const Paint& p) { return name == p.name; });
        return static_cast<int>(found - paints.begin());
    }

    [[nodiscard]] mat4 humanoid_from_joint_inverse(std::size_t joint) const {
        mat4 out(1.0F);
        out[3] = vec4(-document_.nodes[joint + 1].frame_offset, 1.0F);
        return out;
    }

    void add_frames() {
        Humanoid figure;
        figure.name = "Manikin";
        figure.version = "2.0";
        figure.kind = HumanoidKind::hanim;
        figure.declared_loa = 3;
        figure.skeletal_configuration = "BASIC";
        figure.info = {{"authorName", "Vitruvian"}, {"copyright", "MIT License"}, {"gender", "neuter"}};
        figure.node = 0;
        Node root;
        root.name = "Manikin";
        root.kind = NodeKind::humanoid;
        document_.nodes.push_back(root);
        for (const JointRow& row : skeleton_.joints) {
            Joint joint;
            joint.node = static_cast<int>(document_.nodes.size());
            joint.centre = decimals(row.centre, place_unit);
            joint.lower_limit = vec3(row.lower);
            joint.upper_limit = vec3(row.upper);
            joint.stiffness = vec3(row.stiffness);
            joint.limit_orientation = axis_angle(vec3(row.limit_axis), static_cast<float>(row.limit_angle));
            Segment segment;
            segment.name = row.segment;
            segment.joint = static_cast<int>(figure.joints.size());
            add_frame(row.name, row.parent + 1, NodeKind::joint, joint.centre);
            figure.joints.push_back(joint);
            figure.segments.push_back(segment);
        }
        for (const SiteRow& row : skeleton_.sites) {
            Site site;
            site.node = static_cast<int>(document_.nodes.size());
            site.segment = skeleton_.joint_of_segment(row.segment);
            add_frame(row.name, site.segment + 1, NodeKind::site, decimals(row.position, place_unit));
            // A site stands by its translation; a view looks along the front.
            Node& node = document_.nodes.back();
            node.frame_offset = vec3(0.0F);
            if (row.name.ends_with("_view")) node.rest.rotation = axis_angle({0.0F, 1.0F, 0.0F}, 3.14159265F);
            figure.sites.push_back(site);
        }
        document_.humanoids.push_back(std::move(figure));
        Humanoid& placed = document_.humanoids.front();
        placed.bones = bones_from_hanim_names(document_, placed);
    }

    void add_frame(const std::string& name, int parent, NodeKind kind, const vec3& place) {
        Node node;
        node.name = name;
        node.parent = parent;
        node.kind = kind;
        node.frame_offset = place;
        node.rest.translation = place - document_.nodes[static_cast<std::size_t>(parent)].frame_offset;
        document_.nodes.push_back(std::move(node));
    }

    void add_views() {
        for (const View& view : views) {
            Viewpoint out;
            out.name = view.name;
            out.node = 0;
            out.humanoid = 0;
            out.position = vec3(view.position);
            out.orientation = axis_angle(vec3(view.axis), static_cast<float>(view.angle));
            document_.viewpoints.push_back(std::move(out));
        }
    }

    /// A face of four as two triangles along its shorter diagonal.
    static void add_face(const std::array<int, 4>& face, const std::vector<Vec>& points, Mesh& mesh) {
        const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
            for (const std::size_t i : {a, b, c}) mesh.indices.push_back(static_cast<std::uint32_t>(face[i]));
        };
        const auto across = [&](std::size_t a, std::size_t b) {
            return glm::length(points[static_cast<std::size_t>(face[a])] -
                               points[static_cast<std::size_t>(face[b])]);
        };
        if (face[3] < 0) {
            add(0, 1, 2);
        } else if (across(0, 2) <= across(1, 3)) {
            add(0, 1, 2);
            add(0, 2, 3);
        } else {
            add(0, 1, 3);
            add(1, 2, 3);
        }
    }

    /// The number of a displacer, which is made where there is none of that name.
    int displacer(const std::string& name) {
        std::vector<Displacer>& all = document_.displacers;
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Displacer& d) { return d.name == name; });
        if (found != all.end()) return static_cast<int>(found - all.begin());
        Displacer made;
        made.name = name;
        made.humanoid = 0;
        made.kind = name.ends_with("_feature")  ? DisplacerKind::feature
                    : name.ends_with("_config") ? DisplacerKind::config
                                                : DisplacerKind::action;
        all.push_back(std::move(made));
        return static_cast<int>(all.size()) - 1;
    }

    void add_displacer(const DisplacerRow& row, Mesh& mesh, MeshInstance& instance) {
        MorphTarget target;
        target.name = row.name;
        for (const int v : row.vertices) target.vertices.push_back(static_cast<std::uint32_t>(v));
        for (const Vec& offset : row.offsets) target.positions.push_back(decimals(offset, place_unit));
        mesh.targets.push_back(std::move(target));
        const int moved = displacer(row.name);
        document_.displacers[static_cast<std::size_t>(moved)].segment = instance.segment;
        instance.displacers.push_back(moved);
    }

    /// `joint` -1: the root's shift.
    [[nodiscard]] static Channel channel(const Motion& motion, int joint) {
        Channel out;
        out.node = node_of(static_cast<std::size_t>(std::max(joint, 0)));
        out.path = joint < 0 ? ChannelPath::translation : ChannelPath::rotation;
        out.space = ChannelSpace::delta;
        for (const std::size_t key : needed_keys(motion, joint)) {
            const Pose& pose = motion.frames[key];
            out.times.push_back(static_cast<float>(motion.keys[key] * motion.seconds));
            if (joint < 0) {
                const vec3 shift = decimals(pose.root_shift, place_unit);
                out.values.insert(out.values.end(), {shift.x, shift.y, shift.z});
            } else {
                const quat turn = rounded(pose.turn[static_cast<std::size_t>(joint)]);
                out.values.insert(out.values.end(), {turn.x, turn.y, turn.z, turn.w});
            }
        }
        return out;
    }

    const Skeleton& skeleton_;
    Document document_;
    std::shared_ptr<const vitruvian::Skin> skin_;
};

}  // namespace

Document skinned_figure(const Skeleton& skeleton, const Skin& skin, const Shells& shells,
                        const std::map<std::string, Solid>& solids, const std::vector<Motion>& motions) {
    Maker maker(skeleton);
    maker.add_masses(solids);
    Shells brows;
    std::copy_if(shells.begin(), shells.end(), std::back_inserter(brows),
                 [](const Shell& shell) { return shell.material == brow_material; });
    maker.add_skin(skin, brows);
    for (const Shell& shell : shells) {
        if (shell.material != brow_material) maker.add_shell(shell, {});
    }
    for (const Motion& motion : motions) maker.add_clip(motion);
    return maker.done();
}

Document segmented_figure(const Skeleton& skeleton, const Shells& shells, const Displacers& displacers,
                          const std::vector<Motion>& motions) {
    Maker maker(skeleton);
    maker.add_masses(solids_of(shells));
    maker.add_info("humanoidVersion", "1.0");
    std::set<std::string> begun;
    for (const Shell& shell : shells) {
        Displacers own;
        if (begun.insert(shell.segment).second) {
            std::copy_if(displacers.begin(), displacers.end(), std::back_inserter(own),
                         [&](const DisplacerRow& row) { return row.segment == shell.segment; });
        }
        maker.add_shell(shell, own);
    }
    for (const Motion& motion : motions) maker.add_clip(motion);
    return maker.done();
}

}  // namespace vitruvian::manikin
