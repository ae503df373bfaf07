#include "model/formats/vrml/write/appearance_writer.h"

#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/document/file_format.h"
#include "model/document/shown_opacity.h"
#include "model/formats/vrml/read/appearance.h"
#include "model/formats/vrml/read/gloss.h"
#include "model/io/file.h"
#include "model/io/image.h"
#include "model/io/png.h"
#include "model/io/side_files.h"
#include "model/io/source.h"
#include "model/io/write_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace vitruvian::vrml {
namespace {

/// Returns the suffix of a picture in a format that glTF alone promises (WebP, KTX2); empty: any other.
std::string_view gltf_only_suffix(std::span<const std::byte> bytes) {
    if (bytes.size() <= 12) return {};
    if (std::memcmp(bytes.data() + 8, "WEBP", 4) == 0) return ".webp";
    return std::memcmp(bytes.data(), "\xABKTX 20", 7) == 0 ? ".ktx2" : "";
}

/// Whether the source is a world, or a glTF file converted from one.
bool comes_from_world(const Document& document) {
    return is_world(document.format) ||
           std::any_of(document.humanoids.begin(), document.humanoids.end(),
                       [](const Humanoid& humanoid) { return humanoid.kind == HumanoidKind::hanim; });
}

OutputNode address_node(const AbsentPicture& picture) {
    OutputNode out{"ImageTexture", {}, false, {}};
    out.set_list("url", picture.urls);
    if (!picture.repeat_s) out.set("repeatS", false);
    if (!picture.repeat_t) out.set("repeatT", false);
    return out;
}

/// Writes the addresses of X3D 4's material textures, except for the colour's.
void set_own_addresses(const AbsentTextures& absent, OutputNode& material) {
    for (const auto& [field, picture] : absent.own) {
        const bool is_known = material.type == "PhysicalMaterial" || field != "metallicRoughnessTexture";
        if (is_known) material.set_node(field, address_node(picture));
    }
}

/// Whether the texture can be written: there is one set of texture coordinates, transformed like the colour
/// texture's.
bool can_be_carried(const TextureUse& use, const Material& material) {
    if (!use.present()) return false;
    const TextureUse& base = material.base_color_texture;
    const TextureUse& led = base.present() ? base : TextureUse();
    return use.uv_set == led.uv_set && use.offset == led.offset && use.scale == led.scale &&
           use.rotation == led.rotation;
}

float brightest_of(const vec3& c) {
    return std::max({c.x, c.y, c.z});
}

/// Returns the emissive colour in linear light, clamped to what worlds can store; one brighter than white
/// keeps its hue.
vec3 glow_in_world(const Material& material) {
    return material.emissive / std::max(brightest_of(material.emissive), 1.0F);
}

/// Worlds have one kind of transparency.
float opacity_in_world(const Document& document, const Material& material) {
    return comes_from_world(document) ? material.base_color.w : shown_opacity(material);
}

}  // namespace

vec3 srgb_from_linear(const vec3& linear) {
    const vec3 srgb = vitruvian::srgb_from_linear(glm::clamp(linear, 0.0F, 1.0F));
    // Conversion through linear light turns 1 into 0.99999994.
    return vec3(glm::round(glm::dvec3(srgb) * 1e6) * 1e-6);
}

AppearanceWriter::AppearanceWriter(const Document& document, const SaveOptions& options, DefNames& names,
                                   EncodedDocument& encoded)
    : document_(&document),
      options_(&options),
      names_(&names),
      encoded_(&encoded),
      absent_(absent_textures(document, options.format == FileFormat::vrml97, encoded.notes)) {
    for (const MeshInstance& instance : document.meshes) {
        ++uses_[{instance.material, instance.mesh->topology != Topology::triangles}];
    }
}

std::optional<OutputNode> AppearanceWriter::appearance(int index, bool lines) {
    if (index < 0) return std::nullopt;
    const auto known = written_.find({index, lines});
    const KeptLook* look = look_of(index);
    if (known != written_.end()) {
        const bool is_instance = look != nullptr && look->whole;
        OutputNode use = use_of(is_instance ? "ProtoInstance" : "Appearance", known->second);
        if (is_instance) use.proto = look->whole->proto;
        return use;
    }
    if (look != nullptr && look->whole) return kept(*look, {index, lines});
    const Material& material = at(document_->materials, index);
    note_losses(material, lines);
    OutputNode out{"Appearance", {}, false, {}};
    if (options_->format != FileFormat::vrml97) set_alpha_mode(material, out);
    const bool used_again = uses_[{index, lines}] > 1;
    if (look != nullptr && !look->def.empty()) {
        written_[{index, lines}] = out.def = look->def;
    } else if (used_again || !material.name.empty()) {
        out.def = names_->make(material.name.empty() ? fmt::format("material_{}", index + 1) : material.name);
        if (!material.name.empty() && out.def != material.name) renamed.emplace_back(out.def, material.name);
        written_[{index, lines}] = out.def;
    }
    // Without a Material a textured shape is unlit (VRML97 6.3).
    static const AbsentTextures none;
    const auto found_absent = absent_.find(index);
    const AbsentTextures& absent = found_absent == absent_.end() ? none : found_absent->second;
    const bool plain_texture =
        (material.unlit && !lines && material.base_color_texture.present() && !is_unlit_in_x3d(material)) ||
        absent.is_alone;
    const auto part = [&](std::string_view field) {
        const auto of_field = [field](const auto& own) { return own.first == field; };
        if (look == nullptr) return std::optional<OutputNode>();
        const auto found = std::find_if(look->parts.begin(), look->parts.end(), of_field);
        return found == look->parts.end() ? std::nullopt : std::optional(found->second);
    };
    bool has_own_texture = false;
    if (std::optional<OutputNode> surface = part("material")) {
        out.set_node("material", std::move(*surface));
    } else if (!plain_texture) {
        OutputNode made = material_node(material, lines, look);
        std::optional<OutputNode> texture;
        const bool is_unlit = made.type == "UnlitMaterial";
        if ((made.type == "PhysicalMaterial" || is_unlit) && !part("texture"))
            texture = texture_node(material.base_color_texture);
        if (lit_in_x3d(material, lines)) {
            set_own_addresses(absent, made);
            if (!texture && made.type == "PhysicalMaterial" && absent.color && !part("texture"))
                texture = address_node(*absent.color);
        }
        has_own_texture = texture.has_value();
        if (texture) made.set_node(is_unlit ? "emissiveTexture" : "baseTexture", std::move(*texture));
        out.set_node("material", std::move(made));
    }
    if (has_own_texture) return out;
    if (std::optional<OutputNode> picture = part("texture")) {
        out.set_node("texture", std::move(*picture));
    } else if (std::optional<OutputNode> texture = texture_node(material.base_color_texture)) {
        out.set_node("texture", std::move(*texture));
    } else if (absent.film) {
        OutputNode film = *absent.film;
        if (!film.def.empty()) film.def = names_->make(film.def);
        out.set_node("texture", std::move(film));
    } else if (absent.color) {
        out.set_node("texture", address_node(*absent.color));
    }
    return out;
}

const KeptLook* AppearanceWriter::look_of(int material) const {
    if (looks_ == nullptr) return nullptr;
    const auto found = looks_->find(material);
    return found == looks_->end() ? nullptr : &found->second;
}

OutputNode AppearanceWriter::kept(const KeptLook& look, std::pair<int, bool> use) {
    OutputNode out = *look.whole;
    if (out.def.empty() && uses_[use] > 1) out.def = names_->make(out.proto);
    if (!out.def.empty()) written_[use] = out.def;
    return out;
}

OutputNode AppearanceWriter::material_node(const Material& material, bool lines, const KeptLook* look) {
    const KeptGloss* kept = look != nullptr && look->gloss ? &*look->gloss : nullptr;
    OutputNode out{"Material", {}, false, {}};
    const vec3 base = srgb_from_linear(vec3(material.base_color));
    if (!lines && is_unlit_in_x3d(material)) {
        out.type = "UnlitMaterial";
        out.set("emissiveColor", base);
    } else if (lines || material.unlit) {
        out.set("diffuseColor", vec3(0.0F));
        out.set("emissiveColor", base);
    } else if (kept == nullptr && is_physical(material)) {
        out.type = "PhysicalMaterial";
        out.set("baseColor", glm::clamp(vec3(material.base_color), 0.0F, 1.0F));
        out.set("metallic", std::clamp(material.metallic, 0.0F, 1.0F));
        out.set("roughness", std::clamp(material.roughness, 0.0F, 1.0F));
        if (material.emissive != vec3(0.0F)) out.set("emissiveColor", glow_in_world(material));
    } else {
        const float metallic = std::clamp(material.metallic, 0.0F, 1.0F);
        const auto gloss_like = comes_from_world(*document_) ? gloss_of_world : gloss_of;
        const Gloss gloss = kept != nullptr ? Gloss{kept->specular, kept->shininess}
                                            : gloss_like(material.roughness, metallic, base);
        out.set("diffuseColor", base);
        const KeptGloss standard;
        const bool is_shiny = gloss.specular != vec3(0.0F);
        if (is_shiny) out.set("specularColor", gloss.specular);
        if (kept != nullptr ? kept->shininess != standard.shininess : is_shiny)
            out.set("shininess", gloss.shininess);
        if (kept != nullptr && kept->ambient_intensity != standard.ambient_intensity)
            out.set("ambientIntensity", kept->ambient_intensity);
        if (material.emissive != vec3(0.0F))
            out.set("emissiveColor", srgb_from_linear(glow_in_world(material)));
    }
    if (lit_in_x3d(material, lines)) set_own_textures(material, out);
    const float transparency = 1.0F - std::clamp(opacity_in_world(*document_, material), 0.0F, 1.0F);
    if (transparency > 0.0F) out.set("transparency", transparency);
    return out;
}

/// A texture alone is unlit without a Material, in which VRML97's browsers agree.
bool AppearanceWriter::is_unlit_in_x3d(const Material& material) const {
    const bool is_plain = material.base_color_texture.present() && vec3(material.base_color) == vec3(1.0F) &&
                          opacity_in_world(*document_, material) >= 1.0F;
    return options_->format != FileFormat::vrml97 && material.unlit && !is_plain;
}

AlphaMode AppearanceWriter::automatic_alpha_mode(const Material& material) const {
    if (opacity_in_world(*document_, material) < 1.0F) return AlphaMode::blend;
    const int picture = material.base_color_texture.image;
    return material.base_color_texture.present() ? alpha_mode_of(*at(document_->images, picture))
                                                 : AlphaMode::opaque;
}

void AppearanceWriter::set_alpha_mode(const Material& material, OutputNode& out) const {
    if (material.alpha_mode != automatic_alpha_mode(material)) {
        const char* words = material.alpha_mode == AlphaMode::mask    ? "MASK"
                            : material.alpha_mode == AlphaMode::blend ? "BLEND"
                                                                      : "OPAQUE";
        out.set("alphaMode", std::string(words));
    }
    constexpr float standard = 0.5F;
    if (material.alpha_cutoff != standard)
        out.set("alphaCutoff", std::clamp(material.alpha_cutoff, 0.0F, 1.0F));
}

bool AppearanceWriter::lit_in_x3d(const Material& material, bool lines) const {
    return !lines && !material.unlit && options_->format != FileFormat::vrml97;
}

bool AppearanceWriter::is_physical(const Material& material) const {
    if (options_->format == FileFormat::vrml97 || !comes_from_world(*document_)) return false;
    if (material.metallic > 0.0F || material.metallic_roughness_texture.present()) return true;
    const float roughness = roughness_of(gloss_of_world(material.roughness, 0.0F, vec3(1.0F)));
    return std::abs(roughness - material.roughness) > 1e-4F;
}

/// Writes X3D 4's material textures, except for the colour's, which is the Appearance's.
void AppearanceWriter::set_own_textures(const Material& material, OutputNode& out) {
    const auto set = [&](const char* field, const TextureUse& use) {
        if (!can_be_carried(use, material)) return;
        if (std::optional<OutputNode> texture = texture_node(use)) out.set_node(field, std::move(*texture));
    };
    if (out.type == "PhysicalMaterial") set("metallicRoughnessTexture", material.metallic_roughness_texture);
    set("normalTexture", material.normal_texture);
    set("occlusionTexture", material.occlusion_texture);
    set("emissiveTexture", material.emissive_texture);
    if (material.normal_scale != 1.0F) out.set("normalScale", material.normal_scale);
    if (material.occlusion_strength != 1.0F) out.set("occlusionStrength", material.occlusion_strength);
}

std::optional<OutputNode> AppearanceWriter::texture_node(const TextureUse& use) {
    if (!use.present()) return std::nullopt;
    const std::pair key{use.image, std::pair{use.wrap_u, use.wrap_v}};
    const auto known = textures_.find(key);
    const ImageSource& image = *at(document_->images, use.image);
    const bool raw = image.raw_width > 0;
    const std::string_view type = raw ? "PixelTexture" : "ImageTexture";
    if (known != textures_.end()) return use_of(type, known->second);
    const std::string url = raw ? std::string() : url_of(use.image);
    if (!raw && url.empty()) return std::nullopt;
    OutputNode out = raw ? pixel_texture(image) : OutputNode{type, {}, false, {}};
    out.def = names_->make(fmt::format("texture_{}", use.image + 1));
    textures_[key] = out.def;
    if (!raw) out.set_list("url", std::vector<std::string>{url});
    if (use.wrap_u == Wrap::clamp) out.set("repeatS", false);
    if (use.wrap_v == Wrap::clamp) out.set("repeatT", false);
    return out;
}

/// SFImage: rows from the bottom (VRML97 5.5).
OutputNode AppearanceWriter::pixel_texture(const ImageSource& image) const {
    const auto width = static_cast<std::size_t>(image.raw_width);
    const auto height = static_cast<std::size_t>(image.raw_height);
    bool opaque = true;
    for (std::size_t i = 3; i < image.encoded.size(); i += 4)
        opaque = opaque && image.encoded[i] == std::byte{0xFF};
    std::vector<std::int32_t> numbers{image.raw_width, image.raw_height, opaque ? 3 : 4};
    for (std::size_t row = height; row-- > 0;) {
        for (std::size_t column = 0; column < width; ++column) {
            std::uint32_t pixel = 0;
            for (std::size_t c = 0; c < (opaque ? 3U : 4U); ++c) {
                pixel = (pixel << 8U) |
                        std::to_integer<std::uint32_t>(image.encoded[(row * width + column) * 4 + c]);
            }
            numbers.push_back(static_cast<std::int32_t>(pixel));
        }
    }
    OutputNode out{"PixelTexture", {}, false, {}};
    out.set_image("image", std::move(numbers));
    return out;
}

/// The URL is relative to the output file, where the image is already in its folder or below; otherwise the
/// image is copied there as a file of its own.
std::string AppearanceWriter::url_of(int index) {
    const auto known = urls_.find(index);
    if (known != urls_.end()) return known->second;
    const ImageSource& image = *at(document_->images, index);
    if (image.raw_width > 0 || image.encoded.empty()) return {};
    if (document_->source && !document_->source->folder.empty() && gltf_only_suffix(image.encoded).empty()) {
        const Result<std::filesystem::path> beside = resolve_reference(document_->source->folder, image.name);
        if (beside && file_holds(*beside, image.encoded)) {
            std::error_code error;
            const std::filesystem::path& wanted =
                options_->folder.empty() ? document_->source->folder : options_->folder;
            const std::filesystem::path folder = std::filesystem::weakly_canonical(wanted, error);
            const std::string relative = beside->lexically_relative(folder).generic_string();
            if (!relative.empty() && !relative.starts_with("..")) return urls_[index] = relative;
        }
    }
    return urls_[index] = side_file(index);
}

bool AppearanceWriter::can_be_decoded(int index) {
    if (plan_.empty()) plan_ = plan_images(document_->images);
    const std::size_t first = at(plan_, index).same_as;
    const auto [known, is_new] = pictures_.try_emplace(first, false);
    if (is_new) known->second = is_picture(document_->images[first]->encoded);
    return known->second;
}

std::string AppearanceWriter::side_file(int index) {
    const ImageSource& image = *at(document_->images, index);
    const auto add = [&](const std::string& name, const std::vector<std::byte>& bytes) {
        return add_side_file(*encoded_, *options_, safe_side_name(name, SideKind::picture, bytes), bytes,
                             SideKind::picture);
    };
    const std::string_view suffix = gltf_only_suffix(image.encoded);
    if (suffix.empty() && can_be_decoded(index)) return add(image.name, image.encoded);
    Diagnostics ignored;
    std::vector<std::byte> png;
    if (const Result<Image> pixels = decode_image(image, ignored); pixels && !suffix.empty())
        png = encode_png(*pixels);
    if (png.empty()) {
        encoded_->notes.warn(
            "texture-not-carried",
            fmt::format("the image '{}' cannot be decoded and is left out", image.name.substr(0, 80)));
        return {};
    }
    encoded_->notes.warn(
        "picture-as-png",
        "WebP and KTX2 pictures are written as PNG: VRML97 and X3D promise PNG and JPEG alone");
    return add(image.name.substr(0, image.name.rfind(suffix)), png);
}

void AppearanceWriter::note_losses(const Material& m, bool lines) {
    Diagnostics& notes = encoded_->notes;
    const auto say = [&](bool lost, const char* what) {
        if (lost) {
            notes.warn("material-not-carried",
                       fmt::format("{} cannot be written to {} materials", what,
                                   options_->format == FileFormat::vrml97 ? "VRML97's" : "X3D's"));
        }
    };
    const bool physical = is_physical(m);
    const bool x3d = options_->format != FileFormat::vrml97 && !m.unlit;
    const bool is_unlit = is_unlit_in_x3d(m);
    const auto lost = [&](const TextureUse& use, bool has_place) {
        return use.present() && !(has_place && can_be_carried(use, m));
    };
    say(m.metallic > 0.0F && !physical, "a metallic surface (its colour and gloss are kept)");
    say(lost(m.metallic_roughness_texture, physical), "a metallic-roughness texture");
    say(lost(m.normal_texture, x3d), "a normal texture");
    say(lost(m.occlusion_texture, x3d), "an occlusion texture");
    say(lost(m.emissive_texture, x3d), "an emissive texture");
    const bool textured = m.base_color_texture.present();
    say(options_->format == FileFormat::vrml97 && m.alpha_mode != automatic_alpha_mode(m),
        "an alpha mode that neither transparency nor texture say");
    say(textured && vec3(m.base_color) != vec3(1.0F) && !physical && !is_unlit,
        "a colour that tints a texture");
    say(textured &&
            (m.base_color_texture.wrap_u == Wrap::mirror || m.base_color_texture.wrap_v == Wrap::mirror),
        "a texture that repeats mirrored");
    say(brightest_of(m.emissive) > 1.0F, "a glow brighter than white (its colour is kept)");
    say(m.unlit && !textured && !lines && !is_unlit, "an unlit surface (it is written as one that glows)");
}

}  // namespace vitruvian::vrml
