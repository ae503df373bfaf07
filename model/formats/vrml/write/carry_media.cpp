#include "model/formats/vrml/write/carry_media.h"

#include "model/io/file.h"
#include "model/io/load_options.h"
#include "model/io/side_files.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>
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

    /// Everything in a declaration is copied from the source, images too.
    void enter(OutputProto& proto) {
        find_addresses(proto, proto.body);
        for (OutputInterface& line : proto.interface) enter(line, is_address(proto.name, line.name));
        enter(proto.body, true);
    }

    /// `is_copy`: copied from the source. Other nodes' images already have their final URLs.
    void enter(std::vector<OutputNode>& nodes, bool is_copy) {
        for (OutputNode& node : nodes) {
            for (OutputField& field : node.fields) {
                if (auto* inside = std::get_if<std::vector<OutputNode>>(&field.value)) {
                    enter(*inside, is_copy);
                } else if (field.name == "url" && refers_to_media(node.type) &&
                           (is_copy || node.type != "ImageTexture")) {
                    carry(field);
                }
            }
            for (OutputInterface& given : node.interface) enter(given, is_address(node.proto, given.name));
        }
    }

  private:
    void enter(OutputInterface& line, bool is_address) {
        if (!line.value) return;
        if (auto* inside = std::get_if<std::vector<OutputNode>>(&line.value->value)) enter(*inside, true);
        if (is_address) carry(*line.value);
    }

    void carry(OutputField& field) {
        if (auto* urls = std::get_if<std::vector<std::string>>(&field.value)) {
            for (std::string& url : *urls) url = address_of(url);
        } else if (auto* url = std::get_if<std::string>(&field.value)) {
            *url = address_of(*url);
        }
    }

    [[nodiscard]] bool is_address(const std::string& proto, const std::string& field) const {
        return proto_addresses_.contains({proto, field});
    }

    /// Finds fields of the PROTO's interface that are URLs in its body, or in an instance there.
    void find_addresses(const OutputProto& proto, const std::vector<OutputNode>& nodes) {
        for (const OutputNode& node : nodes) {
            for (const OutputConnect& connect : node.connects) {
                const bool holds_one = refers_to_media(node.type)
                                           ? connect.node_field == "url"
                                           : is_address(node.proto, connect.node_field);
                if (holds_one) proto_addresses_.emplace(proto.name, connect.proto_field);
            }
            const auto enter_value = [&](const OutputField& field) {
                if (const auto* inside = std::get_if<std::vector<OutputNode>>(&field.value))
                    find_addresses(proto, *inside);
            };
            for (const OutputField& field : node.fields) enter_value(field);
            for (const OutputInterface& given : node.interface) {
                if (given.value) enter_value(*given.value);
            }
        }
    }

    /// Returns the URL, relative to the scene's new folder, of a file that the source calls `url`.
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
        const bool is_shown = is_picture(*bytes);
        if (!is_shown && !is_media(*bytes)) return tell(url, "it is not a picture, film or sound");
        const SideKind kind = is_shown ? SideKind::picture : SideKind::media;
        const std::string name = path->lexically_relative(from_).generic_string();
        return percent_encoded(add_side_file(*encoded_, *options_, name, *bytes, kind)) + fragment;
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
    std::set<std::pair<std::string, std::string>> proto_addresses_;  // of PROTOs: name, field
};

}  // namespace

bool refers_to_media(std::string_view type) {
    return type == "ImageTexture" || type == "MovieTexture" || type == "AudioClip";
}

void carry_media(const Document& document, const SaveOptions& options, OutputScene& scene,
                 EncodedDocument& encoded) {
    if (document.source == nullptr || document.source->folder.empty()) return;
    Carrier carrier(document.source->folder, options, encoded);
    for (OutputProto& proto : scene.protos) carrier.enter(proto);
    carrier.enter(scene.roots, false);
}

}  // namespace vitruvian::vrml
