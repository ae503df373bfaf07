#include "tests/unit/random_rig.h"

#include "model/core/at.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::test {

float Random::real(float low, float high) {
    const auto unit = static_cast<float>(bits_() >> 8U) * (1.0F / 16777216.0F);
    return low + (high - low) * unit;
}

int Random::integer(int low, int high) {
    return low + static_cast<int>(bits_() % static_cast<std::uint32_t>(high - low + 1));
}

vec3 Random::vector(float low, float high) {
    const float x = real(low, high);
    const float y = real(low, high);
    const float z = real(low, high);
    return {x, y, z};
}

quat Random::rotation() {
    for (;;) {
        const vec3 v = vector(-1.0F, 1.0F);
        const quat q(real(-1.0F, 1.0F), v.x, v.y, v.z);
        const float length = glm::length(q);
        if (length > 0.1F && length < 1.0F) return normalized_or_identity(q);
    }
}

Transform Random::trs(float min_scale, float max_scale) {
    Transform out;
    out.translation = vector(-1.0F, 1.0F);
    out.rotation = rotation();
    out.scale = chance(0.5F) ? vec3(real(min_scale, max_scale)) : vector(min_scale, max_scale);
    return out;
}

int add_joint(Document& document, int parent, const std::string& name, const vec3& step) {
    Node node;
    node.name = name;
    node.kind = NodeKind::joint;
    node.parent = parent;
    node.rest.translation = step;
    Joint joint;
    joint.node = static_cast<int>(document.nodes.size());
    document.nodes.push_back(std::move(node));
    document.humanoids[0].joints.push_back(joint);
    return joint.node;
}

std::vector<Node> random_nodes(Random& random, int count, float min_scale, float max_scale) {
    std::vector<Node> out(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        Node& node = at(out, i);
        node.name = fmt::format("node{}", i);
        node.parent = i == 0 ? -1 : random.integer(std::max(0, i - 4), i - 1);
        node.rest = random.trs(min_scale, max_scale);
    }
    return out;
}

Mesh random_mesh(Random& random, int count, int joints) {
    Mesh mesh;
    mesh.name = "mesh";
    mesh.influence_begin.push_back(0);
    for (int v = 0; v < count; ++v) {
        mesh.positions.push_back(random.vector(-2.0F, 2.0F));
        mesh.normals.push_back(glm::normalize(random.vector(0.1F, 1.0F)));
        mesh.uv0.emplace_back(random.real(0.0F, 1.0F), random.real(0.0F, 1.0F));
        const int influences = random.integer(1, 5);
        std::vector<float> weights;
        float sum = 0.0F;
        for (int i = 0; i < influences; ++i) {
            weights.push_back(random.real(0.05F, 1.0F));
            sum += weights.back();
        }
        for (const float weight : weights) {
            mesh.influence_joint.push_back(static_cast<std::uint32_t>(random.integer(0, joints - 1)));
            mesh.influence_weight.push_back(weight / sum);
        }
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
    }
    for (int v = 0; v + 2 < count; ++v) {
        for (int corner = 0; corner < 3; ++corner)
            mesh.indices.push_back(static_cast<std::uint32_t>(v + corner));
    }
    MorphTarget target;
    target.name = "smile";
    for (int v = 0; v < count; v += 3) {
        target.vertices.push_back(static_cast<std::uint32_t>(v));
        target.positions.push_back(random.vector(-0.1F, 0.1F));
        target.normals.push_back(random.vector(-0.1F, 0.1F));
    }
    mesh.targets.push_back(std::move(target));
    return mesh;
}

namespace {

void add_humanoid(Document& document, Random& random) {
    Humanoid humanoid;
    humanoid.name = "figure";
    humanoid.version = "1.1";
    humanoid.node = 0;
    document.nodes[0].kind = NodeKind::humanoid;
    const std::vector<mat4> world =
        world_matrices(make_skeleton(document), rest_pose(make_skeleton(document)));
    const mat4 humanoid_from_world = affine_inverse(world[0]);
    const int sites = 2;
    const int nodes = static_cast<int>(document.nodes.size());
    for (int n = 1; n < nodes - sites; ++n) {
        const auto index = static_cast<std::size_t>(n);
        document.nodes[index].kind = NodeKind::joint;
        Joint joint;
        joint.node = n;
        joint.centre = vec3((humanoid_from_world * world[index])[3]);
        if (random.chance(0.5F)) joint.lower_limit = random.vector(-2.0F, 0.0F);
        if (random.chance(0.5F)) joint.upper_limit = random.vector(0.0F, 2.0F);
        if (random.chance(0.5F)) joint.stiffness = random.vector(0.0F, 1.0F);
        humanoid.joints.push_back(joint);
    }
    for (int s = 0; s < 3; ++s) {
        Segment segment;
        segment.name = fmt::format("segment{}", s);
        segment.joint = random.integer(0, static_cast<int>(humanoid.joints.size()) - 1);
        segment.bounding_box = Bounds{vec3(-1.0F), vec3(1.0F)};
        humanoid.segments.push_back(segment);
    }
    for (int s = 0; s < sites; ++s) {
        at(document.nodes, nodes - 1 - s).kind = NodeKind::site;
        humanoid.sites.push_back({nodes - 1 - s, s == 0 ? 0 : -1});
    }
    humanoid.bones[Bone::hips] = humanoid.joints.front().node;
    document.humanoids.push_back(std::move(humanoid));
}

void add_meshes(Document& document, Random& random) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    for (const Joint& joint : document.humanoids[0].joints) {
        skin->nodes.push_back(joint.node);
        skin->inverse_bind.push_back(affine_inverse(at(world, joint.node)));
    }
    MeshInstance skinned;
    skinned.name = "skinned";
    skinned.mesh = std::make_shared<Mesh>(random_mesh(random, 60, static_cast<int>(skin->nodes.size())));
    skinned.skin = skin;
    skinned.material = 0;
    skinned.humanoid = 0;
    skinned.displacers = {0};
    document.meshes.push_back(skinned);
    Mesh plain = random_mesh(random, 12, 1);
    plain.influence_begin.clear();
    plain.influence_joint.clear();
    plain.influence_weight.clear();
    plain.targets.clear();
    plain.source_vertex_count = 6;
    for (std::uint32_t v = 0; v < 12; ++v) plain.source_vertex.push_back(v / 2);
    auto single = std::make_shared<Skin>();
    single->nodes = {document.humanoids[0].joints.back().node};
    single->inverse_bind = {mat4(1.0F)};
    MeshInstance rigid;
    rigid.name = "rigid";
    rigid.mesh = std::make_shared<Mesh>(std::move(plain));
    rigid.skin = single;
    rigid.node = single->nodes[0];
    rigid.humanoid = 0;
    rigid.segment = 1;
    document.meshes.push_back(rigid);
}

Channel random_channel(Random& random, ChannelPath path, Interpolation interpolation) {
    Channel channel;
    channel.path = path;
    channel.interpolation = interpolation;
    const bool rotates = path == ChannelPath::rotation || path == ChannelPath::scale_orientation;
    for (int key = 0; key < 4; ++key) {
        channel.times.push_back(static_cast<float>(key) * 0.25F);
        for (int part = 0; part < (interpolation == Interpolation::cubic ? 3 : 1); ++part) {
            const quat q = random.rotation();
            const std::array<float, 4> values{q.x, q.y, q.z, rotates ? q.w : 1.0F};
            channel.values.insert(channel.values.end(), values.begin(), values.begin() + components(path));
        }
    }
    return channel;
}

void add_clip(Document& document, Random& random) {
    auto clip = std::make_shared<Clip>();
    clip->name = "walk";
    clip->duration = 0.75;
    const int node = document.humanoids[0].joints[1].node;
    for (const ChannelPath path : {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale,
                                   ChannelPath::scale_orientation, ChannelPath::weight}) {
        for (const Interpolation interpolation :
             {Interpolation::step, Interpolation::linear, Interpolation::cubic}) {
            Channel channel = random_channel(random, path, interpolation);
            if (path == ChannelPath::weight) {
                channel.displacer = 0;
            } else {
                channel.node = node;
            }
            clip->channels.push_back(std::move(channel));
        }
    }
    Channel bone = random_channel(random, ChannelPath::rotation, Interpolation::linear);
    bone.bone = Bone::left_upper_arm;
    bone.space = ChannelSpace::delta;
    clip->channels.push_back(std::move(bone));
    document.clips.push_back(std::move(clip));
}

/// Maps more of the bones, each to a separate joint, in no anatomical order.
void add_bones(Document& document, Random& random) {
    Humanoid& humanoid = document.humanoids[0];
    for (std::size_t j = 1; j < humanoid.joints.size(); ++j) {
        const auto bone = static_cast<Bone>(random.integer(1, static_cast<int>(bone_count) - 1));
        if (random.chance(0.7F) && humanoid.bones[bone] < 0) humanoid.bones[bone] = humanoid.joints[j].node;
    }
}

void add_expressions(Document& document, Random& random) {
    std::vector<Expression>& expressions = document.humanoids[0].expressions;
    expressions.push_back({"happy", -1, {{0, random.real(0.1F, 1.0F)}, {1, random.real(0.1F, 1.0F)}}});
    expressions.push_back({"blink", -1, {{1, 1.0F}}, true});
}

void add_lights(Document& document, Random& random) {
    for (const Light::Kind kind : {Light::Kind::directional, Light::Kind::point, Light::Kind::spot}) {
        Light light;
        light.name = fmt::format("light{}", document.lights.size());
        light.kind = kind;
        light.node = random.integer(-1, static_cast<int>(document.nodes.size()) - 1);
        light.color = random.vector(0.0F, 1.0F);
        light.intensity = random.real(0.1F, 1.0F);
        light.ambient_intensity = random.real(0.0F, 1.0F);
        light.on = random.chance(0.7F);
        if (kind != Light::Kind::point) light.orientation = random.rotation();
        if (kind != Light::Kind::directional) {
            light.position = random.vector(-2.0F, 2.0F);
            light.radius = random.real(1.0F, 50.0F);
            light.attenuation = random.vector(0.1F, 1.0F);
        }
        if (kind == Light::Kind::spot) {
            light.outer_cone = random.real(0.5F, 1.5F);
            light.inner_cone = random.real(0.1F, 0.5F);
        }
        document.lights.push_back(std::move(light));
    }
}

void add_sky(Document& document, Random& random) {
    Sky sky;
    sky.sky_colors = {random.vector(0.0F, 1.0F), random.vector(0.0F, 1.0F), random.vector(0.0F, 1.0F)};
    sky.sky_angles = {random.real(0.1F, 1.0F), random.real(1.0F, 3.0F)};
    if (random.chance(0.5F)) {
        sky.ground_colors = {random.vector(0.0F, 1.0F), random.vector(0.0F, 1.0F)};
        sky.ground_angles = {random.real(0.1F, 1.5F)};
    }
    for (int& picture : sky.pictures)
        picture = random.integer(-1, static_cast<int>(document.images.size()) - 1);
    document.sky = std::move(sky);
}

void add_material_changes(Document& document, Random& random) {
    using Kind = MaterialChange::Kind;
    Displacer carrier;
    carrier.name = "flush";
    carrier.humanoid = 0;
    const int material = static_cast<int>(document.materials.size()) - 1;
    for (const Kind kind : {Kind::color, Kind::emission, Kind::texture_transform}) {
        MaterialChange change{material, kind};
        if (kind == Kind::texture_transform) {
            change.scale = vec2(random.real(0.5F, 2.0F), random.real(0.5F, 2.0F));
            change.offset = vec2(random.real(0.0F, 1.0F), random.real(0.0F, 1.0F));
        } else {
            change.color =
                vec4(random.vector(0.0F, 1.0F), kind == Kind::color ? random.real(0.0F, 1.0F) : 1.0F);
        }
        carrier.changes.push_back(change);
    }
    Expression flush;
    flush.name = carrier.name;
    flush.binds.emplace_back(static_cast<int>(document.displacers.size()), 1.0F);
    document.displacers.push_back(std::move(carrier));
    document.humanoids[0].expressions.push_back(std::move(flush));
}

}  // namespace

Document random_document(std::uint32_t seed) {
    Random random(seed);
    Document document;
    document.file = "random";
    document.nodes = random_nodes(random, 14, 0.5F, 2.0F);
    add_humanoid(document, random);
    document.displacers.push_back({"smile", DisplacerKind::morph, 0, -1, 0.25F, false, {}});
    document.displacers.push_back({"frown", DisplacerKind::feature, 0, 0, 0.0F, false, {}});
    document.materials.emplace_back();
    document.materials[0].base_color_texture.image = 0;
    document.images.push_back(std::make_shared<ImageSource>());
    add_meshes(document, random);
    document.viewpoints.push_back({"front", 0, 0, vec3(0.0F, 1.0F, 3.0F), identity_quat, 0.7F});
    add_clip(document, random);
    add_bones(document, random);
    add_expressions(document, random);
    add_lights(document, random);
    add_sky(document, random);
    add_material_changes(document, random);
    return document;
}

}  // namespace vitruvian::test
