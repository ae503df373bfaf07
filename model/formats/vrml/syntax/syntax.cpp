#include "model/formats/vrml/syntax/syntax.h"

#include "model/core/utf8.h"

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {

Location locate(const std::string& file, std::string_view text, std::uint32_t offset) {
    const std::size_t end = std::min<std::size_t>(offset, text.size());
    int line = 1;
    std::size_t line_begin = 0;
    for (std::size_t i = 0; i < end; ++i) {
        const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
            ++line;
            line_begin = i + 1;
        }
    }
    return {file, line, static_cast<int>(character_count(text.substr(line_begin, end - line_begin))) + 1, ""};
}

void set_unit(SyntaxTree& tree, std::string_view category, double factor) {
    if (!(factor > 1e-9 && factor < 1e9)) return;
    if (category == "length") tree.length_unit = factor;
    if (category == "angle") tree.angle_unit = factor;
}

std::optional<Access> access_named(std::string_view word) {
    if (word == "field" || word == "initializeOnly") return Access::field;
    if (word == "exposedField" || word == "inputOutput") return Access::exposed_field;
    if (word == "eventIn" || word == "inputOnly") return Access::event_in;
    if (word == "eventOut" || word == "outputOnly") return Access::event_out;
    return std::nullopt;
}

Location SyntaxTree::location(std::uint32_t offset) const {
    return locate(file, text, offset);
}

void Reporter::warn(const SyntaxTree& tree, std::uint32_t offset, std::string code, std::string message) {
    add(Severity::warning, tree, offset, std::move(code), std::move(message));
}

void Reporter::note(const SyntaxTree& tree, std::uint32_t offset, std::string code, std::string message) {
    add(Severity::info, tree, offset, std::move(code), std::move(message));
}

void Reporter::damaged(const Error& error) {
    diagnostics_->warn(error.code, error.message + "; what precedes it is shown", error.where);
}

void Reporter::add(Severity severity, const SyntaxTree& tree, std::uint32_t offset, std::string code,
                   std::string message) {
    const auto& list = diagnostics_->list();
    const bool known = std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
        return d.code == code && d.message == message;
    });
    if (known) {
        diagnostics_->add(severity, std::move(code), std::move(message));
        return;
    }
    const int max_kinds = 200;
    if (++said_ > max_kinds) {
        diagnostics_->add(Severity::warning, "vrml-more",
                          "There is more to say about this file than is listed.");
        return;
    }
    diagnostics_->add(severity, std::move(code), std::move(message), tree.location(offset));
}

const Value* value_of(const SyntaxNode& node, std::string_view field) {
    const auto found = std::find_if(node.fields.begin(), node.fields.end(),
                                    [field](const Field& f) { return f.name == field; });
    return found == node.fields.end() ? nullptr : &found->value;
}

namespace {

template <class T>
std::span<const T> list_of(const SyntaxNode& node, std::string_view field) {
    const Value* value = value_of(node, field);
    const auto* list = value == nullptr ? nullptr : std::get_if<std::vector<T>>(value);
    return list == nullptr ? std::span<const T>() : std::span<const T>(*list);
}

}  // namespace

std::span<const std::string> texts_of(const SyntaxNode& node, std::string_view field) {
    return list_of<std::string>(node, field);
}

std::span<const NodeId> nodes_of(const SyntaxNode& node, std::string_view field) {
    return list_of<NodeId>(node, field);
}

std::string_view text_of(const SyntaxNode& node, std::string_view field) {
    const std::span<const std::string> texts = texts_of(node, field);
    return texts.empty() ? std::string_view() : std::string_view(texts.front());
}

}  // namespace vitruvian::vrml
