// Materials and textures to Appearance nodes (VRML97 6.3). In X3D materials have textures of their own, and what was a
// PhysicalMaterial is one again; surfaces of glTF are Materials, which show in browsers without an environment to mirror.
// What is lost is reported. It knows no geometry.
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

    /// The Appearance of a material (-1: none, so nothing to write), a USE where it was written before.
    /// `lines`: worn by lines or points, whose colour is the emissive one. nullopt: the shape needs none.
    [[nodiscard]] std::optional<OutputNode> appearance(int material, bool lines);

    /// What is written in place of the Appearances of these materials, or in them. Outlives the writer.
    void keep(const std::map<int, KeptLook>& looks) { looks_ = &looks; }

    /// Null: it has nothing of instances.
    [[nodiscard]] const KeptLook* look_of(int material) const;

    /// A URL that leads to image `index`, written beside the output where it has to be; empty where there is
    /// none, as raw pixels have none.
    [[nodiscard]] std::string url_of(int image);

    /// Names of nodes that differ from what the document calls them: DEF name, exact name.
    std::vector<std::pair<std::string, std::string>> renamed;

  private:
    [[nodiscard]] OutputNode material_node(const Material& material, bool lines);
    /// Its shine is none that a Material of X3D or VRML97 has.
    [[nodiscard]] bool is_physical(const Material& material) const;
    void set_own_textures(const Material& material, OutputNode& out);
    [[nodiscard]] std::optional<OutputNode> texture_node(const TextureUse& use);
    [[nodiscard]] OutputNode pixel_texture(const ImageSource& image) const;
    [[nodiscard]] std::string side_file(int index);
    /// Of images with the same bytes one is tried.
    [[nodiscard]] bool can_be_decoded(int index);
    void note_losses(const Material& material);
    [[nodiscard]] OutputNode kept(const KeptLook& look, std::pair<int, bool> use);

    const Document* document_;
    const SaveOptions* options_;
    DefNames* names_;
    EncodedDocument* encoded_;
    std::map<std::pair<int, bool>, int> uses_;
    std::map<std::pair<int, bool>, std::string> written_;
    std::map<std::pair<int, std::pair<Wrap, Wrap>>, std::string> textures_;
    std::map<int, std::string> urls_;
    ImagePlan plan_;                        // of all images, once one is asked for
    std::map<std::size_t, bool> pictures_;  // whether they are that, by the first of the same bytes
    std::map<int, AbsentTexture> absent_;   // by material
    const std::map<int, KeptLook>* looks_ = nullptr;
};

/// Linear to sRGB, as VRML's colours are taken, both within 0..1.
[[nodiscard]] vec3 srgb_from_linear(const vec3& linear);

}  // namespace vitruvian::vrml
