#include "model/formats/vrml/write/kept_looks.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/write/proto_copies.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

/// Whether a material has a texture image in both documents, or in neither.
bool has_same_picture(const Document& document, const Document& source, const Material& material) {
    const int image = material.base_color_texture.image;
    if (image < 0) return true;
    const auto has = [image](const Document& d) { return static_cast<std::size_t>(image) < d.images.size(); };
    if (!has(document) || !has(source)) return false;
    const ImageSource& a = *at(document.images, image);
    const ImageSource& b = *at(source.images, image);
    return a.encoded == b.encoded && a.raw_width == b.raw_width && a.raw_height == b.raw_height;
}

class LookKeeper {
  public:
    LookKeeper(OpenedWorld& source, ProtoCopier& copier, DefNames& names, std::set<NodeId>& written)
        : source_(&source), copier_(&copier), names_(&names), written_(&written) {}

    /// For the Appearance of a Shape in the file itself.
    [[nodiscard]] std::optional<KeptLook> look_of(NodeRef shape, bool keeps_material) {
        const NodeRef own = first_in(shape, "appearance");
        if (!own.valid()) return std::nullopt;
        const NodeRef shown = source_->world.concrete(own);
        if (!shown.valid()) return std::nullopt;
        KeptLook out;
        const SyntaxNode& syntax = source_->world.syntax(own);
        if (is_plain_instance(syntax)) {
            if (!keeps_material) return std::nullopt;
            const NodeRef transform = source_->world.node(shown, "textureTransform");
            if (transform.valid()) {
                out.texture_move = texture_move(source_->world, transform);
                const vec2& scale = out.texture_move->scale;
                if (scale.x == 0.0F || scale.y == 0.0F) return std::nullopt;
            }
            out.whole = instance(own);
            if (!out.whole) return std::nullopt;
            return out;
        }
        for (const std::string_view field : {"material", "texture"}) {
            if (field == "material" && !keeps_material) continue;
            const NodeRef part = first_in(own, field);
            if (!part.valid() || !is_plain_instance(source_->world.syntax(part))) continue;
            if (std::optional<OutputNode> made = instance(part))
                out.parts.emplace_back(field, std::move(*made));
        }
        out.gloss = gloss_in(own);
        if (out.parts.empty()) return out.gloss ? std::optional(std::move(out)) : std::nullopt;
        if (!syntax.def.empty()) out.def = names_->make(syntax.def);
        return out;
    }

  private:
    [[nodiscard]] std::optional<KeptGloss> gloss_in(NodeRef appearance) {
        const NodeRef node = first_in(appearance, "material");
        if (!node.valid() || source_->world.syntax(node).type != "Material") return std::nullopt;
        World& world = source_->world;
        const KeptGloss standard;
        const auto share = [&](std::string_view field, float fallback) {
            return std::clamp(read_float(world, node, field, fallback), 0.0F, 1.0F);
        };
        return KeptGloss{glm::clamp(read_vec3(world, node, "specularColor", standard.specular), 0.0F, 1.0F),
                         share("shininess", standard.shininess),
                         share("ambientIntensity", standard.ambient_intensity)};
    }

    /// Returns the node in the field, following a USE; not valid where that is not in the file itself.
    [[nodiscard]] NodeRef first_in(NodeRef node, std::string_view field) {
        const std::vector<NodeRef> all = source_->world.nodes(node, field);
        if (all.empty() || all.front().env != source_->root) return {};
        return source_->world.definition(all.front());
    }

    /// A second instance of the same node is a copy without its name.
    [[nodiscard]] std::optional<OutputNode> instance(NodeRef node) {
        std::optional<OutputNode> made = copier_->instance(node);
        if (!made) return std::nullopt;
        const std::string_view def = source_->world.syntax(node).def;
        if (written_->insert(node.id).second && !def.empty()) made->def = names_->make(def);
        return made;
    }

    OpenedWorld* source_;
    ProtoCopier* copier_;
    DefNames* names_;
    std::set<NodeId>* written_;
};

}  // namespace

std::map<int, KeptLook> keep_looks(const Document& document, OpenedWorld& source, ProtoCopier& copier,
                                   DefNames& names, bool vrml97, std::set<NodeId>& written) {
    std::map<int, KeptLook> out;
    const Document& before = source.document;
    if (document.materials.size() != before.materials.size()) return out;
    LookKeeper keeper(source, copier, names, written);
    std::set<int> tried;
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const int material = document.meshes[m].material;
        const NodeRef shape = source.built.shapes[m].shape;
        const bool is_as_it_was = material >= 0 && material == before.meshes[m].material && shape.valid() &&
                                  shape.env == source.root;
        if (!is_as_it_was || !tried.insert(material).second) continue;
        const Material& own = at(document.materials, material);
        if (own != at(before.materials, material) || !has_same_picture(document, before, own)) continue;
        // Textures replace diffuse colours in VRML97 (4.14), and are multiplied with them in X3D 4.0
        // (12.2.2).
        const bool keeps_material =
            vrml97 || source.document.format != FileFormat::vrml97 || !own.base_color_texture.present();
        if (std::optional<KeptLook> look = keeper.look_of(shape, keeps_material))
            out.emplace(material, std::move(*look));
    }
    return out;
}

}  // namespace vitruvian::vrml
