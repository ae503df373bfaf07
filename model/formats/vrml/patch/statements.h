// Node and ROUTE statements in a file's text: removes them, replaces them by their children, and inserts new
// ones, in the file's own layout, in each of the four encodings. Knows nothing of documents.
#pragma once

#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/patch/json_lists.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/write/def_names.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

class Statements {
  public:
    /// `tree` and its text must outlive this object.
    Statements(const SyntaxTree& tree, Encoding encoding);

    /// The range from "DEF", the type or "<" to the end of "}", "/>" or the end tag; in JSON the object that
    /// contains the type and the node.
    [[nodiscard]] SourceRange range_of(NodeId node) const;
    /// Returns the text, unindented by the indentation of its first line.
    [[nodiscard]] std::string text_of(NodeId node) const;
    /// The node that has this one in a field; none for root nodes, and for nodes in an interface.
    [[nodiscard]] NodeId holder(NodeId node) const { return holders_[node].node; }
    [[nodiscard]] std::string_view held_in(NodeId node) const;

    /// Removes a statement, with its lines where they become empty. Errors here and below: "save-structure".
    [[nodiscard]] Result<void> cut(NodeId node);
    /// Like `cut`, but what is in its field `children` replaces it.
    [[nodiscard]] Result<void> dissolve(NodeId node);
    /// Removes the ROUTE.
    [[nodiscard]] Result<void> cut(const Route& route);
    static constexpr std::size_t at_end = static_cast<std::size_t>(-1);
    /// Adds a statement at the end of `field`, or behind its first `place` nodes, when `finish` is called.
    void add(NodeId node, std::string_view field, std::string statement, std::size_t place = at_end);
    /// Adds statements at the end of the file.
    void append(std::string statement) { appended_.push_back(std::move(statement)); }
    [[nodiscard]] Result<void> finish();
    /// Inserts a PROTO before the file's first node.
    void declare(std::string proto);

    /// Returns a node on one line; its fields are names and values as from value_text. `like`: whose quotes
    /// XML uses.
    [[nodiscard]] std::string node_text(std::string_view type, const std::string& def,
                                        const std::vector<std::pair<std::string_view, FieldValue>>& fields,
                                        NodeId like) const;
    /// Returns the statement of `use`, a USE, with another name.
    [[nodiscard]] std::string use_text(NodeId use, const std::string& def) const;
    /// Replaces a node, or a USE, by a USE of another node.
    [[nodiscard]] Result<void> use_instead(NodeId node, const std::string& def);
    [[nodiscard]] std::string route_text(const std::string& from, std::string_view from_field,
                                         const std::string& to, std::string_view to_field) const;
    /// Renames the node: in its DEF, and in every USE and ROUTE.
    [[nodiscard]] Result<void> rename_def(NodeId node, const std::string& def);
    /// Gives a node whose name is its DEF name, or the exact name beside it (given_names.h), another name.
    /// `names` are those that are taken.
    [[nodiscard]] Result<void> call(NodeId node, const std::string& from, const std::string& to,
                                    DefNames& names);
    /// Returns a WorldInfo that stores the exact name of the node with DEF name `def`.
    [[nodiscard]] std::string given_name_text(const std::string& def, const std::string& name) const;
    /// Swaps a definition and a USE of it.
    [[nodiscard]] Result<void> swap(NodeId use, NodeId definition);
    /// Turns a Site into a Transform, which has the same fields except for a name.
    [[nodiscard]] Result<void> make_transform(NodeId node);
    /// Puts a node into a new Transform.
    void wrap(NodeId node, const std::vector<std::pair<std::string_view, FieldValue>>& fields);
    /// Gives a node without a DEF name one.
    void define(NodeId node, const std::string& def);

    [[nodiscard]] const TextEdits& edits() const { return edits_; }

  private:
    struct Holder {
        NodeId node = none;
        const Field* field = nullptr;
        bool is_root = false;
    };
    [[nodiscard]] std::string_view text() const { return tree_->text; }
    [[nodiscard]] bool is_xml() const { return encoding_ == Encoding::x3d_xml; }
    [[nodiscard]] bool is_json() const { return encoding_ == Encoding::x3d_json; }
    [[nodiscard]] bool is_proto(std::string_view type) const;
    [[nodiscard]] std::uint32_t behind_tag(std::size_t at) const;
    [[nodiscard]] SourceRange element(std::uint32_t begin) const;
    [[nodiscard]] SourceRange whole_lines(SourceRange range) const;
    [[nodiscard]] std::string inner_indent(NodeId node) const;
    [[nodiscard]] std::string indented(const std::string& statement, const std::string& indent) const;
    [[nodiscard]] bool is_emptied(const Holder& holder) const;
    [[nodiscard]] std::vector<SourceRange> removals() const;
    [[nodiscard]] Result<void> write_removals();
    [[nodiscard]] Result<void> insert_behind(std::span<const NodeId> siblings,
                                             const std::vector<std::string>& statements);
    [[nodiscard]] Result<void> insert_first(NodeId node, std::string_view field,
                                            const std::vector<std::string>& statements);
    [[nodiscard]] Result<void> rename_word(SourceRange range, std::string_view from, const std::string& to,
                                           bool in_route);
    [[nodiscard]] tl::unexpected<Error> refuse(std::uint32_t at) const;
    [[nodiscard]] std::string words(const std::string& text) const;
    [[nodiscard]] bool rename_given(NodeId node, const std::string& from, const std::string& to);
    [[nodiscard]] std::string xml_node_text(
        std::string_view type, const std::string& def,
        const std::vector<std::pair<std::string_view, FieldValue>>& fields, NodeId like) const;

    // statements_json.cpp
    [[nodiscard]] int wrapper(std::uint32_t begin) const;
    [[nodiscard]] Result<void> cut_wrapped(std::uint32_t begin);
    void take_out_emptied();
    [[nodiscard]] Result<void> dissolve_wrapped(NodeId node, const std::vector<NodeId>& children);
    [[nodiscard]] Result<void> insert_in_list(NodeId node, std::string_view field,
                                              std::span<const NodeId> siblings,
                                              const std::vector<std::string>& statements);
    [[nodiscard]] Result<void> insert_member(int object, std::string_view field,
                                             const std::vector<std::string>& statements);
    [[nodiscard]] Result<void> append_to_scene();
    [[nodiscard]] Result<void> rename_members(std::uint32_t begin, std::span<const std::string_view> names,
                                              std::string_view from, const std::string& to);
    [[nodiscard]] Result<void> make_wrapped_transform(NodeId node);
    [[nodiscard]] std::string json_node_text(
        std::string_view type, const std::string& def,
        const std::vector<std::pair<std::string_view, FieldValue>>& fields, NodeId like) const;
    [[nodiscard]] std::string object_text(std::string_view type,
                                          const std::vector<std::pair<std::string, std::string>>& members,
                                          NodeId like) const;

    const SyntaxTree* tree_;
    Encoding encoding_;
    std::string new_line_;
    std::vector<Holder> holders_;
    std::optional<JsonLists> lists_;  // of JSON
    std::set<NodeId> cut_;
    std::vector<SourceRange> removed_;  // ROUTEs, and the text around the children of dissolved nodes
    std::map<std::uint32_t, std::string>
        replacements_;  // text that replaces a removed node, by the offset of the node
    TextEdits edits_;
    std::map<std::tuple<NodeId, std::string, std::size_t>, std::vector<std::string>> added_;
    std::vector<std::string> appended_;
};

}  // namespace vitruvian::vrml
