#include "model/formats/gltf/read/fold_nodes.h"

#include "model/core/at.h"
#include "model/document/placed.h"
#include "model/document/references.h"

#include <unordered_map>
#include <utility>

namespace vitruvian::gltf {
namespace {

class NodeFolder {
  public:
    NodeFolder(Document& document, std::vector<bool> wanted)
        : document_(document),
          folded_(std::move(wanted)),
          above_(folded_.size(), -1),
          from_(folded_.size()) {}

    std::vector<int> run() {
        keep_needed();
        place();
        number_anew();
        move_skins();
        move_placed(document_.viewpoints);
        move_placed(document_.lights);
        move_nodes();
        change_references(document_, [this](const Reference& reference) {
            return reference.list.kind == ListKind::nodes ? renumbered(reference.index) : reference.index;
        });
        remove();
        return std::move(number_);
    }

  private:
    void keep(int node) {
        if (node >= 0) at(folded_, node) = false;
    }

    void keep_needed() {
        for (const Humanoid& humanoid : document_.humanoids) {
            keep(humanoid.node);
            for (const Joint& joint : humanoid.joints) keep(joint.node);
            for (const Site& site : humanoid.sites) keep(site.node);
            for (const int node : humanoid.bones.node) keep(node);
            for (const Expression& expression : humanoid.expressions) keep(expression.node);
        }
        for (const auto& clip : document_.clips) {
            for (const Channel& channel : clip->channels) keep(channel.node);
        }
        for (const MeshInstance& instance : document_.meshes) {
            for (const int node : instance.skin->nodes) {
                if (nearest_above(node) < 0) keep(node);
            }
        }
    }

    [[nodiscard]] int nearest_above(int node) const {
        while (node >= 0 && at(folded_, node)) {
            node = at(document_.nodes, node).parent;
        }
        return node;
    }

    /// Finds for each node its nearest ancestor that stays (or itself), and its frame relative to that.
    void place() {
        for (std::size_t n = 0; n < folded_.size(); ++n) {
            const Node& node = document_.nodes[n];
            if (!folded_[n]) {
                above_[n] = static_cast<int>(n);
                continue;
            }
            const auto parent = static_cast<std::size_t>(node.parent);
            const bool below_folded = node.parent >= 0 && folded_[parent];
            above_[n] = node.parent < 0 ? -1 : above_[parent];
            from_[n] =
                below_folded ? to_transform(to_matrix(from_[parent]) * to_matrix(node.rest)) : node.rest;
        }
    }

    void number_anew() {
        int next = 0;
        for (const bool folded : folded_) number_.push_back(folded ? -1 : next++);
    }

    [[nodiscard]] bool is_folded(int node) const { return node >= 0 && at(folded_, node); }
    [[nodiscard]] int renumbered(int node) const {
        const int stays = node < 0 ? -1 : at(above_, node);
        return stays < 0 ? -1 : at(number_, stays);
    }
    [[nodiscard]] mat4 from_above(int node) const { return to_matrix(at(from_, node)); }

    void move_skins() {
        std::unordered_map<std::shared_ptr<const Skin>, std::shared_ptr<const Skin>> moved;
        for (MeshInstance& instance : document_.meshes) {
            const auto [entry, is_new] = moved.try_emplace(instance.skin, instance.skin);
            if (is_new) {
                auto skin = std::make_shared<Skin>(*instance.skin);
                for (std::size_t i = 0; i < skin->nodes.size(); ++i) {
                    if (is_folded(skin->nodes[i])) {
                        skin->inverse_bind[i] = from_above(skin->nodes[i]) * skin->inverse_bind[i];
                    }
                }
                entry->second = std::move(skin);
            }
            instance.skin = entry->second;
        }
    }

    template <class Placed>
    void move_placed(std::vector<Placed>& list) {
        for (Placed& placed : list) {
            if (is_folded(placed.node)) {
                const Transform own = own_frame(placed);
                const Transform moved = own == Transform{}
                                            ? at(from_, placed.node)
                                            : to_transform(from_above(placed.node) * to_matrix(own));
                placed.position = moved.translation;
                placed.orientation = moved.rotation;
            }
        }
    }

    void move_nodes() {
        for (Node& node : document_.nodes) {
            if (is_folded(node.parent) && at(from_, node.parent) != Transform{}) {
                node.rest = to_transform(from_above(node.parent) * to_matrix(node.rest));
            }
        }
    }

    void remove() {
        std::vector<Node> nodes;
        for (std::size_t n = 0; n < folded_.size(); ++n) {
            if (!folded_[n]) nodes.push_back(std::move(document_.nodes[n]));
        }
        document_.nodes = std::move(nodes);
    }

    Document& document_;
    std::vector<bool> folded_;
    std::vector<int> above_;
    std::vector<Transform> from_;
    std::vector<int> number_;
};

}  // namespace

std::vector<int> fold_nodes(Document& document, std::vector<bool> wanted) {
    wanted.resize(document.nodes.size(), false);
    return NodeFolder(document, std::move(wanted)).run();
}

}  // namespace vitruvian::gltf
