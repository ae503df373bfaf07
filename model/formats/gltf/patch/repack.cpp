#include "model/formats/gltf/patch/repack.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/write/encode_container.h"
#include "model/io/data_uri.h"
#include "model/io/file.h"
#include "model/io/side_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr std::size_t max_reference_bytes = std::size_t{1} << 30;

std::string file_name_of(const SaveOptions& options) {
    return options.name.empty() ? "figure" : options.name;
}

std::optional<std::vector<std::byte>> fetch(const std::string& uri, const std::filesystem::path& folder) {
    if (uri.starts_with("data:")) return decode_data_uri(uri);
    if (folder.empty()) return std::nullopt;
    const Result<std::filesystem::path> path = resolve_reference(folder, uri);
    if (!path) return std::nullopt;
    Result<std::vector<std::byte>> bytes = read_file(*path, max_reference_bytes);
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

std::string mime_type_of(const std::vector<std::byte>& bytes) {
    const auto begins = [&](std::string_view magic, std::size_t at) {
        return bytes.size() >= at + magic.size() &&
               std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
    };
    if (begins("\x89PNG", 0)) return "image/png";
    if (begins("\xFF\xD8\xFF", 0)) return "image/jpeg";
    if (begins("WEBP", 8)) return "image/webp";
    return begins("\xABKTX 20", 0) ? "image/ktx2" : "";
}

/// Packs everything of a .gltf into one binary chunk.
class GlbPacker {
  public:
    GlbPacker(const Json& root, const std::filesystem::path& folder, Diagnostics& notes)
        : root_(root), folder_(folder), notes_(notes) {}

    std::string pack(std::string_view text) {
        pack_buffers();
        move_views();
        pack_images();
        if (bin_.empty()) return std::string(text);
        OrderedJson& own = buffers_.front();
        own.erase("uri");
        own["byteLength"] = bin_.size();
        edits_.set("/buffers", buffers_);
        return edits_.apply(text);
    }
    [[nodiscard]] const std::vector<std::byte>& bin() const { return bin_; }

  private:
    /// A buffer that is kept, or an offset in the chunk.
    struct NewPlace {
        int buffer = 0;
        std::size_t offset = 0;
    };

    std::size_t put(const std::vector<std::byte>& bytes) {
        bin_.resize((bin_.size() + 7) / 8 * 8);
        const std::size_t at = bin_.size();
        bin_.insert(bin_.end(), bytes.begin(), bytes.end());
        return at;
    }

    void lost(const std::string& what) {
        notes_.warn("gltf-reference-lost", what + " cannot be read and stays outside the file");
    }

    void pack_buffers() {
        buffers_ = OrderedJson::array();
        const Json* list = member(root_, "buffers");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            const std::string uri = text_or_empty((*list)[i], "uri");
            const auto bytes = uri.empty() ? std::nullopt : fetch(uri, folder_);
            if (!bytes && !uri.empty()) lost(fmt::format("buffer {}", i));
            if (bytes && buffers_.empty()) buffers_.push_back(OrderedJson((*list)[i]));
            if (bytes) {
                places_.push_back({0, put(*bytes)});
            } else {
                // The chunk's own buffer comes first.
                if (buffers_.empty()) buffers_.push_back(OrderedJson::object());
                places_.push_back({static_cast<int>(buffers_.size()), 0});
                buffers_.push_back(OrderedJson((*list)[i]));
            }
        }
        if (buffers_.empty()) buffers_.push_back(OrderedJson::object());
    }

    void move_view(const Json& json, const std::string& pointer) {
        const int buffer = int_or(json, "buffer", -1);
        if (buffer < 0 || static_cast<std::size_t>(buffer) >= places_.size()) return;
        const NewPlace& place = at(places_, buffer);
        if (place.buffer != buffer) edits_.set(pointer + "/buffer", place.buffer);
        if (place.offset != 0) {
            const auto offset = static_cast<std::size_t>(int_or(json, "byteOffset", 0));
            edits_.set(pointer + "/byteOffset", offset + place.offset);
        }
    }

    void move_views() {
        const Json* list = member(root_, "bufferViews");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            const std::string pointer = fmt::format("/bufferViews/{}", i);
            move_view((*list)[i], pointer);
            for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
                if (const Json* compressed = extension((*list)[i], name)) {
                    move_view(*compressed, fmt::format("{}/extensions/{}", pointer, name));
                }
            }
        }
    }

    void pack_images() {
        const Json* views = member(root_, "bufferViews");
        std::size_t next = views == nullptr ? 0 : views->size();
        const Json* list = member(root_, "images");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            const std::string uri = text_or_empty((*list)[i], "uri");
            if (uri.empty()) continue;
            const std::string pointer = fmt::format("/images/{}", i);
            const auto bytes = fetch(uri, folder_);
            if (!bytes) {
                lost(fmt::format("image '{}'", uri.substr(0, 80)));
                continue;
            }
            std::string mime_type = text_or_empty((*list)[i], "mimeType");
            if (mime_type.empty()) mime_type = mime_type_of(*bytes);
            if (mime_type.empty()) {
                lost(fmt::format("image '{}'", uri.substr(0, 80)));
                continue;
            }
            edits_.append("/bufferViews",
                          {{"buffer", 0}, {"byteOffset", put(*bytes)}, {"byteLength", bytes->size()}});
            edits_.remove(pointer + "/uri");
            edits_.set(pointer + "/mimeType", mime_type);
            edits_.set(pointer + "/bufferView", next++);
        }
    }

    const Json& root_;
    const std::filesystem::path& folder_;
    Diagnostics& notes_;
    JsonEdits edits_;
    OrderedJson buffers_;
    std::vector<NewPlace> places_;
    std::vector<std::byte> bin_;
};

/// Returns the path that a relative URI refers to, as spelt in the file.
std::string path_of(const std::string& uri) {
    std::string out = percent_decoded(uri);
    std::replace(out.begin(), out.end(), '\\', '/');
    return out;
}

/// Adds the file that `uri` refers to and returns its URI beside the new file: `uri` itself where the file
/// keeps its name, or is left out.
std::string carried_uri(const Json& element, const std::string& uri, SideKind kind,
                        const std::filesystem::path& folder, const SaveOptions& options,
                        EncodedDocument& file) {
    const auto leave_out = [&](const char* why) {
        file.notes.warn("gltf-reference-lost",
                        fmt::format("'{}' {} and is not copied", uri.substr(0, 80), why));
        return uri;
    };
    const std::optional<std::vector<std::byte>> bytes = fetch(uri, folder);
    if (!bytes) return leave_out("cannot be read");
    const Json* length = member(element, "byteLength");
    const std::size_t wanted =
        length != nullptr && length->is_number_unsigned() ? length->get<std::size_t>() : 0;
    if (kind == SideKind::buffer && (wanted == 0 || bytes->size() < wanted)) {
        return leave_out("is too short for the buffer that it should be");
    }
    if (kind == SideKind::picture && !is_picture(*bytes)) return leave_out("is not a picture");
    const std::string path = path_of(uri);
    const std::string name = add_side_file(file, options, path, *bytes, kind);
    if (name == path) return uri;
    return percent_encoded(name);
}

}  // namespace

Result<EncodedDocument> repack(EncodedDocument file, bool to_glb_container,
                               const std::filesystem::path& folder, const SaveOptions& options) {
    Diagnostics ignored;
    std::span<const std::byte> bytes = file.bytes;
    bytes = without_bom(bytes);
    const Result<Container> container = open_container(bytes, options.name, ignored);
    if (!container) return tl::unexpected(container.error());
    const Result<Json> root = parse_json(container->json, options.name, ignored);
    if (!root) return tl::unexpected(root.error());
    if (to_glb_container) {
        GlbPacker packer(*root, folder, file.notes);
        const std::string json = packer.pack(container->json);
        Result<std::vector<std::byte>> glb = to_glb(json, packer.bin());
        if (!glb) return tl::unexpected(glb.error());
        file.bytes = std::move(*glb);
        return file;
    }
    JsonEdits edits;
    const Json* buffers = member(*root, "buffers");
    const bool uses_chunk = container->has_bin && buffers != nullptr && buffers->is_array() &&
                            !buffers->empty() && member((*buffers)[0], "uri") == nullptr;
    if (uses_chunk) {
        const std::string name =
            add_side_file(file, options, file_name_of(options) + ".bin",
                          {container->bin.begin(), container->bin.end()}, SideKind::buffer);
        edits.set("/buffers/0/uri", to_uri(name));
    }
    add_references(*root, folder, options, false, file, edits);
    std::string json = edits.apply(container->json);
    json.erase(json.find_last_not_of(" \t\r\n") + 1);
    file.bytes = to_bytes(json + '\n');
    return file;
}

void add_references(const Json& root, const std::filesystem::path& folder, const SaveOptions& options,
                    bool has_own_buffer, EncodedDocument& file, JsonEdits& edits) {
    if (folder.empty() || options.folder.empty()) return;
    std::error_code ignored;
    if (std::filesystem::equivalent(folder, options.folder, ignored)) return;
    std::map<std::pair<SideKind, std::string>, std::string> known;  // new URIs
    for (const auto& [list, kind] :
         {std::pair("buffers", SideKind::buffer), std::pair("images", SideKind::picture)}) {
        const Json* found = member(root, list);
        const std::size_t first = has_own_buffer && kind == SideKind::buffer ? 1 : 0;
        for (std::size_t i = first; found != nullptr && found->is_array() && i < found->size(); ++i) {
            const Json& element = (*found)[i];
            const std::string uri = text_or_empty(element, "uri");
            if (uri.empty() || uri.starts_with("data:")) continue;
            const auto [place, is_new] = known.try_emplace({kind, uri}, uri);
            if (is_new) place->second = carried_uri(element, uri, kind, folder, options, file);
            if (place->second != uri) edits.set(fmt::format("/{}/{}/uri", list, i), place->second);
        }
    }
}

void add_changed_buffer(const Json& root, const std::vector<std::byte>& bytes,
                        const std::filesystem::path& source, const std::filesystem::path& folder,
                        const SaveOptions& options, EncodedDocument& file, JsonEdits& edits) {
    const std::string path = path_of(text_or_empty(list_of(root, "buffers")[0], "uri"));
    std::error_code ignored;
    const bool is_in_place = std::filesystem::equivalent(source, options.folder / options.file_name, ignored);
    const bool is_same_folder = std::filesystem::equivalent(folder, options.folder, ignored);
    SaveOptions where = options;
    if (!is_in_place) where.own_files.clear();
    const bool keeps_name = is_in_place || !is_same_folder;
    const std::string name = add_side_file(file, where, keeps_name ? path : file_name_of(options) + ".bin",
                                           bytes, SideKind::buffer);
    if (name != path) edits.set("/buffers/0/uri", to_uri(name));
}

}  // namespace vitruvian::gltf
