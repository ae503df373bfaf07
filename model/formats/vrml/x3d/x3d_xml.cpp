// X3D's XML encoding (ISO/IEC 19776-1). The parser only knows XML's five predefined entities, so none can
// expand.
#include "model/formats/vrml/x3d/x3d_elements.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// DOM nodes may take 100 bytes for four bytes of text, so they are counted before any is created.
constexpr std::size_t max_attributes = 3'000'000;

/// Storage that elements' names and values refer to.
struct XmlStorage {
    std::string buffer;
    std::deque<std::string> converted;  // values converted to UTF-8
};

/// Whether the XML declaration specifies ISO 8859-1 or similar.
bool is_latin1(std::string_view text) {
    if (!text.starts_with("<?xml")) return false;
    std::string declaration(text.substr(0, std::min<std::size_t>(text.find("?>"), 200)));
    for (char& c : declaration) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    for (const char* name :
         {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "us-ascii"}) {
        if (declaration.find(name) != std::string::npos) return true;
    }
    return false;
}

class XmlElements {
  public:
    XmlElements(XmlStorage& storage, std::string_view source, const std::string& file,
                const LoadOptions& options)
        : storage_(&storage), source_(source), file_(&file), options_(&options), latin1_(is_latin1(source)) {}

    std::optional<Error> error;

    Element make(const pugi::xml_node& node, std::size_t depth) {
        Element out;
        out.name = node.name();
        const std::uint32_t name_at = offset(node.name());
        out.range = {name_at > 0 ? name_at - 1 : 0, name_at + static_cast<std::uint32_t>(out.name.size())};
        if (depth > options_->limits.max_depth + shape_levels) {
            fail_at(out.range.begin, "vrml-too-deep",
                    fmt::format("elements nest deeper than {}", options_->limits.max_depth));
            return out;
        }
        if (++count_ % 256 == 0 && options_->cancel != nullptr &&
            options_->cancel->load(std::memory_order_relaxed)) {
            fail_at(out.range.begin, "cancelled", "reading was cancelled");
        }
        for (const pugi::xml_attribute& attribute : node.attributes()) {
            const std::uint32_t begin = offset(attribute.name());
            out.attributes.push_back({attribute.name(),
                                      text_of(attribute.value()),
                                      {begin, end_of_value(offset(attribute.value()))}});
        }
        for (const pugi::xml_node& child : node.children()) {
            if (error) break;
            if (child.type() == pugi::node_element) out.children.push_back(make(child, depth + 1));
        }
        return out;
    }

  private:
    /// Returns a value in UTF-8, whatever the file's encoding.
    [[nodiscard]] std::string_view text_of(std::string_view value) {
        const auto high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
        if (!latin1_ || std::none_of(value.begin(), value.end(), high)) return value;
        std::string& out = storage_->converted.emplace_back();
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte >= 0x80) out.push_back(static_cast<char>(0xC0U | (byte >> 6U)));
            out.push_back(byte >= 0x80 ? static_cast<char>(0x80U | (byte & 0x3FU)) : c);
        }
        return out;
    }

    /// Parsing in place moves no name: its offset in the buffer is that in the source.
    [[nodiscard]] std::uint32_t offset(const char* place) const {
        const char* begin = storage_->buffer.data();
        const bool inside = place >= begin && place <= begin + storage_->buffer.size();
        return inside ? static_cast<std::uint32_t>(place - begin) : 0;
    }

    [[nodiscard]] std::uint32_t end_of_value(std::uint32_t begin) const {
        if (begin == 0 || begin > source_.size()) return begin;
        const std::size_t quote = source_.find(source_[begin - 1], begin);
        return quote == std::string_view::npos ? begin : static_cast<std::uint32_t>(quote) + 1;
    }

    void fail_at(std::uint32_t at, std::string code, std::string message) {
        if (!error) error = Error{std::move(code), std::move(message), locate(*file_, source_, at)};
    }

    XmlStorage* storage_;
    std::string_view source_;
    const std::string* file_;
    const LoadOptions* options_;
    bool latin1_;
    std::size_t count_ = 0;
};

/// Returns the X3D element, or the Scene of a fragment without one.
pugi::xml_node find_root(const pugi::xml_document& document) {
    for (const pugi::xml_node& node : document.children()) {
        const std::string_view name = node.name();
        if (name == "X3D" || name == "x3d" || name == "Scene") return node;
    }
    return {};
}

}  // namespace

const ElementAttribute* Element::find(std::string_view attribute) const {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const ElementAttribute& a) { return a.name == attribute; });
    return found == attributes.end() ? nullptr : &*found;
}

std::string_view Element::text(std::string_view attribute) const {
    const ElementAttribute* found = find(attribute);
    if (found == nullptr) return {};
    const auto* value = std::get_if<std::string_view>(&found->value);
    return value == nullptr ? std::string_view() : *value;
}

Result<ElementFile> read_xml_elements(std::string_view text, const std::string& file,
                                      const LoadOptions& options) {
    const auto tags = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
    if (tags > 4 * options.limits.max_nodes) {
        return fail("vrml-too-many-nodes",
                    fmt::format("the file has more than {} nodes", options.limits.max_nodes),
                    {file, 0, 0, ""});
    }
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '=')) > max_attributes) {
        return fail("x3d-too-many-attributes",
                    fmt::format("the file has more than {} attributes", max_attributes), {file, 0, 0, ""});
    }
    const auto storage = std::make_shared<XmlStorage>();
    storage->buffer = text;
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer_inplace(
        storage->buffer.data(), storage->buffer.size(), pugi::parse_default, pugi::encoding_utf8);
    ElementFile out;
    out.storage = storage;
    if (!parsed) {
        const auto at = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
        out.damage = Error{"xml-syntax", fmt::format("this is not well-formed XML: {}", parsed.description()),
                           locate(file, text, at)};
    }
    const pugi::xml_node root = find_root(document);
    if (!root) {
        if (out.damage) return tl::unexpected(std::move(*out.damage));
        return fail("x3d-no-root", "there is no X3D element", locate(file, text, 0));
    }
    XmlElements maker(*storage, text, file, options);
    out.root = maker.make(root, 0);
    if (maker.error) return tl::unexpected(std::move(*maker.error));
    return out;
}

}  // namespace vitruvian::vrml
