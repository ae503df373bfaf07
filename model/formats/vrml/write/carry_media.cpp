#include "model/formats/vrml/write/carry_media.h"

#include "model/io/file.h"
#include "model/io/load_options.h"
#include "model/io/side_files.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

namespace vitruvian::vrml {
namespace {

namespace fs = std::filesystem;

bool is_somewhere_else(const std::string& url) {
    return url.empty() || url.find("://") != std::string::npos || url.starts_with("urn:") ||
           url.starts_with("data:");
}

class Carrier {
  public:
    Carrier(const fs::path& from, const SaveOptions& options, EncodedDocument& encoded)
        : options_(&options), encoded_(&encoded) {
        std::error_code error;
        from_ = fs::weakly_canonical(from, error);
        to_ = options.folder.empty() ? from_ : fs::weakly_canonical(options.folder, error);
    }

    void enter(std::vector<OutputNode>& nodes) {
        for (OutputNode& node : nodes) {
            const bool has_media = node.type == "MovieTexture" || node.type == "AudioClip";
            for (OutputField& field : node.fields) {
                if (auto* inside = std::get_if<std::vector<OutputNode>>(&field.value)) {
                    enter(*inside);
                } else if (auto* urls = std::get_if<std::vector<std::string>>(&field.value);
                           urls != nullptr && has_media && field.name == "url") {
                    for (std::string& url : *urls) url = address_of(url);
                }
            }
        }
    }

  private:
    /// What `url` of the source is called from where the scene will be.
    std::string address_of(const std::string& url) {
        if (is_somewhere_else(url) || to_ == from_) return url;
        const auto [known, is_new] = addresses_.try_emplace(url, url);
        if (is_new) known->second = found_address(url);
        return known->second;
    }

    std::string found_address(const std::string& url) {
        const std::size_t name_end = url.find('#');
        const Result<fs::path> path = resolve_reference(from_, url.substr(0, name_end));
        if (!path) {
            if (path.error().code == "reference-outside")
                tell(url, "it leads out of the folder that the file was read from");
            return url;
        }
        std::error_code error;
        if (!fs::is_regular_file(*path, error)) return url;
        const std::string fragment = name_end == std::string::npos ? std::string() : url.substr(name_end);
        const fs::path below = path->lexically_relative(to_);
        if (!below.empty() && *below.begin() != "..")
            return percent_encoded(below.generic_string()) + fragment;
        const Result<std::vector<std::byte>> bytes = read_file(*path, LoadLimits{}.max_file_bytes);
        if (!bytes) return tell(url, "it cannot be read");
        if (!is_media(*bytes)) return tell(url, "it is no film or sound");
        const std::string name = path->lexically_relative(from_).generic_string();
        return percent_encoded(add_side_file(*encoded_, *options_, name, *bytes, SideKind::media)) + fragment;
    }

    std::string tell(const std::string& url, const char* why) {
        encoded_->notes.warn("reference-not-carried",
                             fmt::format("\"{}\" is not taken along: {}", url.substr(0, 100), why));
        return url;
    }

    const SaveOptions* options_;
    EncodedDocument* encoded_;
    fs::path from_;
    fs::path to_;
    std::map<std::string, std::string> addresses_;
};

}  // namespace

void carry_media(const Document& document, const SaveOptions& options, OutputScene& scene,
                 EncodedDocument& encoded) {
    if (document.source == nullptr || document.source->folder.empty()) return;
    Carrier carrier(document.source->folder, options, encoded);
    carrier.enter(scene.roots);
}

}  // namespace vitruvian::vrml
