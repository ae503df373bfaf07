#include "model/formats/suffixes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace vitruvian {
namespace {

constexpr std::array<FileSuffix, 12> suffixes{{{".wrl", FileFormat::vrml97, "VRML97", true},
                                               {".wrz", FileFormat::vrml97, "VRML97", false},
                                               {".vrml", FileFormat::vrml97, "VRML97", false},
                                               {".x3dv", FileFormat::x3d_classic, "X3D", true},
                                               {".x3d", FileFormat::x3d_xml, "X3D", true},
                                               {".x3dj", FileFormat::x3d_json, "X3D", true},
                                               {".json", FileFormat::x3d_json, "X3D", false},
                                               {".gltf", FileFormat::gltf, "glTF", true},
                                               {".glb", FileFormat::glb, "glTF", true},
                                               {".vrma", FileFormat::glb, "VRM animation", true},
                                               {".vrm", FileFormat::vrm, "VRM", true},
                                               {".bvh", FileFormat::bvh, "BVH", true}}};

}  // namespace

std::span<const FileSuffix> file_suffixes() {
    return suffixes;
}

const FileSuffix* suffix_of(const std::filesystem::path& path) {
    std::string name = path.filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    const auto* found = std::find_if(suffixes.begin(), suffixes.end(),
                                     [&](const FileSuffix& suffix) { return name.ends_with(suffix.text); });
    return found == suffixes.end() ? nullptr : found;
}

std::string format_names() {
    std::vector<std::string_view> names;
    for (const FileSuffix& suffix : suffixes) {
        if (std::find(names.begin(), names.end(), suffix.name) == names.end()) names.push_back(suffix.name);
    }
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
        out += names[i];
    }
    return out;
}

std::string suffix_list(std::string_view separator) {
    std::string out;
    for (const FileSuffix& suffix : suffixes) {
        if (!suffix.usual) continue;
        if (!out.empty()) out += separator;
        out += suffix.text;
    }
    return out;
}

}  // namespace vitruvian
