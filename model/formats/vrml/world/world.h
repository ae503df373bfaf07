// A file's syntax tree with its references resolved: USE, PROTO instances, IS, Inline and EXTERNPROTO are
// resolved on access, without copying. A node is identified by its syntax node and the PROTO instance that
// contains it, so an instance costs one small record however large its body is. Knows nothing of figures.
#pragma once

#include "model/core/result.h"
#include "model/core/transform.h"
#include "model/formats/vrml/syntax/syntax.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/io/load_options.h"

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vitruvian::vrml {

/// One file of the world: the one that was opened, an Inline, or a library of PROTOs.
struct SourceFile {
    std::filesystem::path folder;  // relative to the root file's; empty for the root file
    std::string bytes;             // empty for the root file, whose text the caller owns
    SyntaxTree tree;
    std::unordered_map<std::string_view, std::string> given_names;  // by DEF name; see World::given_name
};

struct Environment;

/// A node that exists: its syntax node, and the PROTO instance (or file) that contains it.
struct NodeRef {
    const Environment* env = nullptr;
    NodeId id = none;
    [[nodiscard]] bool valid() const { return env != nullptr && id != none; }
    [[nodiscard]] std::uint64_t key() const;
    bool operator==(const NodeRef&) const = default;
};

/// Where names are looked up: a whole file, or one instance of a PROTO.
struct Environment {
    const SourceFile* file = nullptr;
    ProtoId proto = none;  // none: the file itself
    NodeRef instance;      // what instantiates `proto`
    std::uint32_t number = 0;
};

/// A field's value and the environment of nodes in it. `value` is null where the node does not have the
/// field.
struct Found {
    const Value* value = nullptr;
    const Environment* env = nullptr;
    bool by_default = false;  // from a PROTO's interface, not from the node itself
    std::uint32_t offset = 0;
    explicit operator bool() const { return value != nullptr; }
};

class World {
  public:
    World(std::filesystem::path folder, const LoadOptions& options, Diagnostics& diagnostics)
        : folder_(std::move(folder)), options_(&options), reporter_(diagnostics) {}
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Parses the root file; `text` must outlive the world.
    [[nodiscard]] Result<const Environment*> open(std::string_view text, const std::string& name);

    [[nodiscard]] const SyntaxTree& tree(NodeRef node) const { return node.env->file->tree; }
    [[nodiscard]] const SyntaxNode& syntax(NodeRef node) const { return tree(node).nodes[node.id]; }
    /// Returns the definition that a USE refers to, or `node` itself; not valid where a USE is unbound.
    [[nodiscard]] NodeRef definition(NodeRef node) const;
    /// Returns a node's name for display: its DEF name, or the exact name that Vitruvian stored in a
    /// WorldInfo of the file because it is not legal as a DEF name or not unique: "name of walk_1: walk 1".
    [[nodiscard]] std::string given_name(NodeRef node) const;
    /// Returns the node's kind: H-Anim and built-in nodes by name; `unknown` for PROTO instances and unknown
    /// nodes.
    [[nodiscard]] WorldNode kind(NodeRef node) const;
    /// Returns the node that an IMPORTed name refers to, where `node` is one; otherwise `node` itself.
    [[nodiscard]] NodeRef imported(NodeRef node);
    /// Returns the environment of a PROTO instance's body (created on first use); null where `node` is not an
    /// instance.
    [[nodiscard]] const Environment* body(NodeRef node);
    /// Returns the root nodes of the file or PROTO body that `env` represents.
    [[nodiscard]] std::vector<NodeRef> roots(const Environment& env) const;
    /// Returns the first root node; not valid if there is none.
    [[nodiscard]] NodeRef first_root(const Environment& env) const;
    /// Follows USE and PROTO instances from `node` to a built-in node; not valid where there is none.
    [[nodiscard]] NodeRef concrete(NodeRef node);

    /// Returns the field `name` of a definition, with IS resolved.
    [[nodiscard]] Found find(NodeRef node, std::string_view name);
    /// Returns a field of the syntax tree, with IS resolved.
    [[nodiscard]] Found follow(const Field& field, NodeRef node);
    /// Returns the nodes in a field (definitions and USE statements), empty where it has none.
    [[nodiscard]] std::vector<NodeRef> nodes(NodeRef node, std::string_view field);
    /// Returns the first node of a field, resolved to a built-in node; not valid if there is none.
    [[nodiscard]] NodeRef node(NodeRef node, std::string_view field);

    /// Returns the file of an Inline or EXTERNPROTO: the first of `urls` that can be read. Null (and
    /// reported) where none can.
    [[nodiscard]] const Environment* load(NodeRef from, const std::vector<std::string>& urls,
                                          std::string& fragment);

    /// Resolves a relative URL in `from`, with the spelling on disk; an Error where it may not be followed.
    /// Does not check whether the file exists.
    [[nodiscard]] Result<std::filesystem::path> locate_file(const SourceFile& from, const std::string& url);
    /// Returns the bytes of an image or movie beside the node's file; an Error where it may not or cannot be
    /// read, or the total size exceeds the limit.
    [[nodiscard]] Result<std::vector<std::byte>> read_beside(NodeRef from, const std::string& url);

    /// Whether a walk may visit `count` nodes (`per_node` times the number of nodes written in the files), or
    /// create `count` more values. Once false, the whole world is rejected, and every walk has to end: see
    /// LoadLimits.
    [[nodiscard]] bool allows_nodes(std::size_t count, std::size_t per_node);
    bool spend_values(std::size_t count);
    [[nodiscard]] bool is_refused() const { return refusal_.has_value(); }
    [[nodiscard]] const std::optional<Error>& refusal() const { return refusal_; }

    void warn(NodeRef at, std::string code, std::string message);
    /// Warns about a field's value, once per value, however often it is read.
    void warn(const Found& at, std::string code, std::string message);
    void note(NodeRef at, std::string code, std::string message);
    [[nodiscard]] const LoadOptions& options() const { return *options_; }
    /// Whether the contents of `env` exist more than once: a PROTO with several instances.
    [[nodiscard]] bool is_shared(const Environment& env) const;
    /// True for the first instance of a PROTO, once a walk has visited all of them.
    [[nodiscard]] bool is_first_instance(const Environment& env) const;
    /// Whether some file of the world has a unit of angle other than the radian.
    [[nodiscard]] bool has_angle_units() const { return has_angle_units_; }
    /// Every file that was read: the root file, then Inlines and libraries.
    [[nodiscard]] const std::deque<SourceFile>& files() const { return files_; }

  private:
    struct Declaration {
        const SourceFile* file = nullptr;
        ProtoId proto = none;
    };
    [[nodiscard]] Found find_at(NodeRef node, std::string_view name, int depth);
    [[nodiscard]] Found follow_value(const Value& value, const Environment* env, std::uint32_t offset,
                                     int depth);
    [[nodiscard]] Found find_in_declaration(NodeRef node, std::string_view name, int depth);
    [[nodiscard]] NodeRef find_def(const Environment& env, std::string_view def);
    template <class Named>
    [[nodiscard]] const Named* find_named(const std::vector<Named>& list, std::string_view name);
    void refuse(std::string message);
    [[nodiscard]] Declaration declaration(NodeRef node);
    [[nodiscard]] Declaration external_declaration(NodeRef node, ProtoId proto);
    [[nodiscard]] Result<std::filesystem::path> find_file(const SourceFile& from, const std::string& url);
    [[nodiscard]] std::filesystem::path as_spelt_on_disk(const std::filesystem::path& path);
    [[nodiscard]] const Environment* load_file(NodeRef from, const std::filesystem::path& path);
    static void keep_given_names(SourceFile& file);
    [[nodiscard]] const Environment* make_environment(const SourceFile* file, ProtoId proto,
                                                      NodeRef instance);

    std::filesystem::path folder_;
    const LoadOptions* options_;
    Reporter reporter_;
    std::deque<SourceFile> files_;
    std::deque<Environment> environments_;
    std::unordered_map<std::uint64_t, const Environment*> bodies_;
    std::map<std::filesystem::path, const Environment*> loaded_;
    std::map<std::pair<const SourceFile*, ProtoId>, Declaration> externals_;
    std::map<std::pair<const SourceFile*, std::string>, Result<std::filesystem::path>> located_;
    std::map<std::filesystem::path, std::map<std::string, std::string>> spellings_;  // by folder, lower case
    /// For lists too long to search repeatedly: the index of each name.
    std::unordered_map<const void*, std::unordered_map<std::string_view, std::uint32_t>> places_;
    /// Nodes by DEF name, the last of each, for files that IMPORT or are IMPORTed from.
    std::unordered_map<const SyntaxTree*, std::unordered_map<std::string_view, NodeId>> definitions_;
    std::unordered_set<const Value*> warned_;
    bool has_angle_units_ = false;
    std::size_t loaded_bytes_ = 0;
    std::size_t picture_bytes_ = 0;
    std::size_t nodes_written_ = 0;
    std::size_t bytes_written_ = 0;
    std::size_t values_made_ = 0;
    std::optional<Error> refusal_;
};

/// Typed access to fields; returns `fallback` where the node lacks the field or it has another type, which is
/// reported ("vrml-field-type"), as are numbers of implausible magnitude ("vrml-number-range").
[[nodiscard]] bool read_bool(World& world, NodeRef node, std::string_view field, bool fallback);
[[nodiscard]] double read_double(World& world, NodeRef node, std::string_view field, double fallback);
[[nodiscard]] float read_float(World& world, NodeRef node, std::string_view field, float fallback);
[[nodiscard]] int read_int(World& world, NodeRef node, std::string_view field, int fallback);
[[nodiscard]] vec3 read_vec3(World& world, NodeRef node, std::string_view field, const vec3& fallback);
/// Reads an SFRotation as a unit quaternion.
[[nodiscard]] quat read_rotation(World& world, NodeRef node, std::string_view field);
/// Reads angles in radians, whatever unit of angle the value's file declares (ISO/IEC 19775-1, 4.3.6);
/// `fallback` is in radians.
[[nodiscard]] float read_angle(World& world, NodeRef node, std::string_view field, float fallback);
[[nodiscard]] std::vector<float> read_angles(World& world, NodeRef node, std::string_view field);
/// Reads a list of SFRotations: every fourth number is an angle.
[[nodiscard]] std::vector<float> read_rotations(World& world, NodeRef node, std::string_view field);
/// Reads the axis of a robot's joint: a vector, or the letter that some files use (OpenHRP's jointAxis).
[[nodiscard]] vec3 read_joint_axis(World& world, NodeRef node);
[[nodiscard]] std::string read_string(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<std::string> read_strings(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<float> read_floats(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<std::int32_t> read_ints(World& world, NodeRef node, std::string_view field);
/// Like read_ints, without a copy where the file's own list can be used; otherwise `storage` holds it.
[[nodiscard]] std::span<const std::int32_t> view_ints(World& world, NodeRef node, std::string_view field,
                                                      std::vector<std::int32_t>& storage);
/// Reads numbers in groups of three and two; an incomplete last group is dropped, implausible numbers become
/// 0.
[[nodiscard]] std::vector<vec3> read_vec3s(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<vec2> read_vec2s(World& world, NodeRef node, std::string_view field);

}  // namespace vitruvian::vrml
