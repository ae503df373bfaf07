// Figures of motion files in worlds: they stand at rest, and move as in the file.
#include "model/core/at.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/findings_of.h"
#include "tests/unit/read_text.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian {
namespace {

using test::count_of;
using test::Random;

const quat from_z_up = axis_angle({1.0F, 0.0F, 0.0F}, -1.57079633F);

EncodedDocument saved(const Document& document, FileFormat format) {
    SaveOptions options;
    options.format = format;
    Result<EncodedDocument> out = encode_document(document, options);
    EXPECT_TRUE(out) << out.error().text();
    return out ? std::move(*out) : EncodedDocument{};
}

/// Bones are where they are in the file, in the other axes.
void expect_same_motion(const Document& before, const Document& after, const quat& turn) {
    ASSERT_EQ(after.clips.size(), 1U);
    for (int f = 0; f < 12; ++f) {
        const std::vector<mat4> was = test::posed_world(before, *before.clips.at(0), 0.1 * f);
        const std::vector<mat4> is = test::posed_world(after, *after.clips.at(0), 0.1 * f);
        for (std::size_t b = 0; b < bone_count; ++b) {
            const int from = before.humanoids.at(0).bones.node[b];
            if (from < 0) continue;
            const int to = after.humanoids.at(0).bones.node[b];
            ASSERT_GE(to, 0) << to_string(static_cast<Bone>(b));
            EXPECT_LT(glm::distance(vec3(at(is, to)[3]), turn * vec3(at(was, from)[3])), 0.02F)
                << to_string(static_cast<Bone>(b)) << " in frame " << f;
        }
    }
}

void expect_stands(const Document& world) {
    for (const char* id : {"PO01", "PO02", "PO20", "TR04"})
        EXPECT_TRUE(test::findings_of(world, id).empty()) << id;
}

TEST(MotionWorlds, WhatRestsInNoStanceRestsInATPose) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const test::Motion motion = make_motion(random);
        std::vector<quat> frames = along_bones(random);
        for (quat& frame : frames) {
            if (seed % 2 == 1) frame = random.rotation();
        }
        const Document before = test::read_text(bvh_of(motion, frames));
        const FileFormat format = at(test::world_formats, seed % 4);
        const EncodedDocument written = saved(before, format);
        EXPECT_EQ(count_of(written.notes, "rest-as-t-pose"), 1);
        const Document after = test::read_bytes(written.bytes);
        ASSERT_EQ(after.humanoids.size(), 1U);
        expect_stands(after);
        for (const char* id : {"PO03", "PO04"})
            EXPECT_TRUE(test::findings_of(after, id, "vrm").empty()) << id;
        expect_same_motion(before, after, identity_quat);
        // Nothing else differs, in both directions.
        for (const std::vector<RigChange>& changes :
             {compare_rigs(before, after), compare_rigs(after, before)}) {
            ASSERT_EQ(changes.size(), 1U) << changes.back().name << " " << changes.back().field;
            EXPECT_EQ(changes[0].name, "rest");
        }
    }
}

TEST(MotionWorlds, ZIsUpNoLonger) {
    Random random(5);
    test::Motion motion = make_motion(random);
    const quat to_z_up = glm::conjugate(from_z_up);
    for (vec3& place : motion.hips) place = to_z_up * place;
    for (std::vector<quat>& turns : motion.turns) turns[0] = to_z_up * turns[0];
    std::vector<quat> frames(test::figure().size(), from_z_up);
    for (const bool is_anyhow : {false, true}) {
        SCOPED_TRACE(is_anyhow);
        if (is_anyhow) frames = along_bones(random);
        const Document before = test::read_text(bvh_of(motion, frames));
        const EncodedDocument written = saved(before, FileFormat::x3d_xml);
        EXPECT_EQ(count_of(written.notes, "turned-to-front"), 1);
        const Document after = test::read_bytes(written.bytes);
        expect_stands(after);
        expect_same_motion(before, after, from_z_up);
    }
}

TEST(MotionWorlds, WhatStandsStaysAsItIs) {
    Random random(7);
    const Document before =
        test::read_text(bvh_of(make_motion(random), std::vector<quat>(test::figure().size(), identity_quat)));
    const EncodedDocument written = saved(before, FileFormat::vrml97);
    EXPECT_EQ(count_of(written.notes, "rest-as-t-pose"), 0);
    EXPECT_EQ(count_of(written.notes, "turned-to-front"), 0);
    expect_same_motion(before, test::read_bytes(written.bytes), identity_quat);
}

}  // namespace
}  // namespace vitruvian
