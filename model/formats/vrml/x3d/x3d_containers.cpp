#include "model/formats/vrml/x3d/x3d_containers.h"

#include <unordered_map>

namespace vitruvian::vrml {
namespace {

using Table = std::unordered_map<std::string_view, std::string_view>;

const Table& defaults() {
    static const Table table{{"Appearance", "appearance"},
                             {"Material", "material"},
                             {"TwoSidedMaterial", "material"},
                             {"UnlitMaterial", "material"},
                             {"PhysicalMaterial", "material"},
                             {"ImageTexture", "texture"},
                             {"PixelTexture", "texture"},
                             {"MovieTexture", "texture"},
                             {"MultiTexture", "texture"},
                             {"TextureTransform", "textureTransform"},
                             {"TextureProperties", "textureProperties"},
                             {"LineProperties", "lineProperties"},
                             {"FillProperties", "fillProperties"},
                             {"PointProperties", "pointProperties"},
                             {"Box", "geometry"},
                             {"Cone", "geometry"},
                             {"Cylinder", "geometry"},
                             {"ElevationGrid", "geometry"},
                             {"Extrusion", "geometry"},
                             {"IndexedFaceSet", "geometry"},
                             {"IndexedLineSet", "geometry"},
                             {"IndexedQuadSet", "geometry"},
                             {"IndexedTriangleFanSet", "geometry"},
                             {"IndexedTriangleSet", "geometry"},
                             {"IndexedTriangleStripSet", "geometry"},
                             {"LineSet", "geometry"},
                             {"PointSet", "geometry"},
                             {"QuadSet", "geometry"},
                             {"Sphere", "geometry"},
                             {"Text", "geometry"},
                             {"TriangleFanSet", "geometry"},
                             {"TriangleSet", "geometry"},
                             {"TriangleStripSet", "geometry"},
                             {"Arc2D", "geometry"},
                             {"ArcClose2D", "geometry"},
                             {"Polypoint2D", "geometry"},
                             {"Circle2D", "geometry"},
                             {"Disk2D", "geometry"},
                             {"Polyline2D", "geometry"},
                             {"Rectangle2D", "geometry"},
                             {"TriangleSet2D", "geometry"},
                             {"Coordinate", "coord"},
                             {"CoordinateDouble", "coord"},
                             {"Normal", "normal"},
                             {"Color", "color"},
                             {"ColorRGBA", "color"},
                             {"TextureCoordinate", "texCoord"},
                             {"TextureCoordinateGenerator", "texCoord"},
                             {"MultiTextureCoordinate", "texCoord"},
                             {"FontStyle", "fontStyle"},
                             {"MetadataBoolean", "metadata"},
                             {"MetadataDouble", "metadata"},
                             {"MetadataFloat", "metadata"},
                             {"MetadataInteger", "metadata"},
                             {"MetadataSet", "metadata"},
                             {"MetadataString", "metadata"},
                             {"HAnimDisplacer", "displacers"},
                             {"HAnimMotion", "motions"},
                             {"HAnimPose", "poses"}};
    return table;
}

/// HAnimHumanoid has no `children`: a direct child goes into the field for its type, or into skin.
std::string_view humanoid_container(std::string_view child, bool is_use) {
    if (child == "HAnimJoint") return is_use ? "joints" : "skeleton";
    if (child == "HAnimSegment") return "segments";
    if (child == "HAnimSite") return is_use ? "sites" : "skeleton";
    if (child == "Viewpoint") return "viewpoints";
    if (child == "Coordinate" || child == "CoordinateDouble") return "skinCoord";
    if (child == "Normal") return "skinNormal";
    const auto found = defaults().find(child);
    return found == defaults().end() ? "skin" : found->second;
}

}  // namespace

std::string_view container_of(std::string_view child, std::string_view parent, std::string_view written,
                              bool is_use) {
    const bool unsaid = written.empty() || written == "children";
    if (parent == "HAnimHumanoid" && unsaid) return humanoid_container(child, is_use);
    if (!written.empty()) return written;
    const auto found = defaults().find(child);
    if (found == defaults().end()) return "children";
    // A MetadataSet's own members are in its field value.
    return parent == "MetadataSet" && found->second == "metadata" ? "value" : found->second;
}

}  // namespace vitruvian::vrml
