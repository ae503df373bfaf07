// The comparison of documents: it finds every field, names it, and reports nothing for equal documents.
#include "model/document/differences.h"

#include "tests/unit/random_field.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace vitruvian::test {
namespace {

TEST(Differences, ThereAreNoneBetweenADocumentAndItself) {
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        const Document document = random_document(seed);
        EXPECT_TRUE(differences(document, document).empty());
        // Shared parts are compared by value where they are not the same object.
        Document copy = document;
        copy.meshes[0].mesh = std::make_shared<Mesh>(*document.meshes[0].mesh);
        copy.clips[0] = std::make_shared<Clip>(*document.clips[0]);
        EXPECT_TRUE(differences(document, copy).empty());
    }
}

/// A joint's and a site's node are theirs.
bool is_of(const Difference& d, const Field& field) {
    const bool of_node =
        field.first == Part::node && (d.part == Part::joint || d.part == Part::site || d.part == Part::node);
    return (d.part == field.first || of_node) &&
           (d.field == field.second || (d.part == Part::bone && d.field == "node"));
}

TEST(Differences, EveryFieldThatChangesIsNamed) {
    Document document = random_document(4);
    Random random(9);
    std::set<Field> unchanged;
    for (const Field& field : fields_of(document)) {
        Document changed = document;
        if (!change_field(changed, field, random)) {
            unchanged.insert(field);
            continue;
        }
        const std::vector<Difference> found = differences(document, changed);
        ASSERT_EQ(found.size(), 1U) << to_string(field.first) << " " << field.second;
        EXPECT_TRUE(is_of(found[0], field)) << describe(found[0], changed);
        // And back again.
        EXPECT_EQ(differences(changed, document).size(), 1U);
    }
    // Fields that cannot change alone, since other fields have to agree with them, and empty lists.
    const std::set<Field> expected{
        {Part::mesh, "influence_begin"},  {Part::mesh, "tangents"},      {Part::mesh, "uv1"},
        {Part::mesh, "colors"},           {Part::humanoid, "info"},      {Part::image, "encoded"},
        {Part::clip, "channels.bone"},    {Part::clip, "channels.path"}, {Part::joint, "node"},
        {Part::sky, "ground_colors"},     {Part::sky, "ground_angles"},  {Part::document, "variants"},
        {Part::mesh, "variant_materials"}};
    for (const Field& field : unchanged)
        EXPECT_TRUE(expected.contains(field)) << to_string(field.first) << " " << field.second;
}

TEST(Differences, NumbersAreTheSameWithinTheTolerance) {
    const Document document = random_document(5);
    Document changed = document;
    changed.humanoids[0].segments[1].mass += 1e-6F;
    EXPECT_EQ(differences(document, changed).size(), 1U);
    EXPECT_TRUE(differences(document, changed, 1e-5F).empty());
    changed.humanoids[0].segments[1].mass += 0.5F;
    const std::vector<Difference> found = differences(document, changed, 1e-5F);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].magnitude, 0.5, 1e-5);
    EXPECT_EQ(found[0].unit, Unit::kilograms);
    EXPECT_EQ(item_of(found[0]), (Item{ItemKind::segment, 0, 1}));
    EXPECT_EQ(describe(found[0], changed).substr(0, 24), "segment segment1: mass 0");
}

TEST(Differences, WhatCameAndWentIsNamedAndTheRestStaysTheSame) {
    const Document document = random_document(6);
    Document longer = document;
    Light light;
    light.name = "lamp";
    longer.lights.insert(longer.lights.begin(), light);
    Displacer displacer{"wink", DisplacerKind::action, 0, -1, 0.0F, false, {}};
    longer.displacers.insert(longer.displacers.begin(), displacer);
    // References into the list are adjusted.
    for (MeshInstance& mesh : longer.meshes)
        for (int& index : mesh.displacers) ++index;
    for (Expression& expression : longer.humanoids[0].expressions)
        for (auto& [index, weight] : expression.binds) ++index;
    auto clip = std::make_shared<Clip>(*longer.clips[0]);
    for (Channel& channel : clip->channels)
        if (channel.displacer >= 0) ++channel.displacer;
    longer.clips[0] = clip;
    const std::vector<Difference> added = differences(document, longer);
    ASSERT_EQ(added.size(), 2U) << describe(added[0], longer);
    for (const Difference& d : added) EXPECT_EQ(d.change, Change::added);
    EXPECT_EQ(describe(added[0], longer), "displacer wink: added");
    const std::vector<Difference> removed = differences(longer, document);
    ASSERT_EQ(removed.size(), 2U);
    EXPECT_EQ(describe(removed[1], longer), "light lamp: removed");
}

}  // namespace
}  // namespace vitruvian::test
