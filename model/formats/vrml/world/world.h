// A file's syntax tree with its meaning filled in: USE, PROTO instances, IS, Inline and EXTERNPROTO resolved
// on the way, without copying anything. A node is known by its syntax and by the PROTO instance that it lives
// in, so an instance costs one small record however large its body is. It knows nothing of figures.
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
    std::filesystem::path folder;  // relative to the root file's; empty for that itself
    std::string bytes;             // empty for the root file, whose text the caller owns
    SyntaxTree tree;
    std::unordered_map<std::string_view, std::string> given_names;  // by DEF name; see World::given_name
};

struct Environment;

/// A node that exists: where its text is, and in which PROTO instance (or file) it lives.
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

/// A field's value and where nodes in it live. `value` is null where the node does not have the field.
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
    /// The definition that a USE means, or `node` itself; not valid where a USE is unbound.
    [[nodiscard]] NodeRef definition(NodeRef node) const;
    /// What people call a node: its DEF name, or the exact name that a WorldInfo of the file keeps for it, as
    /// Vitruvian writes them where a name is not a legal DEF name or not the only one: "name of walk_1: walk 1".
    [[nodiscard]] std::string given_name(NodeRef node) const;
    /// What the node is: H-Anim and built-in nodes by name; `unknown` for PROTO instances and unknown nodes.
    [[nodiscard]] WorldNode kind(NodeRef node) const;
    /// What an IMPORTed name means, where `node` is one; else `node` itself.
    [[nodiscard]] NodeRef imported(NodeRef node);
    /// The environment of a PROTO instance's body (made on first use); null where `node` is none.
    [[nodiscard]] const Environment* body(NodeRef node);
    /// Root nodes of the file or PROTO body that `env` is.
    [[nodiscard]] std::vector<NodeRef> roots(const Environment& env) const;
    /// The first of them; not valid where there is none.
    [[nodiscard]] NodeRef first_root(const Environment& env) const;
    /// `node` with USE and PROTO instances followed down to a built-in node; not valid where that ends
    /// nowhere.
    [[nodiscard]] NodeRef concrete(NodeRef node);

    /// The field `name` of a definition, IS followed.
    [[nodiscard]] Found find(NodeRef node, std::string_view name);
    /// A field as written in the syntax, IS followed.
    [[nodiscard]] Found follow(const Field& field, NodeRef node);
    /// The nodes in a field (definitions and USE statements), empty where it has none.
    [[nodiscard]] std::vector<NodeRef> nodes(NodeRef node, std::string_view field);
    /// The first node of a field, concrete; not valid where there is none.
    [[nodiscard]] NodeRef node(NodeRef node, std::string_view field);

    /// The file of an Inline or EXTERNPROTO: the first of `urls` that can be read. Null (and said) where none
    /// can.
    [[nodiscard]] const Environment* load(NodeRef from, const std::vector<std::string>& urls,
                                          std::string& fragment);

    /// Where a relative URL in `from` leads, spelt as on disk; an Error where it may not be followed. Whether
    /// there is a file is not said.
    [[nodiscard]] Result<std::filesystem::path> locate_file(const SourceFile& from, const std::string& url);
    /// An image's or film's bytes beside the node's file; an Error where it may not or cannot be read, or all of
    /// them are too large together.
    [[nodiscard]] Result<std::vector<std::byte>> read_beside(NodeRef from, const std::string& url);

    /// May a walk meet `count` nodes (`per_node` times each that is written in the files)? May `count` more
    /// values be made? Once not, the whole world is refused, and every walk shall end: see LoadLimits.
    [[nodiscard]] bool allows_nodes(std::size_t count, std::size_t per_node);
    bool spend_values(std::size_t count);
    [[nodiscard]] bool is_refused() const { return refusal_.has_value(); }
    [[nodiscard]] const std::optional<Error>& refusal() const { return refusal_; }

    void warn(NodeRef at, std::string code, std::string message);
    /// About a field's value, once for each value, however often it is read.
    void warn(const Found& at, std::string code, std::string message);
    void note(NodeRef at, std::string code, std::string message);
    [[nodiscard]] const LoadOptions& options() const { return *options_; }
    /// True where what `env` holds is there more than once: a PROTO with several instances.
    [[nodiscard]] bool is_shared(const Environment& env) const;
    /// True for the first instance of a PROTO, where a walk has met all of them.
    [[nodiscard]] bool speaks_for_all(const Environment& env) const;
    /// True where some file of the world has another unit of angle than the radian.
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
    /// Of lists too long to look through again and again: the place of each name.
    std::unordered_map<const void*, std::unordered_map<std::string_view, std::uint32_t>> places_;
    /// Nodes by DEF name, the last of each, of files that IMPORT or are IMPORTed from.
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

/// Typed reading of fields; `fallback` where the node lacks the field or it is of another kind, which is said
/// ("vrml-field-type"), as are numbers that are too far off to be meant ("vrml-number-range").
[[nodiscard]] bool read_bool(World& world, NodeRef node, std::string_view field, bool fallback);
[[nodiscard]] double read_double(World& world, NodeRef node, std::string_view field, double fallback);
[[nodiscard]] float read_float(World& world, NodeRef node, std::string_view field, float fallback);
[[nodiscard]] int read_int(World& world, NodeRef node, std::string_view field, int fallback);
[[nodiscard]] vec3 read_vec3(World& world, NodeRef node, std::string_view field, const vec3& fallback);
/// An SFRotation as a unit quaternion.
[[nodiscard]] quat read_rotation(World& world, NodeRef node, std::string_view field);
/// Angles in radians, whatever unit of angle the value's file declares (ISO/IEC 19775-1, 4.3.6); `fallback`
/// is in radians.
[[nodiscard]] float read_angle(World& world, NodeRef node, std::string_view field, float fallback);
[[nodiscard]] std::vector<float> read_angles(World& world, NodeRef node, std::string_view field);
/// A list of SFRotations: every fourth number is an angle.
[[nodiscard]] std::vector<float> read_rotations(World& world, NodeRef node, std::string_view field);
/// The axis of a robot's joint: a vector, or the letter that some write (OpenHRP's jointAxis).
[[nodiscard]] vec3 read_joint_axis(World& world, NodeRef node);
[[nodiscard]] std::string read_string(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<std::string> read_strings(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<float> read_floats(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<std::int32_t> read_ints(World& world, NodeRef node, std::string_view field);
/// The same without a copy where the file's own list will do; `storage` holds one where it will not.
[[nodiscard]] std::span<const std::int32_t> view_ints(World& world, NodeRef node, std::string_view field,
                                                      std::vector<std::int32_t>& storage);
/// Numbers taken three and two at a time; an incomplete last one is dropped, far-off ones become 0.
[[nodiscard]] std::vector<vec3> read_vec3s(World& world, NodeRef node, std::string_view field);
[[nodiscard]] std::vector<vec2> read_vec2s(World& world, NodeRef node, std::string_view field);

}  // namespace vitruvian::vrml
