#include "renderer/compare.h"

#include "renderer/flip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace vitruvian {
namespace {

/// Returns what FLIP compares: transparent pixels are composited over a mid grey.
Picture opaque_picture(const Image& image) {
    Picture picture{image.width, image.height, {}};
    picture.srgb.reserve(image.rgba.size() / 4);
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
        const vec3 color(image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]);
        picture.srgb.push_back(
            glm::mix(vec3(0.5F), color / 255.0F, static_cast<float>(image.rgba[i + 3]) / 255.0F));
    }
    return picture;
}

bool is_opaque(const Image& image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
        if (image.rgba[i] != 255) return false;
    }
    return true;
}

/// Measures differences of bytes. Alpha counts where either picture has any.
void measure_bytes(const Image& a, const Image& b, Comparison& out) {
    const std::size_t channels = is_opaque(a) && is_opaque(b) ? 3 : 4;
    std::size_t differing = 0;
    std::uint64_t sum = 0;
    int largest = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        int worst = 0;
        for (std::size_t c = 0; c < channels; ++c) {
            const int difference = std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]});
            sum += static_cast<std::uint64_t>(difference);
            worst = std::max(worst, difference);
        }
        if (worst > 0) ++differing;
        largest = std::max(largest, worst);
    }
    const double pixels = static_cast<double>(std::max<std::size_t>(a.rgba.size() / 4, 1));
    out.differing = static_cast<double>(differing) / pixels;
    out.mean = static_cast<double>(sum) / (pixels * static_cast<double>(channels) * 255.0);
    out.max = largest / 255.0;
}

/// Perceptually uniform steps from black over violet and orange to pale yellow.
vec3 heat_color(float value) {
    static constexpr std::array<std::array<float, 3>, 9> stops = {{{0, 0, 4},
                                                                   {28, 16, 68},
                                                                   {79, 18, 123},
                                                                   {129, 37, 129},
                                                                   {181, 54, 122},
                                                                   {229, 80, 100},
                                                                   {251, 135, 97},
                                                                   {254, 194, 135},
                                                                   {252, 253, 191}}};
    const float at = std::clamp(value, 0.0F, 1.0F) * static_cast<float>(stops.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const auto stop = [](std::size_t i) { return vec3(stops[i][0], stops[i][1], stops[i][2]); };
    return glm::mix(stop(below), stop(below + 1), at - static_cast<float>(below));
}

Image heat_map(int width, int height, const std::vector<float>& errors) {
    Image image{width, height, {}};
    image.rgba.reserve(errors.size() * 4);
    for (const float error : errors) {
        const vec3 color = heat_color(error) + 0.5F;
        for (int c = 0; c < 3; ++c) image.rgba.push_back(static_cast<std::uint8_t>(color[c]));
        image.rgba.push_back(255);
    }
    return image;
}

}  // namespace

Result<Comparison> compare_images(const Image& reference, const Image& test, float pixels_per_degree) {
    if (reference.width != test.width || reference.height != test.height) {
        return fail("sizes-differ", fmt::format("the pictures have different sizes: {}x{} and {}x{}",
                                                reference.width, reference.height, test.width, test.height));
    }
    Comparison out;
    out.width = reference.width;
    out.height = reference.height;
    measure_bytes(reference, test, out);
    std::vector<float> errors(reference.rgba.size() / 4, 0.0F);
    if (out.max > 0.0)
        errors = flip_errors(opaque_picture(reference), opaque_picture(test), pixels_per_degree);
    double sum = 0.0;
    for (const float error : errors) sum += static_cast<double>(error);
    out.flip = errors.empty() ? 0.0 : sum / static_cast<double>(errors.size());
    out.heat = heat_map(out.width, out.height, errors);
    return out;
}

}  // namespace vitruvian
