// Writes images, textures and materials of a glTF file that is written from scratch (glTF 2.0, 3.8 and 3.9).
#include "model/core/at.h"
#include "model/formats/gltf/write/writing.h"
#include "model/io/image.h"
#include "model/io/png.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr int repeat = 10497;
constexpr int clamp_to_edge = 33071;
constexpr int mirrored_repeat = 33648;
constexpr int nearest = 9728;
constexpr int linear = 9729;
constexpr int linear_mipmap_linear = 9987;

int wrap_code(Wrap wrap) {
    if (wrap == Wrap::clamp) return clamp_to_edge;
    return wrap == Wrap::mirror ? mirrored_repeat : repeat;
}

/// Returns the extension needed for a texture to use an image of this type; null where none is needed.
const char* extension_for(const std::string& mime_type) {
    if (mime_type == "image/webp") return "EXT_texture_webp";
    if (mime_type == "image/ktx2") return "KHR_texture_basisu";
    return nullptr;
}

bool can_stay_encoded(const ImageSource& image) {
    if (image.raw_width > 0 || image.encoded.empty()) return false;
    return image.mime_type == "image/png" || image.mime_type == "image/jpeg" ||
           extension_for(image.mime_type) != nullptr;
}

/// Encodes raw pixels, and formats that glTF does not support (GIF, BMP), as PNG; empty and reported where
/// that fails.
std::vector<std::byte> as_png(Writing& writing, const ImageSource& image, PlannedImage planned) {
    // The PNG needs the same amount of memory again.
    while (planned.size().bytes() > image_budget / 2) ++planned.halvings;
    if (planned.halvings > 0) {
        writing.note("gltf-image-halved",
                     fmt::format("the image '{}' is written with {} x {} pixels: it has too many", image.name,
                                 planned.size().width, planned.size().height));
    }
    Diagnostics damage;
    const Result<Image> pixels = decode_image(image, damage, planned.halvings);
    if (pixels) return encode_png(*pixels);
    writing.note("gltf-image-lost",
                 fmt::format("the image '{}' cannot be decoded and is left out", image.name));
    return {};
}

int write_image(Writing& writing, const ImageSource& image, const PlannedImage& planned) {
    std::vector<std::byte> made;
    std::string mime_type = image.mime_type;
    if (!can_stay_encoded(image)) {
        made = as_png(writing, image, planned);
        if (made.empty()) return -1;
        mime_type = "image/png";
    }
    OrderedJson json = OrderedJson::object();
    if (!image.name.empty()) json["name"] = image.name;
    json["mimeType"] = mime_type;
    json["bufferView"] = writing.bin.add_view(made.empty() ? image.encoded : made);
    return writing.add("images", std::move(json));
}

/// Finds `json` in a list of the file, or appends it.
int find_or_add(Writing& writing, const char* list, OrderedJson json) {
    const OrderedJson& elements = writing.root[list];
    const auto found = std::find(elements.begin(), elements.end(), json);
    if (found != elements.end()) return static_cast<int>(found - elements.begin());
    return writing.add(list, std::move(json));
}

int write_texture(Writing& writing, const TextureUse& use) {
    OrderedJson sampler = {{"magFilter", use.nearest ? nearest : linear},
                           {"minFilter", use.nearest ? nearest : linear_mipmap_linear},
                           {"wrapS", wrap_code(use.wrap_u)},
                           {"wrapT", wrap_code(use.wrap_v)}};
    OrderedJson texture = {{"sampler", find_or_add(writing, "samplers", std::move(sampler))}};
    const auto image = static_cast<std::size_t>(use.image);
    const int source = writing.image[image];
    const char* extension = extension_for(at(writing.root["images"], source)["mimeType"]);
    if (extension == nullptr) {
        texture["source"] = source;
    } else {
        texture["extensions"][extension]["source"] = source;
        writing.extensions.insert(extension);
    }
    return find_or_add(writing, "textures", std::move(texture));
}

}  // namespace

void add_texture(Writing& writing, OrderedJson& owner, const char* key, const TextureUse& use,
                 const char* factor_name, float factor) {
    if (!use.present() || at(writing.image, use.image) < 0) return;
    OrderedJson info = {{"index", write_texture(writing, use)}};
    if (use.uv_set != 0) info["texCoord"] = use.uv_set;
    if (factor_name != nullptr && factor != 1.0F) info[factor_name] = number(factor);
    OrderedJson transform = OrderedJson::object();
    if (use.offset != vec2(0.0F)) transform["offset"] = numbers(std::array{use.offset.x, use.offset.y});
    if (use.rotation != 0.0F) transform["rotation"] = number(use.rotation);
    if (use.scale != vec2(1.0F)) transform["scale"] = numbers(std::array{use.scale.x, use.scale.y});
    if (!transform.empty()) {
        info["extensions"]["KHR_texture_transform"] = std::move(transform);
        writing.extensions.insert("KHR_texture_transform");
    }
    owner[key] = std::move(info);
}

namespace {

OrderedJson material_json(Writing& writing, const Material& material) {
    OrderedJson surface = OrderedJson::object();
    const vec4 base = glm::clamp(material.base_color, vec4(0.0F), vec4(1.0F));
    surface["baseColorFactor"] = numbers(std::array{base.x, base.y, base.z, base.w});
    add_texture(writing, surface, "baseColorTexture", material.base_color_texture);
    surface["metallicFactor"] = number(share(material.metallic));
    surface["roughnessFactor"] = number(share(material.roughness));
    add_texture(writing, surface, "metallicRoughnessTexture", material.metallic_roughness_texture);

    OrderedJson out = OrderedJson::object();
    if (!material.name.empty()) out["name"] = material.name;
    out["pbrMetallicRoughness"] = std::move(surface);
    add_texture(writing, out, "normalTexture", material.normal_texture, "scale", material.normal_scale);
    add_texture(writing, out, "occlusionTexture", material.occlusion_texture, "strength",
                share(material.occlusion_strength));
    add_texture(writing, out, "emissiveTexture", material.emissive_texture);
    const vec3 emissive = glm::max(material.emissive, vec3(0.0F));
    const float strength = emissive_strength(material);
    if (strength > 1.0F) {
        out["emissiveFactor"] = numbers(glm::min(emissive / strength, vec3(1.0F)));
        out["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = number(strength);
        writing.extensions.insert("KHR_materials_emissive_strength");
    } else if (emissive != vec3(0.0F)) {
        out["emissiveFactor"] = numbers(emissive);
    }
    if (material.alpha_mode == AlphaMode::mask) {
        out["alphaMode"] = "MASK";
        if (material.alpha_cutoff != 0.5F) out["alphaCutoff"] = number(std::max(material.alpha_cutoff, 0.0F));
    } else if (material.alpha_mode == AlphaMode::blend) {
        out["alphaMode"] = "BLEND";
    }
    if (material.double_sided) out["doubleSided"] = true;
    if (material.unlit) {
        out["extensions"]["KHR_materials_unlit"] = OrderedJson::object();
        writing.extensions.insert("KHR_materials_unlit");
    }
    add_layers(writing, material, out);
    return out;
}

}  // namespace

void write_images(Writing& writing) {
    const std::vector<std::shared_ptr<const ImageSource>>& images = writing.document.images;
    const ImagePlan plan = plan_images(images);
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::size_t first = plan[i].same_as;
        const bool is_there = first < i && (images[first] == images[i] || !can_stay_encoded(*images[i]));
        writing.image.push_back(is_there ? writing.image[first] : write_image(writing, *images[i], plan[i]));
    }
}

float emissive_strength(const Material& material) {
    return std::max({material.emissive.x, material.emissive.y, material.emissive.z, 1.0F});
}

void write_materials(Writing& writing) {
    for (const Material& material : writing.document.materials) {
        writing.add("materials", material_json(writing, material));
    }
}

}  // namespace vitruvian::gltf
