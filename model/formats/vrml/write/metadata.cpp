#include "model/formats/vrml/write/metadata.h"

#include "model/formats/vrml/world/given_names.h"
#include "model/formats/vrml/write/head_comments.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr std::array<std::string_view, 6> types{"MetadataSet",     "MetadataString", "MetadataFloat",
                                                "MetadataInteger", "MetadataDouble", "MetadataBoolean"};
constexpr std::array<std::string_view, 5> hanim_types{"HAnimHumanoid", "HAnimJoint", "HAnimSegment",
                                                      "HAnimSite", "HAnimDisplacer"};
constexpr std::size_t deepest = 32;
constexpr std::size_t most = 100'000;  // metadata nodes: USE could multiply them

/// Returns X3D's type name; VRML97's H-Anim nodes lack the "HAnim".
std::string_view x3d_type(std::string_view type) {
    for (const std::string_view hanim : hanim_types) {
        if (type == hanim || type == hanim.substr(5)) return hanim;
    }
    return type == "WorldInfo" ? std::string_view("WorldInfo") : std::string_view();
}

class MetadataCopier {
  public:
    explicit MetadataCopier(const SyntaxTree& tree) : tree_(&tree) {}

    std::optional<OutputNode> copy(NodeId id, std::size_t depth = 0) {
        if (tree_->nodes[id].is_use) id = tree_->nodes[id].use_of;
        if (id == none || tree_->nodes[id].is_use || depth > deepest || ++copied_ > most) return std::nullopt;
        const SyntaxNode& node = tree_->nodes[id];
        const auto* type = std::find(types.begin(), types.end(), node.type);
        if (type == types.end()) return std::nullopt;
        OutputNode out{*type, {}, false, {}};
        if (const std::string name(text_of(node, "name")); !name.empty()) out.set("name", name);
        if (const std::string source(text_of(node, "reference")); !source.empty())
            out.set("reference", source);
        set_value(node, depth, out);
        if (const Value* own = value_of(node, "metadata")) {
            std::vector<OutputNode> list = copies(*own, depth + 1);
            if (!list.empty()) out.set_node("metadata", std::move(list.front()));
        }
        return out;
    }

    std::vector<OutputNode> copies(const Value& value, std::size_t depth) {
        std::vector<OutputNode> out;
        if (const auto* ids = std::get_if<std::vector<NodeId>>(&value)) {
            for (const NodeId id : *ids) {
                if (std::optional<OutputNode> node = copy(id, depth)) out.push_back(std::move(*node));
            }
        }
        return out;
    }

  private:
    void set_value(const SyntaxNode& node, std::size_t depth, OutputNode& out) {
        const Value* value = value_of(node, "value");
        if (value == nullptr) return;
        const bool whole = node.type == "MetadataInteger";
        if (node.type == "MetadataSet") {
            out.set_nodes("value", copies(*value, depth + 1));
        } else if (const auto* texts = std::get_if<std::vector<std::string>>(value)) {
            out.set_list("value", *texts);
        } else if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(value)) {
            if (whole) {
                out.set_list("value", *wholes);
            } else if (node.type != "MetadataBoolean") {
                out.set_list("value", std::vector<float>(wholes->begin(), wholes->end()));
            }
        } else if (const auto* reals = std::get_if<std::vector<float>>(value)) {
            out.set_list("value", *reals);
        } else if (const auto* number = std::get_if<double>(value)) {
            if (whole) {
                out.set_list("value", std::vector<std::int32_t>{static_cast<std::int32_t>(*number)});
            } else {
                out.set_list("value", std::vector<float>{static_cast<float>(*number)});
            }
        }
    }

    const SyntaxTree* tree_;
    std::size_t copied_ = 0;
};

/// Output nodes by DEF name, and H-Anim nodes by type and name.
class Index {
  public:
    explicit Index(std::vector<OutputNode>& roots) {
        for (OutputNode& node : roots) add(node);
    }
    [[nodiscard]] OutputNode* find_def(const std::string& def) const {
        const auto defined = by_def_.find(def);
        return defined == by_def_.end() ? nullptr : defined->second;
    }
    [[nodiscard]] OutputNode* find(const NodeNames& wanted) const {
        const auto named = by_name_.find({wanted.type, wanted.name});
        if (!wanted.name.empty() && named != by_name_.end()) return named->second;
        const auto defined = by_def_.find(wanted.def);
        if (!wanted.def.empty() && defined != by_def_.end()) return defined->second;
        const auto info = by_name_.find({wanted.type, std::string()});
        return wanted.type == "WorldInfo" && info != by_name_.end() ? info->second : nullptr;
    }

  private:
    void add(OutputNode& node) {
        if (node.is_use) return;
        if (!node.def.empty()) by_def_.try_emplace(node.def, &node);
        std::string name;
        for (OutputField& field : node.fields) {
            if (field.name == "name" && std::holds_alternative<std::string>(field.value))
                name = std::get<std::string>(field.value);
            if (auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value)) {
                for (OutputNode& child : *nodes) add(child);
            }
        }
        by_name_.try_emplace({node.type, name}, &node);
    }
    std::map<std::string, OutputNode*> by_def_;
    std::map<std::pair<std::string_view, std::string>, OutputNode*> by_name_;
};

NodeNames names_of(const SyntaxNode& node) {
    return {std::string(node.def), x3d_type(node.type), std::string(text_of(node, "name"))};
}

/// The child nodes stay in place in memory: only the list of fields that owns them moves. Metadata comes
/// first, as in the X3D schema.
void set_first(OutputNode& node, OutputNode metadata) {
    node.set_node("metadata", std::move(metadata));
    std::rotate(node.fields.begin(), node.fields.end() - 1, node.fields.end());
}

}  // namespace

bool is_metadata(std::string_view type) {
    return std::find(types.begin(), types.end(), type) != types.end();
}

std::vector<NodeMetadata> read_metadata(const SyntaxTree& tree) {
    std::vector<NodeMetadata> out;
    MetadataCopier copier(tree);
    for (const SyntaxNode& node : tree.nodes) {
        const Value* value = node.is_use || node.scope != none ? nullptr : value_of(node, "metadata");
        if (value == nullptr || is_metadata(node.type)) continue;
        const auto* ids = std::get_if<std::vector<NodeId>>(value);
        // Vitruvian's own metadata is rewritten from the document.
        if (ids != nullptr && !ids->empty() && is_own_metadata(tree.nodes[ids->front()])) continue;
        std::vector<OutputNode> copies = copier.copies(*value, 0);
        if (copies.empty()) continue;
        out.push_back({names_of(node), std::move(copies.front())});
    }
    return out;
}

std::size_t attach_metadata(std::vector<NodeMetadata> metadata, std::vector<OutputNode>& roots) {
    const Index index(roots);
    std::size_t lost = 0;
    std::set<const OutputNode*> done;
    for (NodeMetadata& one : metadata) {
        OutputNode* node = index.find(one.node);
        if (node == nullptr || !done.insert(node).second) {
            ++lost;
        } else {
            set_first(*node, std::move(one.metadata));
        }
    }
    return lost;
}

std::vector<NodeComments> read_comments(const SyntaxTree& tree) {
    std::vector<NodeComments> out;
    const Encoding encoding = encoding_of(tree.text);
    std::size_t head = tree.text.size();
    for (const NodeId root : tree.roots) head = std::min<std::size_t>(head, tree.nodes[root].range.begin);
    for (const SyntaxNode& node : tree.nodes) {
        if (node.is_use || node.scope != none || node.range.begin <= head) continue;
        NodeNames names = names_of(node);
        if (names.def.empty() && (names.type.empty() || names.name.empty())) continue;
        std::vector<std::string> comments = comments_before(tree.text, node.range.begin, encoding);
        if (!comments.empty()) out.push_back({std::move(names), std::move(comments)});
    }
    return out;
}

void attach_comments(std::vector<NodeComments> comments, std::vector<OutputNode>& roots) {
    const Index index(roots);
    for (NodeComments& one : comments) {
        OutputNode* node = index.find(one.node);
        if (node != nullptr && node->comments.empty()) node->comments = std::move(one.comments);
    }
}

std::vector<std::pair<std::string, std::string>> attach_given_names(
    std::vector<std::pair<std::string, std::string>> names, std::vector<OutputNode>& roots) {
    const Index index(roots);
    std::erase_if(names, [&index](const auto& name) {
        OutputNode* node = index.find_def(name.first);
        if (node == nullptr || (!node->fields.empty() && node->fields.front().name == "metadata"))
            return false;
        OutputNode metadata{"MetadataString", {}, false, {}};
        metadata.set("name", std::string(given_name_tag));
        metadata.set("reference", std::string(own_reference));
        metadata.set_list("value", std::vector<std::string>{name.second});
        set_first(*node, std::move(metadata));
        return true;
    });
    return names;
}

}  // namespace vitruvian::vrml
