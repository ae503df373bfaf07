// Every reference of a document is visited once, and validation detects when one is broken.
#include "model/document/references.h"

#include "tests/unit/random_rig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vitruvian {
namespace {

using testing::HasSubstr;

std::vector<Reference> references_of(const Document& document) {
    std::vector<Reference> out;
    for_each_reference(document, [&](const Reference& reference) { out.push_back(reference); });
    return out;
}

/// The document with one reference changed.
Document with_reference(Document document, std::size_t which, int index) {
    std::size_t count = 0;
    change_references(document,
                      [&](const Reference& reference) { return count++ == which ? index : reference.index; });
    return document;
}

/// The only reference at a place of the document's text, or a failure.
int reference_at(const Document& document, const std::string& place) {
    std::vector<int> found;
    for (const Reference& reference : references_of(document)) {
        if (reference.place.text() == place) found.push_back(reference.index);
    }
    EXPECT_EQ(found.size(), 1U) << place;
    return found.empty() ? -2 : found.front();
}

TEST(References, AreEachAtAPlaceOfTheirOwn) {
    const Document document = test::random_document(1);
    std::set<std::string> places;
    for (const Reference& reference : references_of(document)) {
        EXPECT_TRUE(places.insert(reference.place.text()).second) << reference.place.text();
    }
    EXPECT_EQ(reference_at(document, "nodes[5].parent"), document.nodes[5].parent);
    EXPECT_EQ(reference_at(document, "humanoids[0].joints[3].node"), document.humanoids[0].joints[3].node);
    EXPECT_EQ(reference_at(document, "humanoids[0].segments[1].joint"),
              document.humanoids[0].segments[1].joint);
    EXPECT_EQ(reference_at(document, "humanoids[0].sites[0].segment"), 0);
    EXPECT_EQ(reference_at(document, "humanoids[0].bones[0]"), document.humanoids[0].bones[Bone::hips]);
    EXPECT_EQ(reference_at(document, "humanoids[0].expressions[0].binds[1]"), 1);
    EXPECT_EQ(reference_at(document, "meshes[1].segment"), 1);
    EXPECT_EQ(reference_at(document, "meshes[0].skin.nodes[2]"), document.meshes[0].skin->nodes[2]);
    EXPECT_EQ(reference_at(document, "clips[0].channels[0].node"), document.clips[0]->channels[0].node);
    EXPECT_EQ(reference_at(document, "materials[0].base_color_texture"), 0);
    EXPECT_EQ(reference_at(document, "lights[1].node"), document.lights[1].node);
    EXPECT_EQ(reference_at(document, "viewpoints[0].humanoid"), 0);
    EXPECT_EQ(reference_at(document, "sky.pictures[5]"), document.sky->pictures[5]);
}

TEST(References, BrokenInTurnAreEachSeen) {
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        const Document document = test::random_document(seed);
        ASSERT_EQ(expect_valid(document), std::nullopt);
        const std::vector<Reference> references = references_of(document);
        EXPECT_GT(references.size(), 150U);
        for (std::size_t i = 0; i < references.size(); ++i) {
            const int size = size_of(document, references[i].list);
            for (const int wrong : {size, 99999, -2}) {
                const auto broken = expect_valid(with_reference(document, i, wrong));
                ASSERT_TRUE(broken) << references[i].place.text() << " as " << wrong;
                EXPECT_THAT(*broken, HasSubstr(references[i].place.text()));
            }
            if (!references[i].may_be_none) {
                EXPECT_TRUE(expect_valid(with_reference(document, i, -1))) << references[i].place.text();
            }
        }
        EXPECT_EQ(expect_valid(document), std::nullopt) << "what is shared was not changed";
    }
}

TEST(References, WhatIsSharedIsVisitedOnceAndCopiedOnceWhereItChanges) {
    Document document = test::random_document(2);
    const std::size_t before = references_of(document).size();
    document.meshes.push_back(document.meshes[0]);
    document.clips.push_back(document.clips[0]);
    const std::size_t own = 4 + document.meshes[0].displacers.size();
    EXPECT_EQ(references_of(document).size(), before + own);

    const Document same = [&] {
        Document copy = document;
        change_references(copy, [](const Reference& reference) { return reference.index; });
        return copy;
    }();
    EXPECT_EQ(same.meshes[0].skin, document.meshes[0].skin);
    EXPECT_EQ(same.clips[0], document.clips[0]);

    Document changed = document;
    const int last = static_cast<int>(document.nodes.size()) - 1;
    change_references(changed, [&](const Reference& reference) {
        return reference.place.text() == "meshes[0].skin.nodes[0]" ? last : reference.index;
    });
    EXPECT_EQ(changed.meshes[0].skin->nodes[0], last);
    EXPECT_EQ(changed.meshes[2].skin, changed.meshes[0].skin);
    EXPECT_EQ(changed.meshes[1].skin, document.meshes[1].skin);
    EXPECT_EQ(changed.clips[0], document.clips[0]);
    EXPECT_NE(document.meshes[0].skin->nodes[0], last);
}

TEST(References, OfAHumanoidsListsGoByTheHumanoidBeforeTheChange) {
    Document document = test::random_document(3);
    document.humanoids.push_back(document.humanoids[0]);
    std::set<int> owners;
    change_references(document, [&](const Reference& reference) {
        if (reference.list.kind == ListKind::segments && reference.place.text() == "meshes[1].segment")
            owners.insert(reference.list.humanoid);
        const bool is_owner = reference.list.kind == ListKind::humanoids && reference.index == 0;
        return is_owner ? 1 : reference.index;
    });
    EXPECT_EQ(owners, std::set<int>{0});
    EXPECT_EQ(document.meshes[1].humanoid, 1);
    EXPECT_EQ(expect_valid(document), std::nullopt);
}

}  // namespace
}  // namespace vitruvian
