#include "tests/unit/random_commands.h"

#include <fmt/format.h>

#include <array>

namespace vitruvian::test {
namespace {

Item any_of(Random& random, const Document& document, ItemKind kind) {
    const auto any = [&](std::size_t size) { return random.integer(0, static_cast<int>(size) - 1); };
    const int h = any(document.humanoids.size());
    const Humanoid& humanoid = document.humanoids[static_cast<std::size_t>(h)];
    switch (kind) {
        case ItemKind::humanoid:
            return {kind, -1, h};
        case ItemKind::joint:
            return {kind, h, any(humanoid.joints.size())};
        case ItemKind::segment:
            return {kind, h, any(humanoid.segments.size())};
        case ItemKind::site:
            return {kind, h, any(humanoid.sites.size())};
        default:
            return displacer_item(any(document.displacers.size()));
    }
}

Batch random_batch(Random& random, const Document& document) {
    Batch batch{"several \"edits\"", {}};
    Document changed = document;
    for (int i = 0; i < 4; ++i) {
        Command command = random_command(random, changed, false);
        // What follows is for what this makes of the document.
        if (apply(command, changed)) batch.commands.push_back(std::move(command));
    }
    if (batch.commands.empty()) batch.commands.emplace_back(SetDisplacerWeight{displacer_item(0), 0.5F});
    return batch;
}

}  // namespace

Command random_command(Random& random, const Document& document, bool may_be_batch) {
    const Item joint = any_of(random, document, ItemKind::joint);
    switch (random.integer(0, may_be_batch ? 7 : 6)) {
        case 0: {
            const vec3 lower = random.vector(-3.0F, 0.0F);
            const vec3 upper = lower + random.vector(0.0F, 3.0F);
            return SetJointLimits{joint, random.chance(0.8F) ? std::optional(lower) : std::nullopt,
                                  random.chance(0.8F) ? std::optional(upper) : std::nullopt};
        }
        case 1:
            return SetJointStiffness{
                joint, random.chance(0.8F) ? std::optional(random.vector(0.0F, 1.0F)) : std::nullopt};
        case 2:
            return SetJointCentre{joint, random.vector(-1.0F, 1.0F)};
        case 3:
            return SetJointRotation{joint, random.rotation()};
        case 4: {
            constexpr std::array kinds{ItemKind::humanoid, ItemKind::joint, ItemKind::segment, ItemKind::site,
                                       ItemKind::displacer};
            const ItemKind kind = kinds[static_cast<std::size_t>(random.integer(0, 4))];
            return Rename{any_of(random, document, kind),
                          fmt::format("caf\xC3\xA9 \"{}\" #\\", random.integer(0, 40))};
        }
        case 5:
            return SetDisplacerWeight{any_of(random, document, ItemKind::displacer),
                                      random.real(-1.0F, 1.0F)};
        case 6: {
            ApplyPose pose;
            for (int i = 0; i < 3; ++i) {
                const int node = random.integer(0, static_cast<int>(document.nodes.size()) - 1);
                pose.locals.emplace_back(node, random.trs(0.5F, 2.0F));
                if (random.chance(0.3F)) pose.locals.back().second.scale_orientation = random.rotation();
            }
            return pose;
        }
        default:
            return random_batch(random, document);
    }
}

}  // namespace vitruvian::test
