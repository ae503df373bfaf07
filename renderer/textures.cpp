#include "renderer/textures.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace vitruvian {
namespace {

// EXT_texture_filter_anisotropic, supported by every driver although core only since 4.6.
constexpr GLenum texture_max_anisotropy = 0x84FE;

GLint gl_wrap(Wrap wrap) {
    switch (wrap) {
        case Wrap::repeat:
            return GL_REPEAT;
        case Wrap::clamp:
            return GL_CLAMP_TO_EDGE;
        case Wrap::mirror:
            return GL_MIRRORED_REPEAT;
    }
    return GL_REPEAT;
}

/// 1 where the driver does not support it, or a software rasterizer would pay per sample.
float wanted_anisotropy() {
    if (is_software_device()) return 1.0F;
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
        if (std::string_view(name) == "GL_EXT_texture_filter_anisotropic") return 8.0F;
    }
    return 1.0F;
}

/// Halves the size by averaging 2x2 pixels; colours are weighted by straight alpha.
Image halved(const Image& image) {
    Image half{std::max(image.width / 2, 1), std::max(image.height / 2, 1), {}};
    half.rgba.resize(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) * 4);
    const auto stride = static_cast<std::size_t>(image.width) * 4;
    const std::size_t right = image.width > 1 ? 4 : 0;
    const std::size_t below = image.height > 1 ? stride : 0;
    std::uint8_t* out = half.rgba.data();
    for (int y = 0; y < half.height; ++y) {
        const std::uint8_t* row =
            image.rgba.data() + static_cast<std::size_t>(image.height > 1 ? y * 2 : 0) * stride;
        for (int x = 0; x < half.width; ++x, out += 4) {
            const std::uint8_t* p = row + static_cast<std::size_t>(image.width > 1 ? x * 2 : 0) * 4;
            const std::array<const std::uint8_t*, 4> from = {p, p + right, p + below, p + right + below};
            const unsigned alpha = from[0][3] + from[1][3] + from[2][3] + from[3][3];
            const bool alike = alpha == 0 || alpha == 4 * 255;
            const unsigned total = alike ? 4 : alpha;
            for (std::size_t c = 0; c < 3; ++c) {
                unsigned sum = total / 2;
                for (const std::uint8_t* texel : from)
                    sum += alike ? texel[c] : unsigned{texel[c]} * texel[3];
                out[c] = static_cast<std::uint8_t>(sum / total);
            }
            out[3] = static_cast<std::uint8_t>((alpha + 2U) / 4U);
        }
    }
    return half;
}

void upload_level(GLint level, int width, int height, const std::uint8_t* rgba, Encoding encoding) {
    glTexImage2D(GL_TEXTURE_2D, level, encoding == Encoding::srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, width, height,
                 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
}

void upload(const Image& image, Encoding encoding) {
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    Image smaller;
    const Image* level_image = &image;
    for (GLint level = 0;;) {
        const int width = level_image->width;
        const int height = level_image->height;
        if (width <= limit && height <= limit) {
            // With a second level, drivers allocate all mip levels at once. Otherwise they reallocate the
            // whole texture later, and hold it twice for a while.
            if (level == 0 && (width > 1 || height > 1))
                upload_level(1, std::max(width / 2, 1), std::max(height / 2, 1), nullptr, encoding);
            upload_level(level++, width, height, level_image->rgba.data(), encoding);
        }
        if (level_image->width == 1 && level_image->height == 1) break;
        smaller = halved(*level_image);
        level_image = &smaller;
    }
}

}  // namespace

bool is_software_device() {
    const auto* device = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return device != nullptr &&
           (std::strstr(device, "llvmpipe") != nullptr || std::strstr(device, "softpipe") != nullptr);
}

GLuint Textures::sampler_for(const TextureUse& use) {
    if (max_anisotropy_ < 0.0F) max_anisotropy_ = wanted_anisotropy();
    const int key =
        static_cast<int>(use.wrap_u) * 8 + static_cast<int>(use.wrap_v) * 2 + (use.nearest ? 1 : 0);
    const auto [entry, is_new] = samplers_.try_emplace(key);
    const GLuint sampler = entry->second.get();
    if (!is_new) return sampler;
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, gl_wrap(use.wrap_u));
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, gl_wrap(use.wrap_v));
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, use.nearest ? GL_NEAREST : GL_LINEAR);
    if (max_anisotropy_ > 1.0F) {
        glSamplerParameterf(sampler, texture_max_anisotropy, max_anisotropy_);
    } else {
        glSamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, -0.5F);  // sharper at grazing angles, and cheap
    }
    return sampler;
}

void Textures::bind(Unit unit, const std::shared_ptr<const Image>& image, Encoding encoding,
                    const TextureUse& use) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    const auto key = std::pair(image.get(), encoding);
    auto found = entries_.find(key);
    if (found != entries_.end() && found->second.image.expired()) {
        entries_.erase(found);  // another image had this address before
        found = entries_.end();
    }
    if (found == entries_.end()) {
        found = entries_.emplace(key, Entry{image, {}}).first;
        glBindTexture(GL_TEXTURE_2D, found->second.texture.get());
        upload(*image, encoding);
    } else {
        glBindTexture(GL_TEXTURE_2D, found->second.texture.get());
    }
    glBindSampler(static_cast<GLuint>(unit), sampler_for(use));
}

void Textures::unbind() {
    for (GLuint unit = 0; unit < static_cast<GLuint>(Unit::key_map); ++unit) glBindSampler(unit, 0);
}

void Textures::sweep() {
    std::erase_if(entries_, [](const auto& entry) { return entry.second.image.expired(); });
}

}  // namespace vitruvian
