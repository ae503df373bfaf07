#include "model/figure/figure_alone.h"

#include "model/core/at.h"
#include "model/core/check.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian {
namespace {

/// Maps indices of the whole document to those of the part.
class Renumbering {
  public:
    template <class List>
    explicit Renumbering(const List& kept) {
        for (const auto old : kept) new_of_.emplace(static_cast<int>(old), static_cast<int>(new_of_.size()));
    }
    void apply(int& index) const {
        const auto found = new_of_.find(index);
        index = found == new_of_.end() ? -1 : found->second;
    }
    [[nodiscard]] bool has(int index) const { return new_of_.contains(index); }

  private:
    std::unordered_map<int, int> new_of_;
};

std::shared_ptr<const Skin> renumbered(const Skin& skin, const Renumbering& nodes) {
    Skin out = skin;
    for (int& node : out.nodes) nodes.apply(node);
    return std::make_shared<const Skin>(std::move(out));
}

Humanoid renumbered(Humanoid humanoid, const Renumbering& nodes, const Renumbering& displacers) {
    nodes.apply(humanoid.node);
    for (Joint& joint : humanoid.joints) nodes.apply(joint.node);
    for (Site& site : humanoid.sites) nodes.apply(site.node);
    for (int& node : humanoid.bones.node) nodes.apply(node);
    for (Expression& expression : humanoid.expressions) {
        nodes.apply(expression.node);
        for (auto& [displacer, weight] : expression.binds) displacers.apply(displacer);
        std::erase_if(expression.binds, [](const auto& bind) { return bind.first < 0; });
    }
    nodes.apply(humanoid.gaze_node);
    return humanoid;
}

}  // namespace

FigureExtractor::FigureExtractor(const Document& document)
    : document_(&document), parts_(document.humanoids.size()) {
    const auto gather = [&](const auto& list, auto member) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].humanoid >= 0) (at(parts_, list[i].humanoid).*member).push_back(i);
        }
    };
    gather(document.meshes, &Parts::meshes);
    gather(document.displacers, &Parts::displacers);
    gather(document.viewpoints, &Parts::viewpoints);
    std::vector<int> owner(document.nodes.size(), -1);
    for (std::size_t h = 0; h < parts_.size(); ++h) {
        for (const Joint& joint : document.humanoids[h].joints) at(owner, joint.node) = static_cast<int>(h);
        for (const int node : document.humanoids[h].bones.node) {
            if (node >= 0) at(owner, node) = static_cast<int>(h);
        }
    }
    for (std::size_t c = 0; c < document.clips.size(); ++c) {
        const Clip& clip = *document.clips[c];
        for (std::size_t i = 0; !clip.reference_pose.empty() && i < clip.channels.size(); ++i) {
            const int node = clip.channels[i].node;
            if (node >= 0 && at(owner, node) >= 0)
                at(parts_, at(owner, node)).reference_channels.emplace_back(c, i);
        }
    }
}

/// Returns nodes with all ancestors, in the document's order.
std::vector<int> FigureExtractor::nodes_of(std::size_t humanoid) const {
    const Humanoid& figure = document_->humanoids[humanoid];
    std::unordered_set<int> seen;
    std::vector<int> out;
    const auto add = [&](int node) {
        for (; node >= 0 && seen.insert(node).second; node = at(document_->nodes, node).parent)
            out.push_back(node);
    };
    add(figure.node);
    for (const Joint& joint : figure.joints) add(joint.node);
    for (const Site& site : figure.sites) add(site.node);
    for (const int node : figure.bones.node) add(node);
    for (const std::size_t i : parts_[humanoid].viewpoints) add(document_->viewpoints[i].node);
    const Skin* last = nullptr;
    for (const std::size_t i : parts_[humanoid].meshes) {
        const MeshInstance& instance = document_->meshes[i];
        add(instance.node);
        if (instance.skin.get() == last) continue;
        last = instance.skin.get();
        for (const int node : last->nodes) add(node);
    }
    std::sort(out.begin(), out.end());
    return out;
}

Document FigureExtractor::alone(std::size_t humanoid) const {
    VT_CHECK(humanoid < parts_.size());
    const Parts& parts = parts_[humanoid];
    const std::vector<int> kept = nodes_of(humanoid);
    const Renumbering nodes(kept);
    const Renumbering displacers(parts.displacers);
    Document out;
    out.file = document_->file;
    out.format = document_->format;
    out.metres_per_unit = document_->metres_per_unit;
    for (const int node : kept) nodes.apply(out.nodes.emplace_back(at(document_->nodes, node)).parent);
    out.humanoids.push_back(renumbered(document_->humanoids[humanoid], nodes, displacers));
    for (const std::size_t i : parts.displacers) {
        out.displacers.push_back(document_->displacers[i]);
        out.displacers.back().humanoid = 0;
    }
    for (const std::size_t i : parts.viewpoints) {
        out.viewpoints.push_back(document_->viewpoints[i]);
        out.viewpoints.back().humanoid = 0;
        nodes.apply(out.viewpoints.back().node);
    }
    std::unordered_map<const Skin*, std::shared_ptr<const Skin>> skins;
    for (const std::size_t i : parts.meshes) {
        MeshInstance& instance = out.meshes.emplace_back(document_->meshes[i]);
        std::shared_ptr<const Skin>& skin = skins[instance.skin.get()];
        if (!skin) skin = renumbered(*instance.skin, nodes);
        instance.skin = skin;
        instance.material = -1;
        instance.humanoid = 0;
        nodes.apply(instance.node);
        for (int& displacer : instance.displacers) displacers.apply(displacer);
    }
    std::unordered_map<std::size_t, std::shared_ptr<Clip>> clips;
    for (const auto& [c, channel] : parts.reference_channels) {
        std::shared_ptr<Clip>& clip = clips[c];
        if (!clip) {
            clip = std::make_shared<Clip>();
            clip->name = document_->clips[c]->name;
            clip->duration = document_->clips[c]->duration;
            clip->reference_pose = document_->clips[c]->reference_pose;
            out.clips.push_back(clip);
        }
        nodes.apply(clip->channels.emplace_back(document_->clips[c]->channels[channel]).node);
    }
    return out;
}

}  // namespace vitruvian
