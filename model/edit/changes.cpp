#include "model/edit/changes.h"

#include <algorithm>
#include <cstddef>

namespace vitruvian {
namespace {

template <class List, class Same>
bool same_list(const List& a, const List& b, const Same& same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_bounds(const std::optional<Bounds>& a, const std::optional<Bounds>& b) {
    return a.has_value() == b.has_value() && (!a || (a->min == b->min && a->max == b->max));
}

bool same_humanoid(const Humanoid& a, const Humanoid& b) {
    const bool joints = same_list(a.joints, b.joints, [](const Joint& x, const Joint& y) {
        return x.node == y.node && x.limit_orientation == y.limit_orientation;
    });
    const bool segments = same_list(a.segments, b.segments, [](const Segment& x, const Segment& y) {
        return x.joint == y.joint && x.mass == y.mass && x.centre_of_mass == y.centre_of_mass &&
               x.moments_of_inertia == y.moments_of_inertia && same_bounds(x.bounding_box, y.bounding_box);
    });
    const bool sites = same_list(a.sites, b.sites, [](const Site& x, const Site& y) {
        return x.node == y.node && x.segment == y.segment;
    });
    return joints && segments && sites && a.node == b.node && a.version == b.version && a.kind == b.kind &&
           a.info == b.info && a.declared_loa == b.declared_loa &&
           a.skeletal_configuration == b.skeletal_configuration &&
           same_bounds(a.bounding_box, b.bounding_box);
}

bool same_mesh(const MeshInstance& a, const MeshInstance& b) {
    return a.name == b.name && a.mesh == b.mesh && a.material == b.material && a.node == b.node &&
           a.humanoid == b.humanoid && a.segment == b.segment && a.displacers == b.displacers &&
           a.skin->nodes == b.skin->nodes;
}

/// All that no Command of today changes.
bool same_structure(const Document& a, const Document& b) {
    const bool nodes = same_list(a.nodes, b.nodes, [](const Node& x, const Node& y) {
        return x.parent == y.parent && x.kind == y.kind && x.source_index == y.source_index;
    });
    const bool displacers = same_list(a.displacers, b.displacers, [](const Displacer& x, const Displacer& y) {
        return x.kind == y.kind && x.humanoid == y.humanoid && x.segment == y.segment;
    });
    return nodes && displacers && same_list(a.humanoids, b.humanoids, same_humanoid) &&
           same_list(a.meshes, b.meshes, same_mesh) && a.materials == b.materials && a.images == b.images &&
           a.clips == b.clips && a.viewpoints.size() == b.viewpoints.size() &&
           a.lights.size() == b.lights.size() && a.sky.has_value() == b.sky.has_value();
}

class Finder {
  public:
    Finder(const Document& from, const Document& to)
        : from_(from),
          to_(to),
          explained_(to.nodes.size(), false),
          delta_explained_(to.nodes.size(), false) {}

    std::optional<std::vector<Change>> run() {
        for (std::size_t h = 0; h < to_.humanoids.size(); ++h) add_humanoid(h);
        for (std::size_t i = 0; i < to_.displacers.size(); ++i) {
            const int index = static_cast<int>(i);
            if (from_.displacers[i].name != to_.displacers[i].name) add(Aspect::displacer_name, -1, index);
            if (from_.displacers[i].weight != to_.displacers[i].weight) add(Aspect::weight, -1, index);
        }
        for (std::size_t i = 0; i < to_.nodes.size(); ++i) {
            const Node& a = from_.nodes[i];
            const Node& b = to_.nodes[i];
            // A joint's centre takes its children's rest along.
            const bool moved =
                explained_[i] || (b.parent >= 0 && explained_[static_cast<std::size_t>(b.parent)]);
            if (!moved && (a.rest != b.rest || a.frame_offset != b.frame_offset)) return std::nullopt;
            if (!delta_explained_[i] && a.delta != b.delta) return std::nullopt;
        }
        return std::move(changes_);
    }

  private:
    void add(Aspect aspect, int humanoid, int index) { changes_.push_back({aspect, humanoid, index}); }

    void add_humanoid(std::size_t h) {
        const Humanoid& a = from_.humanoids[h];
        const Humanoid& b = to_.humanoids[h];
        const int humanoid = static_cast<int>(h);
        if (a.name != b.name) add(Aspect::humanoid_name, humanoid, -1);
        for (std::size_t i = 0; i < b.joints.size(); ++i) add_joint(a.joints[i], b.joints[i], humanoid, i);
        for (std::size_t i = 0; i < b.segments.size(); ++i) {
            if (a.segments[i].name != b.segments[i].name) {
                add(Aspect::segment_name, humanoid, static_cast<int>(i));
            }
        }
        for (std::size_t i = 0; i < b.sites.size(); ++i) {
            const auto node = static_cast<std::size_t>(b.sites[i].node);
            if (from_.nodes[node].name != to_.nodes[node].name) {
                add(Aspect::site_name, humanoid, static_cast<int>(i));
            }
        }
    }

    void add_joint(const Joint& a, const Joint& b, int humanoid, std::size_t i) {
        const int index = static_cast<int>(i);
        const auto node = static_cast<std::size_t>(b.node);
        if (from_.nodes[node].name != to_.nodes[node].name) add(Aspect::joint_name, humanoid, index);
        if (a.lower_limit != b.lower_limit || a.upper_limit != b.upper_limit) {
            add(Aspect::limits, humanoid, index);
        }
        if (a.stiffness != b.stiffness) add(Aspect::stiffness, humanoid, index);
        if (a.centre != b.centre) add(Aspect::centre, humanoid, index);
        if (from_.nodes[node].delta != to_.nodes[node].delta) add(Aspect::delta, humanoid, index);
        explained_[node] = a.centre != b.centre;
        delta_explained_[node] = true;
    }

    const Document& from_;
    const Document& to_;
    std::vector<Change> changes_;
    std::vector<bool> explained_;        // nodes whose centre moved
    std::vector<bool> delta_explained_;  // joints' nodes
};

}  // namespace

std::optional<std::vector<Change>> find_changes(const Document& from, const Document& to) {
    if (!same_structure(from, to)) return std::nullopt;
    return Finder(from, to).run();
}

}  // namespace vitruvian
