// Inline, EXTERNPROTO and textures: files beside the one that was opened, never from the network.
#include "model/core/ascii.h"
#include "model/formats/vrml/world/world.h"
#include "model/formats/vrml/x3d/x3d_tree.h"
#include "model/io/file.h"
#include "model/io/gzip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::size_t max_files = 1000;
constexpr std::size_t max_references = 5000;

/// The names in a folder, keyed by their lower case form.
std::map<std::string, std::string> names_in(const std::filesystem::path& folder) {
    std::map<std::string, std::string> out;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::size_t max_entries = 10'000;
        if (out.size() >= max_entries) break;
        const std::string name = entry->path().filename().string();
        out.try_emplace(lower_case(name), name);
    }
    return out;
}

std::string as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_gzip(const std::vector<std::byte>& bytes) {
    return bytes.size() > 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

/// X3D 4.0 (9.4.2) lets Inline name a glTF file.
bool is_gltf(const std::filesystem::path& path, std::string_view bytes) {
    const std::string suffix = lower_case(path.extension().string());
    return bytes.starts_with("glTF") || suffix == ".gltf" || suffix == ".glb" || suffix == ".vrm";
}

}  // namespace

/// Returns `path` with its last part spelt as in the folder: worlds written on Windows mix upper and lower
/// case.
std::filesystem::path World::as_spelt_on_disk(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error) || !path.has_relative_path()) return path;
    const auto [folder, fresh] = spellings_.try_emplace(as_spelt_on_disk(path.parent_path()));
    if (fresh) folder->second = names_in(folder->first);
    const auto found = folder->second.find(lower_case(path.filename().string()));
    return found == folder->second.end() ? path : folder->first / found->second;
}

Result<std::filesystem::path> World::locate_file(const SourceFile& from, const std::string& url) {
    const auto known = located_.find({&from, url});
    if (known != located_.end()) return known->second;
    if (located_.size() >= max_references)
        return fail("vrml-too-many-references", "the world refers to too many files", {url, 0, 0, ""});
    return located_.try_emplace({&from, url}, find_file(from, url)).first->second;
}

Result<std::filesystem::path> World::find_file(const SourceFile& from, const std::string& url) {
    if (folder_.empty()) return resolve_reference(folder_, url);
    const std::string beside = from.folder.empty() ? url : (from.folder / url).string();
    Result<std::filesystem::path> path = resolve_reference(folder_, beside);
    if (!path) return path;
    const std::filesystem::path spelt = as_spelt_on_disk(*path);
    std::error_code error;
    return resolve_reference(
        folder_, spelt.lexically_relative(std::filesystem::canonical(folder_, error)).generic_string());
}

Result<std::vector<std::byte>> World::read_beside(NodeRef from, const std::string& url) {
    Result<std::filesystem::path> path = locate_file(*from.env->file, url);
    if (!path) return tl::unexpected(path.error());
    const LoadLimits& limits = options_->limits;
    const std::size_t left = limits.max_pictures_bytes - std::min(limits.max_pictures_bytes, picture_bytes_);
    Result<std::vector<std::byte>> bytes =
        read_file(*path, std::min(limits.max_picture_bytes, left), options_->files_read);
    if (bytes) picture_bytes_ += bytes->size();
    return bytes;
}

const Environment* World::load(NodeRef from, const std::vector<std::string>& urls, std::string& fragment) {
    for (const std::string& url : urls) {
        const std::size_t hash = url.find('#');
        Result<std::filesystem::path> path = locate_file(*from.env->file, url.substr(0, hash));
        if (!path) continue;
        std::error_code error;
        if (!std::filesystem::is_regular_file(*path, error)) continue;
        const Environment* file = load_file(from, *path);
        if (file == nullptr) continue;
        fragment = hash == std::string::npos ? std::string() : url.substr(hash + 1);
        return file;
    }
    warn(from, "vrml-file-missing",
         fmt::format("none of this {} node's files can be read: {}", syntax(from).type,
                     urls.empty() ? "it names none" : urls.front().substr(0, 100)));
    return nullptr;
}

const Environment* World::load_file(NodeRef from, const std::filesystem::path& path) {
    const auto known = loaded_.find(path);
    if (known != loaded_.end()) return known->second;
    loaded_[path] = nullptr;
    if (loaded_.size() > max_files) return nullptr;
    Result<std::vector<std::byte>> bytes =
        read_file(path, options_->limits.max_file_bytes, options_->files_read);
    if (!bytes) return nullptr;
    SourceFile& file = files_.emplace_back();
    file.bytes = as_text(*bytes);
    if (is_gzip(*bytes)) {
        const Result<Inflated> inflated =
            inflate_gzip(*bytes, path.string(), options_->limits.max_inflated_bytes);
        if (!inflated) return nullptr;
        file.bytes = as_text(inflated->bytes);
    }
    if (is_gltf(path, file.bytes)) {
        warn(from, "vrml-inline-format",
             fmt::format("a file in glTF is not shown within a world: {}",
                         path.filename().string().substr(0, 100)));
        return nullptr;
    }
    loaded_bytes_ += file.bytes.size();
    if (loaded_bytes_ > options_->limits.max_file_bytes) {
        warn(from, "vrml-files-too-large", "the files that this world refers to are too large together");
        return nullptr;
    }
    std::error_code error;
    file.folder = path.parent_path().lexically_relative(std::filesystem::canonical(folder_, error));
    if (file.folder == ".") file.folder.clear();
    LoadOptions options = *options_;
    options.progress = nullptr;
    Result<SyntaxTree> tree = parse_world(file.bytes, path.filename().string(), reporter_, options);
    if (!tree) {
        warn(from, "vrml-file-broken", fmt::format("a file could not be read: {}", tree.error().text()));
        return nullptr;
    }
    file.tree = std::move(*tree);
    has_angle_units_ = has_angle_units_ || file.tree.angle_unit != 1.0;
    nodes_written_ += file.tree.nodes.size();
    bytes_written_ += file.bytes.size();
    return loaded_[path] = make_environment(&file, none, {});
}

}  // namespace vitruvian::vrml
