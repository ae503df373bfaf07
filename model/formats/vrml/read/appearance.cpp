#include "model/formats/vrml/read/appearance.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/gloss.h"
#include "model/formats/vrml/shapes/geometry.h"
#include "model/io/data_uri.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

/// A shape without a Material would be unlit white (VRML97 6.3), which hides its form.
Material neutral_material() {
    Material out;
    out.name = "neutral";
    out.base_color = vec4(0.6F, 0.6F, 0.6F, 1.0F);
    return out;
}

bool has_alpha_channel(const std::vector<std::byte>& bytes) {
    // PNG: the colour type is at byte 25; 4 and 6 have alpha, 3 has it with a tRNS chunk before the pixels.
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 4096));
    if (!text.starts_with("\x89PNG") || text.size() < 26) return false;
    return text[25] == 4 || text[25] == 6 || (text[25] == 3 && text.find("tRNS") != std::string_view::npos);
}

/// Returns the number of colour and alpha components in the file's header: 1 grey, 2 grey with alpha,
/// otherwise 3 or 4.
int components_of(const std::vector<std::byte>& bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(bytes[i]); };
    if (bytes.size() > 26 && byte(0) == 0x89 && byte(1) == 'P') {
        const unsigned type = byte(25);
        return type == 0 ? 1 : type == 4 ? 2 : type == 6 ? 4 : 3;
    }
    if (bytes.size() < 4 || byte(0) != 0xFF || byte(1) != 0xD8) return 3;
    // JPEG: skips from marker to marker up to the frame header, which has the number of components.
    for (std::size_t at = 2; at + 9 < bytes.size() && byte(at) == 0xFF;) {
        const unsigned marker = byte(at + 1);
        const bool frame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (frame) return static_cast<int>(byte(at + 9));
        at += marker == 0xFF ? 1 : 2 + (byte(at + 2) << 8U) + byte(at + 3);
    }
    return 3;
}

std::string mime_type_of(const std::vector<std::byte>& bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 16));
    if (text.starts_with("\x89PNG")) return "image/png";
    if (text.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
    if (text.starts_with("GIF8")) return "image/gif";
    if (text.starts_with("BM")) return "image/bmp";
    return {};
}

/// A texture of X3D 4's materials (ISO/IEC 19775-1:2023, 12.4). It is multiplied with the material's value.
struct OwnTexture {
    const char* field;
    TextureUse Material::*use;
};
constexpr std::array own_textures{
    OwnTexture{"diffuseTexture", &Material::base_color_texture},
    OwnTexture{"baseTexture", &Material::base_color_texture},
    OwnTexture{"metallicRoughnessTexture", &Material::metallic_roughness_texture},
    OwnTexture{"normalTexture", &Material::normal_texture},
    OwnTexture{"occlusionTexture", &Material::occlusion_texture},
    OwnTexture{"emissiveTexture", &Material::emissive_texture}};

}  // namespace

/// Partly transparent pixels require blending.
AlphaMode alpha_mode_of(const ImageSource& image) {
    if (image.raw_width == 0) return has_alpha_channel(image.encoded) ? AlphaMode::mask : AlphaMode::opaque;
    AlphaMode mode = AlphaMode::opaque;
    for (std::size_t i = 3; i < image.encoded.size(); i += 4) {
        const auto alpha = std::to_integer<unsigned>(image.encoded[i]);
        if (alpha > 0 && alpha < 255) return AlphaMode::blend;
        if (alpha == 0) mode = AlphaMode::mask;
    }
    return mode;
}

bool AppearanceLibrary::has_texture(NodeRef appearance) {
    if (!appearance.valid()) return false;
    const std::vector<NodeRef> textures = textures_of(appearance);
    return std::any_of(textures.begin(), textures.end(), [this](NodeRef t) { return image(t) >= 0; });
}

/// Returns an Appearance's texture, and those of its material.
std::vector<NodeRef> AppearanceLibrary::textures_of(NodeRef appearance) {
    std::vector<NodeRef> out;
    const auto add = [&](NodeRef node, const char* field) {
        const NodeRef texture = world_->node(node, field);
        if (texture.valid()) out.push_back(texture);
    };
    add(appearance, "texture");
    const NodeRef material = world_->node(appearance, "material");
    if (!material.valid()) return out;
    for (const OwnTexture& own : own_textures) add(material, own.field);
    return out;
}

int AppearanceLibrary::material(NodeRef appearance, const SurfaceUse& use) {
    const Key key{appearance.valid() ? appearance.key() : 0,
                  appearance.valid(),
                  use.has_colors,
                  use.double_sided,
                  use.lines,
                  use.translucent};
    const auto known = materials_.find(key);
    if (known != materials_.end()) return known->second;
    Material made = make(appearance, use);
    const NodeRef node = appearance.valid() ? world_->node(appearance, "material") : NodeRef{};
    const bool replaced = made.base_color_texture.present() && !has_own_base(node);
    const bool says_color = !use.has_colors && !replaced;
    // What differs between uses may be hidden by a texture.
    const auto first = materials_.lower_bound({std::get<0>(key), false, false, false, false, false});
    for (auto it = first; it != materials_.end() && std::get<0>(it->first) == std::get<0>(key); ++it) {
        const int index = it->second;
        const BuiltMaterial& other = at(built_, index);
        if (other.appearance.valid() == appearance.valid() && other.says_color == says_color &&
            at(document_->materials, index) == made)
            return materials_[key] = index;
    }
    built_.push_back({node, says_color, made.unlit, appearance});
    document_->materials.push_back(std::move(made));
    return materials_[key] = static_cast<int>(document_->materials.size()) - 1;
}

/// Reads Material and TwoSidedMaterial, and X3D 4's PhysicalMaterial and UnlitMaterial. A PhysicalMaterial's
/// colours are linear, as in other programs.
void AppearanceLibrary::read_material(NodeRef node, const SurfaceUse& use, bool textured, Material& out) {
    const std::string_view type = world_->syntax(node).type;
    const bool physical = type == "PhysicalMaterial";
    const bool unlit = type == "UnlitMaterial";
    const vec3 emissive = read_vec3(*world_, node, "emissiveColor", vec3(unlit ? 1.0F : 0.0F));
    const vec3 diffuse = physical ? read_vec3(*world_, node, "baseColor", vec3(1.0F))
                                  : read_vec3(*world_, node, "diffuseColor", vec3(0.8F));
    const float transparency = std::clamp(read_float(*world_, node, "transparency", 0.0F), 0.0F, 1.0F);
    const bool glows_alone = use.lines || unlit;
    const auto linear = [&](const vec3& c) {
        return physical ? glm::clamp(c, 0.0F, 1.0F) : linear_from_srgb(c);
    };
    out.base_color = vec4(linear(glows_alone ? emissive : diffuse), 1.0F - transparency);
    out.emissive = glows_alone ? vec3(0.0F) : linear(emissive);
    out.unlit = unlit;
    out.normal_scale = read_float(*world_, node, "normalScale", 1.0F);
    out.occlusion_strength = std::clamp(read_float(*world_, node, "occlusionStrength", 1.0F), 0.0F, 1.0F);
    if (physical) {
        out.metallic = std::clamp(read_float(*world_, node, "metallic", 1.0F), 0.0F, 1.0F);
        out.roughness = std::clamp(read_float(*world_, node, "roughness", 1.0F), 0.0F, 1.0F);
    } else {
        const vec3 specular = read_vec3(*world_, node, "specularColor", vec3(0.0F));
        out.roughness = roughness_of({specular, read_float(*world_, node, "shininess", 0.2F)});
        // A material that only emits is equivalent to an unlit one.
        const bool dark = diffuse == vec3(0.0F) && specular == vec3(0.0F);
        if (dark && emissive != vec3(0.0F) && !use.has_colors && !textured) {
            out.base_color = vec4(linear_from_srgb(emissive), out.base_color.w);
            out.emissive = vec3(0.0F);
            out.unlit = true;
        }
    }
    if (transparency > 0.0F) out.alpha_mode = AlphaMode::blend;
}

void AppearanceLibrary::warn_of_what_is_not_shown(NodeRef appearance) {
    for (const char* field : {"lineProperties", "fillProperties", "pointProperties"}) {
        const NodeRef node = world_->node(appearance, field);
        if (!node.valid()) continue;
        world_->note(node, "vrml-appearance-not-shown",
                     fmt::format("{} are not shown", world_->syntax(node).type.substr(0, 60)));
    }
    const NodeRef material = world_->node(appearance, "material");
    if (material.valid() && read_bool(*world_, material, "separateBackColor", false)) {
        world_->note(material, "vrml-appearance-not-shown",
                     "a TwoSidedMaterial has the front's colours on both sides");
    }
}

/// X3D 4's alphaMode; AUTO is what transparency and texture say (ISO/IEC 19775-1, 12.4.1).
void AppearanceLibrary::read_alpha_mode(NodeRef appearance, Material& out) {
    const std::string mode = read_string(*world_, appearance, "alphaMode");
    if (mode == "OPAQUE") out.alpha_mode = AlphaMode::opaque;
    if (mode == "MASK") out.alpha_mode = AlphaMode::mask;
    if (mode == "BLEND") out.alpha_mode = AlphaMode::blend;
    out.alpha_cutoff = std::clamp(read_float(*world_, appearance, "alphaCutoff", 0.5F), 0.0F, 1.0F);
}

Material AppearanceLibrary::make(NodeRef appearance, const SurfaceUse& use) {
    Material out = neutral_material();
    if (appearance.valid()) warn_of_what_is_not_shown(appearance);
    const NodeRef node = appearance.valid() ? world_->node(appearance, "material") : NodeRef{};
    if (node.valid()) {
        out.name = world_->given_name(node);
        read_material(node, use, has_texture(appearance), out);
    }
    if (use.lines) out.unlit = true;
    if (use.translucent) out.alpha_mode = AlphaMode::blend;
    out.double_sided = use.double_sided;
    if (use.has_colors) out.base_color = vec4(1.0F, 1.0F, 1.0F, out.base_color.w);
    if (!appearance.valid()) return out;
    if (out.name.empty() || !node.valid()) {
        if (std::string name = world_->given_name(appearance); !name.empty()) out.name = std::move(name);
    }
    apply_own_textures(node, out);
    const NodeRef texture = world_->node(appearance, "texture");
    if (texture.valid() && !out.base_color_texture.present()) apply_texture(texture, out);
    // A texture without a Material is unlit (VRML97 4.14.2, 6.3).
    if (!node.valid() && out.base_color_texture.present()) out.unlit = true;
    read_alpha_mode(appearance, out);
    return out;
}

bool AppearanceLibrary::has_own_base(NodeRef material) {
    if (!material.valid()) return false;
    Material own;
    apply_own_textures(material, own);
    return own.base_color_texture.present();
}

/// An UnlitMaterial's colour is its emissive colour.
void AppearanceLibrary::apply_own_textures(NodeRef node, Material& material) {
    if (!node.valid()) return;
    const bool unlit = world_->syntax(node).type == "UnlitMaterial";
    for (const OwnTexture& own : own_textures) {
        const NodeRef texture = world_->node(node, own.field);
        const int index = texture.valid() ? image(texture) : -1;
        if (index < 0) continue;
        const bool glows = own.use == &Material::emissive_texture;
        const auto use = unlit && glows ? &Material::base_color_texture : own.use;
        material.*use = use_of(texture, index);
        if (use == &Material::base_color_texture && material.alpha_mode == AlphaMode::opaque)
            material.alpha_mode = alpha_mode_of(*at(document_->images, index));
    }
}

TextureUse AppearanceLibrary::use_of(NodeRef texture, int image) {
    TextureUse out;
    out.image = image;
    out.wrap_u = read_bool(*world_, texture, "repeatS", true) ? Wrap::repeat : Wrap::clamp;
    out.wrap_v = read_bool(*world_, texture, "repeatT", true) ? Wrap::repeat : Wrap::clamp;
    return out;
}

/// A texture in colour replaces the diffuse colour, a grey one is multiplied with it (VRML97 4.14.2, table
/// 4.5).
void AppearanceLibrary::apply_texture(NodeRef texture, Material& material) {
    const int index = image(texture);
    if (index < 0) return;
    if (!components_.contains(index)) material.base_color = vec4(1.0F, 1.0F, 1.0F, material.base_color.w);
    material.base_color_texture = use_of(texture, index);
    const ImageSource& source = *at(document_->images, index);
    if (material.alpha_mode == AlphaMode::opaque) material.alpha_mode = alpha_mode_of(source);
}

int AppearanceLibrary::image(NodeRef texture) {
    const auto known = images_.find(texture.key());
    if (known != images_.end()) return known->second;
    const std::string_view type = world_->syntax(texture).type;
    int index = -1;
    if (type == "ImageTexture") {
        index = image_at(texture, "url");
    } else if (type == "PixelTexture") {
        index = pixel_image(texture);
    } else if (type == "MovieTexture") {
        index = movie_image(texture);
    } else if (type == "MultiTexture") {
        const NodeRef first = world_->node(texture, "texture");
        if (first.valid() && world_->syntax(first).type != "MultiTexture") index = image(first);
    } else {
        world_->note(texture, "vrml-texture-not-shown",
                     fmt::format("a texture of kind {} is not shown", type));
    }
    return images_[texture.key()] = index;
}

int AppearanceLibrary::image_at(NodeRef node, const char* url_field) {
    const std::vector<std::string> urls = read_strings(*world_, node, url_field);
    if (urls.empty()) return -1;  // the default, meaning no texture (VRML97 6.22)
    std::string why;
    bool is_outside = false;
    for (const std::string& url : urls) {
        const bool is_first = &url == &urls.front();
        if (is_first) why = url.substr(0, 100);
        const auto say_why = [&](const Error& error) {
            if (is_first) why += fmt::format(" ({})", error.message.substr(0, 200));
        };
        if (std::optional<std::vector<std::byte>> inside = decode_data_uri(url); inside && !inside->empty())
            return add_image(fmt::format("image {}", document_->images.size()), std::move(*inside));
        const Result<std::filesystem::path> path = world_->locate_file(*node.env->file, url);
        if (!path) {
            is_outside = is_outside || path.error().code == "reference-outside";
            say_why(path.error());
            continue;
        }
        const auto [known, fresh] = files_.try_emplace(*path, -1);
        if (known->second >= 0) return known->second;
        if (!fresh) continue;
        Result<std::vector<std::byte>> bytes = world_->read_beside(node, url);
        if (!bytes) {
            say_why(bytes.error());
            continue;
        }
        return known->second = add_image(url, std::move(*bytes));
    }
    // Web3D's own examples list a file and then the same one on their server, which is never accessed here.
    const bool is_on_web = std::any_of(urls.begin(), urls.end(), [](const std::string& url) {
        return url.starts_with("http://") || url.starts_with("https://");
    });
    world_->warn(node,
                 is_on_web    ? "vrml-texture-on-web"
                 : is_outside ? "vrml-texture-outside"
                              : "vrml-texture-missing",
                 fmt::format("no image can be read here: {}", why));
    return -1;
}

int AppearanceLibrary::add_image(std::string name, std::vector<std::byte> bytes) {
    auto source = std::make_shared<ImageSource>();
    source->name = std::move(name);
    source->mime_type = mime_type_of(bytes);
    const int components = components_of(bytes);
    source->encoded = std::move(bytes);
    document_->images.push_back(std::move(source));
    const int index = static_cast<int>(document_->images.size()) - 1;
    if (components == 1 || components == 2) components_[index] = components;
    return index;
}

int AppearanceLibrary::movie_image(NodeRef texture) {
    for (const std::string& url : read_strings(*world_, texture, "url")) {
        const Result<std::vector<std::byte>> bytes = world_->read_beside(texture, url);
        if (bytes && !mime_type_of(*bytes).empty()) return image_at(texture, "url");
    }
    world_->note(texture, "vrml-movie-not-shown",
                 "a MovieTexture's film is not shown; its surface has the material alone");
    return -1;
}

/// SFImage: width, height, components, then one number per pixel, rows from the bottom (VRML97 5.5).
int AppearanceLibrary::pixel_image(NodeRef texture) {
    const std::vector<std::int32_t> numbers = read_ints(*world_, texture, "image");
    const int side = 16384;
    const bool usable = numbers.size() > 3 && numbers[0] > 0 && numbers[1] > 0 && numbers[0] <= side &&
                        numbers[1] <= side && numbers[2] >= 1 && numbers[2] <= 4;
    if (!usable) return -1;
    const auto width = static_cast<std::size_t>(numbers[0]);
    const auto height = static_cast<std::size_t>(numbers[1]);
    const int components = numbers[2];
    if (numbers.size() - 3 < width * height) {
        world_->warn(texture, "vrml-texture-missing",
                     "a PixelTexture has fewer pixels than its size asks for");
        return -1;
    }
    if (!world_->spend_values(width * height)) return -1;
    auto source = std::make_shared<ImageSource>();
    source->raw_width = numbers[0];
    source->raw_height = numbers[1];
    source->encoded.resize(width * height * 4);
    for (std::size_t i = 0; i < width * height; ++i) {
        const auto pixel = static_cast<std::uint32_t>(numbers[3 + i]);
        const std::size_t row = height - 1 - i / width;
        std::byte* out = source->encoded.data() + (row * width + i % width) * 4;
        const auto part = [&](unsigned shift) { return static_cast<std::byte>((pixel >> shift) & 0xFFU); };
        const bool alpha = components == 2 || components == 4;
        const unsigned base = alpha ? 8 : 0;
        out[0] = part(components >= 3 ? base + 16 : base);
        out[1] = part(components >= 3 ? base + 8 : base);
        out[2] = part(base);
        out[3] = alpha ? part(0) : std::byte{0xFF};
    }
    document_->images.push_back(std::move(source));
    const int index = static_cast<int>(document_->images.size()) - 1;
    if (components <= 2) components_[index] = components;
    return index;
}

}  // namespace vitruvian::vrml
