// Forward kinematics and sampling against a double-precision reference implementation in this file.
#include "model/pose/pose.h"

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace vitruvian {
namespace {

using test::Random;
using Matrix = std::array<double, 16>;  // column-major

Matrix identity() {
    return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
}

Matrix multiply(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t k = 0; k < 4; ++k) out[c * 4 + r] += a[k * 4 + r] * b[c * 4 + k];
        }
    }
    return out;
}

Matrix translation(const vec3& t) {
    Matrix out = identity();
    for (int i = 0; i < 3; ++i) at(out, 12 + i) = static_cast<double>(t[i]);
    return out;
}

Matrix scaling(const vec3& s) {
    Matrix out = identity();
    for (int i = 0; i < 3; ++i) at(out, i * 5) = static_cast<double>(s[i]);
    return out;
}

Matrix rotation(const quat& q) {
    const auto w = static_cast<double>(q.w);
    const auto x = static_cast<double>(q.x);
    const auto y = static_cast<double>(q.y);
    const auto z = static_cast<double>(q.z);
    return {1 - 2 * (y * y + z * z),
            2 * (x * y + w * z),
            2 * (x * z - w * y),
            0,
            2 * (x * y - w * z),
            1 - 2 * (x * x + z * z),
            2 * (y * z + w * x),
            0,
            2 * (x * z + w * y),
            2 * (y * z - w * x),
            1 - 2 * (x * x + y * y),
            0,
            0,
            0,
            0,
            1};
}

Matrix reference_local(const Transform& t) {
    const Matrix stretch = multiply(multiply(rotation(t.scale_orientation), scaling(t.scale)),
                                    rotation(glm::conjugate(t.scale_orientation)));
    return multiply(multiply(translation(t.translation), rotation(t.rotation)), stretch);
}

std::vector<Matrix> reference_world(const Skeleton& skeleton, const Pose& pose) {
    std::vector<Matrix> out;
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const Matrix local = reference_local(pose.local[i]);
        const int parent = skeleton.parent[i];
        out.push_back(parent < 0 ? local : multiply(at(out, parent), local));
    }
    return out;
}

/// The largest difference of the 16 numbers relative to the largest of them, separately for the linear part
/// and the translation.
double relative_error(const mat4& m, const Matrix& reference) {
    double worst = 0.0;
    for (const auto& [first, last] : {std::pair<std::size_t, std::size_t>{0, 12}, {12, 16}}) {
        double size = 0.0;
        double difference = 0.0;
        for (std::size_t i = first; i < last; ++i) {
            size = std::fmax(size, std::fabs(reference[i]));
            const auto value = static_cast<double>(m[static_cast<int>(i / 4)][static_cast<int>(i % 4)]);
            difference = std::fmax(difference, std::fabs(value - reference[i]));
        }
        worst = std::fmax(worst, difference / size);
    }
    return worst;
}

double worst_error(const Skeleton& skeleton, const Pose& pose) {
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    const std::vector<Matrix> reference = reference_world(skeleton, pose);
    double worst = 0.0;
    for (std::size_t i = 0; i < world.size(); ++i)
        worst = std::fmax(worst, relative_error(world[i], reference[i]));
    return worst;
}

Skeleton chain(Random& random, int length, float first_scale) {
    Document document;
    document.nodes.resize(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
        Node& node = at(document.nodes, i);
        node.parent = i - 1;
        node.rest = random.trs(1.0F, 1.0F);
        node.rest.translation.y += 1.5F;
        if (i == 0) node.rest.scale = vec3(first_scale);
    }
    return make_skeleton(document);
}

TEST(ForwardKinematics, AgreesWithDoublePrecisionOnRandomTrees) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        Document document;
        document.nodes = test::random_nodes(random, 100, 0.8F, 1.25F);
        for (Node& node : document.nodes) {
            if (random.chance(0.2F)) node.rest.scale_orientation = random.rotation();
        }
        const Skeleton skeleton = make_skeleton(document);
        EXPECT_LT(worst_error(skeleton, rest_pose(skeleton)), 2e-6) << "seed " << seed;
    }
}

TEST(ForwardKinematics, DeepChainsStayAccurate) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        for (const float scale : {1.0F, 0.01F, 100.0F}) {
            const Skeleton skeleton = chain(random, 200, scale);
            EXPECT_LT(worst_error(skeleton, rest_pose(skeleton)), 1e-6)
                << "seed " << seed << " scale " << scale;
        }
    }
}

/// VRML97 6.52: a point is transformed by T(t) T(c) R SR S SR^-1 T(-c); a frame at the centre is that times
/// T(c).
TEST(ForwardKinematics, NestedVrmlTransformsAreRestTimesDelta) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        Document document;
        std::vector<Matrix> reference;
        std::vector<vec3> centres;
        for (int i = 0; i < 40; ++i) {
            Node node;
            node.parent = i == 0 ? -1 : random.integer(std::max(0, i - 3), i - 1);
            const vec3 centre = random.vector(-1.0F, 1.0F);
            const auto parent = static_cast<std::size_t>(node.parent);
            const vec3 from = i == 0 ? vec3(0.0F) : centres[parent];
            node.rest.translation = centre - from;
            node.delta = random.trs(0.8F, 1.25F);
            node.delta.scale_orientation = random.rotation();
            const Matrix vrml =
                multiply(translation(node.delta.translation),
                         multiply(translation(centre),
                                  multiply(reference_local({vec3(0.0F), node.delta.rotation, node.delta.scale,
                                                            node.delta.scale_orientation}),
                                           translation(-centre))));
            reference.push_back(i == 0 ? vrml : multiply(reference[parent], vrml));
            centres.push_back(centre);
            document.nodes.push_back(node);
        }
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
        for (std::size_t i = 0; i < world.size(); ++i) {
            EXPECT_LT(relative_error(world[i], multiply(reference[i], translation(centres[i]))), 5e-6)
                << "seed " << seed << " node " << i;
        }
    }
}

TEST(ForwardKinematics, RestIsEveryDeltaIdentity) {
    const Document document = test::random_document(7);
    const Skeleton skeleton = make_skeleton(document);
    EXPECT_EQ(rest_pose(skeleton).local, skeleton.rest);
    EXPECT_EQ(rest_pose(skeleton).weights, std::vector<float>({0.25F, 0.0F, 0.0F}));
    EXPECT_EQ(file_pose(skeleton).local, skeleton.rest) << "no delta is stored in this document";
}

Channel keyed(ChannelPath path, Interpolation interpolation, std::vector<float> times,
              std::vector<float> values) {
    Channel channel;
    channel.node = 0;
    channel.path = path;
    channel.interpolation = interpolation;
    channel.times = std::move(times);
    channel.values = std::move(values);
    return channel;
}

TEST(Sampling, LinearIsLinearAndClampsOutside) {
    const Channel c =
        keyed(ChannelPath::translation, Interpolation::linear, {1.0F, 3.0F}, {0, 0, 0, 4, 8, -2});
    EXPECT_EQ(sample_channel(c, 0.0), vec4(0, 0, 0, 0));
    EXPECT_EQ(sample_channel(c, 1.5), vec4(1, 2, -0.5F, 0));
    EXPECT_EQ(sample_channel(c, 3.0), vec4(4, 8, -2, 0));
    EXPECT_EQ(sample_channel(c, 99.0), vec4(4, 8, -2, 0));
}

TEST(Sampling, StepHoldsUntilTheNextKey) {
    const Channel c = keyed(ChannelPath::weight, Interpolation::step, {0.0F, 1.0F, 2.0F}, {5, 6, 7});
    EXPECT_EQ(sample_channel(c, 0.999).x, 5.0F);
    EXPECT_EQ(sample_channel(c, 1.0).x, 6.0F);
    EXPECT_EQ(sample_channel(c, 5.0).x, 7.0F);
}

TEST(Sampling, EqualKeysAreAJump) {
    const Channel c =
        keyed(ChannelPath::weight, Interpolation::linear, {0.0F, 1.0F, 1.0F, 2.0F}, {0, 10, 20, 30});
    EXPECT_NEAR(sample_channel(c, 0.9999).x, 9.999F, 1e-3F);
    EXPECT_EQ(sample_channel(c, 1.0).x, 20.0F);
    EXPECT_NEAR(sample_channel(c, 1.5).x, 25.0F, 1e-5F);
    const Channel end = keyed(ChannelPath::weight, Interpolation::linear, {0.0F, 1.0F, 1.0F}, {0, 10, 20});
    EXPECT_EQ(sample_channel(end, 1.0).x, 20.0F);
    const Channel start = keyed(ChannelPath::weight, Interpolation::linear, {0.0F, 0.0F, 1.0F}, {5, 0, 10});
    EXPECT_EQ(sample_channel(start, -1.0).x, 5.0F) << "before the first key the first key holds";
}

TEST(Sampling, CubicReproducesAnyCubicPolynomial) {
    Random random(11);
    for (int i = 0; i < 200; ++i) {
        const double a = static_cast<double>(random.real(-2, 2));
        const double b = static_cast<double>(random.real(-2, 2));
        const double c = static_cast<double>(random.real(-2, 2));
        const auto value = [&](double t) { return ((a * t + b) * t + c) * t + 1.0; };
        const auto slope = [&](double t) { return (3 * a * t + 2 * b) * t + c; };
        std::vector<float> values;
        const std::vector<float> times{0.0F, 0.5F, 2.0F};
        for (const float t : times) {
            const auto s = static_cast<float>(slope(static_cast<double>(t)));
            values.insert(values.end(), {s, static_cast<float>(value(static_cast<double>(t))), s});
        }
        const Channel channel = keyed(ChannelPath::weight, Interpolation::cubic, times, values);
        for (double t = 0.0; t <= 2.0; t += 0.0625) {
            EXPECT_NEAR(static_cast<double>(sample_channel(channel, t).x), value(t), 2e-5);
        }
    }
}

TEST(Sampling, RotationTurnsEvenlyTheShortWay) {
    Random random(12);
    for (int i = 0; i < 500; ++i) {
        const quat from = random.rotation();
        const vec3 axis = glm::normalize(random.vector(-1.0F, 1.0F) + vec3(0.01F));
        const float angle = i % 5 == 0 ? random.real(0.0F, 1e-3F) : random.real(0.0F, 3.1F);
        quat to = from * axis_angle(axis, angle);
        if (random.chance(0.5F)) to = -to;
        const Channel channel = keyed(ChannelPath::rotation, Interpolation::linear, {0.0F, 1.0F},
                                      {from.x, from.y, from.z, from.w, to.x, to.y, to.z, to.w});
        for (const float u : {0.0F, 0.1F, 0.5F, 0.75F, 1.0F}) {
            const vec4 v = sample_channel(channel, static_cast<double>(u));
            const quat got(v.w, v.x, v.y, v.z);
            const quat expected = from * axis_angle(axis, angle * u);
            EXPECT_NEAR(glm::length(got), 1.0F, 2e-7F);
            EXPECT_GT(std::fabs(glm::dot(got, expected)), 1.0F - 1e-6F) << "angle " << angle << " at " << u;
            const vec3 probe(1.0F, 2.0F, 3.0F);
            EXPECT_LT(glm::length(got * probe - expected * probe), 4e-6F);
        }
    }
}

TEST(Sampling, NonUnitKeysAreNormalised) {
    const Channel c = keyed(ChannelPath::rotation, Interpolation::step, {0.0F}, {0, 0, 0, 0.9995F});
    EXPECT_EQ(sample_channel(c, 0.0), vec4(0, 0, 0, 1));
}

TEST(Sampling, DeltaChannelsMultiplyOntoRest) {
    Random random(13);
    for (int i = 0; i < 200; ++i) {
        Document document;
        document.nodes.emplace_back();
        document.nodes[0].rest = random.trs(2.0F, 2.0F);
        const Skeleton skeleton = make_skeleton(document);
        const Transform delta = random.trs(0.5F, 2.0F);
        Clip clip;
        const auto add = [&clip](ChannelPath path, std::vector<float> value) {
            clip.channels.push_back(keyed(path, Interpolation::step, {0.0F}, std::move(value)));
            clip.channels.back().space = ChannelSpace::delta;
        };
        add(ChannelPath::scale, {delta.scale.x, delta.scale.y, delta.scale.z});
        add(ChannelPath::translation, {delta.translation.x, delta.translation.y, delta.translation.z});
        add(ChannelPath::rotation, {delta.rotation.x, delta.rotation.y, delta.rotation.z, delta.rotation.w});
        Pose pose = rest_pose(skeleton);
        sample(clip, 0.0, skeleton, pose);
        const Matrix product = multiply(reference_local(skeleton.rest[0]), reference_local(delta));
        EXPECT_LT(relative_error(to_matrix(pose.local[0]), product), 1e-6);
    }
}

TEST(Sampling, LocalChannelsReplaceAndOthersStay) {
    const Document document = test::random_document(14);
    const Skeleton skeleton = make_skeleton(document);
    Clip clip;
    clip.channels.push_back(keyed(ChannelPath::translation, Interpolation::step, {0.0F}, {1, 2, 3}));
    clip.channels.push_back(keyed(ChannelPath::weight, Interpolation::step, {0.0F}, {0.75F}));
    clip.channels.back().node = -1;
    clip.channels.back().displacer = 1;
    Pose pose = rest_pose(skeleton);
    sample(clip, 0.0, skeleton, pose);
    EXPECT_EQ(pose.local[0].translation, vec3(1, 2, 3));
    EXPECT_EQ(pose.local[0].rotation, skeleton.rest[0].rotation);
    EXPECT_EQ(pose.weights, std::vector<float>({0.25F, 0.75F, 0.0F}));
    for (std::size_t i = 1; i < skeleton.size(); ++i) EXPECT_EQ(pose.local[i], skeleton.rest[i]);
}

TEST(Sampling, BoneChannelsAreLeftToRemapping) {
    const Document document = test::random_document(15);
    const Skeleton skeleton = make_skeleton(document);
    Clip clip;
    clip.channels.push_back(keyed(ChannelPath::rotation, Interpolation::step, {0.0F}, {0, 1, 0, 0}));
    clip.channels.back().node = -1;
    clip.channels.back().bone = Bone::hips;
    Pose pose = rest_pose(skeleton);
    sample(clip, 0.0, skeleton, pose);
    EXPECT_EQ(pose.local, skeleton.rest);
    EXPECT_TRUE(clip.targets_bones());
}

/// Channels with different keys in one clip: the shared search must not mix them up.
TEST(Sampling, ManyChannelsAgreeWithEachSampledAlone) {
    Random random(16);
    Document document;
    document.nodes.resize(30);
    const Skeleton skeleton = make_skeleton(document);
    Clip clip;
    for (int n = 0; n < 30; ++n) {
        Channel channel = keyed(ChannelPath::translation, Interpolation::linear, {}, {});
        channel.node = n;
        float time = random.real(0.0F, 1.0F);
        const int keys = random.integer(1, 20);
        for (int k = 0; k < keys; ++k) {
            channel.times.push_back(time);
            if (random.chance(0.8F)) time += random.real(0.0F, 0.5F);
            const vec3 v = random.vector(-1.0F, 1.0F);
            channel.values.insert(channel.values.end(), {v.x, v.y, v.z});
        }
        clip.channels.push_back(std::move(channel));
    }
    for (int i = 0; i < 300; ++i) {
        const auto seconds = static_cast<double>(random.real(-1.0F, 8.0F));
        Pose pose = rest_pose(skeleton);
        sample(clip, seconds, skeleton, pose);
        for (std::size_t n = 0; n < 30; ++n) {
            EXPECT_EQ(pose.local[n].translation, vec3(sample_channel(clip.channels[n], seconds)));
        }
    }
}

TEST(WrapTime, LoopsOrClamps) {
    EXPECT_DOUBLE_EQ(wrap_time(2.5, 1.0, true), 0.5);
    EXPECT_DOUBLE_EQ(wrap_time(-0.25, 1.0, true), 0.75);
    EXPECT_DOUBLE_EQ(wrap_time(1.0, 1.0, true), 1.0) << "the end is part of the clip";
    EXPECT_DOUBLE_EQ(wrap_time(2.5, 1.0, false), 1.0);
    EXPECT_DOUBLE_EQ(wrap_time(-1.0, 1.0, false), 0.0);
    EXPECT_DOUBLE_EQ(wrap_time(3.0, 0.0, true), 0.0);
    EXPECT_DOUBLE_EQ(wrap_time(std::nan(""), 1.0, true), 0.0);
}

}  // namespace
}  // namespace vitruvian
