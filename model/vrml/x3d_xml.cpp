// X3D's XML encoding (ISO/IEC 19776-1). The parser knows no entities but XML's five, so none can expand.
#include "model/vrml/x3d_elements.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Document nodes may take some 100 bytes where the file has four, so they are counted before any is made.
constexpr std::size_t most_attributes = 3'000'000;

class XmlElements {
  public:
    XmlElements(std::string& buffer, std::string_view source, const std::string& file,
                const LoadOptions& options)
        : buffer_(&buffer), source_(source), file_(&file), options_(&options) {}

    std::optional<Error> error;

    Element make(const pugi::xml_node& node, std::size_t depth) {
        Element out;
        out.name = node.name();
        const std::uint32_t name_at = offset(node.name());
        out.range = {name_at > 0 ? name_at - 1 : 0, name_at + static_cast<std::uint32_t>(out.name.size())};
        if (depth > options_->limits.max_depth) {
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
                                      std::string_view(attribute.value()),
                                      {begin, end_of_value(offset(attribute.value()))}});
        }
        for (const pugi::xml_node& child : node.children()) {
            if (error) break;
            if (child.type() == pugi::node_element) out.children.push_back(make(child, depth + 1));
        }
        return out;
    }

  private:
    /// Parsing in place moves no name: where it is in the buffer it is in the source.
    [[nodiscard]] std::uint32_t offset(const char* place) const {
        const char* begin = buffer_->data();
        const bool inside = place >= begin && place <= begin + buffer_->size();
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

    std::string* buffer_;
    std::string_view source_;
    const std::string* file_;
    const LoadOptions* options_;
    std::size_t count_ = 0;
};

/// The X3D element, or the Scene of a fragment that has none.
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
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '=')) > most_attributes) {
        return fail("x3d-too-many-attributes",
                    fmt::format("the file has more than {} attributes", most_attributes), {file, 0, 0, ""});
    }
    const auto buffer = std::make_shared<std::string>(text);
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer_inplace(
        buffer->data(), buffer->size(), pugi::parse_default, pugi::encoding_utf8);
    ElementFile out;
    out.storage = buffer;
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
    XmlElements maker(*buffer, text, file, options);
    out.root = maker.make(root, 0);
    if (maker.error) return tl::unexpected(std::move(*maker.error));
    return out;
}

}  // namespace vitruvian::vrml
