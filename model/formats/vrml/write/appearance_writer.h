// Converts materials and textures to Appearance nodes (VRML97 6.3). In X3D, materials have textures of their
// own, and what was read from a PhysicalMaterial is written as one; glTF's materials become Materials, which
// look right in browsers without environment reflections. What is lost is reported. Knows nothing of
// geometry.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/absent_textures.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/kept_looks.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/io/image.h"
#include "model/io/save_options.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

class AppearanceWriter {
  public:
    AppearanceWriter(const Document& document, const SaveOptions& options, DefNames& names,
                     EncodedDocument& encoded);

    /// Returns the Appearance of a material (-1: none), or a USE where it was written before. `lines`: used
    /// by lines or points, whose colour is the emissive one. nullopt: the shape needs none.
    [[nodiscard]] std::optional<OutputNode> appearance(int material, bool lines);

    /// Sets what is written instead of the Appearances of these materials, or in them. Must outlive the
    /// writer.
    void keep(const std::map<int, KeptLook>& looks) { looks_ = &looks; }

    /// Null: it uses no PROTO instances.
    [[nodiscard]] const KeptLook* look_of(int material) const;

    /// Returns a URL for image `index`, which is written beside the output where necessary; empty where there
    /// is none, as for raw pixels.
    [[nodiscard]] std::string url_of(int image);

    /// Nodes with DEF names that differ from their names in the document: DEF name, exact name.
    std::vector<std::pair<std::string, std::string>> renamed;

  private:
    [[nodiscard]] OutputNode material_node(const Material& material, bool lines, const KeptLook* look);
    /// Whether it is written as a lit surface of X3D, whose materials have textures of their own.
    [[nodiscard]] bool lit_in_x3d(const Material& material, bool lines) const;
    /// Whether it is written as an UnlitMaterial.
    [[nodiscard]] bool is_unlit_in_x3d(const Material& material) const;
    /// The mode that is read where none is written: by the transparency, otherwise by the texture.
    [[nodiscard]] AlphaMode automatic_alpha_mode(const Material& material) const;
    void set_alpha_mode(const Material& material, OutputNode& out) const;
    /// Whether its shading differs from what a Material of X3D or VRML97 can have.
    [[nodiscard]] bool is_physical(const Material& material) const;
    void set_own_textures(const Material& material, OutputNode& out);
    [[nodiscard]] std::optional<OutputNode> texture_node(const TextureUse& use);
    [[nodiscard]] OutputNode pixel_texture(const ImageSource& image) const;
    [[nodiscard]] std::string side_file(int index);
    /// Tests one of the images with the same bytes.
    [[nodiscard]] bool can_be_decoded(int index);
    void note_losses(const Material& material, bool lines);
    [[nodiscard]] OutputNode kept(const KeptLook& look, std::pair<int, bool> use);

    const Document* document_;
    const SaveOptions* options_;
    DefNames* names_;
    EncodedDocument* encoded_;
    std::map<std::pair<int, bool>, int> uses_;
    std::map<std::pair<int, bool>, std::string> written_;
    std::map<std::pair<int, std::pair<Wrap, Wrap>>, std::string> textures_;
    std::map<int, std::string> urls_;
    ImagePlan plan_;                        // of all images, once one is needed
    std::map<std::size_t, bool> pictures_;  // whether they decode, by the first with the same bytes
    std::map<int, AbsentTextures> absent_;  // by material
    const std::map<int, KeptLook>* looks_ = nullptr;
};

/// Converts linear to sRGB, the space assumed for VRML's colours, both within 0..1.
[[nodiscard]] vec3 srgb_from_linear(const vec3& linear);

}  // namespace vitruvian::vrml
