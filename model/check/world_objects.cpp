#include "model/check/world_objects.h"

#include "model/check/animation.h"
#include "model/check/source_world_syntax.h"
#include "model/io/source.h"

#include <array>

namespace vitruvian::check {

Item item_of(const WorldFacts::Node& node) {
    if (node.index < 0) return {};
    switch (node.kind) {
        case WorldFacts::Kind::humanoid:
            return {ItemKind::humanoid, -1, node.index};
        case WorldFacts::Kind::joint:
            return joint_item(node.humanoid, node.index);
        case WorldFacts::Kind::segment:
            return {ItemKind::segment, node.humanoid, node.index};
        case WorldFacts::Kind::site:
            return {ItemKind::site, node.humanoid, node.index};
        case WorldFacts::Kind::displacer:
            return displacer_item(node.index);
    }
    return {};
}

std::string_view word_for(WorldFacts::Kind kind) {
    static constexpr std::array<std::string_view, 5> words{"humanoid", "joint", "segment", "site",
                                                           "displacer"};
    return words.at(static_cast<std::size_t>(kind));
}

Object object_of(const Subject& subject, const WorldFacts::Node& node) {
    const Item item = item_of(node);
    if (item.kind != ItemKind::none && is_named_as_read(subject, node)) {
        Object out = subject.object(item);
        if (!node.name || node.name->empty()) out.name = node.def;
        return out;
    }
    Object out = item.kind == ItemKind::none ? Object{std::string(word_for(node.kind)), {}, {}, {}}
                                             : subject.object(item);
    if (out.name.empty()) out.name = node.name && !node.name->empty() ? *node.name : node.def;
    return out;
}

bool is_named_as_read(const Subject& subject, const WorldFacts::Node& node) {
    const Item item = item_of(node);
    return item.kind == ItemKind::none || name_of(subject.document(), item) == read_name_of(node);
}

const WorldFacts::Node* unedited_joint(const Subject& subject, int humanoid, int joint) {
    const WorldFacts* facts = subject.world_facts();
    if (facts == nullptr) return nullptr;
    const Joint& is = at(at(subject.document().humanoids, humanoid).joints, joint);
    const Joint& was = at(at(subject.document().source->as_read.humanoids, humanoid).joints, joint);
    const bool same = is.lower_limit == was.lower_limit && is.upper_limit == was.upper_limit &&
                      is.limit_orientation == was.limit_orientation && is.stiffness == was.stiffness;
    return same ? facts->find(WorldFacts::Kind::joint, humanoid, joint) : nullptr;
}

void set_interpolator_clip(Finding& finding, const Subject& subject, const WorldFacts& facts,
                           std::string_view interpolator, double key) {
    const auto& clips = subject.document().clips;
    for (const WorldFacts::Route& route : facts.routes) {
        if (interpolator.empty() || route.to != interpolator) continue;
        for (std::size_t i = 0; i < clips.size(); ++i) {
            if (clips[i]->name != route.from) continue;
            const bool is_in_cycle = key >= 0.0 && key <= 1.0;
            set_clip(finding, subject, static_cast<int>(i), is_in_cycle ? key * clips[i]->duration : -1.0);
            return;
        }
    }
}

}  // namespace vitruvian::check
