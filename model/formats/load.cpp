// Selects the reader for a file by its content; suffixes are unreliable.
#include "model/formats/load.h"

#include "model/core/utf16.h"
#include "model/core/utf8.h"
#include "model/document/file_format.h"
#include "model/formats/bvh/bvh_reader.h"
#include "model/formats/bvh/bvh_tokens.h"
#include "model/formats/gltf/read/alike_materials.h"
#include "model/formats/gltf/read/gltf_reader.h"
#include "model/formats/suffixes.h"
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/io/file_bytes.h"
#include "model/io/gzip.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace vitruvian {
namespace {

enum class Content {
    glb,
    gltf,
    gzip,
    vrml97,
    vrml1,
    x3d_classic,
    x3d_xml,
    x3d_json,
    bvh,
    lfs_pointer,
    other,  // another format that is recognised
    unknown,
};

struct Detected {
    Content content = Content::unknown;
    const char* name = "";    // of an `other` format
    const char* advice = "";  // how to convert it
};

struct Signature {
    std::string_view magic;
    const char* name;
    const char* advice = "";
};

constexpr const char* through_blender = "import it in Blender and export it as glTF 2.0 (.glb)";
constexpr const char* fbx_advice =
    "run `FBX2glTF -b -i IN.fbx -o OUT.glb`, or import it in Blender and export it as glTF 2.0 (.glb)";
constexpr const char* collada_advice =
    "run `assimp export IN.dae OUT.glb`, or import it in Blender (up to 4.5) and export it as glTF 2.0 "
    "(.glb)";

/// Formats that users try and that Vitruvian does not read: recognised for a helpful message.
constexpr std::array<Signature, 9> other_formats{{
    {"Kaydara FBX Binary", "a binary FBX file", fbx_advice},
    {"; FBX", "a text FBX file", fbx_advice},
    {"BLENDER", "a Blender file", "open it in Blender and export it as glTF 2.0 (.glb)"},
    {"PK\x03\x04", "a zip archive (perhaps USDZ)", through_blender},
    {"PXR-USDC", "a binary USD file", through_blender},
    {"#usda", "a text USD file", through_blender},
    {"ply\n", "a PLY mesh", through_blender},
    {"\x89PNG", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
}};

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

std::string_view without_leading_space(std::string_view text) {
    const auto* begin = std::find_if_not(text.begin(), text.end(), is_space);
    return text.substr(static_cast<std::size_t>(begin - text.begin()));
}

/// Returns the text without leading white space and `#` comment lines, as in VRML.
std::string_view without_leading_comments(std::string_view text) {
    text = without_leading_space(text);
    while (text.starts_with('#')) {
        const std::size_t end = text.find_first_of("\r\n");
        if (end == std::string_view::npos) return {};
        text = without_leading_space(text.substr(end));
    }
    return text;
}

/// Some fragments of worlds lack the header line; then the first word of the text decides.
bool looks_like_vrml(std::string_view text) {
    text = without_leading_comments(text);
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const auto* end = std::find_if_not(text.begin(), text.end(), is_word);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (word == "PROTO" || word == "EXTERNPROTO" || word == "DEF") return true;
    if (word.empty() || std::isupper(static_cast<unsigned char>(word.front())) == 0) return false;
    return without_leading_space(text.substr(word.size())).starts_with('{');
}

/// Long comments may come first, so more than the beginning is searched.
Detected detect_xml(std::string_view text) {
    const std::string_view head = text.substr(0, std::size_t{1} << 16U);
    for (const std::string_view sign : {"<X3D", "DOCTYPE X3D", "<Scene"}) {
        if (head.find(sign) != std::string_view::npos) return {Content::x3d_xml};
    }
    if (head.find("<COLLADA") != std::string_view::npos) {
        return {Content::other, "a COLLADA file", collada_advice};
    }
    return {Content::other, "an XML file that is not X3D"};
}

Detected detect(std::string_view bytes) {
    if (bytes.starts_with("glTF")) return {Content::glb};
    if (bytes.starts_with("\x1F\x8B")) return {Content::gzip};
    const auto* known = std::find_if(other_formats.begin(), other_formats.end(),
                                     [&](const Signature& s) { return bytes.starts_with(s.magic); });
    if (known != other_formats.end()) return {Content::other, known->name, known->advice};
    const std::string_view text = without_leading_space(without_bom(bytes));
    if (text.starts_with("version https://git-lfs.github.com/spec/")) return {Content::lfs_pointer};
    const std::string_view head = text.substr(0, 4096);
    if (text.starts_with("#VRML V1.0")) return {Content::vrml1};
    if (text.starts_with("#VRML")) return {Content::vrml97};
    if (text.starts_with("#X3D")) return {Content::x3d_classic};
    if (looks_like_bvh(text)) return {Content::bvh};
    if (text.starts_with('<')) return detect_xml(text);
    if (text.starts_with('{')) {
        // glTF has its asset, X3D its X3D object; other keys may precede either.
        return {head.find("\"X3D\"") < head.find("\"asset\"") ? Content::x3d_json : Content::gltf};
    }
    if (head.find('\0') == std::string_view::npos && looks_like_vrml(text)) return {Content::vrml97};
    return {};
}

tl::unexpected<Error> refused(const Detected& detected, const std::string& name) {
    const Location where{name, 0, 0, {}};
    switch (detected.content) {
        case Content::vrml1:
            return fail("format-vrml1",
                        "this is VRML 1.0; only VRML97 (\"#VRML V2.0 utf8\") is read: convert it first",
                        where);
        case Content::gzip:
            return fail("format-gzip", "this is a gzip file within a gzip file", where);
        case Content::lfs_pointer:
            return fail("format-lfs-pointer",
                        "Git LFS has left its pointer here and not the file itself; fetch it with \"git lfs "
                        "pull\"",
                        where);
        case Content::other:
            return fail("format-not-read",
                        fmt::format("this is {}; {} are read{}{}", detected.name, format_names(),
                                    *detected.advice == '\0' ? "" : "; to convert it, ", detected.advice),
                        where);
        default:
            return fail("format-unknown",
                        fmt::format("no known format begins like this; {} are read", format_names()), where);
    }
}

bool is_world(Content content) {
    return content == Content::vrml97 || content == Content::x3d_classic || content == Content::x3d_xml ||
           content == Content::x3d_json;
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Changes the declaration at the beginning of an XML file to UTF-8 after converting it from UTF-16.
void declare_utf8(std::string& text) {
    if (!text.starts_with("<?xml")) return;
    const std::size_t end = text.find("?>");
    const std::size_t at = std::min({text.find("UTF-16"), text.find("utf-16"), end});
    if (at < end) text.replace(at, std::string_view("UTF-16").size(), "UTF-8");
}

Result<Document> load_gzip(std::span<const std::byte> bytes, const std::string& name,
                           const std::filesystem::path& folder, const LoadOptions& options) {
    const Result<Inflated> inflated = inflate_gzip(bytes, name, options.limits.max_inflated_bytes);
    if (!inflated) return tl::unexpected(inflated.error());
    const Detected detected = detect(as_text(inflated->bytes));
    if (!is_world(detected.content)) return refused(detected, name);
    Result<Document> document = read_vrml(without_bom(as_text(inflated->bytes)), name, folder, options);
    if (document && !inflated->complete) {
        document->diagnostics.warn("gzip-damaged",
                                   "the compressed data is damaged; what could be decompressed is shown",
                                   {name, 0, 0, {}});
    }
    return document;
}

Result<Document> read_any(std::span<const std::byte> bytes, const std::string& name,
                          const std::filesystem::path& folder, const LoadOptions& options) {
    const Detected detected = detect(as_text(bytes));
    switch (detected.content) {
        case Content::glb:
            return read_gltf(bytes, name, folder, options);
        case Content::gltf: {
            const std::size_t bom = bytes.size() - without_bom(as_text(bytes)).size();
            return read_gltf(bytes.subspan(bom), name, folder, options);
        }
        case Content::bvh:
            return read_bvh(without_bom(as_text(bytes)), name, options);
        case Content::gzip:
            return load_gzip(bytes, name, folder, options);
        case Content::vrml97:
        case Content::x3d_classic:
        case Content::x3d_xml:
        case Content::x3d_json:
            return read_vrml(without_bom(as_text(bytes)), name, folder, options);
        default:
            return refused(detected, name);
    }
}

}  // namespace

Result<Document> load_document(const std::filesystem::path& path, const LoadOptions& options) {
    std::int64_t modified = 0;
    const Result<FileBytes> bytes = read_file_bytes(path, options.limits.max_file_bytes, &modified);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::filesystem::path folder =
        path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    return load_document(*bytes, path.string(), folder, options, modified);
}

Result<Document> load_document(const FileBytes& bytes, const std::string& name,
                               const std::filesystem::path& folder, const LoadOptions& options,
                               std::optional<std::int64_t> modified) {
    if (bytes.size() == 0) return fail("file-empty", "the file is empty", {name, 0, 0, {}});
    if (options.cancel != nullptr && options.cancel->load()) {
        return fail("cancelled", "loading was cancelled", {name, 0, 0, {}});
    }
    DocumentSource source;
    source.bytes = bytes;
    source.folder = folder;
    if (modified) source.stamp = LateStamp(bytes, *modified);
    LoadOptions recording = options;
    recording.files_read = &source.beside;
    std::optional<std::string> text = utf8_of_utf16(as_text(bytes.span()));
    if (text) {
        declare_utf8(*text);
        source.bytes = FileBytes::copy_of(std::as_bytes(std::span(*text)));
    }
    Result<Document> document = read_any(source.bytes.span(), name, folder, recording);
    if (!bytes.intact()) {
        return fail("file-changed", "another program changed the file while it was read; open it again",
                    {name, 0, 0, {}});
    }
    if (!document) return document;
    if (text && document->format == FileFormat::bvh) {
        source.bytes = bytes;
    } else if (text) {
        document->diagnostics.note("text-utf16", "the file is text in UTF-16; it is saved in UTF-8",
                                   {name, 0, 0, {}});
    }
    source.as_read = *document;
    if (is_gltf(document->format)) source.alike_materials = alike_gltf_materials;
    document->source = std::make_shared<const DocumentSource>(std::move(source));
    if (options.progress != nullptr) options.progress->store(1.0F);
    return document;
}

Result<Document> load_document(std::span<const std::byte> bytes, const std::string& name,
                               const std::filesystem::path& folder, const LoadOptions& options) {
    return load_document(FileBytes::copy_of(bytes), name, folder, options);
}

}  // namespace vitruvian
