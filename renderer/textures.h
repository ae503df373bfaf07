// GPU copies of images with mipmaps, and their samplers. Independent of the meaning of materials.
#pragma once

#include "model/document/mesh.h"
#include "model/io/image.h"
#include "renderer/gl.h"
#include "renderer/programs.h"

#include <map>
#include <memory>
#include <utility>

namespace vitruvian {

enum class Encoding {
    linear,
    srgb,
    srgb_in_shader,  // the shader decodes what it samples
};

/// True if the device is a software renderer: it converts sRGB to linear for each texel of a sample, which
/// costs more than everything else of a textured surface.
[[nodiscard]] bool is_software_device();

class Textures {
  public:
    /// Binds `image` with the wrapping and filtering of `use`; uploads on the first call for this image.
    void bind(Unit unit, const std::shared_ptr<const Image>& image, Encoding encoding, const TextureUse& use);
    /// Unbinds samplers from the units of a surface, which other passes use with their own settings.
    static void unbind();
    /// Frees the copies of destroyed images.
    void sweep();

  private:
    struct Entry {
        std::weak_ptr<const Image> image;
        gl::Texture texture;
    };
    GLuint sampler_for(const TextureUse& use);

    std::map<std::pair<const Image*, Encoding>, Entry> entries_;
    std::map<int, gl::Sampler> samplers_;
    float max_anisotropy_ = -1.0F;  // below 0: not queried yet
};

}  // namespace vitruvian
