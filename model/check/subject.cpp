#include "model/check/subject.h"

#include "model/check/clip_poses.h"
#include "model/check/source_gltf.h"
#include "model/check/source_world.h"
#include "model/document/file_format.h"
#include "model/figure/joint_bones.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <numeric>
#include <utility>

namespace vitruvian::check {
namespace {

std::vector<int> meshes_of(const Document& document, int humanoid) {
    std::vector<int> out;
    for (int i = 0; i < static_cast<int>(document.meshes.size()); ++i) {
        if (at(document.meshes, i).humanoid == humanoid) out.push_back(i);
    }
    return out;
}

/// From the upper legs; where these are not both mapped, from the first pair of other limbs, so that a figure
/// facing -Z does not have all its sides swapped because one bone is missing.
void find_axes(Figure& figure) {
    constexpr std::array<Bone, 6> limbs{Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot,
                                        Bone::left_upper_arm, Bone::left_shoulder,  Bone::left_lower_arm};
    for (const Bone limb : limbs) {
        if (!figure.has(limb) || !figure.has(mirrored(limb))) continue;
        vec3 across = figure.position(limb) - figure.position(mirrored(limb));
        across.y = 0.0F;
        const float length = glm::length(across);
        if (length < 1e-6F) continue;
        figure.has_sides = limb == Bone::left_upper_leg;
        figure.left = across / length;
        figure.forward = glm::cross(figure.left, figure.up);
        return;
    }
}

void find_extent(Figure& figure) {
    Bounds bounds;
    for (const std::vector<vec3>& vertices : figure.posed) {
        for (const vec3& vertex : vertices) bounds.add(vertex);
    }
    figure.has_mesh = !bounds.empty();
    Bounds joints;
    for (const Joint& joint : figure.humanoid->joints) joints.add(figure.position(joint.node));
    // Hair or eyes alone do not determine a figure's height.
    const bool shows_body = figure.has_mesh && bounds.size().y > 0.5F * joints.size().y;
    if (!shows_body) {
        bounds = joints;
        for (const Site& site : figure.humanoid->sites) bounds.add(figure.position(site.node));
        if (figure.has(Bone::head)) bounds.max.y = figure.position(Bone::head).y;
    }
    if (!bounds.empty()) {
        figure.top = bounds.max.y;
        figure.sole = bounds.min.y;
    }
    figure.height = std::max(figure.top - figure.sole, 1e-6F);
}

}  // namespace

struct Subject::Lazy {
    std::optional<std::optional<GltfFacts>> gltf;  // nullopt: not computed yet
    std::optional<std::unique_ptr<const WorldFacts>> world_facts;
    std::optional<std::vector<Item>> items;  // per node
    std::optional<ClipPoses> clips;
    std::map<int, std::vector<vec3>> bone_directions;  // per figure
    std::map<int, PosedBones> stored_bones;            // per figure
};

Subject::Subject(const Document& document, RestPose rest)
    : document_(document),
      rest_(rest),
      skeleton_(make_skeleton(document)),
      scene_world_(world_matrices(skeleton_, base_pose(document, skeleton_))),
      chosen_clips_(document.clips.size()),
      lazy_(std::make_unique<Lazy>()) {
    std::iota(chosen_clips_.begin(), chosen_clips_.end(), 0);
    is_hanim_ =
        document.humanoids.empty()
            ? is_world(document.format)
            : std::any_of(document.humanoids.begin(), document.humanoids.end(),
                          [](const Humanoid& humanoid) { return humanoid.kind == HumanoidKind::hanim; });
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) add_figure(h);
}

Subject::~Subject() = default;

void Figure::put_in_scene(Marks& marks) const {
    if (scene_from_figure == mat4(1.0F)) return;
    const auto place = [this](vec3& point) { point = vec3(scene_from_figure * vec4(point, 1.0F)); };
    for (vec3& point : marks.points) place(point);
    if (marks.from) place(*marks.from);
    for (std::optional<vec3>* direction : {&marks.is, &marks.ought}) {
        if (!*direction) continue;
        const vec3 turned = mat3(scene_from_figure) * **direction;
        if (glm::dot(turned, turned) > 0.0F) **direction = glm::normalize(turned);
    }
}

void Figure::put_in_figure(std::span<mat4> matrices) const {
    if (scene_from_figure == mat4(1.0F)) return;
    const mat4 figure_from_scene = affine_inverse(scene_from_figure);
    for (mat4& matrix : matrices) matrix = figure_from_scene * matrix;
}

void Subject::add_figure(int humanoid) {
    Figure& figure = figures_.emplace_back();
    figure.index = humanoid;
    figure.humanoid = &at(document_.humanoids, humanoid);
    figure.hanim = figure.humanoid->kind == HumanoidKind::hanim;
    figure.weights.assign(document_.displacers.size(), 0.0F);
    figure.world = scene_world_;
    if (!figure.hanim && rest_ == RestPose::bind)
        figure.world = make_reference_pose(document_, humanoid, ReferenceKind::bind).world;
    if (figure.hanim && figure.humanoid->node >= 0) {
        figure.scene_from_figure = at(scene_world_, figure.humanoid->node);
        figure.put_in_figure(figure.world);
    }
    figure.meshes = meshes_of(document_, humanoid);
    for (const int mesh : figure.meshes)
        figure.posed.push_back(skinned_positions(at(document_.meshes, mesh), figure.world, figure.weights));
    find_axes(figure);
    find_extent(figure);
}

const std::vector<vec3>& Subject::bone_directions(const Figure& figure) const {
    const auto [found, is_new] = lazy_->bone_directions.try_emplace(figure.index);
    if (is_new) found->second = vitruvian::bone_directions(document_, figure.world, *figure.humanoid);
    return found->second;
}

PosedBones Subject::posed_bones(const Figure& figure, Pose pose) const {
    PosedBones out{std::move(pose), {}, {}};
    out.world = world_matrices(skeleton_, out.pose);
    figure.put_in_figure(out.world);
    out.directions = vitruvian::bone_directions(document_, out.world, *figure.humanoid);
    return out;
}

const PosedBones& Subject::stored_bones(const Figure& figure) const {
    const auto [found, is_new] = lazy_->stored_bones.try_emplace(figure.index);
    if (is_new) found->second = posed_bones(figure, file_pose(skeleton_));
    return found->second;
}

const WorldFacts* Subject::world_facts() const {
    if (!lazy_->world_facts) lazy_->world_facts = make_world_facts(document_);
    return lazy_->world_facts->get();
}

const GltfFacts* Subject::gltf_facts() const {
    if (!lazy_->gltf) lazy_->gltf = read_gltf_facts(document_);
    return *lazy_->gltf ? &**lazy_->gltf : nullptr;
}

const ClipPoses& Subject::clips() const {
    if (!lazy_->clips) lazy_->clips = measure_clips(*this);
    return *lazy_->clips;
}

Object Subject::object(const Item& item) const {
    const int owner = humanoid_of(document_, item);
    return {
        std::string(to_string(item.kind)), name_of(document_, item),
        owner >= 0 && item.kind != ItemKind::humanoid ? at(document_.humanoids, owner).name : std::string(),
        item};
}

Object Subject::joint(const Figure& figure, int joint) const {
    return object(joint_item(figure.index, joint));
}

Object Subject::bone(const Figure& figure, Bone bone) const {
    Object out = object(bone_item(figure.index, bone));
    out.name = to_string(bone);
    return out;
}

Object Subject::humanoid(const Figure& figure) const {
    return object({ItemKind::humanoid, -1, figure.index});
}

Object Subject::node(int node) const {
    return object({ItemKind::node, -1, node});
}

Object Subject::mesh(int mesh) const {
    Object out = object({ItemKind::mesh, -1, mesh});
    const int carrier = at(document_.meshes, mesh).node;
    if (out.name.empty() && carrier >= 0) out.name = at(document_.nodes, carrier).name;
    return out;
}

Object Subject::clip(int clip) const {
    return object({ItemKind::clip, -1, clip});
}

Object Subject::named(std::string kind, std::string name) {
    return {std::move(kind), std::move(name), {}, {}};
}

Object Subject::whole_file() const {
    return named("file", std::filesystem::path(document_.file).filename().string());
}

Item Subject::item_at(int node) const {
    if (!lazy_->items) {
        std::vector<Item>& items = lazy_->items.emplace(document_.nodes.size());
        const auto claim = [&](int at_node, const Item& item) {
            if (at_node >= 0 && at(items, at_node).kind == ItemKind::none) at(items, at_node) = item;
        };
        for (int h = 0; h < static_cast<int>(document_.humanoids.size()); ++h) {
            const Humanoid& humanoid = at(document_.humanoids, h);
            for (int i = 0; i < static_cast<int>(humanoid.joints.size()); ++i)
                claim(at(humanoid.joints, i).node, joint_item(h, i));
            for (int i = 0; i < static_cast<int>(humanoid.sites.size()); ++i)
                claim(at(humanoid.sites, i).node, {ItemKind::site, h, i});
            claim(humanoid.node, {ItemKind::humanoid, -1, h});
        }
    }
    return at(*lazy_->items, node);
}

Location Subject::where(int node) const {
    const Location file{document_.file, 0, 0, {}};
    if (node < 0) return file;
    if (const int source = at(document_.nodes, node).source_index; source >= 0)
        return {document_.file, 0, 0, fmt::format("/nodes/{}", source)};
    const Item item = item_at(node);
    return item.kind == ItemKind::none ? file : where(item);
}

Location Subject::where(const Item& item) const {
    using Kind = WorldFacts::Kind;
    static constexpr std::array<std::pair<ItemKind, Kind>, 5> kinds{{{ItemKind::humanoid, Kind::humanoid},
                                                                     {ItemKind::joint, Kind::joint},
                                                                     {ItemKind::segment, Kind::segment},
                                                                     {ItemKind::site, Kind::site},
                                                                     {ItemKind::displacer, Kind::displacer}}};
    const auto* kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& pair) { return pair.first == item.kind; });
    const Location file{document_.file, 0, 0, {}};
    const int humanoid = item.kind == ItemKind::humanoid ? item.index : humanoid_of(document_, item);
    if (const WorldFacts* facts = is_hanim_ ? world_facts() : nullptr) {
        if (kind == kinds.end()) return item.kind == ItemKind::bone ? where(node_of(document_, item)) : file;
        const WorldFacts::Node* node = facts->find(kind->second, humanoid, item.index);
        return node == nullptr ? file : node->where;
    }
    // Nodes of a world have no index in their file: for them this ends here.
    const int node = exists(document_, item) ? node_of(document_, item) : -1;
    const int source = node >= 0 ? at(document_.nodes, node).source_index : -1;
    if (source < 0) return file;
    return {document_.file, 0, 0, fmt::format("/nodes/{}", source)};
}

std::optional<Bone> next_bone(const BoneMap& bones, Bone bone) {
    const auto first_of = [&bones](std::initializer_list<Bone> candidates) -> std::optional<Bone> {
        for (const Bone candidate : candidates) {
            if (bones[candidate] >= 0) return candidate;
        }
        return std::nullopt;
    };
    switch (bone) {
        case Bone::hips:
            return first_of({Bone::spine, Bone::chest, Bone::upper_chest, Bone::neck, Bone::head});
        case Bone::spine:
            return first_of({Bone::chest, Bone::upper_chest, Bone::neck, Bone::head});
        case Bone::chest:
            return first_of({Bone::upper_chest, Bone::neck, Bone::head});
        case Bone::upper_chest:
            return first_of({Bone::neck, Bone::head});
        case Bone::left_hand:
            return first_of({Bone::left_middle_proximal, Bone::left_index_proximal});
        case Bone::right_hand:
            return first_of({Bone::right_middle_proximal, Bone::right_index_proximal});
        case Bone::head:
        case Bone::jaw:
        case Bone::left_eye:
        case Bone::right_eye:
            return std::nullopt;
        default:
            break;
    }
    // Limbs are chains: the next bone is the one whose parent this is.
    for (std::size_t i = static_cast<std::size_t>(bone) + 1; i < bone_count; ++i) {
        const auto next = static_cast<Bone>(i);
        if (parent_of(next) == bone && bones[next] >= 0) return next;
    }
    return std::nullopt;
}

Object joint_or_node(const Subject& subject, int node) {
    const Item item = subject.item_at(node);
    return item.kind == ItemKind::joint ? subject.object(item) : subject.node(node);
}

const std::string& joint_name(const Subject& subject, const Figure& figure, int joint) {
    return at(subject.document().nodes, at(figure.humanoid->joints, joint).node).name;
}

int sign_of_side(Bone bone) {
    const std::string_view name = to_string(bone);
    return name.starts_with("left") ? 1 : name.starts_with("right") ? -1 : 0;
}

Bone mirrored(Bone bone) {
    const int side = sign_of_side(bone);
    if (side == 0) return bone;
    std::string name(to_string(bone));
    name.replace(0, side > 0 ? 4 : 5, side > 0 ? "right" : "left");
    return bone_from_string(name).value_or(bone);
}

}  // namespace vitruvian::check
