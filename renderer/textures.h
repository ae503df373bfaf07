// GPU copies of images with mipmaps, and how they are sampled. Knows nothing of materials' meaning.
#pragma once

#include "model/document/mesh.h"
#include "model/io/image.h"
#include "renderer/gl.h"
#include "renderer/programs.h"

#include <map>
#include <memory>
#include <utility>

namespace vitruvian {

enum class Encoding { linear, srgb };

/// The device is a processor: it turns sRGB to linear for each of a sample's texels, which costs more than all else of
/// a textured surface.
[[nodiscard]] bool is_software_device();

class Textures {
  public:
    /// Binds `image` with the wrapping and filtering of `use`; uploads on the first call for this image.
    void bind(Unit unit, const std::shared_ptr<const Image>& image, Encoding encoding, const TextureUse& use);
    /// Takes samplers off the units of a surface, which other passes use with settings of their own.
    static void unbind();
    /// Frees the copies of images that are gone.
    void sweep();

  private:
    struct Entry {
        std::weak_ptr<const Image> image;
        gl::Texture texture;
    };
    GLuint sampler_for(const TextureUse& use);

    std::map<std::pair<const Image*, Encoding>, Entry> entries_;
    std::map<int, gl::Sampler> samplers_;
    float max_anisotropy_ = -1.0F;  // below 0: not asked yet
};

}  // namespace vitruvian
