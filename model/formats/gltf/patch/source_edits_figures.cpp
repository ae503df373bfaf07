// Edits of figures other than their joints: segments, bones, expressions, and H-Anim's data of the whole
// figure.
#include "model/core/at.h"
#include "model/document/list_match.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/write/hanim_extension.h"
#include "model/standard/vrm_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

OrderedJson box_json(const Bounds& box) {
    return {{"min", numbers(box.min)}, {"max", numbers(box.max)}};
}

bool is_plain_key(const std::string& name) {
    return !name.empty() && name.find_first_of("/~") == std::string::npos;
}

}  // namespace

std::string vrm0_name(Bone bone) {
    const std::string name(to_string(bone));
    for (const std::string_view side : {"left", "right"}) {
        const std::string thumb = std::string(side) + "Thumb";
        if (name == thumb + "Metacarpal") return thumb + "Proximal";
        if (name == thumb + "Proximal") return thumb + "Intermediate";
    }
    return name;
}

void SourceEdits::set_or_remove(const std::string& pointer, bool is_given, OrderedJson value) {
    if (is_given) {
        json_.set(pointer, std::move(value));
    } else {
        json_.remove(pointer);
    }
}

bool SourceEdits::edit_segment(const Difference& d) {
    const auto h = static_cast<std::size_t>(d.humanoid);
    const auto s = static_cast<std::size_t>(d.index);
    const Segment& segment = now_.humanoids[h].segments[s];
    const HanimPlaces& places = traced_.places.hanim[h];
    if (s >= places.segments.size()) return false;
    const std::string pointer = fmt::format("{}/segments/{}", places.pointer, places.segments[s]);
    if (d.field == "mass") {
        json_.set(pointer + "/mass", number(segment.mass));
    } else if (d.field == "centre_of_mass") {
        json_.set(pointer + "/centerOfMass", numbers(segment.centre_of_mass));
    } else if (d.field == "moments_of_inertia") {
        json_.set(pointer + "/momentsOfInertia", numbers(segment.moments_of_inertia));
    } else if (d.field == "bounding_box") {
        set_or_remove(pointer + "/boundingBox", segment.bounding_box.has_value(),
                      segment.bounding_box ? box_json(*segment.bounding_box) : OrderedJson());
    } else {
        return d.field == "name";  // with its nodes: edit_names
    }
    return true;
}

/// Edits VITRUVIAN_hanim's list of tags and their values.
void SourceEdits::edit_info(const std::string& pointer, const InfoTags& was, const InfoTags& now) {
    const Json::json_pointer place(pointer);
    if (!traced_.root.contains(place) || traced_.root.at(place).size() != was.size()) {
        OrderedJson list = OrderedJson::array();
        for (const auto& [tag, value] : now) list.push_back({tag, value});
        return json_.set(pointer, std::move(list));
    }
    const ListMatch match = match_in_order(
        was.size(), now.size(), [&](std::size_t a, std::size_t b) { return was[a].first == now[b].first; });
    std::vector<std::size_t> order;
    std::size_t count = was.size();
    std::size_t next = 0;  // of the file's tags
    const auto skip_removed = [&] {
        for (; next < was.size() && match.to[next] < 0; ++next) {
            json_.remove(fmt::format("{}/{}", pointer, next));
            order.push_back(next);
        }
    };
    for (std::size_t i = 0; i < now.size(); ++i) {
        skip_removed();
        if (match.from[i] < 0) {
            json_.append(pointer, {now[i].first, now[i].second});
            order.push_back(count++);
            continue;
        }
        for (const int part : {0, 1}) {
            const std::string& text = part == 0 ? now[i].first : now[i].second;
            if ((part == 0 ? was[next].first : was[next].second) != text)
                json_.set(fmt::format("{}/{}/{}", pointer, next, part), text);
        }
        order.push_back(next++);
    }
    skip_removed();
    if (!std::is_sorted(order.begin(), order.end())) json_.reorder(pointer, std::move(order));
}

/// VRM's metadata: a tag's value is one string, the first of a list, or true or false.
bool SourceEdits::edit_vrm_info(const Difference& d) {
    const auto h = static_cast<std::size_t>(d.humanoid);
    const auto& now = now_.humanoids[h].info;
    const auto& was = was_.humanoids[h].info;
    const char* name = extension(traced_.root, "VRMC_vrm") != nullptr ? "VRMC_vrm" : "VRM";
    const Json* vrm = extension(traced_.root, name);
    if (vrm == nullptr) return false;
    const Json* meta = member(*vrm, "meta");
    const auto value_in = [](const auto& list, const std::string& tag) {
        const auto found =
            std::find_if(list.begin(), list.end(), [&](const auto& pair) { return pair.first == tag; });
        return found == list.end() ? std::optional<std::string>() : std::optional(found->second);
    };
    const auto edit = [&](const std::string& tag) {
        const std::optional<std::string> wanted = value_in(now, tag);
        if (wanted == value_in(was, tag)) return true;
        if (!is_plain_key(tag)) return false;
        const std::string pointer = fmt::format("/extensions/{}/meta/{}", name, tag);
        const Json* value = meta == nullptr ? nullptr : member(*meta, tag.c_str());
        const bool is_list = value != nullptr && value->is_array() && !value->empty();
        if (value == nullptr && was.size() >= now.size()) return false;
        const bool is_new_permission =
            value == nullptr && std::string_view(name) == "VRMC_vrm" && is_vrm_permission(tag);
        if (is_new_permission || (value != nullptr && value->is_boolean())) {
            if (wanted && *wanted != "true" && *wanted != "false") return false;
            set_or_remove(pointer, wanted.has_value(), wanted == "true");
            return true;
        }
        if (value != nullptr && !is_list && !value->is_string()) return false;
        if (tag == "authors" && !wanted) {
            json_.set(pointer, OrderedJson::array({"unknown"}));
            no_author_ = true;
            return true;
        }
        set_or_remove(is_list && wanted ? pointer + "/0" : pointer, wanted.has_value(), wanted.value_or(""));
        return true;
    };
    return std::all_of(now.begin(), now.end(), [&](const auto& pair) { return edit(pair.first); }) &&
           std::all_of(was.begin(), was.end(), [&](const auto& pair) { return edit(pair.first); });
}

void SourceEdits::note_missing_author() {
    if (no_author_)
        writing_.note("vrm-no-author",
                      "VRM requires an author; the figure has none, so it is written as unknown");
}

bool SourceEdits::edit_figure(const Difference& d) {
    const auto h = static_cast<std::size_t>(d.humanoid);
    const Humanoid& humanoid = now_.humanoids[h];
    if (d.field == "name") return true;  // edit_names
    if (humanoid.kind != HumanoidKind::hanim) return d.field == "info" && edit_vrm_info(d);
    const std::string& pointer = traced_.places.hanim[h].pointer;
    if (pointer.empty()) return false;
    if (d.field == "version" && !humanoid.version.empty()) {
        json_.set(pointer + "/version", humanoid.version);
    } else if (d.field == "declared_loa") {
        set_or_remove(pointer + "/loa", humanoid.declared_loa.has_value(), humanoid.declared_loa.value_or(0));
    } else if (d.field == "skeletal_configuration") {
        json_.set(pointer + "/skeletalConfiguration", humanoid.skeletal_configuration);
    } else if (d.field == "bounding_box") {
        set_or_remove(pointer + "/boundingBox", humanoid.bounding_box.has_value(),
                      humanoid.bounding_box ? box_json(*humanoid.bounding_box) : OrderedJson());
    } else if (d.field == "info") {
        edit_info(pointer + "/info", was_.humanoids[h].info, humanoid.info);
    } else {
        return false;
    }
    return true;
}

/// Sets or removes a bone's entry in an extension's map of bones; a new one takes its place among the others if
/// these are in order.
void SourceEdits::edit_mapped_bone(const std::string& map, Bone bone, OrderedJson value) {
    const std::string pointer = fmt::format("{}/{}", map, to_string(bone));
    if (value.is_null()) return set_or_remove(pointer, false, {});
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < bone_count; ++i) keys.emplace_back(to_string(static_cast<Bone>(i)));
    json_.set_in_order(pointer, std::move(value), std::move(keys));
}

/// Edits every extension of the file that maps bones of this figure; if there is none, the extension is
/// added.
bool SourceEdits::edit_bone(const Difference& d) {
    const auto h = static_cast<std::size_t>(d.humanoid);
    const auto bone = static_cast<Bone>(d.index);
    const int node = now_.humanoids[h].bones[bone];
    const int source = node < 0 ? -1 : source_of(node);
    bool done = false;
    if (const std::string definition = definition_of(h); !definition.empty()) {
        edit_mapped_bone(definition + "/humanoidBones", bone,
                         source < 0 ? OrderedJson() : OrderedJson(source));
        done = true;
    }
    // VRM and KHR_character describe a single figure.
    for (const char* vrm : {"VRMC_vrm", "VRMC_vrm_animation"}) {
        if (h != 0 || extension(traced_.root, vrm) == nullptr) continue;
        edit_mapped_bone(fmt::format("/extensions/{}/humanoid/humanBones", vrm), bone,
                         source < 0 ? OrderedJson() : OrderedJson{{"node", source}});
        done = true;
    }
    if (h == 0 && extension(traced_.root, "VRM") != nullptr) {
        edit_vrm0_bone(bone, source);
        done = true;
    }
    if (h == 0 && extension(traced_.root, "KHR_character_skeleton_mapping") != nullptr) return false;
    if (!done) want_definition_.insert(h);
    return true;
}

void SourceEdits::edit_vrm0_bone(Bone bone, int source) {
    const std::string name = vrm0_name(bone);
    const std::string pointer = "/extensions/VRM/humanoid/humanBones";
    const Json* vrm = extension(traced_.root, "VRM");
    const Json* humanoid = member(*vrm, "humanoid");
    const Json* list = humanoid == nullptr ? nullptr : member(*humanoid, "humanBones");
    for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
        if (text_or_empty((*list)[i], "bone") != name) continue;
        if (source >= 0) return json_.set(fmt::format("{}/{}/node", pointer, i), source);
        return json_.remove(fmt::format("{}/{}", pointer, i));
    }
    if (source >= 0) json_.append(pointer, {{"bone", name}, {"node", source}, {"useDefaultValues", true}});
}

/// Edits the weights of a VRM 1.0 expression's morph targets.
bool SourceEdits::edit_expression(const Difference& d) {
    const auto& list = at(now_.humanoids, d.humanoid).expressions;
    const Json* vrm = extension(traced_.root, "VRMC_vrm");
    const Json* expressions = vrm == nullptr ? nullptr : member(*vrm, "expressions");
    if (d.field != "binds" || expressions == nullptr || d.humanoid != 0) return false;
    const Expression& expression = at(list, d.index);
    if (!is_plain_key(expression.name)) return false;
    for (const char* group : {"preset", "custom"}) {
        const Json* named = member(*expressions, group);
        if (named == nullptr || member(*named, expression.name.c_str()) == nullptr) continue;
        OrderedJson binds = OrderedJson::array();
        for (const auto& [displacer, weight] : expression.binds) {
            for (const auto& [node, target] : at(traced_.places.targets, displacer))
                binds.push_back({{"node", node}, {"index", target}, {"weight", number(weight)}});
        }
        json_.set(
            fmt::format("/extensions/VRMC_vrm/expressions/{}/{}/morphTargetBinds", group, expression.name),
            std::move(binds));
        return true;
    }
    return false;
}

}  // namespace vitruvian::gltf
