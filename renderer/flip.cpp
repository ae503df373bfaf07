#include "renderer/flip.h"

#include "model/core/check.h"
#include "model/core/srgb.h"
#include "renderer/covered.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace vitruvian {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// One channel of an image.
struct Plane {
    int width = 0;
    int height = 0;
    std::vector<float> values;

    Plane(int w, int h)
        : width(w), height(h), values(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
};

/// A symmetric range of weights, from -radius to radius.
using Kernel = std::vector<float>;

// Rec. 709 primaries with D65 white.
const mat3 xyz_from_rgb(0.41239080F, 0.21263901F, 0.01933082F,  // red
                        0.35758434F, 0.71516868F, 0.11919478F,  // green
                        0.18048079F, 0.07219232F, 0.95053215F);
const vec3 white = xyz_from_rgb * vec3(1.0F);

/// A linearised CIELAB (section 4.1), in which spatial filters can be applied.
vec3 ycxcz_from_xyz(const vec3& xyz) {
    const vec3 t = xyz / white;
    return {116.0F * t.y - 16.0F, 500.0F * (t.x - t.y), 200.0F * (t.y - t.z)};
}

vec3 xyz_from_ycxcz(const vec3& c) {
    const float y = (c.x + 16.0F) / 116.0F;
    return vec3(y + c.y / 500.0F, y, y - c.z / 200.0F) * white;
}

/// CIELAB with Hunt's adjustment: dark colours appear less colourful.
vec3 hunt_lab_from_rgb(const vec3& rgb) {
    constexpr float delta = 6.0F / 29.0F;
    const vec3 t = (xyz_from_rgb * rgb) / white;
    const auto f = [](float v) {
        return v > delta * delta * delta ? std::cbrt(v) : v / (3.0F * delta * delta) + 4.0F / 29.0F;
    };
    const vec3 g(f(t.x), f(t.y), f(t.z));
    const float lightness = 116.0F * g.y - 16.0F;
    return {lightness, 0.01F * lightness * 500.0F * (g.x - g.y), 0.01F * lightness * 200.0F * (g.y - g.z)};
}

float hyab(const vec3& a, const vec3& b) {
    const vec3 d = a - b;
    return std::abs(d.x) + std::sqrt(d.y * d.y + d.z * d.z);
}

/// Adds `weight * source` to a row.
void add_row(std::span<float> to, const float* source, float weight) {
    for (std::size_t x = 0; x < to.size(); ++x) to[x] += weight * source[x];
}

/// Filters each row; its first and last pixels are repeated beyond it.
Plane along_rows(const Plane& in, std::span<const float> kernel) {
    Plane out(in.width, in.height);
    const auto width = static_cast<std::size_t>(in.width);
    const std::size_t radius = kernel.size() / 2;
    std::vector<float> row(width + 2 * radius);
    for (std::size_t begin = 0; begin < in.values.size(); begin += width) {
        const auto source = in.values.begin() + static_cast<std::ptrdiff_t>(begin);
        std::fill_n(row.begin(), radius, *source);
        std::copy_n(source, width, row.begin() + static_cast<std::ptrdiff_t>(radius));
        std::fill_n(row.rbegin(), radius, in.values[begin + width - 1]);
        for (std::size_t k = 0; k < kernel.size(); ++k)
            add_row(std::span(out.values).subspan(begin, width), &row[k], kernel[k]);
    }
    return out;
}

/// Filters each column; its first and last pixels are repeated beyond it.
Plane along_columns(const Plane& in, std::span<const float> kernel) {
    Plane out(in.width, in.height);
    const auto width = static_cast<std::size_t>(in.width);
    const int radius = static_cast<int>(kernel.size() / 2);
    for (int y = 0; y < in.height; ++y) {
        for (int k = -radius; k <= radius; ++k) {
            const auto source = static_cast<std::size_t>(std::clamp(y + k, 0, in.height - 1));
            add_row(std::span(out.values).subspan(static_cast<std::size_t>(y) * width, width),
                    &in.values[source * width], kernel[static_cast<std::size_t>(k + radius)]);
        }
    }
    return out;
}

/// One term of a channel's contrast sensitivity, a * sqrt(pi / b) * exp(-pi^2 d^2 / b), d in degrees.
struct SensitivityTerm {
    float a;
    float b;
};

/// Radius of the filters of colours, in pixels.
int colour_radius(float ppd) {
    return static_cast<int>(std::ceil(3.0F * std::sqrt(0.04F / (2.0F * pi * pi)) * ppd));
}

/// Standard deviation of the filters that detect features, in pixels.
float feature_deviation(float ppd) {
    return 0.5F * 0.082F * ppd;
}

int feature_radius(float ppd) {
    return static_cast<int>(std::ceil(3.0F * feature_deviation(ppd)));
}

/// Filters a channel by what the eye can resolve from this distance (section 4.1.1, table 1).
Plane sensitivity_filtered(const Plane& in, std::span<const SensitivityTerm> terms, int radius, float ppd) {
    Plane out(in.width, in.height);
    float total = 0.0F;
    for (const SensitivityTerm& term : terms) {
        Kernel kernel(static_cast<std::size_t>(2 * radius + 1));
        float sum = 0.0F;
        for (int k = -radius; k <= radius; ++k) {
            const float degrees = static_cast<float>(k) / ppd;
            const float weight = std::exp(-pi * pi * degrees * degrees / term.b);
            kernel[static_cast<std::size_t>(k + radius)] = weight;
            sum += weight;
        }
        const float amplitude = term.a * std::sqrt(pi / term.b);
        const Plane part = along_columns(along_rows(in, kernel), kernel);
        for (std::size_t i = 0; i < out.values.size(); ++i) out.values[i] += amplitude * part.values[i];
        total += amplitude * sum * sum;
    }
    for (float& value : out.values) value /= total;
    return out;
}

/// Returns the image in the three opponent channels.
std::array<Plane, 3> opponent_planes(const Picture& picture) {
    std::array<Plane, 3> planes = {Plane(picture.width, picture.height), Plane(picture.width, picture.height),
                                   Plane(picture.width, picture.height)};
    for (std::size_t i = 0; i < picture.srgb.size(); ++i) {
        const vec3& s = picture.srgb[i];
        const vec3 c = ycxcz_from_xyz(xyz_from_rgb * linear_from_srgb(s));
        planes[0].values[i] = c.x;
        planes[1].values[i] = c.y;
        planes[2].values[i] = c.z;
    }
    return planes;
}

/// Returns each pixel as perceived, in Hunt-adjusted CIELAB.
std::vector<vec3> perceived_colours(const std::array<Plane, 3>& planes, float ppd) {
    constexpr std::array<SensitivityTerm, 1> achromatic = {{{1.0F, 0.0047F}}};
    constexpr std::array<SensitivityTerm, 1> red_green = {{{1.0F, 0.0053F}}};
    constexpr std::array<SensitivityTerm, 2> blue_yellow = {{{34.1F, 0.04F}, {13.5F, 0.025F}}};
    const int radius = colour_radius(ppd);
    const Plane y = sensitivity_filtered(planes[0], achromatic, radius, ppd);
    const Plane cx = sensitivity_filtered(planes[1], red_green, radius, ppd);
    const Plane cz = sensitivity_filtered(planes[2], blue_yellow, radius, ppd);
    const mat3 rgb_from_xyz = glm::inverse(xyz_from_rgb);
    std::vector<vec3> out(y.values.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const vec3 rgb = rgb_from_xyz * xyz_from_ycxcz({y.values[i], cx.values[i], cz.values[i]});
        out[i] = hunt_lab_from_rgb(glm::clamp(rgb, 0.0F, 1.0F));
    }
    return out;
}

/// Strength of edges and of points (section 4.2): magnitudes of the first and second derivatives.
struct Features {
    std::vector<float> edges;
    std::vector<float> points;
};

/// Scales positive weights to sum to 1 and negative ones to -1.
void balance(Kernel& kernel) {
    float positive = 0.0F;
    float negative = 0.0F;
    for (const float weight : kernel) (weight > 0.0F ? positive : negative) += std::abs(weight);
    for (float& weight : kernel) weight /= weight > 0.0F ? positive : negative;
}

Features detected_features(const Plane& achromatic, float ppd) {
    const float deviation = feature_deviation(ppd);
    const int radius = feature_radius(ppd);
    Kernel gauss;
    Kernel first;
    Kernel second;
    for (int k = -radius; k <= radius; ++k) {
        const float x = static_cast<float>(k);
        const float g = std::exp(-x * x / (2.0F * deviation * deviation));
        gauss.push_back(g);
        first.push_back(-x * g);
        second.push_back((x * x / (deviation * deviation) - 1.0F) * g);
    }
    float sum = 0.0F;
    for (const float weight : gauss) sum += weight;
    for (float& weight : gauss) weight /= sum;
    balance(first);
    balance(second);
    Plane lightness = achromatic;
    for (float& value : lightness.values) value = (value + 16.0F) / 116.0F;
    const Plane smooth_rows = along_rows(lightness, gauss);
    const auto strength = [&](const Kernel& derivative) {
        Plane x = along_columns(along_rows(lightness, derivative), gauss);
        const Plane y = along_columns(smooth_rows, derivative);
        for (std::size_t i = 0; i < x.values.size(); ++i) x.values[i] = std::hypot(x.values[i], y.values[i]);
        return std::move(x.values);
    };
    return {strength(first), strength(second)};
}

/// Maps colour distances to 0..1, most of it for small ones (section 4.1.3).
float redistributed(float distance) {
    static const float largest =
        std::pow(hyab(hunt_lab_from_rgb({0.0F, 1.0F, 0.0F}), hunt_lab_from_rgb({0.0F, 0.0F, 1.0F})), 0.7F);
    const float knee = 0.4F * largest;
    const float power = std::pow(distance, 0.7F);
    if (power < knee) return 0.95F * power / knee;
    return std::min(1.0F, 0.95F + 0.05F * (power - knee) / (largest - knee));
}

/// Returns the pixels that differ; rows are those of the pictures, from the top.
PixelRect differing(const Picture& a, const Picture& b) {
    PixelRect out{a.width, a.height, 0, 0};
    std::size_t i = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x, ++i) {
            if (a.srgb[i] == b.srgb[i]) continue;
            out = {std::min(out.left, x), std::min(out.bottom, y), std::max(out.right, x + 1), y + 1};
        }
    }
    return out;
}

Picture cropped(const Picture& picture, const PixelRect& part) {
    Picture out{part.width(), part.height(), {}};
    for (int y = part.bottom; y < part.top; ++y) {
        const auto row = picture.srgb.begin() + static_cast<std::ptrdiff_t>(y) * picture.width;
        out.srgb.insert(out.srgb.end(), row + part.left, row + part.right);
    }
    return out;
}

std::vector<float> errors_of(const Picture& reference, const Picture& test, float pixels_per_degree) {
    const auto a = opponent_planes(reference);
    const auto b = opponent_planes(test);
    const std::vector<vec3> colours_a = perceived_colours(a, pixels_per_degree);
    const std::vector<vec3> colours_b = perceived_colours(b, pixels_per_degree);
    const Features features_a = detected_features(a[0], pixels_per_degree);
    const Features features_b = detected_features(b[0], pixels_per_degree);
    std::vector<float> errors(colours_a.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const float colour = redistributed(hyab(colours_a[i], colours_b[i]));
        const float difference = std::max(std::abs(features_a.edges[i] - features_b.edges[i]),
                                          std::abs(features_a.points[i] - features_b.points[i]));
        const float feature = std::min(1.0F, std::sqrt(difference * std::numbers::sqrt2_v<float> / 2.0F));
        errors[i] = std::pow(colour, 1.0F - feature);
    }
    return errors;
}

}  // namespace

std::vector<float> flip_errors(const Picture& reference, const Picture& test, float pixels_per_degree) {
    VT_CHECK(reference.srgb.size() == test.srgb.size() && reference.width == test.width);
    std::vector<float> errors(reference.srgb.size(), 0.0F);
    const PixelRect differs = differing(reference, test);
    if (differs.empty()) return errors;
    // Farther from what differs than the filters reach there is no error, and an error depends on nothing farther
    // away.
    const int reach = std::max(colour_radius(pixels_per_degree), feature_radius(pixels_per_degree));
    const PixelRect shown = differs.grown(reach, reference.width, reference.height);
    const PixelRect needed = shown.grown(reach, reference.width, reference.height);
    const std::vector<float> found =
        errors_of(cropped(reference, needed), cropped(test, needed), pixels_per_degree);
    for (int y = shown.bottom; y < shown.top; ++y) {
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(y - needed.bottom) * needed.width();
        std::copy_n(found.begin() + row + (shown.left - needed.left), shown.width(),
                    errors.begin() + static_cast<std::ptrdiff_t>(y) * reference.width + shown.left);
    }
    return errors;
}

}  // namespace vitruvian
