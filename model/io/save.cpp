#include "model/io/save.h"

#include "model/bvh/bvh_writer.h"
#include "model/gltf/gltf_writer.h"
#include "model/io/write_file.h"
#include "model/vrml/world_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

struct Suffix {
    std::string_view text;
    FileFormat format;
};
constexpr std::array<Suffix, 11> suffixes{{{".wrl", FileFormat::vrml97},
                                           {".vrml", FileFormat::vrml97},
                                           {".x3dv", FileFormat::x3d_classic},
                                           {".x3d", FileFormat::x3d_xml},
                                           {".x3dj", FileFormat::x3d_json},
                                           {".json", FileFormat::x3d_json},
                                           {".gltf", FileFormat::gltf},
                                           {".glb", FileFormat::glb},
                                           {".vrm", FileFormat::vrm},
                                           {".vrma", FileFormat::glb},
                                           {".bvh", FileFormat::bvh}}};

}  // namespace

FileFormat format_for_path(const std::filesystem::path& path) {
    std::string name = path.filename().string();
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name.ends_with(".wrz")) return FileFormat::vrml97;
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    const auto* found = std::find_if(suffixes.begin(), suffixes.end(),
                                     [&](const Suffix& s) { return name.ends_with(s.text); });
    return found != suffixes.end() ? found->format : FileFormat::unknown;
}

Result<EncodedDocument> encode_document(const Document& document, const SaveOptions& options) {
    const FileFormat format = options.format == FileFormat::unknown ? document.format : options.format;
    if (format == FileFormat::bvh) return write_bvh(document);
    if (format == FileFormat::gltf || format == FileFormat::glb || format == FileFormat::vrm) {
        return write_gltf(document, options);
    }
    const bool is_world = format == FileFormat::vrml97 || format == FileFormat::x3d_classic ||
                          format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
    if (is_world) {
        SaveOptions named = options;
        named.format = format;
        return write_world(document, named);
    }
    return fail("format-not-written", fmt::format("{} files are not written", to_string(format)),
                {document.file, 0, 0, {}});
}

Result<Diagnostics> save_document(const Document& document, const std::filesystem::path& path,
                                  SaveOptions options) {
    if (options.format == FileFormat::unknown) options.format = format_for_path(path);
    if (options.folder.empty()) options.folder = path.has_parent_path() ? path.parent_path() : ".";
    if (options.name.empty()) options.name = path.stem().string();
    const bool is_vrma = path.extension() == ".vrma";
    if (is_vrma && std::filesystem::path(document.file).extension() != ".vrma")
        options.clips = ClipForm::vrma;
    Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) return tl::unexpected(encoded.error());
    for (const SideFile& side : encoded->side_files) {
        std::error_code ignored;  // the write below tells
        std::filesystem::create_directories((options.folder / side.name).parent_path(), ignored);
        if (Result<void> done = write_file_atomically(options.folder / side.name, side.bytes); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (Result<void> done = write_file_atomically(path, encoded->bytes); !done) {
        return tl::unexpected(done.error());
    }
    return std::move(encoded->notes);
}

}  // namespace vitruvian
