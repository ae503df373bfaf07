#include "model/edit/scale_document.h"

#include "model/edit/frames.h"

#include <set>
#include <unordered_map>

namespace vitruvian {
namespace {

void scale_box(std::optional<Bounds>& box, float factor) {
    if (!box) return;
    box->min *= factor;
    box->max *= factor;
}

void scale_humanoid(Humanoid& humanoid, float factor) {
    for (Joint& joint : humanoid.joints) joint.centre *= factor;
    for (Segment& segment : humanoid.segments) {
        segment.centre_of_mass *= factor;
        for (float& moment : segment.moments_of_inertia) moment *= factor * factor;
        scale_box(segment.bounding_box, factor);
    }
    scale_box(humanoid.bounding_box, factor);
}

void scale_meshes(Document& document, float factor) {
    std::unordered_map<const Mesh*, std::shared_ptr<const Mesh>> made;
    for (MeshInstance& instance : document.meshes) {
        const auto [entry, is_new] = made.try_emplace(instance.mesh.get());
        if (is_new) {
            auto copy = std::make_shared<Mesh>(*instance.mesh);
            for (vec3& position : copy->positions) position *= factor;
            for (MorphTarget& target : copy->targets) {
                for (vec3& offset : target.positions) offset *= factor;
            }
            entry->second = std::move(copy);
        }
        instance.mesh = entry->second;
    }
    change_skins(document, [factor](Skin& skin) {
        for (mat4& bind : skin.inverse_bind) bind[3] = vec4(vec3(bind[3]) * factor, bind[3].w);
        return true;
    });
}

/// Attenuation a + b d + c d^2 depends on the distance; without a and b a light's intensity scales with the
/// square of the distance.
void scale_light(Light& light, float factor) {
    light.position *= factor;
    if (light.radius) *light.radius *= factor;
    if (light.kind == Light::Kind::directional) return;
    if (light.attenuation.x == 0.0F && light.attenuation.y == 0.0F) {
        light.intensity *= factor * factor;
    } else {
        light.attenuation /= vec3(1.0F, factor, factor * factor);
    }
}

/// Nodes whose translation is an expression's weight rather than a length (VRMA).
std::set<int> faces_of(const Document& document) {
    std::set<int> out;
    for (const Humanoid& humanoid : document.humanoids) {
        for (const Expression& expression : humanoid.expressions) out.insert(expression.node);
    }
    out.erase(-1);
    return out;
}

void scale_clip(std::shared_ptr<const Clip>& clip, float factor, const std::set<int>& faces) {
    auto copy = std::make_shared<Clip>(*clip);
    for (Channel& channel : copy->channels) {
        if (channel.path != ChannelPath::translation || faces.contains(channel.node)) continue;
        for (float& value : channel.values) value *= factor;
    }
    clip = std::move(copy);
}

}  // namespace

void scale_document(Document& document, float factor) {
    const std::set<int> faces = faces_of(document);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (faces.contains(static_cast<int>(n))) continue;
        Node& node = document.nodes[n];
        node.rest.translation *= factor;
        node.delta.translation *= factor;
        node.frame_offset *= factor;
    }
    for (Humanoid& humanoid : document.humanoids) scale_humanoid(humanoid, factor);
    scale_meshes(document, factor);
    for (Viewpoint& view : document.viewpoints) view.position *= factor;
    for (Light& light : document.lights) scale_light(light, factor);
    for (std::shared_ptr<const Clip>& clip : document.clips) scale_clip(clip, factor, faces);
}

}  // namespace vitruvian
