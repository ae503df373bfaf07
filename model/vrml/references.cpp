#include "model/vrml/references.h"

#include "model/io/load.h"
#include "model/io/write_file.h"

#include <fmt/format.h>

#include <set>
#include <system_error>

namespace vitruvian::vrml {
namespace {

namespace fs = std::filesystem;

/// `url`, and `frontUrl` and its like of a Background. An Anchor's leads elsewhere on purpose.
bool is_reference(const SyntaxNode& node, const Field& field) {
    return node.type != "Anchor" && (field.name == "url" || field.name.ends_with("Url"));
}

/// A string that may be a file's name: of a PROTO's field, which can become an url by IS.
bool could_be_file(const std::string& text) {
    const std::size_t longest = 255;
    return text.size() <= longest && text.find('.') != std::string::npos &&
           text.find_first_of("\r\n{}") == std::string::npos;
}

class Carrier {
  public:
    Carrier(World& world, const fs::path& from, const fs::path& to, EncodedDocument& out)
        : world_(&world), to_(to), out_(&out) {
        std::error_code error;
        from_ = fs::canonical(from, error);
        own_ = fs::weakly_canonical(from_ / fs::path(world.files().front().tree.file).filename(), error);
    }

    void carry(const SourceFile& file) {
        for (const SyntaxNode& node : file.tree.nodes) {
            for (const Field& field : node.fields) {
                const bool reference = is_reference(node, field);
                if (reference || node.proto != none) carry(file, field.value, reference);
            }
        }
        for (const Proto& proto : file.tree.protos) {
            for (const std::string& url : proto.urls) carry(file, url, true);
            for (const InterfaceField& field : proto.interface) carry(file, field.value, false);
        }
    }

  private:
    void carry(const SourceFile& file, const Value& value, bool reference) {
        const auto* texts = std::get_if<std::vector<std::string>>(&value);
        if (texts == nullptr) return;
        for (const std::string& text : *texts) {
            if (reference || could_be_file(text)) carry(file, text, reference);
        }
    }

    void carry(const SourceFile& file, const std::string& url, bool reference) {
        const Result<fs::path> path = world_->locate_file(file, url.substr(0, url.find('#')));
        if (!path) {
            if (reference && path.error().code == "reference-outside")
                tell(url, "it leads out of the folder that the file was read from");
            return;
        }
        std::error_code error;
        if (!fs::is_regular_file(*path, error) || !done_.insert(*path).second) return;
        if (*path == own_) {
            tell(url, "it means the file itself, which is saved under another name");
            return;
        }
        const fs::path name = path->lexically_relative(from_);
        Result<std::vector<std::byte>> bytes = read_file(*path, world_->options().limits.max_file_bytes);
        if (!bytes) {
            tell(url, "it cannot be read");
        } else if (!fs::exists(to_ / name, error)) {
            out_->side_files.push_back({name, std::move(*bytes)});
        } else if (!file_holds(to_ / name, *bytes)) {
            tell(url, "there is another file of that name where this one is saved");
        }
    }

    void tell(const std::string& url, const char* why) {
        out_->notes.warn("reference-not-carried",
                         fmt::format("\"{}\" is not taken along: {}", url.substr(0, 100), why));
    }

    World* world_;
    fs::path from_;
    fs::path own_;  // the world's own file
    fs::path to_;
    EncodedDocument* out_;
    std::set<fs::path> done_;
};

}  // namespace

void carry_references(World& world, const fs::path& from, const fs::path& to, EncodedDocument& out) {
    Carrier carrier(world, from, to, out);
    for (const SourceFile& file : world.files()) carrier.carry(file);
}

}  // namespace vitruvian::vrml
