#include "model/formats/vrml/write/hanim_protos.h"

namespace vitruvian::vrml {
namespace {

constexpr std::string_view joint_head = R"(PROTO Joint [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children [ ]
  exposedField MFFloat llimit [ ]
  exposedField SFRotation limitOrientation 0 0 1 0
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFFloat stiffness [ 0 0 0 ]
  exposedField SFVec3f translation 0 0 0
  exposedField MFFloat ulimit [ ]
)";
constexpr std::string_view joint_skin = R"(  exposedField MFNode displacers [ ]
  exposedField MFInt32 skinCoordIndex [ ]
  exposedField MFFloat skinCoordWeight [ ]
)";
constexpr std::string_view joint_body = R"(]
{
  Transform {
    translation IS translation
    rotation IS rotation
    scale IS scale
    scaleOrientation IS scaleOrientation
    center IS center
    children IS children
  }
}

)";
constexpr std::string_view segment = R"(PROTO Segment [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f centerOfMass 0 0 0
  exposedField MFNode children [ ]
  exposedField SFNode coord NULL
  exposedField MFNode displacers [ ]
  exposedField SFFloat mass 0
  exposedField MFFloat momentsOfInertia [ 0 0 0 0 0 0 0 0 0 ]
  exposedField SFString name ""
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
]
{
  Group {
    bboxCenter IS bboxCenter
    bboxSize IS bboxSize
    children IS children
    addChildren IS addChildren
    removeChildren IS removeChildren
  }
}

)";
constexpr std::string_view site = R"(PROTO Site [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children [ ]
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField SFVec3f translation 0 0 0
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
]
{
  Transform {
    translation IS translation
    rotation IS rotation
    scale IS scale
    scaleOrientation IS scaleOrientation
    center IS center
    children IS children
    addChildren IS addChildren
    removeChildren IS removeChildren
  }
}

)";
constexpr std::string_view displacer_head = R"(PROTO Displacer [
  exposedField MFInt32 coordIndex [ ]
  exposedField MFVec3f displacements [ ]
  exposedField SFString name ""
)";
constexpr std::string_view displacer_skin = R"(  exposedField SFFloat weight 0
)";
constexpr std::string_view displacer_body = R"(]
{
  Group { }
}

)";
constexpr std::string_view humanoid_head = R"(PROTO Humanoid [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f center 0 0 0
  exposedField MFNode humanoidBody [ ]
  exposedField MFString info [ ]
  exposedField MFNode joints [ ]
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFNode segments [ ]
  exposedField MFNode sites [ ]
  exposedField SFVec3f translation 0 0 0
  exposedField SFString version "1.1"
  exposedField MFNode viewpoints [ ]
)";
constexpr std::string_view humanoid_skin = R"(  exposedField MFNode skin [ ]
  exposedField SFNode skinCoord NULL
  exposedField SFNode skinNormal NULL
)";
constexpr std::string_view humanoid_body = R"(]
{
  Transform {
    bboxCenter IS bboxCenter
    bboxSize IS bboxSize
    translation IS translation
    rotation IS rotation
    scale IS scale
    scaleOrientation IS scaleOrientation
    center IS center
    children [
      Group { children IS viewpoints }
      Group { children IS humanoidBody }
)";
constexpr std::string_view humanoid_skin_body = R"(      Group { children IS skin }
)";
constexpr std::string_view humanoid_end = R"(    ]
  }
}

)";

}  // namespace

std::string hanim_protos(bool skins) {
    std::string out;
    const auto add = [&](std::string_view head, std::string_view with_skin, std::string_view body) {
        out += head;
        if (skins) out += with_skin;
        out += body;
    };
    add(joint_head, joint_skin, joint_body);
    out += segment;
    out += site;
    add(displacer_head, displacer_skin, displacer_body);
    add(humanoid_head, humanoid_skin, humanoid_body);
    add({}, humanoid_skin_body, humanoid_end);
    return out;
}

std::string_view vrml97_type(std::string_view type) {
    return type.starts_with("HAnim") ? type.substr(5) : type;
}

int hanim_level(const OutputScene& scene) {
    return scene.has_motions ? 2 : 1;
}

}  // namespace vitruvian::vrml
