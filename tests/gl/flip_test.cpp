// FLIP: its properties, and its values against the simplest implementation of the paper's equations, with
// two-dimensional filters in double precision.
#include "renderer/flip.h"

#include "model/core/at.h"
#include "renderer/compare.h"
#include "tests/gl/gl_test.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace vitruvian::test {
namespace {

using glm::dvec3;

constexpr double pi = glm::pi<double>();
constexpr dvec3 white(0.950456, 1.0, 1.089058);

struct Field {
    int width = 0;
    int height = 0;
    std::vector<double> at;
    [[nodiscard]] double clamped(int x, int y) const {
        return at.at(static_cast<std::size_t>(std::clamp(y, 0, height - 1)) *
                         static_cast<std::size_t>(width) +
                     static_cast<std::size_t>(std::clamp(x, 0, width - 1)));
    }
};

/// The field filtered with `weight(x, y)` about every pixel; positive and negative weights are normalized
/// separately if `balanced`, otherwise together.
Field filtered(const Field& in, int radius, bool balanced,
               const std::function<double(double, double)>& weight) {
    double positive = 0.0;
    double negative = 0.0;
    std::vector<double> kernel;
    for (int y = -radius; y <= radius; ++y) {
        for (int x = -radius; x <= radius; ++x) {
            kernel.push_back(weight(x, y));
            (kernel.back() > 0.0 ? positive : negative) += std::abs(kernel.back());
        }
    }
    for (double& w : kernel) w /= (w > 0.0 || !balanced) ? positive - (balanced ? 0.0 : negative) : negative;
    Field out{in.width, in.height, {}};
    for (int y = 0; y < in.height; ++y) {
        for (int x = 0; x < in.width; ++x) {
            double sum = 0.0;
            std::size_t k = 0;
            for (int dy = -radius; dy <= radius; ++dy)
                for (int dx = -radius; dx <= radius; ++dx) sum += kernel[k++] * in.clamped(x + dx, y + dy);
            out.at.push_back(sum);
        }
    }
    return out;
}

dvec3 xyz_of(const dvec3& rgb) {
    return {0.412391 * rgb.x + 0.357584 * rgb.y + 0.180481 * rgb.z,
            0.212639 * rgb.x + 0.715169 * rgb.y + 0.072192 * rgb.z,
            0.019331 * rgb.x + 0.119195 * rgb.y + 0.950532 * rgb.z};
}

dvec3 rgb_of(const dvec3& xyz) {
    return {3.240970 * xyz.x - 1.537383 * xyz.y - 0.498611 * xyz.z,
            -0.969244 * xyz.x + 1.875968 * xyz.y + 0.041555 * xyz.z,
            0.055630 * xyz.x - 0.203977 * xyz.y + 1.056972 * xyz.z};
}

dvec3 lab_with_hunt(const dvec3& rgb) {
    const dvec3 t = xyz_of(rgb) / white;
    const auto f = [](double v) {
        return v > 216.0 / 24389.0 ? std::cbrt(v) : (24389.0 / 27.0 * v + 16.0) / 116.0;
    };
    const double lightness = 116.0 * f(t.y) - 16.0;
    return {lightness, 0.01 * lightness * 500.0 * (f(t.x) - f(t.y)),
            0.01 * lightness * 200.0 * (f(t.y) - f(t.z))};
}

double hyab(const dvec3& a, const dvec3& b) {
    return std::abs(a.x - b.x) + std::hypot(a.y - b.y, a.z - b.z);
}

struct Features {
    std::vector<dvec3> colors;
    std::vector<double> edges, points;
};

Features seen(const Picture& picture, double ppd) {
    std::array<Field, 3> opponent;
    Field lightness{picture.width, picture.height, {}};
    for (Field& field : opponent) field = lightness;
    for (const vec3& s : picture.srgb) {
        dvec3 rgb;
        for (int c = 0; c < 3; ++c) {
            const auto v = static_cast<double>(s[c]);
            rgb[c] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        }
        const dvec3 t = xyz_of(rgb) / white;
        opponent[0].at.push_back(116.0 * t.y - 16.0);
        opponent[1].at.push_back(500.0 * (t.x - t.y));
        opponent[2].at.push_back(200.0 * (t.y - t.z));
        lightness.at.push_back(t.y);
    }
    const int eye_radius = static_cast<int>(std::ceil(3.0 * std::sqrt(0.04 / (2.0 * pi * pi)) * ppd));
    const auto sensitivity = [&](const Field& in, double a1, double b1, double a2, double b2) {
        return filtered(in, eye_radius, false, [=](double x, double y) {
            const double z = (x * x + y * y) / (ppd * ppd);
            return a1 * std::sqrt(pi / b1) * std::exp(-pi * pi * z / b1) +
                   a2 * std::sqrt(pi / b2) * std::exp(-pi * pi * z / b2);
        });
    };
    opponent[0] = sensitivity(opponent[0], 1.0, 0.0047, 0.0, 1e-5);
    opponent[1] = sensitivity(opponent[1], 1.0, 0.0053, 0.0, 1e-5);
    opponent[2] = sensitivity(opponent[2], 34.1, 0.04, 13.5, 0.025);
    Features out;
    for (std::size_t i = 0; i < picture.srgb.size(); ++i) {
        const double y = (opponent[0].at[i] + 16.0) / 116.0;
        const dvec3 xyz = dvec3(y + opponent[1].at[i] / 500.0, y, y - opponent[2].at[i] / 200.0) * white;
        out.colors.push_back(lab_with_hunt(glm::clamp(rgb_of(xyz), 0.0, 1.0)));
    }
    const double deviation = 0.5 * 0.082 * ppd;
    const int radius = static_cast<int>(std::ceil(3.0 * deviation));
    const auto gauss = [=](double x, double y) {
        return std::exp(-(x * x + y * y) / (2.0 * deviation * deviation));
    };
    const auto length_of = [&](const std::function<double(double, double)>& weight) {
        const Field x = filtered(lightness, radius, true, weight);
        const Field y = filtered(lightness, radius, true, [&](double a, double b) { return weight(b, a); });
        std::vector<double> lengths;
        for (std::size_t i = 0; i < x.at.size(); ++i) lengths.push_back(std::hypot(x.at[i], y.at[i]));
        return lengths;
    };
    out.edges = length_of([&](double x, double y) { return -x * gauss(x, y); });
    out.points =
        length_of([&](double x, double y) { return (x * x / (deviation * deviation) - 1.0) * gauss(x, y); });
    return out;
}

std::vector<double> plain_flip(const Picture& reference, const Picture& test, double ppd) {
    const Features a = seen(reference, ppd);
    const Features b = seen(test, ppd);
    const double most = std::pow(hyab(lab_with_hunt(dvec3(0, 1, 0)), lab_with_hunt(dvec3(0, 0, 1))), 0.7);
    std::vector<double> errors;
    for (std::size_t i = 0; i < a.colors.size(); ++i) {
        const double d = std::pow(hyab(a.colors[i], b.colors[i]), 0.7);
        const double color =
            d < 0.4 * most ? 0.95 / (0.4 * most) * d : 0.95 + (d - 0.4 * most) / (0.6 * most) * 0.05;
        const double feature =
            std::sqrt(std::max(std::abs(a.edges[i] - b.edges[i]), std::abs(a.points[i] - b.points[i])) /
                      std::sqrt(2.0));
        errors.push_back(std::pow(std::min(color, 1.0), 1.0 - std::min(feature, 1.0)));
    }
    return errors;
}

Picture random_picture(Random& random, int width, int height, int block) {
    Picture picture{width, height, {}};
    std::vector<vec3> colors(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (vec3& color : colors) color = random.vector(0.0F, 1.0F);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int at = y / block * width + x / block;
            picture.srgb.push_back(colors[static_cast<std::size_t>(at)]);
        }
    }
    return picture;
}

TEST(Flip, IsThatOfAPlainImplementation) {
    Random random(31);
    for (const float ppd : {67.0F, 30.0F}) {
        for (const int block : {1, 4, 9}) {
            const Picture reference = random_picture(random, 23, 17, block);
            Picture test = random_picture(random, 23, 17, block);
            for (std::size_t i = 0; i < test.srgb.size(); ++i)
                test.srgb[i] = glm::mix(reference.srgb[i], test.srgb[i], block == 4 ? 0.1F : 1.0F);
            const std::vector<float> got = flip_errors(reference, test, ppd);
            const std::vector<double> wanted = plain_flip(reference, test, static_cast<double>(ppd));
            ASSERT_EQ(got.size(), wanted.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                ASSERT_NEAR(static_cast<double>(got[i]), wanted[i], 2e-3);
        }
    }
}

TEST(Flip, AnErrorDependsOnItsSurroundingsAlone) {
    constexpr int side = 120;
    constexpr float ppd = 67.0F;
    Random random(7);
    const Picture reference = random_picture(random, side, side, 1);
    const auto with = [&](std::initializer_list<std::size_t> changed) {
        Picture out = reference;
        for (const std::size_t i : changed) out.srgb[i] = vec3(1.0F) - out.srgb[i];
        return out;
    };
    constexpr std::size_t first = 0;
    constexpr std::size_t middle = std::size_t{side} * 60 + 60;
    constexpr std::size_t last = std::size_t{side} * side - 1;
    // Pixels that are farther apart than the filters reach: alone each has the errors that it has beside others.
    const std::vector<float> together = flip_errors(reference, with({first, middle, last}), ppd);
    std::vector<float> sum(together.size(), 0.0F);
    for (const std::size_t one : {first, middle, last}) {
        const std::vector<float> alone = flip_errors(reference, with({one}), ppd);
        EXPECT_GT(alone[one], 0.1F);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += alone[i];
    }
    EXPECT_EQ(sum, together);
    EXPECT_EQ(together[std::size_t{side} * 30 + 30], 0.0F);
}

TEST(Flip, BlackAndWhiteAreAsDifferentAsCanBe) {
    const Picture black{8, 8, std::vector<vec3>(64, vec3(0.0F))};
    const Picture white_picture{8, 8, std::vector<vec3>(64, vec3(1.0F))};
    // Lightness 0 and 100, no colour: the distance is 100 in Hunt-adjusted CIELAB.
    const double most = std::pow(hyab(lab_with_hunt(dvec3(0, 1, 0)), lab_with_hunt(dvec3(0, 0, 1))), 0.7);
    const double wanted = 0.95 + 0.05 * (std::pow(100.0, 0.7) - 0.4 * most) / (0.6 * most);
    for (const float error : flip_errors(black, white_picture, 67.0F))
        EXPECT_NEAR(static_cast<double>(error), wanted, 1e-3);
}

Image with_noise(const Image& image, float amplitude) {
    Random random(1);  // the same pattern at every amplitude
    Image out = image;
    for (std::size_t i = 0; i < out.rgba.size(); ++i) {
        const float noise = random.real(-1.0F, 1.0F);
        if (i % 4 != 3)
            out.rgba[i] = static_cast<std::uint8_t>(
                std::clamp(static_cast<float>(image.rgba[i]) + amplitude * noise, 0.0F, 255.0F));
    }
    return out;
}

Image gradient(int width, int height) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (const int v : {60 + x, 60 + y, 120}) image.rgba.push_back(static_cast<std::uint8_t>(v));
            image.rgba.push_back(255);
        }
    }
    return image;
}

TEST(Compare, IdenticalIsZeroAndMoreNoiseIsMore) {
    const Image image = gradient(90, 70);
    const auto same = compare_images(image, image);
    ASSERT_TRUE(same.has_value());
    EXPECT_EQ(same->flip, 0.0);
    EXPECT_EQ(same->mean, 0.0);
    EXPECT_EQ(same->max, 0.0);
    EXPECT_EQ(same->differing, 0.0);
    Comparison before = *same;
    for (const float amplitude : {4.0F, 10.0F, 25.0F, 60.0F}) {
        const Image noisy = with_noise(image, amplitude);
        const auto compared = compare_images(image, noisy);
        ASSERT_TRUE(compared.has_value());
        EXPECT_GT(compared->flip, before.flip);
        EXPECT_GT(compared->mean, before.mean);
        EXPECT_GT(compared->max, before.max);
        EXPECT_LE(compared->flip, 1.0);
        EXPECT_NEAR(compared->flip, compare_images(noisy, image)->flip, 1e-9)
            << "either may be the reference";
        EXPECT_EQ(compared->heat.rgba.size(), image.rgba.size());
        before = *compared;
    }
}

TEST(Compare, CountsWhatDiffers) {
    const Image image = gradient(10, 10);
    Image other = image;
    other.rgba[0] = static_cast<std::uint8_t>(image.rgba[0] + 51);
    const auto compared = compare_images(image, other);
    ASSERT_TRUE(compared.has_value());
    EXPECT_DOUBLE_EQ(compared->differing, 0.01);
    EXPECT_DOUBLE_EQ(compared->max, 0.2);
    EXPECT_NEAR(compared->mean, 0.2 / 300.0, 1e-12);
    EXPECT_GT(compared->flip, 0.0);
}

TEST(Compare, SizesMustBeTheSame) {
    const auto compared = compare_images(gradient(10, 12), gradient(12, 10));
    ASSERT_FALSE(compared.has_value());
    EXPECT_EQ(compared.error().code, "sizes-differ");
}

}  // namespace
}  // namespace vitruvian::test
