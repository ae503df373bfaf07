#include "app/session/several.h"

#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/document/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace vitruvian {
namespace {

const Joint& joint_at(const Document& document, const Item& item) {
    return at(at(document.humanoids, item.humanoid).joints, item.index);
}

std::string to_whom(std::span<const Item> others) {
    return counted(others.size(), "joint", "joints");
}

Command delete_item(const Item& item) {
    if (item.kind == ItemKind::site) return DeleteSite{item};
    if (item.kind == ItemKind::displacer) return DeleteDisplacer{item};
    return DeleteJoint{item};
}

}  // namespace

std::optional<Command> delete_items(const Document& document, std::span<const Item> items) {
    Batch batch;
    for (const ItemKind kind : {ItemKind::site, ItemKind::displacer, ItemKind::joint}) {
        std::vector<Item> own;
        std::copy_if(items.begin(), items.end(), std::back_inserter(own),
                     [kind](const Item& item) { return item.kind == kind; });
        // The last first: the indices of the others stay.
        std::sort(own.begin(), own.end(), [](const Item& a, const Item& b) { return a.index > b.index; });
        for (const Item& item : own) batch.commands.push_back(delete_item(item));
    }
    if (batch.commands.empty()) return std::nullopt;
    if (batch.commands.size() == 1) return batch.commands.front();
    batch.title = fmt::format("Delete {} and {} more", label_of(document, items.front()), items.size() - 1);
    return Command(std::move(batch));
}

Command give_limits(const Document& document, const Item& joint, std::span<const Item> others) {
    const Joint& from = joint_at(document, joint);
    const SetJointRotation frame(joint, from.limit_orientation);
    Batch batch{fmt::format("Give {} the limits of {}", to_whom(others), label_of(document, joint)), {}};
    for (const Item& other : others) {
        batch.commands.emplace_back(SetJointLimits{other, from.lower_limit, from.upper_limit});
        if (joint_at(document, other).limit_orientation != from.limit_orientation)
            batch.commands.emplace_back(SetJointLimitOrientation{other, frame.axis, frame.angle});
    }
    return Command(std::move(batch));
}

Command give_stiffness(const Document& document, const Item& joint, std::span<const Item> others) {
    Batch batch{fmt::format("Give {} the stiffness of {}", to_whom(others), label_of(document, joint)), {}};
    for (const Item& other : others)
        batch.commands.emplace_back(SetJointStiffness{other, joint_at(document, joint).stiffness});
    return Command(std::move(batch));
}

std::optional<Command> apply_anatomical_limits(const Document& document, std::span<const Item> joints) {
    ApplyAnatomicalLimits out;
    for (const Item& joint : joints) {
        Document changed = document;
        out.humanoid = {ItemKind::humanoid, -1, joint.humanoid};
        if (apply(ApplyAnatomicalLimits{out.humanoid, {joint}}, changed)) out.joints.push_back(joint);
    }
    if (out.joints.empty()) return std::nullopt;
    return Command(std::move(out));
}

std::vector<Item> other_joints(std::span<const Item> items, const Item& joint) {
    std::vector<Item> out;
    std::copy_if(items.begin(), items.end(), std::back_inserter(out), [&](const Item& item) {
        return item.kind == ItemKind::joint && item.humanoid == joint.humanoid && item != joint;
    });
    return out;
}

}  // namespace vitruvian
