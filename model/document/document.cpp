#include "model/document/document.h"

namespace vitruvian {

std::string_view to_string(FileFormat format) {
    switch (format) {
        case FileFormat::unknown:
            return "unknown";
        case FileFormat::vrml97:
            return "vrml97";
        case FileFormat::x3d_classic:
            return "x3d-classic";
        case FileFormat::x3d_xml:
            return "x3d-xml";
        case FileFormat::x3d_json:
            return "x3d-json";
        case FileFormat::gltf:
            return "gltf";
        case FileFormat::glb:
            return "glb";
        case FileFormat::vrm:
            return "vrm";
        case FileFormat::bvh:
            return "bvh";
    }
    return "unknown";
}

std::string_view to_string(HumanoidKind kind) {
    switch (kind) {
        case HumanoidKind::hanim:
            return "hanim";
        case HumanoidKind::ext_skeleton_humanoid:
            return "ext_skeleton_humanoid";
        case HumanoidKind::vrm0:
            return "vrm0";
        case HumanoidKind::vrm1:
            return "vrm1";
        case HumanoidKind::khr_character:
            return "khr_character";
        case HumanoidKind::inferred:
            return "inferred";
    }
    return "inferred";
}

}  // namespace vitruvian
