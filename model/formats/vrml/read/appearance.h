// Converts Appearance nodes to materials and images (VRML97 6.3, 6.27, 6.22, 6.33).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/world/world.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

/// Properties of the geometry that uses an appearance.
struct SurfaceUse {
    bool has_colors = false;
    bool translucent = false;  // some vertex colours are
    bool double_sided = false;
    bool lines = false;  // lines and points: unlit, in the emissive colour
};

/// The world's node that a material of the document was made from.
struct BuiltMaterial {
    NodeRef node;             // not valid: there is none
    bool says_color = false;  // the surface's colour: no texture or vertex colours replace it
    bool glows = false;       // the surface's colour is the emissive colour
    NodeRef appearance;       // not valid: the shape has none
};

/// Returns how a surface with this texture is blended; images in files are not decoded for it.
[[nodiscard]] AlphaMode alpha_mode_of(const ImageSource& image);

/// Adds each different material and image to the document once.
class AppearanceLibrary {
  public:
    AppearanceLibrary(World& world, Document& document) : world_(&world), document_(&document) {}

    /// Returns the index into Document::materials for an Appearance node (not valid: none given).
    [[nodiscard]] int material(NodeRef appearance, const SurfaceUse& use);
    /// What each of the document's materials was made from.
    [[nodiscard]] const std::vector<BuiltMaterial>& built() const { return built_; }
    /// Whether the appearance has a texture that is shown.
    [[nodiscard]] bool has_texture(NodeRef appearance);
    /// Returns the index into Document::images for a texture node, or -1 (reported once).
    [[nodiscard]] int image(NodeRef texture);
    /// Like `image`, for the first readable image of the URLs in a field of any node.
    [[nodiscard]] int image_at(NodeRef node, const char* url_field);

  private:
    void read_material(NodeRef node, const SurfaceUse& use, bool textured, Material& out);
    void read_alpha_mode(NodeRef appearance, Material& out);
    [[nodiscard]] std::vector<NodeRef> textures_of(NodeRef appearance);
    void warn_of_what_is_not_shown(NodeRef appearance);
    [[nodiscard]] Material make(NodeRef appearance, const SurfaceUse& use);
    /// Applies the texture of an Appearance as the surface's colour.
    void apply_texture(NodeRef texture, Material& material);
    void apply_own_textures(NodeRef node, Material& material);
    [[nodiscard]] bool has_own_base(NodeRef material);
    [[nodiscard]] TextureUse use_of(NodeRef texture, int image);
    /// Like `image`, for a movie: its first frame, where the file is one that contains images.
    int add_image(std::string name, std::vector<std::byte> bytes);
    [[nodiscard]] int movie_image(NodeRef texture);
    [[nodiscard]] int pixel_image(NodeRef texture);

    using Key = std::tuple<std::uint64_t, bool, bool, bool, bool, bool>;
    World* world_;
    Document* document_;
    std::map<Key, int> materials_;
    std::vector<BuiltMaterial> built_;
    std::map<std::uint64_t, int> images_;
    std::map<std::filesystem::path, int> files_;  // image index by path; -1: cannot be read
    std::map<int, int> components_;               // components of grey images without or with alpha: 1, 2
};

}  // namespace vitruvian::vrml
