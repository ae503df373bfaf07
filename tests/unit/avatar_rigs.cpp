#include "tests/unit/avatar_rigs.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace vitruvian::test {
namespace {

/// H-Anim 1.1's name of a bone, without l_ or r_.
std::string joint_name(Bone bone) {
    static const std::map<std::string, std::string> names{{"hips", "HumanoidRoot"},
                                                          {"spine", "vl5"},
                                                          {"chest", "vt10"},
                                                          {"upperChest", "vt1"},
                                                          {"neck", "vc7"},
                                                          {"head", "skullbase"},
                                                          {"Shoulder", "sternoclavicular"},
                                                          {"UpperArm", "shoulder"},
                                                          {"LowerArm", "elbow"},
                                                          {"Hand", "wrist"},
                                                          {"ThumbMetacarpal", "thumb1"},
                                                          {"ThumbProximal", "thumb2"},
                                                          {"ThumbDistal", "thumb3"},
                                                          {"IndexProximal", "index1"},
                                                          {"IndexIntermediate", "index2"},
                                                          {"IndexDistal", "index3"},
                                                          {"MiddleProximal", "middle1"},
                                                          {"MiddleIntermediate", "middle2"},
                                                          {"MiddleDistal", "middle3"},
                                                          {"RingProximal", "ring1"},
                                                          {"RingIntermediate", "ring2"},
                                                          {"RingDistal", "ring3"},
                                                          {"LittleProximal", "pinky1"},
                                                          {"LittleIntermediate", "pinky2"},
                                                          {"LittleDistal", "pinky3"},
                                                          {"UpperLeg", "hip"},
                                                          {"LowerLeg", "knee"},
                                                          {"Foot", "ankle"},
                                                          {"Toes", "midtarsal"}};
    std::string name(vitruvian::to_string(bone));
    if (name.starts_with("left")) return "l_" + names.at(name.substr(4));
    if (name.starts_with("right")) return "r_" + names.at(name.substr(5));
    return names.at(name);
}

std::vector<Bone> children_of(const Places& places, Bone bone) {
    std::vector<Bone> out;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto child = static_cast<Bone>(i);
        if (places.has(child) && places.parent(child) == bone) out.push_back(child);
    }
    return out;
}

void set_pair(Places& places, Bone left, const vec3& place) {
    at(places.of, left) = place;
    at(places.of, mirrored_bone(left)) = {-place.x, place.y, place.z};
}

std::string numbers(const vec3& v) {
    return fmt::format("{:.6f} {:.6f} {:.6f}", v.x, v.y, v.z);
}

constexpr std::array<std::array<int, 4>, 6> faces{
    {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}};

std::string face_set(const std::vector<Vertex>& vertices, Bone bone) {
    std::string points;
    for (const Vertex& vertex : vertices) {
        if (vertex.bone == bone) points += numbers(vertex.place) + ", ";
    }
    std::string corners;
    for (const auto& face : faces) {
        for (const int corner : face) corners += fmt::format("{} ", corner);
        corners += "-1 ";
    }
    return fmt::format(
        "Shape {{ geometry IndexedFaceSet {{ coord Coordinate {{ point [ {} ] }} coordIndex [ {} ] }} }}",
        points, corners);
}

/// The joint of `bone` with its descendants; `inside` returns the contents of each besides its children.
std::string joint_text(const Places& places, Bone bone, const char* type,
                       const std::function<std::string(Bone)>& fields,
                       const std::function<std::string(Bone)>& children) {
    std::string out =
        fmt::format("DEF hanim_{0} {1} {{ name \"{0}\" center {2} {3} children [ {4}", joint_name(bone), type,
                    numbers(places[bone]), fields(bone), children(bone));
    for (const Bone child : children_of(places, bone))
        out += joint_text(places, child, type, fields, children);
    return out + " ] }\n";
}

}  // namespace

std::optional<Bone> Places::parent(Bone bone) const {
    std::optional<Bone> out = parent_of(bone);
    while (out && !has(*out)) out = parent_of(*out);
    return out;
}

void Places::turn_below(Bone bone, const vec3& axis, float degrees) {
    const quat turn = axis_angle(axis, glm::radians(degrees));
    for (std::size_t i = static_cast<std::size_t>(bone) + 1; i < bone_count; ++i) {
        const auto below = static_cast<Bone>(i);
        std::optional<Bone> above = has(below) ? parent(below) : std::nullopt;
        while (above && *above != bone) above = parent(*above);
        if (above) (*this)[below] = (*this)[bone] + turn * ((*this)[below] - (*this)[bone]);
    }
}

void Places::move_below(Bone bone, const vec3& by) {
    for (std::size_t i = static_cast<std::size_t>(bone); i < bone_count; ++i) {
        const auto below = static_cast<Bone>(i);
        std::optional<Bone> above = has(below) ? std::optional(below) : std::nullopt;
        while (above && *above != bone) above = parent(*above);
        if (above) (*this)[below] += by;
    }
}

void Places::for_each(const std::function<void(vec3&)>& edit) {
    for (auto& place : of) {
        if (place) edit(*place);
    }
}

Places t_pose() {
    Places out;
    const auto middle = [&out](Bone bone, float y) { at(out.of, bone) = vec3(0, y, 0); };
    middle(Bone::hips, 0.95F);
    middle(Bone::spine, 1.05F);
    middle(Bone::chest, 1.2F);
    middle(Bone::upper_chest, 1.32F);
    middle(Bone::neck, 1.48F);
    middle(Bone::head, 1.62F);
    set_pair(out, Bone::left_shoulder, {0.05F, 1.43F, 0});
    set_pair(out, Bone::left_upper_arm, {0.2F, 1.43F, 0});
    set_pair(out, Bone::left_lower_arm, {0.5F, 1.43F, 0});
    set_pair(out, Bone::left_hand, {0.77F, 1.43F, 0});
    const float diagonal = 0.03F * 0.70710678F;
    for (int i = 0; i < 3; ++i) {
        const auto along = static_cast<float>(i);
        set_pair(out, static_cast<Bone>(static_cast<int>(Bone::left_thumb_metacarpal) + i),
                 vec3(0.79F, 1.43F, 0.02F) + vec3(diagonal, 0, diagonal) * along);
        for (int finger = 0; finger < 4; ++finger) {
            set_pair(out, static_cast<Bone>(static_cast<int>(Bone::left_index_proximal) + 3 * finger + i),
                     {0.86F + 0.03F * along, 1.43F, 0.025F - 0.022F * static_cast<float>(finger)});
        }
    }
    set_pair(out, Bone::left_upper_leg, {0.0961F, 0.91F, 0});
    set_pair(out, Bone::left_lower_leg, {0.0961F, 0.48F, 0});
    set_pair(out, Bone::left_foot, {0.0961F, 0.03F, 0});
    set_pair(out, Bone::left_toes, {0.0961F, 0.03F, 0.13F});
    return out;
}

Places hanging_pose() {
    Places out = t_pose();
    out.turn_below(Bone::left_upper_arm, {0, 0, 1}, -90.0F);
    out.turn_below(Bone::right_upper_arm, {0, 0, 1}, 90.0F);
    return out;
}

const char* to_string(Kind kind) {
    return kind == Kind::hanim ? "hanim" : kind == Kind::vrm ? "vrm" : "ext";
}

std::vector<Vertex> boxes(const Places& places) {
    const float size = glm::distance(places[Bone::hips], places[Bone::head]) / 0.67F;
    const float around = 0.03F * size;
    BoneMap map;
    for (std::size_t i = 0; i < bone_count; ++i) map.node[i] = places.of[i] ? static_cast<int>(i) : -1;
    std::vector<Vertex> out;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (!places.has(bone)) continue;
        Bounds box;
        box.add(places[bone]);
        if (const auto next = check::next_bone(map, bone)) box.add(places[*next]);
        if (bone == Bone::head) box.add(places[bone] + vec3(0, 0.1F * size, 0));
        for (int corner = 0; corner < 8; ++corner) {
            const auto side = [corner, around](int bit, float low, float high) {
                return (corner & bit) != 0 ? high + around : low - around;
            };
            out.push_back({{side(1, box.min.x, box.max.x), side(2, box.min.y, box.max.y),
                            side(4, box.min.z, box.max.z)},
                           bone});
        }
    }
    return out;
}

void Avatar::set_weights(std::size_t vertex, std::vector<std::pair<Bone, float>> influences) {
    for (std::size_t k = 0; k < 4; ++k) {
        const bool is_there = k < influences.size();
        joints[4 * vertex + k] =
            is_there ? static_cast<std::uint16_t>(entry.at(static_cast<std::size_t>(influences[k].first)))
                     : 0;
        weights[4 * vertex + k] = is_there ? influences[k].second : 0.0F;
    }
}

void Avatar::turn_axes(Bone bone, const quat& turn) {
    const auto rotate = [](Json& json, const quat& by, bool before) {
        const Json& r = json["rotation"];
        const quat old(r[3].get<float>(), r[0].get<float>(), r[1].get<float>(), r[2].get<float>());
        const quat q = before ? by * old : old * by;
        json["rotation"] = {q.x, q.y, q.z, q.w};
    };
    Json& nodes = builder.json["nodes"];
    Json& own = at(nodes, node.at(static_cast<std::size_t>(bone)));
    rotate(own, turn, false);
    for (const Json& child : own["children"]) {
        Json& below = nodes[child.get<std::size_t>()];
        rotate(below, glm::inverse(turn), true);
        const Json& t = below["translation"];
        const vec3 moved = glm::inverse(turn) * vec3(t[0].get<float>(), t[1].get<float>(), t[2].get<float>());
        below["translation"] = {moved.x, moved.y, moved.z};
    }
    float* inverse = inverse_bind.data() + 16 * entry.at(static_cast<std::size_t>(bone));
    const mat4 turned = glm::mat4_cast(glm::inverse(turn)) * glm::make_mat4(inverse);
    std::copy_n(glm::value_ptr(turned), 16, inverse);
}

Document Avatar::load() {
    std::vector<float> positions;
    for (const Vertex& vertex : vertices) {
        for (int c = 0; c < 3; ++c) positions.push_back(vertex.place[c]);
    }
    std::vector<std::uint16_t> corners;
    for (std::size_t box = 0; box < vertices.size() / 8; ++box) {
        for (const auto& face : faces) {
            for (const int i : {0, 1, 2, 0, 2, 3})
                corners.push_back(static_cast<std::uint16_t>(
                    8 * box + static_cast<std::size_t>(face.at(static_cast<std::size_t>(i)))));
        }
    }
    Json primitive{{"attributes", attributes}};
    primitive["attributes"]["POSITION"] = builder.vec3s(positions);
    if (!attributes.contains("JOINTS_0"))
        primitive["attributes"]["JOINTS_0"] =
            builder.accessor(builder.view(joints), 5123, "VEC4", joints.size() / 4);
    if (!attributes.contains("WEIGHTS_0"))
        primitive["attributes"]["WEIGHTS_0"] = builder.floats(weights, "VEC4", 4);
    primitive["indices"] = builder.accessor(builder.view(corners), 5123, "SCALAR", corners.size());
    builder.json["meshes"][0]["primitives"] = Json::array({primitive});
    if (!builder.json["skins"][0].contains("inverseBindMatrices"))
        builder.json["skins"][0]["inverseBindMatrices"] = builder.floats(inverse_bind, "MAT4", 16);
    return test::load(builder);
}

Avatar make_avatar(const Places& places, Kind kind) {
    Avatar out;
    std::array<quat, bone_count> turn{};
    Json joints = Json::array();
    Json bones = Json::object();
    out.node.fill(-1);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (!places.has(bone)) continue;
        turn.at(i) = kind == Kind::ext ? t_pose_frame(bone) : identity_quat;
        const auto parent = places.parent(bone);
        const auto p = parent ? static_cast<std::size_t>(*parent) : 0;
        const quat back = parent ? glm::inverse(turn.at(p)) : identity_quat;
        const vec3 t = parent ? back * (places[bone] - places[*parent]) : places[bone];
        const quat r = back * turn.at(i);
        out.node.at(i) = out.builder.push("nodes", {{"name", vitruvian::to_string(bone)},
                                                    {"translation", {t.x, t.y, t.z}},
                                                    {"rotation", {r.x, r.y, r.z, r.w}}});
        if (parent) at(out.builder.json["nodes"], out.node.at(p))["children"].push_back(out.node.at(i));
        out.entry.at(i) = static_cast<int>(joints.size());
        joints.push_back(out.node.at(i));
        bones[std::string(vitruvian::to_string(bone))] = {{"node", out.node.at(i)}};
        const mat4 inverse = affine_inverse(to_matrix({places[bone], turn.at(i), vec3(1), identity_quat}));
        for (int c = 0; c < 16; ++c) out.inverse_bind.push_back(inverse[c / 4][c % 4]);
    }
    out.vertices = boxes(places);
    out.joints.assign(4 * out.vertices.size(), 0);
    out.weights.assign(4 * out.vertices.size(), 0.0F);
    for (std::size_t v = 0; v < out.vertices.size(); ++v) out.set_weights(v, {{out.vertices[v].bone, 1.0F}});
    out.builder.push("meshes", {{"name", "body"}, {"primitives", Json::array()}});
    out.builder.push("skins", {{"name", "skin"}, {"joints", joints}});
    const int shown = out.builder.push("nodes", {{"name", "bodyNode"}, {"mesh", 0}, {"skin", 0}});
    out.builder.json["scenes"] = Json::array({{{"nodes", {out.node[0], shown}}}});
    out.builder.json["scene"] = 0;
    out.attributes = Json::object();
    Json& extensions = out.builder.json["extensions"];
    if (kind == Kind::vrm) {
        extensions["VRMC_vrm"] = {{"specVersion", "1.0"}, {"humanoid", {{"humanBones", bones}}}};
    } else {
        extensions["EXT_skeleton_humanoid"]["humanoidSkeletons"] =
            Json::array({{{"name", "figure"}, {"rootNode", out.node[0]}, {"humanoidBones", Json::object()}}});
        Json& list = extensions["EXT_skeleton_humanoid"]["humanoidSkeletons"][0]["humanoidBones"];
        for (const auto& [name, bone] : bones.items()) list[name] = bone["node"];
    }
    return out;
}

std::string hanim_text(const Places& places, Bone bone, const std::string& fields) {
    const std::vector<Vertex> vertices = boxes(places);
    return "#VRML V2.0 utf8\nDEF hanim_figure Humanoid { name \"figure\" version \"1.1\" humanoidBody [\n" +
           joint_text(
               places, Bone::hips, "Joint",
               [&](Bone joint) { return joint == bone ? fields : std::string(); },
               [&](Bone joint) {
                   return fmt::format("Segment {{ name \"segment_of_{}\" children [ {} ] }}\n",
                                      joint_name(joint), face_set(vertices, joint));
               }) +
           "] }\n";
}

Influences own_weights(const std::vector<Vertex>& vertices) {
    Influences out;
    for (const Vertex& vertex : vertices) out.push_back({{vertex.bone, 1.0F}});
    return out;
}

std::string hanim_skin_text(const Places& places, const std::vector<Vertex>& vertices,
                            const Influences& weights) {
    std::string points;
    for (const Vertex& vertex : vertices) points += numbers(vertex.place) + ", ";
    std::string corners;
    for (std::size_t box = 0; box < vertices.size() / 8; ++box) {
        for (const auto& face : faces) {
            for (const int corner : face)
                corners += fmt::format("{} ", 8 * box + static_cast<std::size_t>(corner));
            corners += "-1 ";
        }
    }
    const auto fields = [&](Bone joint) {
        std::string indices;
        std::string values;
        for (std::size_t v = 0; v < weights.size(); ++v) {
            for (const auto& [bone, weight] : weights[v]) {
                if (bone != joint) continue;
                indices += fmt::format("{} ", v);
                values += fmt::format("{} ", weight);
            }
        }
        return fmt::format("skinCoordIndex [ {}] skinCoordWeight [ {}]", indices, values);
    };
    std::string joints;
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (places.of[i]) joints += "USE hanim_" + joint_name(static_cast<Bone>(i)) + " ";
    }
    return "#X3D V4.0 utf8\nPROFILE Immersive\nDEF hanim_figure HAnimHumanoid { name \"figure\" version "
           "\"2.0\" skeleton [\n" +
           joint_text(places, Bone::hips, "HAnimJoint", fields, [](Bone) { return std::string(); }) +
           fmt::format(
               "] joints [ {} ] skinCoord DEF points Coordinate {{ point [ {} ] }} skin DEF body Shape {{ "
               "geometry "
               "IndexedFaceSet {{ coord USE points coordIndex [ {} ] }} }} }}\n",
               joints, points, corners);
}

Document load_world(const std::string& text) {
    return read_text(text, text.starts_with("#X3D") ? "figure.x3dv" : "figure.wrl");
}

Document make_figure(const Places& places, Kind kind) {
    if (kind == Kind::hanim) return load_world(hanim_text(places));
    Avatar avatar = make_avatar(places, kind);
    return avatar.load();
}

std::string objects_of(const std::vector<check::Finding>& findings) {
    std::string out;
    for (const check::Finding& finding : findings) out += (out.empty() ? "" : " ") + finding.object.name;
    return out;
}

}  // namespace vitruvian::test
