// The transform type: decomposition, composition and inversion of affine matrices.
#include "model/core/transform.h"

#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

using test::Random;

float largest_difference(const mat4& a, const mat4& b) {
    float out = 0.0F;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) out = std::fmax(out, std::fabs(a[c][r] - b[c][r]));
    }
    return out;
}

mat4 random_affine(Random& random) {
    mat4 out(1.0F);
    for (int c = 0; c < 4; ++c) out[c] = vec4(random.vector(-2.0F, 2.0F), c == 3 ? 1.0F : 0.0F);
    return out;
}

TEST(Transform, AnyAffineMatrixComesBack) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const mat4 matrix = random_affine(random);
        const Transform t = to_transform(matrix);
        EXPECT_LT(largest_difference(to_matrix(t), matrix), 5e-6F) << "matrix " << i;
        EXPECT_NEAR(glm::length(t.rotation), 1.0F, 1e-6F);
        EXPECT_NEAR(glm::length(t.scale_orientation), 1.0F, 1e-6F);
    }
}

TEST(Transform, TranslationRotationScaleNeedsNoScaleOrientation) {
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        Transform t = random.trs(0.01F, 50.0F);
        if (i % 2 == 0) t.scale = -t.scale;
        const Transform back = to_transform(to_matrix(t));
        EXPECT_EQ(back.scale_orientation, identity_quat) << "transform " << i;
        EXPECT_LT(largest_difference(to_matrix(back), to_matrix(t)), 5e-5F) << "transform " << i;
    }
}

TEST(Transform, MirrorBecomesNegativeScale) {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        mat4 matrix = random_affine(random);
        if (glm::determinant(mat3(matrix)) > 0.0F) matrix[0] = -matrix[0];
        const Transform t = to_transform(matrix);
        EXPECT_LT(t.scale.x * t.scale.y * t.scale.z, 0.0F);
        EXPECT_LT(largest_difference(to_matrix(t), matrix), 5e-6F);
    }
}

TEST(Transform, SingularMatricesComeBackToo) {
    Random random(4);
    for (int rank = 0; rank < 3; ++rank) {
        for (int i = 0; i < 200; ++i) {
            mat4 matrix = random_affine(random);
            const float share = random.real(-1.0F, 1.0F);
            matrix[2] = rank == 2 ? matrix[0] * share + matrix[1] : vec4(0.0F);
            if (rank < 2) matrix[1] = matrix[0] * (rank == 1 ? share : 0.0F);
            if (rank == 0) matrix[0] = vec4(0.0F);
            const Transform t = to_transform(matrix);
            ASSERT_TRUE(is_finite(t));
            EXPECT_LT(largest_difference(to_matrix(t), matrix), 5e-6F) << "rank " << rank;
        }
    }
}

TEST(Transform, NonFiniteMatrixGivesAFiniteRotation) {
    mat4 matrix(1.0F);
    matrix[1][1] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(to_transform(matrix).rotation, identity_quat);
}

TEST(Transform, InverseUndoes) {
    Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const mat4 matrix = to_matrix(random.trs(0.1F, 10.0F));
        EXPECT_LT(largest_difference(affine_inverse(matrix) * matrix, mat4(1.0F)), 2e-5F);
    }
}

TEST(Transform, InverseOfFlatMatrixIsFinite) {
    mat4 flat(1.0F);
    flat[2] = vec4(0.0F);
    flat[3] = vec4(1.0F, 2.0F, 3.0F, 1.0F);
    const mat4 inverse = affine_inverse(flat);
    ASSERT_TRUE(is_finite(inverse));
    EXPECT_LT(largest_difference(flat * inverse * flat, flat), 1e-6F);
}

TEST(Transform, ComposeIsTheMatrixProductWherePromised) {
    Random random(6);
    for (int i = 0; i < 1000; ++i) {
        Transform rest = random.trs(0.5F, 2.0F);
        Transform delta = random.trs(0.5F, 2.0F);
        if (i % 2 == 0) {
            rest.scale = vec3(rest.scale.x);
            if (i % 4 == 0) delta.scale_orientation = random.rotation();
        } else {
            delta.rotation = identity_quat;
        }
        const mat4 product = to_matrix(rest) * to_matrix(delta);
        EXPECT_LT(largest_difference(to_matrix(compose(rest, delta)), product), 5e-6F) << "pair " << i;
    }
}

TEST(Transform, AxisAngleOfUselessAxisIsIdentity) {
    EXPECT_EQ(axis_angle(vec3(0.0F), 4.0F), identity_quat);
    EXPECT_EQ(axis_angle(vec3(std::numeric_limits<float>::infinity(), 0.0F, 0.0F), 1.0F), identity_quat);
    EXPECT_EQ(axis_angle(vec3(0.0F, 1.0F, 0.0F), std::numeric_limits<float>::quiet_NaN()), identity_quat);
    const quat quarter = axis_angle(vec3(0.0F, 0.0F, 7.0F), 1.5707964F);
    EXPECT_NEAR(glm::length(quarter * vec3(1.0F, 0.0F, 0.0F) - vec3(0.0F, 1.0F, 0.0F)), 0.0F, 1e-6F);
}

TEST(Transform, NormalisingNothingIsIdentity) {
    EXPECT_EQ(normalized_or_identity(quat(0.0F, 0.0F, 0.0F, 0.0F)), identity_quat);
    EXPECT_EQ(normalized_or_identity(quat(2.0F, 0.0F, 0.0F, 0.0F)), identity_quat);
}

}  // namespace
}  // namespace vitruvian
