// The single list of all members of a Document's types, with names and units: used by the comparison of
// documents and by the random edits of tests. Each list binds all members of its struct, so a new member does
// not compile until it is added here.
#pragma once

#include "model/document/document.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace vitruvian {

/// The kinds of objects of a document. In differences a joint's or site's name and frame belong to it, though
/// its node stores them.
enum class Part {
    document,
    node,  // that does not belong to a joint or a site
    humanoid,
    joint,
    segment,
    site,
    bone,
    expression,
    mesh,
    displacer,
    viewpoint,
    light,
    sky,
    material,
    image,
    clip,
};
[[nodiscard]] std::string_view to_string(Part part);  // "joint"

/// The Part of a struct; document for structs that are part of another object.
template <class T>
inline constexpr Part part_of = Part::document;  // not an object of its own
template <>
inline constexpr Part part_of<Node> = Part::node;
template <>
inline constexpr Part part_of<Humanoid> = Part::humanoid;
template <>
inline constexpr Part part_of<Joint> = Part::joint;
template <>
inline constexpr Part part_of<Segment> = Part::segment;
template <>
inline constexpr Part part_of<Site> = Part::site;
template <>
inline constexpr Part part_of<Expression> = Part::expression;
template <>
inline constexpr Part part_of<MeshInstance> = Part::mesh;
template <>
inline constexpr Part part_of<Displacer> = Part::displacer;
template <>
inline constexpr Part part_of<Viewpoint> = Part::viewpoint;
template <>
inline constexpr Part part_of<Light> = Part::light;
template <>
inline constexpr Part part_of<Material> = Part::material;
template <>
inline constexpr Part part_of<ImageSource> = Part::image;
template <>
inline constexpr Part part_of<Clip> = Part::clip;

enum class Unit { none, metres, square_metres_kilograms, kilograms, radians, seconds };
[[nodiscard]] std::string_view to_string(Unit unit);  // "m", "kg m2", "kg", "rad", "s"; empty for none

/// The list that an integer, or each of several, indexes; -1 is none.
enum class PointsInto { nothing, nodes, humanoids, joints, segments, displacers, materials, images };

/// The role of a member. Only content can be edited and is compared.
enum class Role {
    content,
    derived,    // computed by a reader from the rest
    provenance  // position in the source file
};

template <class T>
struct Member {
    std::string_view name;
    T& value;
    Unit unit = Unit::none;
    PointsInto list = PointsInto::nothing;
    Role role = Role::content;
};

namespace member_detail {

template <class T>
Member<T> member(std::string_view name, T& value, Unit unit = Unit::none) {
    return {name, value, unit, PointsInto::nothing, Role::content};
}
template <class T>
Member<T> index(std::string_view name, T& value, PointsInto list) {
    return {name, value, Unit::none, list, Role::content};
}
template <class T>
Member<T> derived(std::string_view name, T& value) {
    return {name, value, Unit::none, PointsInto::nothing, Role::derived};
}
template <class T>
Member<T> provenance(std::string_view name, T& value) {
    return {name, value, Unit::none, PointsInto::nothing, Role::provenance};
}

template <class T, class Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

template <std::size_t N>
struct Text {
    char text[N]{};
    consteval Text(const char (&from)[N]) { std::copy_n(from, N, text); }
};
template <Text A, Text B>
struct Joined {
    static constexpr auto text = [] {
        std::array<char, sizeof(A.text) + sizeof(B.text) - 1> out{};
        std::copy_n(A.text, sizeof(A.text) - 1, out.begin());
        std::copy_n(B.text, sizeof(B.text) - 1, out.begin() + sizeof(A.text) - 1);
        return out;
    }();
    static constexpr std::string_view view{text.data(), text.size() - 1};
};
template <Text A, Text B>
inline constexpr std::string_view joined = Joined<A, B>::view;

template <Text Prefix, Is<Transform> T>
auto transform_members(T& x) {
    auto& [translation, rotation, scale, scale_orientation] = x;
    return std::tuple(member(joined<Prefix, "translation">, translation, Unit::metres),
                      member(joined<Prefix, "rotation">, rotation, Unit::radians),
                      member(joined<Prefix, "scale">, scale),
                      member(joined<Prefix, "scale_orientation">, scale_orientation, Unit::radians));
}

template <Text Prefix, Is<TextureUse> T>
auto texture_members(T& x) {
    auto& [image, uv_set, wrap_u, wrap_v, nearest, offset, scale, rotation] = x;
    return std::tuple(index(joined<Prefix, "image">, image, PointsInto::images),
                      member(joined<Prefix, "uv_set">, uv_set), member(joined<Prefix, "wrap_u">, wrap_u),
                      member(joined<Prefix, "wrap_v">, wrap_v), member(joined<Prefix, "nearest">, nearest),
                      member(joined<Prefix, "offset">, offset), member(joined<Prefix, "scale">, scale),
                      member(joined<Prefix, "rotation">, rotation, Unit::radians));
}

}  // namespace member_detail

template <member_detail::Is<Node> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, parent, kind, rest, delta, frame_offset, source_index] = x;
    return std::tuple_cat(
        std::tuple(member("name", name), index("parent", parent, PointsInto::nodes), derived("kind", kind)),
        transform_members<"rest.">(rest), transform_members<"delta.">(delta),
        std::tuple(member("frame_offset", frame_offset, Unit::metres),
                   provenance("source_index", source_index)));
}

template <member_detail::Is<Joint> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [node, centre, lower_limit, upper_limit, limit_orientation, stiffness] = x;
    return std::tuple(
        index("node", node, PointsInto::nodes), member("centre", centre, Unit::metres),
        member("lower_limit", lower_limit, Unit::radians), member("upper_limit", upper_limit, Unit::radians),
        member("limit_orientation", limit_orientation, Unit::radians), member("stiffness", stiffness));
}

template <member_detail::Is<Segment> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, joint, mass, centre_of_mass, moments_of_inertia, bounding_box] = x;
    return std::tuple(member("name", name), index("joint", joint, PointsInto::joints),
                      member("mass", mass, Unit::kilograms),
                      member("centre_of_mass", centre_of_mass, Unit::metres),
                      member("moments_of_inertia", moments_of_inertia, Unit::square_metres_kilograms),
                      member("bounding_box", bounding_box, Unit::metres));
}

template <member_detail::Is<Site> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [node, segment] = x;
    return std::tuple(index("node", node, PointsInto::nodes),
                      index("segment", segment, PointsInto::segments));
}

template <member_detail::Is<Displacer> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, kind, humanoid, segment, weight, keyed_shape, changes] = x;
    return std::tuple(member("name", name), member("kind", kind),
                      index("humanoid", humanoid, PointsInto::humanoids),
                      index("segment", segment, PointsInto::segments), member("weight", weight),
                      derived("keyed_shape", keyed_shape), provenance("changes", changes));
}

template <member_detail::Is<Viewpoint> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, node, humanoid, position, orientation, field_of_view] = x;
    return std::tuple(member("name", name), index("node", node, PointsInto::nodes),
                      index("humanoid", humanoid, PointsInto::humanoids),
                      member("position", position, Unit::metres),
                      member("orientation", orientation, Unit::radians),
                      member("field_of_view", field_of_view, Unit::radians));
}

template <member_detail::Is<Light> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, kind, node, position, orientation, color, intensity, ambient_intensity, on, radius,
           attenuation, inner_cone, outer_cone] = x;
    return std::tuple(member("name", name), member("kind", kind), index("node", node, PointsInto::nodes),
                      member("position", position, Unit::metres),
                      member("orientation", orientation, Unit::radians), member("color", color),
                      member("intensity", intensity), member("ambient_intensity", ambient_intensity),
                      member("on", on), member("radius", radius, Unit::metres),
                      member("attenuation", attenuation), member("inner_cone", inner_cone, Unit::radians),
                      member("outer_cone", outer_cone, Unit::radians));
}

template <member_detail::Is<Sky> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [sky_colors, sky_angles, ground_colors, ground_angles, pictures] = x;
    return std::tuple(member("sky_colors", sky_colors), member("sky_angles", sky_angles, Unit::radians),
                      member("ground_colors", ground_colors),
                      member("ground_angles", ground_angles, Unit::radians),
                      index("pictures", pictures, PointsInto::images));
}

template <member_detail::Is<Expression> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, node, binds, binary, override_blink, override_look_at, override_mouth] = x;
    return std::tuple(member("name", name), index("node", node, PointsInto::nodes),
                      index("binds", binds, PointsInto::displacers), member("binary", binary),
                      member("override_blink", override_blink), member("override_look_at", override_look_at),
                      member("override_mouth", override_mouth));
}

template <member_detail::Is<BoneEvidence> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [confidence, reason] = x;
    return std::tuple(derived("confidence", confidence), derived("reason", reason));
}

template <member_detail::Is<Humanoid> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, version, kind, info, node, joints, segments, sites, bones, bone_evidence, declared_loa,
           skeletal_configuration, bounding_box, expressions, gaze, gaze_node] = x;
    auto& [bone_nodes] = bones;
    return std::tuple(member("name", name), member("version", version), provenance("kind", kind),
                      member("info", info), index("node", node, PointsInto::nodes), member("joints", joints),
                      member("segments", segments), member("sites", sites),
                      index("bones", bone_nodes, PointsInto::nodes), derived("bone_evidence", bone_evidence),
                      member("declared_loa", declared_loa),
                      member("skeletal_configuration", skeletal_configuration),
                      member("bounding_box", bounding_box, Unit::metres), member("expressions", expressions),
                      provenance("gaze", gaze), provenance("gaze_node", gaze_node));
}

template <member_detail::Is<MorphTarget> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, vertices, positions, normals] = x;
    return std::tuple(member("targets.name", name), member("targets.vertices", vertices),
                      member("targets.positions", positions, Unit::metres),
                      member("targets.normals", normals));
}

template <member_detail::Is<Mesh> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, topology, positions, normals, tangents, uv0, uv1, colors, indices, influence_begin,
           influence_joint, influence_weight, influence_repaired, targets, source_vertex,
           source_vertex_count] = x;
    return std::tuple(
        member("geometry.name", name), member("topology", topology),
        member("positions", positions, Unit::metres), member("normals", normals),
        member("tangents", tangents), member("uv0", uv0), member("uv1", uv1), member("colors", colors),
        member("indices", indices), member("influence_begin", influence_begin),
        member("influence_joint", influence_joint), member("influence_weight", influence_weight),
        member("influence_repaired", influence_repaired), member("targets", targets),
        provenance("source_vertex", source_vertex), provenance("source_vertex_count", source_vertex_count));
}

template <member_detail::Is<Skin> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, nodes, inverse_bind] = x;
    return std::tuple(member("skin.name", name), index("skin.nodes", nodes, PointsInto::nodes),
                      member("skin.inverse_bind", inverse_bind, Unit::metres));
}

template <member_detail::Is<MeshInstance> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, mesh, skin, material, node, primitive, humanoid, segment, displacers, variant_materials] = x;
    return std::tuple(member("name", name), member("mesh", mesh), member("skin", skin),
                      index("material", material, PointsInto::materials),
                      index("node", node, PointsInto::nodes), provenance("primitive", primitive),
                      index("humanoid", humanoid, PointsInto::humanoids),
                      index("segment", segment, PointsInto::segments),
                      index("displacers", displacers, PointsInto::displacers),
                      index("variant_materials", variant_materials, PointsInto::materials));
}

template <member_detail::Is<ImageSource> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, mime_type, encoded, raw_width, raw_height] = x;
    return std::tuple(member("name", name), member("mime_type", mime_type), member("encoded", encoded),
                      member("raw_width", raw_width), member("raw_height", raw_height));
}

template <member_detail::Is<Material> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, base_color, metallic, roughness, emissive, normal_scale, occlusion_strength, alpha_mode,
           alpha_cutoff, double_sided, unlit, base_color_texture, metallic_roughness_texture, normal_texture,
           occlusion_texture, emissive_texture, layers, toon] = x;
    return std::tuple_cat(
        std::tuple(member("name", name), member("base_color", base_color), member("metallic", metallic),
                   member("roughness", roughness), member("emissive", emissive),
                   member("normal_scale", normal_scale), member("occlusion_strength", occlusion_strength),
                   member("alpha_mode", alpha_mode), member("alpha_cutoff", alpha_cutoff),
                   member("double_sided", double_sided), member("unlit", unlit)),
        texture_members<"base_color_texture.">(base_color_texture),
        texture_members<"metallic_roughness_texture.">(metallic_roughness_texture),
        texture_members<"normal_texture.">(normal_texture),
        texture_members<"occlusion_texture.">(occlusion_texture),
        texture_members<"emissive_texture.">(emissive_texture),
        std::tuple(member("layers", layers), member("toon", toon)));
}

template <member_detail::Is<Channel> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [node, bone, displacer, path, space, interpolation, times, values] = x;
    return std::tuple(index("channels.node", node, PointsInto::nodes), member("channels.bone", bone),
                      index("channels.displacer", displacer, PointsInto::displacers),
                      member("channels.path", path), member("channels.space", space),
                      member("channels.interpolation", interpolation),
                      member("channels.times", times, Unit::seconds), member("channels.values", values));
}

template <member_detail::Is<Clip> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [name, duration, loop, channels, reference_pose] = x;
    return std::tuple(member("name", name), member("duration", duration, Unit::seconds), member("loop", loop),
                      member("channels", channels), member("reference_pose", reference_pose));
}

template <member_detail::Is<Document> T>
auto members(T& x) {
    using namespace member_detail;
    auto& [file, format, nodes, humanoids, meshes, displacers, viewpoints, lights, sky, metres_per_unit,
           materials, variants, images, clips, diagnostics, source] = x;
    return std::tuple(provenance("file", file), provenance("format", format), member("nodes", nodes),
                      member("humanoids", humanoids), member("meshes", meshes),
                      member("displacers", displacers), member("viewpoints", viewpoints),
                      member("lights", lights), member("sky", sky),
                      member("metres_per_unit", metres_per_unit), member("materials", materials),
                      member("variants", variants), member("images", images), member("clips", clips),
                      provenance("diagnostics", diagnostics), provenance("source", source));
}

/// Returns the element of a list, whether shared or not.
template <class T>
const T& target(const T& x) {
    return x;
}
template <class T>
const T& target(const std::shared_ptr<const T>& x) {
    return *x;
}

}  // namespace vitruvian
