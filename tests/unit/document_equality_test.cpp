#include "tests/unit/document_equality.h"

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <functional>

namespace vitruvian::test {
namespace {

TEST(DocumentEquality, ADocumentEqualsItself) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        const Document document = random_document(seed);
        EXPECT_EQ(difference(document, document), std::nullopt);
    }
}

TEST(DocumentEquality, EveryChangeIsSeen) {
    const Document document = random_document(3);
    const std::vector<std::function<void(Document&)>> changes{
        [](Document& d) { d.humanoids[0].name += "x"; },
        [](Document& d) { d.humanoids[0].joints[1].centre.y += 0.01F; },
        [](Document& d) { d.humanoids[0].joints[1].lower_limit = vec3(-9.0F); },
        [](Document& d) { d.humanoids[0].joints[1].stiffness = vec3(0.123F); },
        [](Document& d) { d.humanoids[0].segments[0].mass += 1.0F; },
        [](Document& d) { d.humanoids[0].segments[0].name += "x"; },
        [](Document& d) { at(d.nodes, d.humanoids[0].joints[1].node).name += "x"; },
        [](Document& d) { at(d.nodes, d.humanoids[0].joints[1].node).rest.translation.x += 0.01F; },
        [](Document& d) {
            at(d.nodes, d.humanoids[0].joints[1].node).delta.rotation = axis_angle({0.0F, 1.0F, 0.0F}, 0.5F);
        },
        [](Document& d) { d.displacers[0].weight += 0.1F; },
        [](Document& d) {
            auto mesh = std::make_shared<Mesh>(*d.meshes[0].mesh);
            mesh->positions[mesh->indices[0]].z += 0.01F;
            d.meshes[0].mesh = mesh;
        },
        [](Document& d) {
            auto clip = std::make_shared<Clip>(*d.clips[0]);
            clip->duration += 0.5;
            d.clips[0] = clip;
        },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Document changed = document;
        changes[i](changed);
        EXPECT_NE(difference(changed, document), std::nullopt) << "change " << i;
    }
}

}  // namespace
}  // namespace vitruvian::test
