#include "renderer/textures.h"

#include "renderer/mip_levels.h"

#include <algorithm>
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
        smaller = next_mip_level(*level_image, encoding);
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
