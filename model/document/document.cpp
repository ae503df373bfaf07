#include "model/document/document.h"

namespace vitruvian {

Humanoid::Humanoid() = default;
Humanoid::~Humanoid() = default;
Humanoid::Humanoid(const Humanoid&) = default;
Humanoid::Humanoid(Humanoid&&) noexcept = default;
Humanoid& Humanoid::operator=(const Humanoid&) = default;
Humanoid& Humanoid::operator=(Humanoid&&) noexcept = default;

MeshInstance::MeshInstance() = default;
MeshInstance::~MeshInstance() = default;
MeshInstance::MeshInstance(const MeshInstance&) = default;
MeshInstance::MeshInstance(MeshInstance&&) noexcept = default;
MeshInstance& MeshInstance::operator=(const MeshInstance&) = default;
MeshInstance& MeshInstance::operator=(MeshInstance&&) noexcept = default;

Document::Document() = default;
Document::~Document() = default;
Document::Document(const Document&) = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(const Document&) = default;
Document& Document::operator=(Document&&) noexcept = default;

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
