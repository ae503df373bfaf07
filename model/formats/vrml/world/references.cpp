#include "model/formats/vrml/world/references.h"

#include "model/formats/vrml/x3d/x3d_tree.h"
#include "model/io/file.h"
#include "model/io/load_options.h"
#include "model/io/side_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

namespace vitruvian::vrml {
namespace {

namespace fs = std::filesystem;

/// `url`, and `frontUrl` and the like of a Background. An Anchor's is a link, not a part of the world.
bool is_reference(const SyntaxNode& node, const Field& field) {
    return node.type != "Anchor" && (field.name == "url" || field.name.ends_with("Url"));
}

/// Whether a string may be a file's name: of a PROTO's field, which can become a url by IS.
bool could_be_file(const std::string& text) {
    const std::size_t longest = 255;
    return text.size() <= longest && text.find('.') != std::string::npos &&
           text.find_first_of("\r\n{}") == std::string::npos;
}

/// Returns where `url` occurs as a string, or as the part of one before '#', in a range of the text.
std::vector<SourceRange> places_of(const std::string& url, std::string_view text, SourceRange range) {
    constexpr std::string_view before = "\"' ,\t\r\n[";
    constexpr std::string_view behind = "\"' ,\t\r\n]#";
    std::vector<SourceRange> out;
    range.end = std::min<std::uint32_t>(range.end, static_cast<std::uint32_t>(text.size()));
    if (url.empty() || range.begin >= range.end) return out;
    const std::string_view part = text.substr(range.begin, range.end - range.begin);
    for (std::size_t at = part.find(url); at != std::string_view::npos; at = part.find(url, at + 1)) {
        const std::size_t end = at + url.size();
        const bool begins = at > 0 && before.find(part[at - 1]) != std::string_view::npos;
        const bool ends = end < part.size() && behind.find(part[end]) != std::string_view::npos;
        const auto place = static_cast<std::uint32_t>(range.begin + at);
        if (begins && ends) out.push_back({place, static_cast<std::uint32_t>(place + url.size())});
    }
    return out;
}

/// Broken files are read up to the error; a file with no content of a world is not one.
bool is_world_file(const SyntaxTree& tree) {
    return !tree.nodes.empty() || !tree.protos.empty() || tree.text.starts_with("#VRML V2.0") ||
           tree.text.starts_with("#X3D");
}

class Carrier {
  public:
    Carrier(World& world, const fs::path& from, const SaveOptions& options, EncodedDocument& out)
        : world_(&world), options_(&options), out_(&out) {
        std::error_code error;
        from_ = fs::canonical(from, error);
        own_ = fs::weakly_canonical(from_ / fs::path(root().tree.file).filename(), error);
        for (const SourceFile& file : world.files()) {
            if (&file != &root() && is_world_file(file.tree))
                worlds_.insert(from_ / file.folder / file.tree.file);
        }
    }

    TextEdits carry() {
        for (const SourceFile& file : world_->files()) find_references(file);
        for (const fs::path& path : order_) carry(path, found_[path]);
        return std::move(edits_);
    }

  private:
    /// A file that is referred to, and the references to it.
    struct Reference {
        std::string url;                  // the first
        std::vector<SourceRange> places;  // in the root file's text
        bool can_be_renamed = true;       // all places are known
    };

    [[nodiscard]] const SourceFile& root() const { return world_->files().front(); }

    void find_references(const SourceFile& file) {
        for (const SyntaxNode& node : file.tree.nodes) {
            for (const Field& field : node.fields) {
                const bool reference = is_reference(node, field);
                if (reference || node.proto != none) find(file, field.value, field.range, reference);
            }
        }
        for (const Proto& proto : file.tree.protos) {
            for (const std::string& url : proto.urls) find(file, url, proto.range, true);
            for (const InterfaceField& field : proto.interface) find(file, field.value, field.range, false);
        }
    }

    void find(const SourceFile& file, const Value& value, SourceRange range, bool reference) {
        const auto* texts = std::get_if<std::vector<std::string>>(&value);
        if (texts == nullptr) return;
        for (const std::string& text : *texts) {
            if (reference || could_be_file(text)) find(file, text, range, reference);
        }
    }

    void find(const SourceFile& file, const std::string& text, SourceRange range, bool reference) {
        const std::string url = text.substr(0, text.find('#'));
        const Result<fs::path> path = world_->locate_file(file, url);
        if (!path) {
            if (reference && path.error().code == "reference-outside")
                tell(text, "it leads out of the folder that the file was read from");
            return;
        }
        std::error_code error;
        if (!fs::is_regular_file(*path, error)) return;
        const auto [place, is_new] = found_.try_emplace(*path);
        if (is_new) {
            order_.push_back(*path);
            place->second.url = text;
        }
        Reference& found = place->second;
        const std::vector<SourceRange> places =
            &file == &root() ? places_of(url, file.tree.text, range) : std::vector<SourceRange>();
        found.can_be_renamed = found.can_be_renamed && !places.empty();
        found.places.insert(found.places.end(), places.begin(), places.end());
    }

    /// Returns the kind of a file, so that only files used by a figure are copied.
    std::optional<SideKind> kind_of(const fs::path& path, const std::vector<std::byte>& bytes) const {
        if (worlds_.contains(path)) return SideKind::world;
        if (is_picture(bytes)) return SideKind::picture;
        if (is_media(bytes)) return SideKind::media;
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        Diagnostics ignored;
        Reporter reporter(ignored);
        LoadOptions options = world_->options();
        options.progress = nullptr;
        const Result<SyntaxTree> tree = parse_world(text, path.filename().string(), reporter, options);
        return tree && is_world_file(*tree) ? std::optional(SideKind::world) : std::nullopt;
    }

    void carry(const fs::path& path, const Reference& found) {
        if (path == own_)
            return tell(found.url, "it means the file itself, which is saved under another name");
        const Result<std::vector<std::byte>> bytes = read_file(path, world_->options().limits.max_file_bytes);
        if (!bytes) return tell(found.url, "it cannot be read");
        const std::optional<SideKind> kind = kind_of(path, *bytes);
        if (!kind) return tell(found.url, "it is not a picture, film, sound or world");
        const std::string name = path.lexically_relative(from_).generic_string();
        if (add_side_file_as(*out_, *options_, name, *bytes, *kind)) return;
        // References of a world's own files are relative to that world's folder.
        const bool may_move =
            found.can_be_renamed && (*kind != SideKind::world || is_safe_side_name(name, *kind));
        if (!may_move) return tell(found.url, "its name is not free, or none that a file should have there");
        const std::string url = percent_encoded(add_side_file(*out_, *options_, name, *bytes, *kind));
        for (const SourceRange& place : found.places) {
            if (!edits_.replace(place, url))
                tell(found.url, "two parts of the file refer to it in one place");
        }
    }

    void tell(const std::string& url, const char* why) {
        out_->notes.warn("reference-not-carried",
                         fmt::format("\"{}\" is not taken along: {}", url.substr(0, 100), why));
    }

    World* world_;
    const SaveOptions* options_;
    EncodedDocument* out_;
    fs::path from_;
    fs::path own_;  // the world's own file
    std::set<fs::path> worlds_;
    std::map<fs::path, Reference> found_;
    std::vector<fs::path> order_;
    TextEdits edits_;
};

}  // namespace

TextEdits carry_references(World& world, const fs::path& from, const SaveOptions& options,
                           EncodedDocument& out) {
    return Carrier(world, from, options, out).carry();
}

}  // namespace vitruvian::vrml
