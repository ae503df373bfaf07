// Deformation of a skin that bends: a bar of two joints, with known losses of volume.
#include "model/core/at.h"
#include "model/rom/range_of_motion.h"
#include "model/rom/self_intersections.h"
#include "model/rom/skin_region.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace vitruvian {
namespace {

constexpr float pi = std::numbers::pi_v<float>;
constexpr int rings = 41;
constexpr int around = 8;

/// A closed bar along Y from 0 to 4, half a unit thick and narrower towards its end, whose upper half rotates
/// about its middle. `blend`: the length over which the weights change from the lower joint to the upper.
Document bar(float blend, bool is_closed = true) {
    auto mesh = std::make_shared<Mesh>();
    mesh->influence_begin.push_back(0);
    const auto add = [&](const vec3& point) {
        const float upper = std::clamp((point.y - 2.0F) / blend + 0.5F, 0.0F, 1.0F);
        mesh->positions.push_back(point);
        for (const std::uint32_t joint : {0U, 1U}) {
            mesh->influence_joint.push_back(joint);
            mesh->influence_weight.push_back(joint == 0 ? 1.0F - upper : upper);
        }
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
    };
    for (int r = 0; r < rings; ++r) {
        for (int k = 0; k < around; ++k) {
            const float angle = 2.0F * pi * static_cast<float>(k) / around;
            const float y = 4.0F * static_cast<float>(r) / (rings - 1);
            const float thick = 0.25F - 0.03F * y;
            add({thick * std::cos(angle), y, -thick * std::sin(angle)});
        }
    }
    const auto triangle = [&](int a, int b, int c) {
        for (const int v : {a, b, c}) mesh->indices.push_back(static_cast<std::uint32_t>(v));
    };
    for (int r = 0; r + 1 < rings; ++r) {
        for (int k = 0; k < around; ++k) {
            const int a = r * around + k;
            const int b = r * around + (k + 1) % around;
            triangle(a, b, b + around);
            triangle(a, b + around, a + around);
        }
    }
    if (is_closed) {
        const int top = (rings - 1) * around;
        for (int k = 1; k + 1 < around; ++k) {
            triangle(0, k + 1, k);
            triangle(top, top + k, top + k + 1);
        }
    }
    Document out;
    out.nodes.resize(2);
    out.nodes[0].name = "lower";
    out.nodes[1].name = "upper";
    out.nodes[1].parent = 0;
    out.nodes[1].rest.translation = {0.0F, 2.0F, 0.0F};
    auto skin = std::make_shared<Skin>();
    skin->nodes = {0, 1};
    skin->inverse_bind = {mat4(1.0F), affine_inverse(to_matrix(out.nodes[1].rest))};
    Humanoid humanoid;
    humanoid.joints.resize(2);
    humanoid.joints[0].node = 0;
    humanoid.joints[1].node = 1;
    out.humanoids.push_back(humanoid);
    MeshInstance instance;
    instance.mesh = mesh;
    instance.skin = skin;
    instance.humanoid = 0;
    out.meshes.push_back(instance);
    return out;
}

Document limited(Document document, const vec3& lower, const vec3& upper) {
    document.humanoids[0].joints[1].lower_limit = lower;
    document.humanoids[0].joints[1].upper_limit = upper;
    return document;
}

/// The deformation of the bar at the upper limit of an axis.
SkinChange at_limit(const Document& document, int axis) {
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    if (!figure) {
        ADD_FAILURE() << figure.error().text();
        return {};
    }
    const std::vector<int> all{0};
    for (const RomExtreme& extreme : measure_limits(*figure, all)) {
        if (extreme.axis == axis && extreme.end == RomEnd::upper) return extreme.change;
    }
    ADD_FAILURE() << "axis " << axis << " was not measured";
    return {};
}

SkinRegion whole(const BodySurface& surface) {
    return make_skin_region(surface, {1, 1});
}

TEST(Rom, MeasuresOfABarAreThoseOfGeometry) {
    const Document document = bar(1.0F);
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    const SkinRegion region = whole(figure->surface);
    EXPECT_EQ(region.rim.size(), 0U);
    // The volume of a truncated pyramid over a regular octagon.
    const double bottom = 2.0 * std::numbers::sqrt2 * 0.25 * 0.25;
    const double top = 2.0 * std::numbers::sqrt2 * 0.13 * 0.13;
    const double expected = 4.0 / 3.0 * (bottom + top + std::sqrt(bottom * top));
    EXPECT_NEAR(measure_region(figure->surface, region, figure->surface.rest).volume, expected, 1e-5);
}

TEST(Rom, AnOpenRegionIsClosedAtItsRims) {
    const Document closed = bar(1.0F);
    const Document open = bar(1.0F, false);
    const Result<RomFigure> a = make_rom_figure(closed, 0);
    const Result<RomFigure> b = make_rom_figure(open, 0);
    ASSERT_TRUE(a && b);
    const SkinRegion region = whole(b->surface);
    EXPECT_EQ(region.rim.size(), 2U * around);
    EXPECT_EQ(region.loops, 2);
    EXPECT_NEAR(measure_region(b->surface, region, b->surface.rest).volume,
                measure_region(a->surface, whole(a->surface), a->surface.rest).volume, 1e-6);
}

TEST(Rom, LipsThatOpenStretchNoSkin) {
    // Two squares, and a sliver between them that opens.
    BodySurface surface;
    surface.rest = {{0, 0, 0},     {1, 0, 0},     {1, -1, 0},   {0, -1, 0},
                    {1, 0.15F, 0}, {2, 0.15F, 0}, {1, 1.15F, 0}};
    surface.triangles = {Corners{0, 3, 2}, Corners{0, 2, 1}, Corners{4, 5, 6}, Corners{0, 1, 4}};
    SkinRegion region;
    region.triangles = {0, 1, 2, 3};
    region.edges = {{0, 3}, {3, 2}, {0, 2}, {2, 1}, {0, 1}, {4, 5}, {5, 6}, {4, 6}, {1, 4}, {0, 4}};
    std::vector<vec3> points = surface.rest;
    for (const std::size_t upper : {4U, 5U, 6U}) points[upper].y += 3.0F;
    EXPECT_NEAR(longest_stretch(surface, region, points), 1.0, 1e-6);
    points[2].y -= 1.0F;
    EXPECT_NEAR(longest_stretch(surface, region, points), 2.0, 1e-6);
}

TEST(Rom, TurningEverythingChangesNothing) {
    for (const bool is_closed : {true, false}) {
        const Document document = bar(0.6F, is_closed);
        const Result<RomFigure> figure = make_rom_figure(document, 0);
        ASSERT_TRUE(figure.has_value());
        const BodySurface& surface = figure->surface;
        const SkinRegion region = whole(surface);
        std::vector<vec3> points = surface.rest;
        const quat turn = axis_angle(vec3(1.0F, 2.0F, -0.5F), 2.1F);
        for (vec3& point : points) point = turn * point + vec3(30.0F, -4.0F, 7.0F);
        const SkinMeasure before = measure_region(surface, region, surface.rest);
        const SkinMeasure after = measure_region(surface, region, points);
        EXPECT_NEAR(after.volume / before.volume, 1.0, 1e-4);
        EXPECT_NEAR(after.area / before.area, 1.0, 1e-4);
        EXPECT_NEAR(longest_stretch(surface, region, points), 1.0, 1e-3);
        const std::vector<Carried> carried(surface.triangles.size(), Carried::deforms);
        EXPECT_EQ(count_intersections(surface, region, carried, points), 0);
        for (const float ratio : area_ratios(surface, points)) EXPECT_NEAR(ratio, 1.0F, 1e-3F);
    }
}

TEST(Rom, BendingLosesVolumeAndAtLastRunsThroughItself) {
    const auto bent = [](float degrees) {
        return at_limit(limited(bar(0.6F), vec3(0.0F), vec3(degrees / 180.0F * pi, 0.0F, 0.0F)), 0);
    };
    const SkinChange little = bent(10.0F);
    const SkinChange square = bent(90.0F);
    const SkinChange folded = bent(175.0F);
    EXPECT_GT(little.volume, 0.99);
    EXPECT_EQ(little.intersections, 0);
    EXPECT_LT(square.volume, little.volume);
    EXPECT_GT(square.stretch, 1.1);
    EXPECT_LT(folded.volume, square.volume);
    EXPECT_GT(folded.intersections, 0);
    EXPECT_GT(folded.severity, square.severity);
    EXPECT_GT(square.severity, little.severity);
}

TEST(Rom, TwistingIsACandyWrapper) {
    const SkinChange twisted = at_limit(limited(bar(1.0F), vec3(0.0F), vec3(0.0F, pi, 0.0F)), 1);
    EXPECT_LT(twisted.volume, 0.95);
    EXPECT_LT(twisted.area, 1.0);
    // The longer the transition, the more of the bar is lost.
    const SkinChange longer = at_limit(limited(bar(2.0F), vec3(0.0F), vec3(0.0F, pi, 0.0F)), 1);
    EXPECT_LT(longer.volume, twisted.volume);
}

TEST(Rom, WhatIsSoAtRestIsNotCounted) {
    const std::array<vec3, 3> flat{vec3(0, 0, 0), vec3(2, 0, 0), vec3(0, 0, 2)};
    const std::array<vec3, 3> through{vec3(0.4F, -1, 0.4F), vec3(0.6F, 1, 0.4F), vec3(0.4F, 1, 0.6F)};
    std::array<vec3, 3> beside = through;
    for (vec3& point : beside) point.x += 3.0F;
    EXPECT_TRUE(triangles_cross(flat, through));
    EXPECT_TRUE(triangles_cross(through, flat));
    EXPECT_FALSE(triangles_cross(flat, beside));
    EXPECT_FALSE(triangles_cross(flat, flat)) << "what lies in one plane does not run through";
    BodySurface surface;
    surface.rest = {flat[0], flat[1], flat[2], through[0], through[1], through[2]};
    surface.triangles = {{0, 1, 2}, {3, 4, 5}};
    SkinRegion region;
    region.triangles = {0, 1};
    const std::vector<Carried> carried(2, Carried::deforms);
    EXPECT_EQ(count_intersections(surface, region, carried, surface.rest), 0);
    const std::vector<vec3> posed = surface.rest;
    for (std::size_t v = 3; v < 6; ++v) surface.rest[v] = beside.at(v - 3);
    EXPECT_EQ(count_intersections(surface, region, carried, posed), 1);
    const std::vector<Carried> together(2, Carried::moves_along);
    EXPECT_EQ(count_intersections(surface, region, together, posed), 0);
    region.triangles = {1};
    EXPECT_EQ(count_intersections(surface, region, carried, posed), 1) << "against what is not of the region";
}

TEST(Rom, AxesAndJointsWithARangeAreMeasured) {
    const float two = 2.0F / 180.0F * pi;
    const Document document = limited(bar(0.6F), vec3(-0.5F, 0.0F, 0.0F), vec3(0.5F, 0.9F * two, 1.1F * two));
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    ASSERT_EQ(figure->joints.size(), 1U) << "the lower joint is not limited";
    EXPECT_EQ(figure->joints[0].limits, LimitSource::file);
    EXPECT_EQ(figure->free_joints, std::vector<int>{0});
    const std::vector<int> all{0};
    const std::vector<RomExtreme> found = measure_limits(*figure, all);
    ASSERT_EQ(found.size(), 4U) << "two axes, two ends";
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const RomExtreme& a, const RomExtreme& b) {
        return a.change.severity > b.change.severity;
    }));
    EXPECT_EQ(found.front().axis, 0);
    EXPECT_EQ(std::count_if(found.begin(), found.end(), [](const RomExtreme& e) { return e.axis == 1; }), 0);
    EXPECT_NEAR(std::abs(found.front().angle), 0.5F, 1e-6F);
}

TEST(Rom, LimitsAreAboutTheLimitFrame) {
    Document document = limited(bar(0.6F), vec3(0.0F), vec3(1.5F, 0.0F, 0.0F));
    const quat frame = axis_angle(vec3(0.0F, 0.0F, 1.0F), 0.5F * pi);  // its X is the bar's own axis
    document.humanoids[0].joints[1].limit_orientation = frame;
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    const Pose pose = turned_pose(*figure, figure->joints[0], 0, 1.5F);
    const vec3 end = pose.local[1].rotation * vec3(0.0F, 1.0F, 0.0F);
    EXPECT_NEAR(end.y, 1.0F, 1e-5F) << "a turn about the bar's axis leaves its direction";
}

TEST(Rom, LimitsOfPeopleWhereTheFileHasNone) {
    Document document = bar(0.6F);
    document.nodes[1].name = "l_elbow";
    document.humanoids[0].kind = HumanoidKind::hanim;
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    ASSERT_EQ(figure->joints.size(), 1U);
    EXPECT_EQ(figure->joints[0].limits, LimitSource::anatomical);
    EXPECT_TRUE(figure->joints[0].turns_about(0));
}

TEST(Rom, TheFarthestMomentOfAClipIsFound) {
    const Document document = limited(bar(0.6F), vec3(-1.0F, 0.0F, 0.0F), vec3(1.0F, 0.0F, 0.0F));
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    const std::vector<int> all{0};
    const auto pose_at = [&](double time) {
        return turned_pose(*figure, figure->joints[0], 0, static_cast<float>(2.0 * std::sin(time)));
    };
    const std::vector<RomExtreme> found = measure_clip(*figure, all, 3.0, pose_at);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].time, 0.5 * std::numbers::pi, 0.05);
    EXPECT_NEAR(found[0].angle, 2.0F, 1e-2F);
    EXPECT_EQ(found[0].end, RomEnd::clip);
    EXPECT_LT(found[0].change.volume, 1.0);
    EXPECT_TRUE(measure_clip(*figure, all, 3.0, [&](double) { return figure->rest; }).empty());
}

TEST(Rom, SeamsOfTexturesAreNoRims) {
    Document document = bar(0.6F);
    auto split = std::make_shared<Mesh>(*document.meshes[0].mesh);
    // Each triangle with separate corners.
    Mesh& mesh = *split;
    const Mesh& one = *document.meshes[0].mesh;
    mesh.positions.clear();
    mesh.influence_joint.clear();
    mesh.influence_weight.clear();
    mesh.influence_begin = {0};
    for (const std::uint32_t v : one.indices) {
        mesh.positions.push_back(one.positions[v]);
        for (std::uint32_t k = one.influence_begin[v]; k < one.influence_begin[v + 1]; ++k) {
            mesh.influence_joint.push_back(one.influence_joint[k]);
            mesh.influence_weight.push_back(one.influence_weight[k]);
        }
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
    }
    std::iota(mesh.indices.begin(), mesh.indices.end(), 0U);
    document.meshes[0].mesh = split;
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_TRUE(figure.has_value());
    EXPECT_EQ(whole(figure->surface).rim.size(), 0U);
}

TEST(Rom, SkinOnNodesBelowAJointIsTheJoints) {
    Document document = limited(bar(0.6F), vec3(-1.0F, 0.0F, 0.0F), vec3(1.0F, 0.0F, 0.0F));
    const SkinChange expected = at_limit(document, 0);
    Node below;
    below.parent = 1;
    document.nodes.push_back(below);
    auto skin = std::make_shared<Skin>(*document.meshes[0].skin);
    skin->nodes = {0, 2};
    document.meshes[0].skin = skin;
    EXPECT_EQ(at_limit(document, 0).volume, expected.volume);
}

TEST(Rom, WithoutSkinThereIsNothingToMeasure) {
    Document document = bar(0.6F);
    document.meshes.clear();
    const Result<RomFigure> figure = make_rom_figure(document, 0);
    ASSERT_FALSE(figure.has_value());
    EXPECT_EQ(figure.error().code, "rom-no-skin");
}

}  // namespace
}  // namespace vitruvian
