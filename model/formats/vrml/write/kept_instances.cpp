#include "model/formats/vrml/write/kept_instances.h"

#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/world/world_node.h"
#include "model/formats/vrml/write/carried_types.h"
#include "model/formats/vrml/write/plain_copies.h"
#include "model/formats/vrml/write/proto_copies.h"
#include "model/formats/vrml/write/scene_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

/// Whether something that an instance may contain was edited.
bool is_edited(const Document& document, const Document& source) {
    const std::vector<Difference> all = differences(source, document);
    return std::any_of(all.begin(), all.end(), [](const Difference& d) {
        switch (d.part) {
            case Part::node:
            case Part::mesh:
            case Part::material:
            case Part::image:
            case Part::light:
            case Part::viewpoint:
            case Part::clip:
                return d.field != "name";
            default:
                return false;
        }
    });
}

class Keeper {
  public:
    Keeper(const Document& document, OpenedWorld& source, SourceGroups& out)
        : document_(&document), source_(&source), built_(&source.built), out_(&out) {}

    void run(bool vrml97, DefNames& names, Diagnostics& notes) {
        ProtoCopier copier(source_->world, vrml97, names);
        find_candidates();
        if (candidates_ > 0 && !is_edited(*document_, source_->document)) {
            find_owners();
            for (std::size_t g = 0; g < may_be_.size(); ++g) {
                if (may_be_[g]) keep(static_cast<int>(g), copier, names);
            }
        }
        out_->looks = keep_looks(*document_, *source_, copier, names, vrml97, out_->written_instances);
        declare_unused(copier, vrml97, notes);
        out_->protos = copier.take_declarations();
        if (!out_->instances.empty()) hide();
    }

  private:
    void find_candidates() {
        may_be_.assign(built_->groups.size(), false);
        for (std::size_t g = 0; g < may_be_.size(); ++g) {
            const BuiltGroup& group = built_->groups[g];
            const bool is_instance =
                group.node.env == source_->root && is_plain_instance(source_->world.syntax(group.node));
            if (!is_instance || outermost(group.around) >= 0 || is_in_figure(group.frame)) continue;
            may_be_[g] = true;
            ++candidates_;
        }
    }

    /// Returns the outermost candidate that contains a place; -1: none.
    [[nodiscard]] int outermost(GroupPlace place) const {
        int found = -1;
        for (; place.group >= 0; place = at(built_->groups, place.group).around) {
            if (at(may_be_, place.group)) found = place.group;
        }
        return found;
    }

    [[nodiscard]] bool is_in_figure(int node) const {
        for (; node >= 0; node = at(document_->nodes, node).parent) {
            if (at(document_->nodes, node).kind != NodeKind::group) return true;
        }
        return false;
    }

    void find_owners() {
        node_owner_.assign(document_->nodes.size(), -1);
        for (std::size_t n = 0; n < node_owner_.size(); ++n) {
            const int parent = document_->nodes[n].parent;
            node_owner_[n] = outermost(built_->node_places[n]);
            if (parent >= 0 && at(node_owner_, parent) >= 0) node_owner_[n] = at(node_owner_, parent);
            if (node_owner_[n] >= 0 && document_->nodes[n].kind != NodeKind::group)
                at(may_be_, node_owner_[n]) = false;
        }
        mesh_owner_.assign(document_->meshes.size(), -1);
        for (std::size_t m = 0; m < mesh_owner_.size(); ++m) {
            const MeshInstance& mesh = document_->meshes[m];
            mesh_owner_[m] = outermost(built_->shapes[m].place);
            const bool is_rigid = mesh.skin && mesh.skin->nodes.size() == 1;
            if (is_rigid && mesh.skin->nodes.front() >= 0 && at(node_owner_, mesh.skin->nodes.front()) >= 0)
                mesh_owner_[m] = at(node_owner_, mesh.skin->nodes.front());
            if (mesh_owner_[m] >= 0 && (mesh.humanoid >= 0 || !is_rigid)) at(may_be_, mesh_owner_[m]) = false;
        }
    }

    void keep(int group, ProtoCopier& copier, DefNames& names) {
        const NodeRef node = at(built_->groups, group).node;
        const std::string_view def = source_->world.syntax(node).def;
        if (const auto known = names_.find(node.key()); known != names_.end()) {
            OutputNode use = use_of("ProtoInstance", known->second);
            use.proto = source_->world.syntax(node).type;
            if (!use.def.empty()) out_->instances.emplace(group, std::move(use));
            return;
        }
        std::optional<OutputNode> made = copier.instance(node);
        if (!made) return;
        if (!def.empty()) made->def = names.make(def);
        names_[node.key()] = made->def;
        out_->written_instances.insert(node.id);
        out_->instances.emplace(group, std::move(*made));
    }

    /// Declares PROTOs without instances in the file: parts that authors and programs insert from elsewhere.
    void declare_unused(ProtoCopier& copier, bool vrml97, Diagnostics& notes) {
        const SyntaxTree& tree = source_->root->file->tree;
        std::set<ProtoId> used;
        for (const SyntaxNode& node : tree.nodes) used.insert(node.proto);
        for (ProtoId id = 0; id < tree.protos.size(); ++id) {
            const Proto& proto = tree.protos[id];
            const bool means_something_else = node_kind(proto.name) != WorldNode::unknown ||
                                              plain_type(proto.name, vrml97).has_value() ||
                                              carried_fields(proto.name, vrml97).has_value();
            if (proto.scope != none || used.contains(id) || means_something_else) continue;
            // A relative URL of a library would not be valid from the new folder.
            const bool is_elsewhere =
                std::all_of(proto.urls.begin(), proto.urls.end(), [](const std::string& url) {
                    return url.find("://") != std::string::npos || url.starts_with("urn:");
                });
            if (is_elsewhere && copier.declare(*source_->root, id)) continue;
            notes.warn("vrml-not-carried",
                       fmt::format("the declaration of {}, which nothing uses, is left out",
                                   proto.name.substr(0, 60)));
        }
    }

    /// Whether the node is in the body of an instance that is kept.
    [[nodiscard]] bool is_inside(NodeRef node) const {
        for (const Environment* env = node.env; env != nullptr && env->proto != none;
             env = env->instance.env) {
            if (names_.contains(env->instance.key())) return true;
        }
        return false;
    }

    void hide() {
        const auto is_kept = [this](int group) { return group >= 0 && out_->instances.contains(group); };
        for (const int owner : node_owner_) out_->hidden_nodes.push_back(is_kept(owner));
        for (const int owner : mesh_owner_) out_->hidden_meshes.push_back(is_kept(owner));
        for (const BuiltPlace& place : built_->lights) out_->hidden_lights.push_back(is_inside(place.node));
        for (const BuiltPlace& place : built_->viewpoints)
            out_->hidden_viewpoints.push_back(is_inside(place.node));
    }

    const Document* document_;
    OpenedWorld* source_;
    const BuiltNodes* built_;
    SourceGroups* out_;
    std::vector<bool> may_be_;
    std::size_t candidates_ = 0;
    std::vector<int> node_owner_;  // the candidate that contains each
    std::vector<int> mesh_owner_;
    std::map<std::uint64_t, std::string> names_;  // names of kept instances, by NodeRef::key
};

}  // namespace

void keep_instances(const Document& document, OpenedWorld& source, bool vrml97, DefNames& names,
                    SourceGroups& out, Diagnostics& notes) {
    Keeper(document, source, out).run(vrml97, names, notes);
}

}  // namespace vitruvian::vrml
