// Reads and writes poses as JSON, and their folder.
#include "app/session/pose_store.h"
#include "app/session/xdg_folder.h"
#include "model/core/at.h"
#include "model/io/file.h"
#include "model/io/write_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json numbers(const vec3& v) {
    return {v.x, v.y, v.z};
}

json numbers(const quat& q) {
    return {q.x, q.y, q.z, q.w};
}

/// `count` finite numbers; nullopt for anything else.
std::optional<std::vector<float>> read_numbers(const json& list, std::size_t count) {
    if (!list.is_array() || list.size() != count) return std::nullopt;
    std::vector<float> out;
    for (const json& number : list) {
        if (!number.is_number() || !std::isfinite(number.get<float>())) return std::nullopt;
        out.push_back(number.get<float>());
    }
    return out;
}

std::optional<quat> read_rotation(const json& list) {
    const auto v = read_numbers(list, 4);
    if (!v) return std::nullopt;
    const quat q((*v)[3], (*v)[0], (*v)[1], (*v)[2]);
    return glm::length(q) > 1e-6F ? std::optional(glm::normalize(q)) : std::nullopt;
}

void read_vector(const json& object, const char* key, vec3& out) {
    const auto v = object.contains(key) ? read_numbers(object[key], 3) : std::nullopt;
    if (v) out = {(*v)[0], (*v)[1], (*v)[2]};
}

void read_rotation(const json& object, const char* key, quat& out) {
    if (object.contains(key)) out = read_rotation(object[key]).value_or(out);
}

json joint_json(const StoredPose::JointPart& part) {
    json out{{"name", part.name}, {"rest", numbers(part.rest)}, {"rotation", numbers(part.delta.rotation)}};
    if (part.delta.translation != vec3(0.0F)) out["translation"] = numbers(part.delta.translation);
    if (part.delta.scale != vec3(1.0F)) out["scale"] = numbers(part.delta.scale);
    if (part.delta.scale_orientation != identity_quat)
        out["scale-orientation"] = numbers(part.delta.scale_orientation);
    return out;
}

void read_joints(const json& list, StoredPose& out) {
    if (!list.is_array()) return;
    for (const json& object : list) {
        if (!object.is_object() || !object.contains("name") || !object["name"].is_string()) continue;
        StoredPose::JointPart part;
        part.name = object["name"].get<std::string>();
        read_rotation(object, "rest", part.rest);
        read_rotation(object, "rotation", part.delta.rotation);
        read_vector(object, "translation", part.delta.translation);
        read_vector(object, "scale", part.delta.scale);
        read_rotation(object, "scale-orientation", part.delta.scale_orientation);
        out.joints.push_back(std::move(part));
    }
}

}  // namespace

std::string pose_json(const StoredPose& pose) {
    json bones = json::object();
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (pose.turns[b]) bones[std::string(to_string(static_cast<Bone>(b)))] = numbers(*pose.turns[b]);
    }
    json joints = json::array();
    for (const StoredPose::JointPart& part : pose.joints) joints.push_back(joint_json(part));
    json weights = json::object();
    for (const auto& [name, weight] : pose.weights) weights[name] = weight;
    json out{{"pose", pose.name},          {"version", 1},     {"bones", bones},
             {"hips", numbers(pose.hips)}, {"joints", joints}, {"weights", weights}};
    if (pose.lift) out["lift"] = *pose.lift;
    return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<StoredPose> pose_from_json(std::string_view text) {
    const json object = json::parse(text.begin(), text.end(), nullptr, false);
    if (object.is_discarded()) return fail("pose-syntax", "This is not valid JSON.");
    if (!object.is_object() || !object.contains("pose") || !object["pose"].is_string())
        return fail("pose-no-pose", "This is not a pose of the library: \"pose\" must be its name.");
    StoredPose out;
    out.name = object["pose"].get<std::string>();
    const json none = json::object();
    const json& bones = object.contains("bones") && object["bones"].is_object() ? object["bones"] : none;
    for (const auto& [name, turn] : bones.items()) {
        const std::optional<Bone> bone = bone_from_string(name);
        if (bone) at(out.turns, *bone) = read_rotation(turn);
    }
    read_vector(object, "hips", out.hips);
    if (object.contains("lift") && object["lift"].is_number() && std::isfinite(object["lift"].get<float>()))
        out.lift = object["lift"].get<float>();
    if (object.contains("joints")) read_joints(object["joints"], out);
    const json& weights =
        object.contains("weights") && object["weights"].is_object() ? object["weights"] : none;
    for (const auto& [name, weight] : weights.items()) {
        if (weight.is_number() && std::isfinite(weight.get<float>()))
            out.weights.emplace_back(name, weight.get<float>());
    }
    if (!out.has_bones() && out.joints.empty()) return fail("pose-no-pose", "The pose has no joints.");
    return out;
}

const std::vector<StoredPose>& PoseLibrary::poses() const {
    if (is_read_) return poses_;
    is_read_ = true;
    std::error_code error;
    constexpr std::size_t max_bytes = 4U << 20;
    constexpr std::size_t max_poses = 2000;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() != ".json" || poses_.size() >= max_poses) continue;
        const Result<std::vector<std::byte>> bytes = read_file(entry.path(), max_bytes);
        if (!bytes) continue;
        Result<StoredPose> pose =
            pose_from_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
        if (pose) poses_.push_back(std::move(*pose));
    }
    std::sort(poses_.begin(), poses_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return poses_;
}

Result<void> PoseLibrary::keep(const StoredPose& pose) {
    if (pose.name.empty()) return fail("pose-no-name", "A pose needs a name.");
    if (folder_.empty()) return fail("pose-no-folder", "There is no home folder to keep poses in.");
    std::error_code error;
    fs::create_directories(folder_, error);
    const std::string text = pose_json(pose);
    if (Result<void> written = write_file_atomically(file_of(pose.name), std::as_bytes(std::span(text)));
        !written)
        return written;
    is_read_ = false;
    poses_.clear();
    return {};
}

Result<void> PoseLibrary::forget(const std::string& name) {
    std::error_code error;
    fs::remove(file_of(name), error);
    if (error) return fail("cannot-write", fmt::format("The pose stays: {}.", error.message()));
    is_read_ = false;
    poses_.clear();
    return {};
}

Result<void> PoseLibrary::rename(const std::string& name, const std::string& to) {
    if (name == to) return {};
    const std::vector<StoredPose>& all = poses();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& pose) { return pose.name == name; });
    if (found == all.end()) return fail("pose-nothing", "There is no such pose.");
    StoredPose renamed = *found;
    renamed.name = to;
    if (Result<void> kept = keep(renamed); !kept) return kept;
    return forget(name);
}

fs::path PoseLibrary::file_of(const std::string& name) const {
    std::string stem = percent_encoded(name);
    // A slash would refer to another folder, and a leading dot would hide the file.
    std::replace(stem.begin(), stem.end(), '/', '_');
    if (stem.starts_with('.')) stem[0] = '_';
    constexpr std::size_t longest = 200;
    return folder_ / (stem.substr(0, longest) + ".json");
}

fs::path pose_folder() {
    const fs::path data = xdg_folder("XDG_DATA_HOME", ".local/share");
    return data.empty() ? data : data / "vitruvian" / "poses";
}

}  // namespace vitruvian
