#include "model/formats/vrml/world/world_node.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace vitruvian::vrml {
namespace {

using Kind = WorldNode;

const std::unordered_map<std::string_view, Kind>& kinds() {
    static const std::unordered_map<std::string_view, Kind> table{
        {"Transform", Kind::transform},
        {"Group", Kind::group},
        {"StaticGroup", Kind::group},
        {"Anchor", Kind::group},
        {"Billboard", Kind::group},
        {"Collision", Kind::group},
        {"CADAssembly", Kind::group},
        {"CADPart", Kind::transform},
        {"CADLayer", Kind::group},
        {"CADFace", Kind::group},
        {"Switch", Kind::switch_},
        {"LOD", Kind::lod},
        {"Inline", Kind::inline_},
        {"Shape", Kind::shape},
        {"Viewpoint", Kind::viewpoint},
        {"TimeSensor", Kind::time_sensor},
        {"OrientationInterpolator", Kind::interpolator},
        {"PositionInterpolator", Kind::interpolator},
        {"ScalarInterpolator", Kind::interpolator},
        {"SplinePositionInterpolator", Kind::interpolator},
        {"SplineScalarInterpolator", Kind::interpolator},
        {"SquadOrientationInterpolator", Kind::interpolator},
        {"CoordinateInterpolator", Kind::interpolator},
        {"NormalInterpolator", Kind::interpolator},
        {"ColorInterpolator", Kind::interpolator},
        {"Humanoid", Kind::humanoid},
        {"HAnimHumanoid", Kind::humanoid},
        {"Joint", Kind::joint},
        {"HAnimJoint", Kind::joint},
        {"Segment", Kind::segment},
        {"HAnimSegment", Kind::segment},
        {"Site", Kind::site},
        {"HAnimSite", Kind::site},
        {"Displacer", Kind::displacer},
        {"HAnimDisplacer", Kind::displacer},
        {"HAnimMotion", Kind::motion},
        {"HAnimPose", Kind::motion},
        {"DirectionalLight", Kind::light},
        {"PointLight", Kind::light},
        {"SpotLight", Kind::light},
        {"Background", Kind::background},
        {"TextureBackground", Kind::background},
    };
    return table;
}

constexpr auto others = std::to_array<std::string_view>({"Appearance",
                                                         "Arc2D",
                                                         "ArcClose2D",
                                                         "Circle2D",
                                                         "Disk2D",
                                                         "Polyline2D",
                                                         "Polypoint2D",
                                                         "Rectangle2D",
                                                         "TriangleSet2D",
                                                         "MetadataBoolean",
                                                         "MetadataDouble",
                                                         "MetadataFloat",
                                                         "MetadataInteger",
                                                         "AudioClip",
                                                         "Box",
                                                         "Color",
                                                         "ColorRGBA",
                                                         "Cone",
                                                         "Coordinate",
                                                         "Cylinder",
                                                         "CylinderSensor",
                                                         "ElevationGrid",
                                                         "Extrusion",
                                                         "Fog",
                                                         "FontStyle",
                                                         "ImageTexture",
                                                         "IndexedFaceSet",
                                                         "IndexedTriangleSet",
                                                         "IndexedTriangleStripSet",
                                                         "IndexedTriangleFanSet",
                                                         "IndexedQuadSet",
                                                         "TriangleSet",
                                                         "TriangleStripSet",
                                                         "TriangleFanSet",
                                                         "QuadSet",
                                                         "IndexedLineSet",
                                                         "LineSet",
                                                         "LocalFog",
                                                         "Material",
                                                         "PhysicalMaterial",
                                                         "UnlitMaterial",
                                                         "MetadataSet",
                                                         "MetadataString",
                                                         "MovieTexture",
                                                         "NavigationInfo",
                                                         "Normal",
                                                         "PixelTexture",
                                                         "PlaneSensor",
                                                         "PointSet",
                                                         "ProximitySensor",
                                                         "Script",
                                                         "Sound",
                                                         "Sphere",
                                                         "SphereSensor",
                                                         "Text",
                                                         "TextureCoordinate",
                                                         "TextureTransform",
                                                         "TouchSensor",
                                                         "VisibilitySensor",
                                                         "WorldInfo",
                                                         "BooleanSequencer",
                                                         "BooleanToggle",
                                                         "BooleanTrigger",
                                                         "IntegerSequencer",
                                                         "KeySensor"});

/// Parts of the body: each is a joint, a segment or both after removing "l_" and "r_" (H-Anim 1.1, appendix
/// A, and the names that replace them in ISO/IEC 19774-1).
const std::unordered_set<std::string_view>& standard_names() {
    static const std::unordered_set<std::string_view> table{"HumanoidRoot",
                                                            "humanoid_root",
                                                            "humanoidRoot",
                                                            "sacrum",
                                                            "sacroiliac",
                                                            "pelvis",
                                                            "skullbase",
                                                            "skull",
                                                            "hip",
                                                            "thigh",
                                                            "knee",
                                                            "calf",
                                                            "ankle",
                                                            "hindfoot",
                                                            "subtalar",
                                                            "midproximal",
                                                            "midtarsal",
                                                            "middistal",
                                                            "metatarsal",
                                                            "forefoot",
                                                            "sternoclavicular",
                                                            "clavicle",
                                                            "acromioclavicular",
                                                            "scapula",
                                                            "shoulder",
                                                            "upperarm",
                                                            "elbow",
                                                            "forearm",
                                                            "wrist",
                                                            "hand",
                                                            "temporomandibular",
                                                            "jaw",
                                                            "eyeball",
                                                            "eyeball_joint",
                                                            "eyebrow",
                                                            "eyebrow_joint",
                                                            "eyelid",
                                                            "eyelid_joint",
                                                            "talocrural",
                                                            "radiocarpal",
                                                            "thumb1",
                                                            "thumb2",
                                                            "thumb3",
                                                            "index0",
                                                            "index1",
                                                            "index2",
                                                            "index3",
                                                            "middle0",
                                                            "middle1",
                                                            "middle2",
                                                            "middle3",
                                                            "ring0",
                                                            "ring1",
                                                            "ring2",
                                                            "ring3",
                                                            "pinky0",
                                                            "pinky1",
                                                            "pinky2",
                                                            "pinky3"};
    return table;
}

/// vl5 .. vl1, vt12 .. vt1, vc7 .. vc1 and their segments l5, t12, c7.
bool is_vertebra(std::string_view name) {
    if (name.starts_with('v')) name.remove_prefix(1);
    if (name.size() < 2 || name.size() > 3) return false;
    if (name[0] != 'l' && name[0] != 't' && name[0] != 'c') return false;
    return std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_standard(std::string_view name) {
    if (is_vertebra(name)) return true;
    if (name.starts_with("l_") || name.starts_with("r_")) name.remove_prefix(2);
    if (standard_names().contains(name)) return true;
    for (const std::string_view finger : {"thumb_", "index_", "middle_", "ring_", "pinky_"}) {
        if (!name.starts_with(finger)) continue;
        const std::string_view part = name.substr(finger.size());
        if (part == "metacarpal" || part == "proximal" || part == "middle" || part == "distal") return true;
    }
    return false;
}

}  // namespace

WorldNode node_kind(std::string_view type) {
    const auto found = kinds().find(type);
    if (found != kinds().end()) return found->second;
    return std::find(others.begin(), others.end(), type) != others.end() ? Kind::other : Kind::unknown;
}

bool is_hanim(WorldNode kind) {
    return kind == Kind::humanoid || kind == Kind::joint || kind == Kind::segment || kind == Kind::site ||
           kind == Kind::displacer;
}

std::string_view name_without_prefix(std::string_view def) {
    const std::string_view usual = "hanim_";
    if (def.starts_with(usual) && def.size() > usual.size()) return def.substr(usual.size());
    if (is_standard(def)) return def;
    for (std::size_t at = def.find('_'); at != std::string_view::npos; at = def.find('_', at + 1)) {
        const std::string_view rest = def.substr(at + 1);
        if (is_standard(rest)) return rest;
    }
    return def;
}

}  // namespace vitruvian::vrml
