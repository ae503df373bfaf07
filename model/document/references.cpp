#include "model/document/references.h"

#include "model/core/at.h"
#include "model/core/check.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace vitruvian {
namespace {

constexpr List nodes{ListKind::nodes, -1};
constexpr List humanoids{ListKind::humanoids, -1};
constexpr List displacers{ListKind::displacers, -1};
constexpr List materials{ListKind::materials, -1};
constexpr List images{ListKind::images, -1};
constexpr bool or_none = true;
constexpr bool required = false;

// Each function visits the references of one type, in the document's order: visit(integer, list, may be none,
// place). They are used for constant and for mutating visits. A list that depends on another reference (the
// segments of the humanoid that a mesh belongs to) uses that reference's value before the visit.

template <class SkinType, class At, class Visit>
void visit_skin(SkinType& skin, const At& place, const Visit& visit) {
    for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
        visit(skin.nodes[i], nodes, required, place.then("nodes", i));
    }
}

template <class ClipType, class At, class Visit>
void visit_clip(ClipType& clip, const At& place, const Visit& visit) {
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        auto& channel = clip.channels[i];
        const At here = place.then("channels", i);
        visit(channel.node, nodes, or_none, here.then("node"));
        visit(channel.displacer, displacers, or_none, here.then("displacer"));
    }
}

template <class HumanoidType, class At, class Visit>
void visit_humanoid(HumanoidType& humanoid, int number, const At& place, const Visit& visit) {
    const List joints{ListKind::joints, number};
    const List segments{ListKind::segments, number};
    visit(humanoid.node, nodes, or_none, place.then("node"));
    for (std::size_t i = 0; i < humanoid.joints.size(); ++i) {
        visit(humanoid.joints[i].node, nodes, required, place.then("joints", i).then("node"));
    }
    for (std::size_t i = 0; i < humanoid.segments.size(); ++i) {
        visit(humanoid.segments[i].joint, joints, required, place.then("segments", i).then("joint"));
    }
    for (std::size_t i = 0; i < humanoid.sites.size(); ++i) {
        const At here = place.then("sites", i);
        visit(humanoid.sites[i].node, nodes, required, here.then("node"));
        visit(humanoid.sites[i].segment, segments, or_none, here.then("segment"));
    }
    for (std::size_t i = 0; i < bone_count; ++i) {
        visit(humanoid.bones.node[i], nodes, or_none, place.then("bones", i));
    }
    for (std::size_t i = 0; i < humanoid.expressions.size(); ++i) {
        auto& expression = humanoid.expressions[i];
        const At here = place.then("expressions", i);
        visit(expression.node, nodes, or_none, here.then("node"));
        for (std::size_t b = 0; b < expression.binds.size(); ++b) {
            visit(expression.binds[b].first, displacers, required, here.then("binds", b));
        }
    }
    visit(humanoid.gaze_node, nodes, or_none, place.then("gaze_node"));
}

template <class InstanceType, class At, class Visit>
void visit_instance(InstanceType& instance, const At& place, const Visit& visit) {
    const List segments{ListKind::segments, instance.humanoid};
    visit(instance.material, materials, or_none, place.then("material"));
    visit(instance.node, nodes, or_none, place.then("node"));
    visit(instance.humanoid, humanoids, or_none, place.then("humanoid"));
    visit(instance.segment, segments, or_none, place.then("segment"));
    for (std::size_t i = 0; i < instance.displacers.size(); ++i) {
        visit(instance.displacers[i], displacers, required, place.then("displacers", i));
    }
    for (std::size_t i = 0; i < instance.variant_materials.size(); ++i) {
        visit(instance.variant_materials[i], materials, or_none, place.then("variant_materials", i));
    }
}

template <class MaterialType, class At, class Visit>
void visit_material(MaterialType& material, const At& place, const Visit& visit) {
    for_each_texture(
        material, [&](auto& use, const char* name) { visit(use.image, images, or_none, place.then(name)); });
}

/// Visits everything that the document itself holds, except shared data.
template <class DocumentType, class At, class Visit>
void visit_own(DocumentType& document, const At& root, const Visit& visit) {
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        visit(document.nodes[i].parent, nodes, or_none, root.then("nodes", i).then("parent"));
    }
    for (std::size_t i = 0; i < document.humanoids.size(); ++i) {
        visit_humanoid(document.humanoids[i], static_cast<int>(i), root.then("humanoids", i), visit);
    }
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        visit_instance(document.meshes[i], root.then("meshes", i), visit);
    }
    for (std::size_t i = 0; i < document.displacers.size(); ++i) {
        auto& displacer = document.displacers[i];
        const At here = root.then("displacers", i);
        const List segments{ListKind::segments, displacer.humanoid};
        visit(displacer.humanoid, humanoids, or_none, here.then("humanoid"));
        visit(displacer.segment, segments, or_none, here.then("segment"));
        for (std::size_t c = 0; c < displacer.changes.size(); ++c)
            visit(displacer.changes[c].material, materials, or_none, here.then("changes", c));
    }
    for (std::size_t i = 0; i < document.viewpoints.size(); ++i) {
        const At here = root.then("viewpoints", i);
        visit(document.viewpoints[i].node, nodes, or_none, here.then("node"));
        visit(document.viewpoints[i].humanoid, humanoids, or_none, here.then("humanoid"));
    }
    for (std::size_t i = 0; i < document.lights.size(); ++i) {
        visit(document.lights[i].node, nodes, or_none, root.then("lights", i).then("node"));
    }
    for (std::size_t i = 0; i < document.materials.size(); ++i) {
        visit_material(document.materials[i], root.then("materials", i), visit);
    }
    for (std::size_t i = 0; document.sky && i < document.sky->pictures.size(); ++i) {
        visit(document.sky->pictures[i], images, or_none, root.then("sky").then("pictures", i));
    }
}

/// Calls shared(pointer, place, function that visits its references) for every skin and clip that a mesh or
/// the document refers to, repeatedly for shared ones.
template <class DocumentType, class At, class Shared>
void visit_shared(DocumentType& document, const At& root, const Shared& shared) {
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        shared(document.meshes[i].skin, root.then("meshes", i).then("skin"),
               [](auto& skin, const At& place, const auto& visit) { visit_skin(skin, place, visit); });
    }
    for (std::size_t i = 0; i < document.clips.size(); ++i) {
        shared(document.clips[i], root.then("clips", i),
               [](auto& clip, const At& place, const auto& visit) { visit_clip(clip, place, visit); });
    }
}

/// Returns something shared with the references that `answer` returns: itself, or a changed copy.
template <class T, class At, class VisitIts, class Answer>
std::shared_ptr<const T> changed(const std::shared_ptr<const T>& object, const At& place,
                                 const VisitIts& visit_its, const Answer& answer) {
    std::vector<int> indices;
    bool is_changed = false;
    visit_its(*object, place, [&](const int& index, const List& list, bool may_be_none, const At& here) {
        indices.push_back(answer(index, list, may_be_none, here));
        is_changed = is_changed || indices.back() != index;
    });
    if (!is_changed) return object;
    auto copy = std::make_shared<T>(*object);
    std::size_t next = 0;
    visit_its(*copy, place, [&](int& index, const List&, bool, const At&) { index = indices[next++]; });
    return copy;
}

/// Sets the references of the document's shared data to the indices that `answer` returns.
template <class At, class Answer>
void change_shared(Document& document, const At& root, const Answer& answer) {
    // The keys keep the originals alive, so that no address is reused.
    std::unordered_map<std::shared_ptr<const void>, std::shared_ptr<const void>> made;
    visit_shared(document, root,
                 [&]<class T>(std::shared_ptr<const T>& object, const At& place, const auto& visit_its) {
                     if (!object) return;
                     const auto [entry, is_new] = made.try_emplace(object);
                     if (is_new) entry->second = changed(object, place, visit_its, answer);
                     object = std::static_pointer_cast<const T>(entry->second);
                 });
}

/// For callers that do not need the place of a reference.
struct Nowhere {
    [[nodiscard]] Nowhere then(const char* /*member*/, std::size_t /*index*/ = 0) const { return {}; }
};

template <class At, class Visit>
void visit_each_once(const Document& document, const At& root, const Visit& visit) {
    visit_own(document, root, visit);
    std::unordered_set<const void*> seen;
    visit_shared(document, root, [&](const auto& object, const At& place, const auto& visit_its) {
        if (object && seen.insert(object.get()).second) visit_its(*object, place, visit);
    });
}

}  // namespace

int size_of(const Document& document, const List& list) {
    const auto size = [](const auto& items) { return static_cast<int>(items.size()); };
    const bool has_humanoid = list.humanoid >= 0 && list.humanoid < size(document.humanoids);
    switch (list.kind) {
        case ListKind::nodes:
            return size(document.nodes);
        case ListKind::humanoids:
            return size(document.humanoids);
        case ListKind::joints:
            return has_humanoid ? size(at(document.humanoids, list.humanoid).joints) : 0;
        case ListKind::segments:
            return has_humanoid ? size(at(document.humanoids, list.humanoid).segments) : 0;
        case ListKind::displacers:
            return size(document.displacers);
        case ListKind::materials:
            return size(document.materials);
        case ListKind::images:
            return size(document.images);
    }
    return 0;
}

Place Place::then(const char* member, std::size_t index) const {
    Place out = *this;
    VT_CHECK(out.count_ < out.steps_.size());
    out.steps_[out.count_++] = {member, index};
    return out;
}

std::string Place::text() const {
    std::string out;
    for (std::size_t i = 0; i < count_; ++i) {
        if (i > 0) out += '.';
        out += steps_[i].member;
        if (steps_[i].index != no_index) out += '[' + std::to_string(steps_[i].index) + ']';
    }
    return out;
}

void for_each_reference(const Document& document, const std::function<void(const Reference&)>& visit) {
    visit_each_once(document, Place{},
                    [&](const int& index, const List& list, bool may_be_none, const Place& place) {
                        visit({index, list, may_be_none, place});
                    });
}

std::optional<Reference> broken_reference(const Document& document) {
    const auto is_broken = [&](int index, const List& list, bool may_be_none) {
        return index < 0 ? index < -1 || !may_be_none : index >= size_of(document, list);
    };
    bool is_any = false;
    visit_each_once(document, Nowhere{}, [&](const int& index, const List& list, bool may_be_none, Nowhere) {
        is_any = is_any || is_broken(index, list, may_be_none);
    });
    std::optional<Reference> first;
    if (!is_any) return first;
    for_each_reference(document, [&](const Reference& reference) {
        if (!first && is_broken(reference.index, reference.list, reference.may_be_none)) first = reference;
    });
    return first;
}

void change_references(Document& document, const std::function<int(const Reference&)>& change) {
    const auto answer = [&](int index, const List& list, bool may_be_none, const Place& place) {
        return change({index, list, may_be_none, place});
    };
    visit_own(document, Place{}, [&](int& index, const List& list, bool may_be_none, const Place& place) {
        index = answer(index, list, may_be_none, place);
    });
    change_shared(document, Place{}, answer);
}

void renumber(Document& document, const List& list, std::span<const int> new_index) {
    const auto answer = [&](int index, const List& of, bool may_be_none, Nowhere) {
        if (index < 0 || of != list) return index;
        const int now = at(new_index, index);
        VT_CHECK(now >= 0 || may_be_none);
        return now;
    };
    visit_own(document, Nowhere{}, [&](int& index, const List& of, bool may_be_none, Nowhere place) {
        index = answer(index, of, may_be_none, place);
    });
    if (list.kind == ListKind::nodes || list.kind == ListKind::displacers)
        change_shared(document, Nowhere{}, answer);
}

}  // namespace vitruvian
