// Node and ROUTE statements as they stand in a file's text: cutting them out, leaving what is below them, and
// putting new ones beside their like, in the file's own layout, in each of the four encodings. It knows nothing of
// documents.
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
#include <utility>
#include <vector>

namespace vitruvian::vrml {

class Statements {
  public:
    /// `tree` and its text outlive it.
    Statements(const SyntaxTree& tree, Encoding encoding);

    /// From "DEF", the type or "<" to behind "}", "/>" or the end tag; in JSON the object around the type and the node.
    [[nodiscard]] SourceRange range_of(NodeId node) const;
    /// The text, with the indentation of its first line taken from the others.
    [[nodiscard]] std::string text_of(NodeId node) const;
    /// The node in whose field this one stands; none for roots, and for what an interface holds.
    [[nodiscard]] NodeId holder(NodeId node) const { return holders_[node].node; }
    [[nodiscard]] std::string_view held_in(NodeId node) const;

    /// Takes out a statement, with its lines where they are then empty. Errors here and below: "save-structure".
    [[nodiscard]] Result<void> cut(NodeId node);
    /// The same, but what is in its field `children` stays, in its place.
    [[nodiscard]] Result<void> dissolve(NodeId node);
    /// Takes out the ROUTE.
    [[nodiscard]] Result<void> cut(const Route& route);
    /// Puts a statement behind those that stand in `field`, when `finish` is called.
    void add(NodeId node, std::string_view field, std::string statement);
    /// Puts statements at the end of the file.
    void append(std::string statement) { appended_.push_back(std::move(statement)); }
    [[nodiscard]] Result<void> finish();
    /// Puts a PROTO before the file's first node.
    void declare(std::string proto);

    /// A node in one line; its fields are name and value as value_text gives it. `like`: whose quotes XML uses.
    [[nodiscard]] std::string node_text(std::string_view type, const std::string& def,
                                        const std::vector<std::pair<std::string_view, FieldValue>>& fields,
                                        NodeId like) const;
    /// The statement of `use`, a USE, for another name.
    [[nodiscard]] std::string use_text(NodeId use, const std::string& def) const;
    /// Puts a USE of another node in the place of a node, or of a USE.
    [[nodiscard]] Result<void> use_instead(NodeId node, const std::string& def);
    [[nodiscard]] std::string route_text(const std::string& from, std::string_view from_field,
                                         const std::string& to, std::string_view to_field) const;
    /// Calls the node otherwise: in its DEF, in every USE and ROUTE.
    [[nodiscard]] Result<void> rename_def(NodeId node, const std::string& def);
    /// Gives a node whose name is its DEF name, or the exact one beside it (given_names.h), another. `names`: those that are
    /// taken.
    [[nodiscard]] Result<void> call(NodeId node, const std::string& from, const std::string& to,
                                    DefNames& names);
    /// A WorldInfo that says the exact name of what is called `def`.
    [[nodiscard]] std::string given_name_text(const std::string& def, const std::string& name) const;
    /// Puts a definition where a USE of it is, and the USE where the definition was.
    [[nodiscard]] Result<void> swap(NodeId use, NodeId definition);
    /// Makes a Transform of a Site, which has the same fields but a name.
    [[nodiscard]] Result<void> make_transform(NodeId node);
    /// Puts a node into a Transform of its own.
    void wrap(NodeId node, const std::vector<std::pair<std::string_view, FieldValue>>& fields);
    /// Gives a node that has none a DEF name.
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
    [[nodiscard]] Result<void> dissolve_wrapped(NodeId node, const std::vector<NodeId>& children);
    [[nodiscard]] Result<void> insert_in_list(NodeId node, std::string_view field,
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
    std::vector<SourceRange> removed_;  // ROUTEs, and what is around the children of dissolved nodes
    std::map<std::uint32_t, std::string>
        replacements_;  // what comes instead of a node that goes, by where that begins
    TextEdits edits_;
    std::map<std::pair<NodeId, std::string>, std::vector<std::string>> added_;
    std::vector<std::string> appended_;
};

}  // namespace vitruvian::vrml
