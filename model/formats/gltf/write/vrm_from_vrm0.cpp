#include "model/formats/gltf/write/vrm_from_vrm0.h"

#include "model/formats/gltf/write/vrm_source.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// The permissions of a licence in VRM 0.x's list, in VRM 1.0's terms.
struct Licence {
    std::string_view name;
    std::string_view url;
    bool credit;
    bool redistribution;
    bool modification;    // and to redistribute modified versions
    bool commercial_use;  // false: prohibited, whatever commercialUssageName says
};
constexpr std::array<Licence, 8> licences{{
    {"CC0", "https://creativecommons.org/publicdomain/zero/1.0/", false, true, true, true},
    {"CC_BY", "https://creativecommons.org/licenses/by/4.0/", true, true, true, true},
    {"CC_BY_NC", "https://creativecommons.org/licenses/by-nc/4.0/", true, true, true, false},
    {"CC_BY_SA", "https://creativecommons.org/licenses/by-sa/4.0/", true, true, true, true},
    {"CC_BY_NC_SA", "https://creativecommons.org/licenses/by-nc-sa/4.0/", true, true, true, false},
    {"CC_BY_ND", "https://creativecommons.org/licenses/by-nd/4.0/", true, true, false, true},
    {"CC_BY_NC_ND", "https://creativecommons.org/licenses/by-nc-nd/4.0/", true, true, false, false},
    {"Redistribution_Prohibited", "", true, false, false, true},
}};

/// Converts "OnlyAuthor" to VRM 1.0's spelling: "onlyAuthor".
std::string lower_first(std::string text) {
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return text;
}

void set_text(OrderedJson& out, const char* key, const std::string& text) {
    if (!text.empty()) out[key] = text;
}

/// Converts a licence other than VRM's own: its URL, and its permissions. Permissions that VRM 0.x does not
/// have keep VRM 1.0's default, which is no.
void carry_licence(Writing& writing, const Json& from, OrderedJson& meta) {
    const std::string name = text_or_empty(from, "licenseName");
    const auto* licence = std::find_if(licences.begin(), licences.end(),
                                       [&name](const Licence& known) { return known.name == name; });
    std::string url = text_or_empty(from, "otherLicenseUrl");
    if (licence != licences.end()) {
        meta["creditNotation"] = licence->credit ? "required" : "unnecessary";
        meta["allowRedistribution"] = licence->redistribution;
        if (!licence->commercial_use) meta["commercialUsage"] = "personalNonProfit";
        meta["modification"] = licence->modification ? "allowModificationRedistribution" : "prohibited";
        if (!licence->url.empty()) url = licence->url;
    }
    const std::string permission = text_or_empty(from, "otherPermissionUrl");
    if (url.empty()) url = permission;
    set_text(meta, "otherLicenseUrl", url);
    if (!permission.empty() && permission != url) {
        writing.note(
            "vrm0-not-carried",
            "VRM 1.0 has one address for other terms; that of other permissions is left out: " + permission);
    }
}

void carry_meta(Writing& writing, const VrmSource& source, OrderedJson& meta) {
    const Json& from = VrmSource::object(source.vrm, "meta");
    set_text(meta, "version", text_or_empty(from, "version"));
    set_text(meta, "contactInformation", text_or_empty(from, "contactInformation"));
    if (const std::string reference = text_or_empty(from, "reference"); !reference.empty())
        meta["references"] = OrderedJson::array({reference});
    if (const int image = source.image(writing, int_or(from, "texture", -1)); image >= 0)
        meta["thumbnailImage"] = image;
    const std::string user = text_or_empty(from, "allowedUserName");
    if (user == "OnlyAuthor" || user == "Everyone") meta["avatarPermission"] = lower_first(user);
    if (user == "ExplicitlyLicensedPerson") meta["avatarPermission"] = "onlySeparatelyLicensedPerson";
    const auto allows = [&from](const char* key) { return text_or_empty(from, key) == "Allow"; };
    meta["allowExcessivelyViolentUsage"] = allows("violentUssageName");
    meta["allowExcessivelySexualUsage"] = allows("sexualUssageName");
    meta["commercialUsage"] = allows("commercialUssageName") ? "personalProfit" : "personalNonProfit";
    carry_licence(writing, from, meta);
}

void carry_first_person(const VrmSource& source, OrderedJson& vrm) {
    const Json& from = VrmSource::object(source.vrm, "firstPerson");
    OrderedJson annotations = OrderedJson::array();
    for (const Json& annotation : list_of(from, "meshAnnotations")) {
        const std::string type = lower_first(text_or_empty(annotation, "firstPersonFlag"));
        const bool is_known =
            type == "auto" || type == "both" || type == "thirdPersonOnly" || type == "firstPersonOnly";
        const auto nodes = source.mesh_nodes.find(int_or(annotation, "mesh", -1));
        if (!is_known || nodes == source.mesh_nodes.end()) continue;
        for (const int node : nodes->second) annotations.push_back({{"node", node}, {"type", type}});
    }
    if (!annotations.empty()) vrm["firstPerson"]["meshAnnotations"] = std::move(annotations);
}

/// Whether a curve of VRM 0.x (keys of time, value, slope in, slope out) is not a straight line.
bool is_bent(const Json& curve) {
    static const Json straight = Json::array({0, 0, 0, 1, 1, 1, 1, 0});
    return !curve.empty() && curve != straight;
}

void carry_look_at(Writing& writing, const VrmSource& source, OrderedJson& vrm) {
    const Json& from = VrmSource::object(source.vrm, "firstPerson");
    const std::string type = text_or_empty(from, "lookAtTypeName");
    if (type != "Bone" && type != "BlendShape") return;
    OrderedJson look = {{"type", type == "Bone" ? "bone" : "expression"}};
    look["offsetFromHeadBone"] = numbers(vrm0_vector(from, "firstPersonBoneOffset"));
    constexpr std::array<std::pair<const char*, const char*>, 4> ranges{
        {{"lookAtHorizontalInner", "rangeMapHorizontalInner"},
         {"lookAtHorizontalOuter", "rangeMapHorizontalOuter"},
         {"lookAtVerticalDown", "rangeMapVerticalDown"},
         {"lookAtVerticalUp", "rangeMapVerticalUp"}}};
    bool bent = false;
    for (const auto& [old_name, name] : ranges) {
        const Json& range = VrmSource::object(from, old_name);
        if (range.empty()) continue;
        look[name] = {{"inputMaxValue", number(float_or(range, "xRange", 90.0F))},
                      {"outputScale", number(float_or(range, "yRange", 10.0F))}};
        bent = bent || is_bent(list_of(range, "curve"));
    }
    vrm["lookAt"] = std::move(look);
    if (bent) {
        writing.note(
            "vrm0-not-carried",
            "VRM 1.0's eyes follow in proportion: the curves of lookAt are left out, their ranges stay");
    }
}

/// The toon materials themselves are in the document.
void note_lost_shadows(Writing& writing, const VrmSource& source) {
    for (const Json& properties : list_of(source.vrm, "materialProperties")) {
        const Json& textures = VrmSource::object(properties, "textureProperties");
        if (textures.contains("_ReceiveShadowTexture") || textures.contains("_ShadingGradeTexture")) {
            writing.note(
                "vrm0-not-carried",
                "VRM 1.0's MToon has no textures of received shadow and shading grade; they are left out");
        }
    }
}

}  // namespace

void carry_vrm0(Writing& writing, OrderedJson& vrm) {
    const std::optional<VrmSource> source = open_vrm(writing, HumanoidKind::vrm0);
    if (!source) return;
    carry_meta(writing, *source, vrm["meta"]);
    carry_first_person(*source, vrm);
    carry_look_at(writing, *source, vrm);
    carry_springs(writing, *source);
    note_lost_shadows(writing, *source);
}

}  // namespace vitruvian::gltf
