// The syntax tree of a VRML97 (later X3D) file: its contents before they are interpreted.
// One tree serves all encodings. Names are views into the source text, and every node and field has its byte
// range there, so that a writer can change one place and leave the rest as it is. Knows nothing of H-Anim.
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace vitruvian::vrml {

using NodeId = std::uint32_t;   // index into SyntaxTree::nodes
using ProtoId = std::uint32_t;  // index into SyntaxTree::protos
inline constexpr std::uint32_t none = 0xFFFFFFFFU;

/// LoadLimits::max_depth counts grouping nodes; the contents of a Shape at the bottom may be this much
/// deeper.
inline constexpr std::size_t shape_levels = 8;

/// Bytes [begin, end) of the source text.
struct SourceRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// `IS name`: the value comes from the PROTO's interface.
struct IsName {
    std::string_view name;
};

/// A field's value, with a type that follows from its syntax alone, so that unknown fields parse like known
/// ones. monostate: NULL or [].
/// A single number is a double (an SFTime keeps its precision); several are int32 where all are integers,
/// otherwise float. TRUE and FALSE in a list become integers. Node lists hold definitions and USE statements
/// alike.
using Value = std::variant<std::monostate, bool, double, std::vector<std::int32_t>, std::vector<float>,
                           std::vector<std::string>, std::vector<NodeId>, IsName>;

struct Field {
    std::string_view name;
    Value value;
    SourceRange range;  // name and value; in JSON the value alone
};

enum class Access : std::uint8_t { field, exposed_field, event_in, event_out };
/// Parses VRML97's and X3D's words: "exposedField", "inputOutput".
[[nodiscard]] std::optional<Access> access_named(std::string_view word);

/// One line of a PROTO's or Script's interface.
struct InterfaceField {
    Access access = Access::field;
    std::string_view type;  // "SFVec3f"
    std::string_view name;
    bool has_value = false;
    Value value;
    SourceRange range;
};

/// A node definition, or a USE statement (then `is_use`, and `use_of` is the definition or none).
struct SyntaxNode {
    std::string_view type;
    std::string_view def;  // the name after DEF or USE; empty: none
    ProtoId proto = none;  // the declaration that `type` refers to; none: built in or unknown
    ProtoId scope = none;  // the PROTO whose body contains this node; none: the file
    NodeId use_of = none;
    bool is_use = false;
    std::uint32_t redefined = 0;  // not 0: a later DEF took the name; the sequence number of its definition
    SourceRange range;
    std::vector<Field> fields;
    std::vector<InterfaceField> interface;  // of a Script
};

/// Returns the field's value as given in this node; null if not given.
[[nodiscard]] const Value* value_of(const SyntaxNode& node, std::string_view field);
/// Returns its strings or nodes; none where there is no such field, or it holds something else.
[[nodiscard]] std::span<const std::string> texts_of(const SyntaxNode& node, std::string_view field);
[[nodiscard]] std::span<const NodeId> nodes_of(const SyntaxNode& node, std::string_view field);
/// Returns the first of its strings, or an empty one.
[[nodiscard]] std::string_view text_of(const SyntaxNode& node, std::string_view field);

/// PROTO or EXTERNPROTO.
struct Proto {
    std::string_view name;
    bool external = false;
    ProtoId scope = none;  // the PROTO whose body declares this one
    std::vector<InterfaceField> interface;
    std::vector<std::string> urls;  // of an EXTERNPROTO
    std::vector<NodeId> roots;      // the first determines what an instance is
    NodeId first_node = 0;  // the body's nodes are in [first_node, last_node), with those of nested PROTOs
    NodeId last_node = 0;
    SourceRange range;
};

struct Route {
    NodeId from = none;
    NodeId to = none;
    std::string_view from_field;
    std::string_view to_field;
    ProtoId scope = none;
    SourceRange range;
};

/// X3D's IMPORT: a node of an Inline'd file, represented here by the USE statement that is this one's key in
/// SyntaxTree::imports.
struct Import {
    std::string_view inline_def;
    std::string_view exported;  // its name there
};

struct SyntaxTree {
    std::string file;       // for messages
    std::string_view text;  // owned by the caller of the parser, and kept as long as the tree
    std::vector<SyntaxNode> nodes;
    std::vector<Proto> protos;
    std::vector<Route> routes;
    std::vector<NodeId> roots;
    std::unordered_map<NodeId, Import> imports;
    std::unordered_map<std::string_view, std::string_view> exports;  // DEF names by exported names
    double length_unit = 1.0;                                        // metres, and
    double angle_unit = 1.0;              // radians, in one unit of the file (X3D UNIT statements)
    std::shared_ptr<const void> storage;  // holds names where the text cannot (XML, JSON)

    [[nodiscard]] Location location(std::uint32_t offset) const;
};

/// Applies an X3D UNIT statement: only categories "length" and "angle", with valid factors.
void set_unit(SyntaxTree& tree, std::string_view category, double factor);

/// Returns file:line:column (1-based, columns in characters) of a byte offset; lines end at CR, LF or CRLF.
[[nodiscard]] Location locate(const std::string& file, std::string_view text, std::uint32_t offset);

/// Reports problems of a file up to a limit, so that a file full of errors does not make reading slow.
class Reporter {
  public:
    explicit Reporter(Diagnostics& diagnostics) : diagnostics_(&diagnostics) {}
    void warn(const SyntaxTree& tree, std::uint32_t offset, std::string code, std::string message);
    void note(const SyntaxTree& tree, std::uint32_t offset, std::string code, std::string message);

    /// Reports that the file is broken there, and that what precedes is used.
    void damaged(const Error& error);

  private:
    void add(Severity severity, const SyntaxTree& tree, std::uint32_t offset, std::string code,
             std::string message);
    Diagnostics* diagnostics_;
    int said_ = 0;
};

}  // namespace vitruvian::vrml
