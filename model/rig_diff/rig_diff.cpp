#include "model/rig_diff/rig_diff.h"

#include "model/document/file_format.h"
#include "model/figure/joint_angles.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/diff_vrm.h"
#include "model/rig_diff/facing_difference.h"
#include "model/rig_diff/unnamed.h"
#include "model/standard/hanim_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian {

std::string_view to_string(RigPart part) {
    static constexpr std::array<std::string_view, 10> names{"joint", "segment", "site", "displacer", "bone",
                                                            "mesh",  "weights", "clip", "material",  "info"};
    return names.at(static_cast<std::size_t>(part));
}

std::string_view to_string(RigChangeKind kind) {
    static constexpr std::array<std::string_view, 4> names{"added", "removed", "renamed", "changed"};
    return names.at(static_cast<std::size_t>(kind));
}

namespace {

std::vector<RigChange> compare_all(rig_diff::Comparison& comparison, const Document& first,
                                   const Document& second) {
    comparison.pair_meshes();
    const auto figures = static_cast<int>(std::max(first.humanoids.size(), second.humanoids.size()));
    for (int h = 0; h < figures; ++h) comparison.compare_figure(h);
    comparison.compare_displacers();
    comparison.compare_viewpoints();
    comparison.compare_meshes();
    comparison.compare_clips();
    comparison.compare_materials();
    return comparison.take();
}

std::vector<RigChange> compare_in_size(const Document& first, const Document& second, double tolerance) {
    rig_diff::Comparison comparison(first, second, tolerance);
    const std::optional<double> factor = comparison.uniform_scale();
    if (!factor) return compare_all(comparison, first, second);
    const rig_diff::ScaledRig scaled = rig_diff::scaled_by(first, *factor);
    rig_diff::Comparison at_scale(scaled.document, second, tolerance);
    std::vector<RigChange> out = compare_all(at_scale, scaled.document, second);
    out.insert(out.begin(), scaled.change);
    return out;
}

std::vector<RigChange> compare_in_rest(const Document& first, const Document& second, double tolerance) {
    const std::optional<rig_diff::TurnedRig> turned = rig_diff::turned_like(first, second);
    std::vector<RigChange> out = compare_in_size(first, turned ? turned->document : second, tolerance);
    if (turned) out.insert(out.begin(), turned->change);
    return out;
}

std::vector<RigChange> compare_standing(const Document& first, const Document& second, double tolerance) {
    if (std::optional<rig_diff::StandingRig> stands = rig_diff::standing_like(first, second)) {
        std::vector<RigChange> out = compare_in_rest(stands->document, second, tolerance);
        out.insert(out.begin(), stands->changes.begin(), stands->changes.end());
        return out;
    }
    if (std::optional<rig_diff::StandingRig> stands = rig_diff::standing_like(second, first)) {
        std::vector<RigChange> out = compare_in_rest(first, stands->document, tolerance);
        for (RigChange& change : stands->changes) std::swap(change.before, change.after);
        out.insert(out.begin(), stands->changes.begin(), stands->changes.end());
        return out;
    }
    return compare_in_rest(first, second, tolerance);
}

}  // namespace

std::vector<RigChange> compare_rigs(const Document& first, const Document& second, double tolerance) {
    std::vector<RigChange> out = compare_standing(first, second, tolerance);
    rig_diff::compare_vrm(first, second, tolerance, out);
    for (RigChange& change : out) {
        const bool was_unnamed = change.kind == RigChangeKind::renamed && to_string(change.before).empty();
        if (was_unnamed) change.place = rig_diff::unnamed_in_words(first, change.item_before);
        if (!change.name.empty() || !change.place.empty()) continue;
        change.place = change.item_after.kind != ItemKind::none
                           ? rig_diff::unnamed_in_words(second, change.item_after)
                           : rig_diff::unnamed_in_words(first, change.item_before);
    }
    return out;
}

namespace rig_diff {

namespace {

/// Shorter names for display and other programs than those of the lists.
Value value_of(const std::optional<vec3>& v) {
    if (!v) return {};
    return std::vector<float>{v->x, v->y, v->z};
}

Value value_of(const quat& q) {
    return std::vector<float>{q.x, q.y, q.z, q.w};
}

}  // namespace

std::string name_of_node(const Document& document, int node) {
    return node < 0 ? std::string() : at(document.nodes, node).name;
}

bool is_made_up_material(const Document& document, std::string_view name) {
    return is_world(document.format) && name == "neutral";
}

std::string name_of_material(const Document& document, const MeshInstance& mesh) {
    if (mesh.material < 0) return {};
    const std::string& name = at(document.materials, mesh.material).name;
    return is_made_up_material(document, name) ? std::string() : name;
}

std::string own_name(const Humanoid& figure, const Humanoid& other, const std::string& name) {
    const auto found = std::find_if(figure.info.begin(), figure.info.end(), [&name](const auto& line) {
        return line.first.starts_with(own_name_tag) &&
               std::string_view(line.first).substr(own_name_tag.size()) == name;
    });
    if (found != figure.info.end()) return found->second;
    constexpr std::string_view mark = "x_";
    const bool is_marked = figure.kind == HumanoidKind::hanim && other.kind != HumanoidKind::hanim;
    return is_marked && name.starts_with(mark) ? name.substr(mark.size()) : name;
}

namespace {

/// A world rests in its bind pose, and stores the pose separately.
bool stands_as_bound(const Document& document, const Document& other) {
    return is_gltf(document.format) && is_world(other.format);
}

}  // namespace

bool Comparison::has_same_axes() const {
    const auto kind = [](const Rig& rig) {
        return std::pair(is_world(rig.document.format), is_motion_file(rig));
    };
    return kind(first_) == kind(second_);
}

bool is_motion_file(const Rig& rig) {
    return rig.document.format == FileFormat::bvh;
}

bool Comparison::is_one_family() const {
    const FileFormat before = first_.document.format;
    const FileFormat after = second_.document.format;
    const auto is_x3d = [](FileFormat format) { return is_world(format) && format != FileFormat::vrml97; };
    return before == after || (is_gltf(before) && is_gltf(after)) || (is_x3d(before) && is_x3d(after));
}

bool Comparison::goes_along(int first, int second, int first_above, int second_above) const {
    const vec3 offset = first_.position(first) - first_.position(first_above);
    const vec3 new_offset = second_.position(second) - second_.position(second_above);
    const auto is_same = [&](const vec3& a, const vec3& b) {
        return static_cast<double>(glm::distance(a, b)) <= tolerance_ * length_;
    };
    if (!has_same_axes()) return is_same(offset, new_offset);
    if (is_same(glm::conjugate(first_.orientation(first_above)) * offset,
                glm::conjugate(second_.orientation(second_above)) * new_offset))
        return true;
    // Ancestors may also have another scale.
    const vec3 local = vec3(affine_inverse(at(first_.world, first_above)) * at(first_.world, first)[3]);
    const vec3 taken = vec3(at(second_.world, second_above) * vec4(local, 1.0F));
    return static_cast<double>(glm::distance(taken, second_.position(second))) <= tolerance_ * length_;
}

std::pair<int, int> Comparison::carriers_or_roots(int first, int second) const {
    const int carrier = at(first_.carrier, first);
    const int other = at(second_.carrier, second);
    if (carrier >= 0 || other >= 0 || first_.document.humanoids.empty()) return {carrier, other};
    const auto& joints = first_.document.humanoids.front().joints;
    const int root = joints.empty() ? -1 : joints.front().node;
    return second_node(root) < 0 ? std::pair(-1, -1) : std::pair(root, second_node(root));
}

bool Comparison::is_placed_by_motion(int first, int second) const {
    return first_.rests_where_motion_begins(first) || second_.rests_where_motion_begins(second);
}

bool Comparison::turns_along(int first, int second, int first_above, int second_above) const {
    const quat before = glm::conjugate(first_.orientation(first_above)) * first_.orientation(first);
    const quat after = glm::conjugate(second_.orientation(second_above)) * second_.orientation(second);
    return static_cast<double>(angle_between(before, after)) <= std::max(tolerance_, finest_turn);
}

Comparison::Comparison(const Document& first, const Document& second, double tolerance)
    : first_(first, stands_as_bound(first, second)),
      second_(second, stands_as_bound(second, first)),
      tolerance_(tolerance),
      second_of_node_(first.nodes.size(), -1) {
    match_figures();
    Bounds bounds;
    for (const Humanoid& humanoid : first.humanoids) {
        for (const Joint& joint : humanoid.joints) bounds.add(first_.position(joint.node));
    }
    // A single joint has no size, and neither does a file without joints; their meshes have.
    if (bounds.empty() || bounds.min == bounds.max) {
        for (const std::vector<vec3>& points : first_.vertices) {
            for (const vec3& point : points) bounds.add(point);
        }
    }
    if (bounds.empty() || bounds.min == bounds.max) return;
    // Far from the origin float32 has this resolution.
    constexpr double coarsest = 5e-3;
    const vec3 farthest = glm::max(glm::abs(bounds.min), glm::abs(bounds.max));
    const float reach = std::max({farthest.x, farthest.y, farthest.z});
    length_ = std::max({static_cast<double>(glm::length(bounds.size())) / nominal_height,
                        static_cast<double>(reach) * coarsest, 1e-9});
}

void Comparison::match_figures() {
    const std::size_t figures = std::min(first_.document.humanoids.size(), second_.document.humanoids.size());
    for (int h = 0; h < static_cast<int>(figures); ++h) {
        const JointMatch& match = matches_.emplace_back(match_joints(first_, second_, h));
        for (std::size_t i = 0; i < match.second_of_first.size(); ++i) {
            const int after = match.second_of_first[i];
            if (after >= 0)
                at(second_of_node_, first_.humanoid(h).joints[i].node) =
                    at(second_.humanoid(h).joints, after).node;
        }
    }
}

RigChange& Comparison::add(RigPart part, std::string name, RigChangeKind kind, std::string field) {
    RigChange& change = changes_.emplace_back();
    change.part = part;
    change.name = std::move(name);
    change.kind = kind;
    change.field = std::move(field);
    change.figure = figure_;
    return change;
}

void Comparison::numbers(RigPart part, const std::string& name, std::string_view field,
                         const std::optional<vec3>& before, const std::optional<vec3>& after,
                         std::string_view unit, double scale) {
    if (!before && !after) return;
    double largest = 0.0;
    if (before && after) {
        const vec3 away = glm::abs(*after - *before);
        largest = std::max({away.x, away.y, away.z});
        if (largest <= tolerance_ * scale) return;
    }
    RigChange& change = add(part, name, RigChangeKind::changed, std::string(field));
    change.before = value_of(before);
    change.after = value_of(after);
    change.magnitude = largest;
    change.unit = unit;
}

void Comparison::number(RigPart part, const std::string& name, std::string_view field, double before,
                        double after, std::string_view unit, double least) {
    const double apart = std::abs(after - before);
    if (!(apart > least)) return;
    RigChange& change = add(part, name, RigChangeKind::changed, std::string(field));
    change.before = before;
    change.after = after;
    change.magnitude = apart;
    change.unit = unit;
}

void Comparison::turn(RigPart part, const std::string& name, std::string_view field, const quat& before,
                      const quat& after) {
    const auto angle = static_cast<double>(angle_between(before, after));
    if (angle <= std::max(tolerance_, finest_turn)) return;
    RigChange& change = add(part, name, RigChangeKind::changed, std::string(field));
    change.before = value_of(before);
    change.after = value_of(after);
    change.magnitude = angle;
    change.unit = "rad";
}

void Comparison::words(RigPart part, const std::string& name, std::string_view field,
                       const std::string& before, const std::string& after) {
    if (before == after) return;
    RigChange& change = add(part, name, RigChangeKind::changed, std::string(field));
    if (!before.empty()) change.before = before;
    if (!after.empty()) change.after = after;
}

void Comparison::renamed(RigPart part, const std::string& before, const std::string& after) {
    if (before == after) return;
    RigChange& change = add(part, after, RigChangeKind::renamed, "name");
    change.before = before;
    change.after = after;
}

Item Comparison::item_of(RigPart part, int index) const {
    switch (part) {
        case RigPart::segment:
            return {ItemKind::segment, figure_, index};
        case RigPart::site:
            return {ItemKind::site, figure_, index};
        case RigPart::mesh:
            return {ItemKind::mesh, -1, index};
        case RigPart::clip:
            return {ItemKind::clip, -1, index};
        case RigPart::material:
            return {ItemKind::material, -1, index};
        default:
            return {};
    }
}

void Comparison::set_items(std::size_t from, const Item& before, const Item& after) {
    for (std::size_t i = from; i < changes_.size(); ++i) {
        changes_[i].item_before = before;
        changes_[i].item_after = after;
    }
}

Pairs Comparison::paired(RigPart part, const std::vector<std::string>& before,
                         const std::vector<std::string>& after, const Pairs& pairs) {
    std::vector<char> stays(before.size(), 0);
    std::vector<char> was_there(after.size(), 0);
    for (const auto& [i, j] : pairs) at(stays, i) = at(was_there, j) = 1;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (stays[i] == 0)
            add(part, before[i], RigChangeKind::removed).item_before = item_of(part, static_cast<int>(i));
    }
    for (std::size_t j = 0; j < after.size(); ++j) {
        if (was_there[j] == 0)
            add(part, after[j], RigChangeKind::added).item_after = item_of(part, static_cast<int>(j));
    }
    return pairs;
}

void Comparison::compare_figure(int humanoid) {
    figure_ = humanoid;
    const auto has = [humanoid](const Document& document) {
        return humanoid < static_cast<int>(document.humanoids.size());
    };
    if (!has(first_.document) || !has(second_.document)) {
        const bool came = has(second_.document);
        const Humanoid& figure = (came ? second_ : first_).humanoid(humanoid);
        for (int j = 0; j < static_cast<int>(figure.joints.size()); ++j) {
            RigChange& change = add(
                RigPart::joint, name_of_node((came ? second_ : first_).document, at(figure.joints, j).node),
                came ? RigChangeKind::added : RigChangeKind::removed);
            (came ? change.item_after : change.item_before) = joint_item(humanoid, j);
        }
        return;
    }
    compare_joints(humanoid, at(matches_, humanoid));
    compare_segments(humanoid);
    compare_sites(humanoid);
    compare_bones(humanoid);
    compare_info(humanoid);
}

}  // namespace rig_diff
}  // namespace vitruvian
