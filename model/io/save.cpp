#include "model/io/save.h"

#include "model/bvh/bvh_writer.h"
#include "model/gltf/gltf_writer.h"
#include "model/io/gzip.h"
#include "model/io/source.h"
#include "model/io/write_file.h"
#include "model/vrml/world_patch.h"
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

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_world(FileFormat format) {
    return format == FileFormat::vrml97 || format == FileFormat::x3d_classic ||
           format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
}

bool is_cancelled(const SaveOptions& options) {
    return options.cancel != nullptr && options.cancel->load();
}

void tell(const SaveOptions& options, float progress) {
    if (options.progress != nullptr) options.progress->store(progress);
}

/// A whole file of `format`, whatever the document was read from.
Result<EncodedDocument> write_anew(const Document& document, FileFormat format, SaveOptions options) {
    options.format = format;
    switch (format) {
        case FileFormat::vrml97:
        case FileFormat::x3d_classic:
        case FileFormat::x3d_xml:
        case FileFormat::x3d_json:
            return write_world(document, options);
        case FileFormat::gltf:
        case FileFormat::glb:
        case FileFormat::vrm:
            return write_gltf(document, options);
        case FileFormat::bvh:
            return write_bvh(document);
        default:
            return fail("format-not-written", fmt::format("{} files are not written", to_string(format)),
                        {document.file, 0, 0, {}});
    }
}

}  // namespace

FileFormat format_for_path(const std::filesystem::path& path) {
    std::string name = lower_case(path.filename().string());
    if (name.ends_with(".wrz")) return FileFormat::vrml97;
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    const auto* found = std::find_if(suffixes.begin(), suffixes.end(),
                                     [&](const Suffix& s) { return name.ends_with(s.text); });
    return found != suffixes.end() ? found->format : FileFormat::unknown;
}

bool is_compressed_path(const std::filesystem::path& path) {
    const std::string name = lower_case(path.filename().string());
    return name.ends_with(".gz") || name.ends_with(".wrz");
}

Result<EncodedDocument> encode_document(const Document& document, const SaveOptions& options) {
    const FileFormat format = options.format == FileFormat::unknown ? document.format : options.format;
    const bool in_place = document.source != nullptr && format == document.format && !options.anew &&
                          !options.hanim_version.has_value() && options.clips_as == ClipsAs::interpolators;
    std::optional<Error> not_in_place;
    if (in_place && is_world(format)) {
        Result<EncodedDocument> patched = patch_world(document, options);
        if (patched || patched.error().code != "save-structure") return patched;
        not_in_place = patched.error();
    }
    Document whole = document;
    // The writers look at it for what they cannot carry.
    if (whole.source != nullptr && !whole.source->bytes.intact()) whole.source = nullptr;
    Result<EncodedDocument> encoded = write_anew(whole, format, options);
    if (!encoded) return tl::unexpected(not_in_place.value_or(encoded.error()));
    if (not_in_place) {
        encoded->notes.warn("save-anew",
                            "what was edited could not be put into the file as it was: it is written "
                            "anew, without its comments and layout");
    }
    if (is_world(format) && options.compress.value_or(false)) encoded->bytes = deflate_gzip(encoded->bytes);
    return encoded;
}

Result<Diagnostics> save_document(const Document& document, const std::filesystem::path& path,
                                  SaveOptions options) {
    if (options.format == FileFormat::unknown) options.format = format_for_path(path);
    if (options.folder.empty()) options.folder = path.has_parent_path() ? path.parent_path() : ".";
    if (options.name.empty()) options.name = path.stem().string();
    const bool is_vrma = path.extension() == ".vrma";
    if (is_vrma && std::filesystem::path(document.file).extension() != ".vrma")
        options.clips = ClipForm::vrma;
    if (!options.compress) {
        // Many gzipped worlds are called .wrl, and stay so where they are saved under their own name.
        std::error_code ignored;
        const bool same_file = std::filesystem::equivalent(path, document.file, ignored);
        if (is_compressed_path(path)) {
            options.compress = true;
        } else if (!same_file) {
            options.compress = false;
        }
    }
    Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) return tl::unexpected(encoded.error());
    if (is_cancelled(options)) return fail("cancelled", "saving was cancelled", {path.string(), 0, 0, {}});
    tell(options, 0.9F);
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
    tell(options, 1.0F);
    return std::move(encoded->notes);
}

}  // namespace vitruvian
