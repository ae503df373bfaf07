// Materials, textures and images (glTF 2.0, 3.8 and 3.9), with KHR_materials_unlit,
// KHR_materials_emissive_strength, KHR_texture_transform, EXT_texture_webp and KHR_texture_basisu.
#include "model/gltf/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::string sniffed_mime_type(std::span<const std::byte> bytes) {
    const auto begins = [&](std::string_view magic, std::size_t at) {
        return bytes.size() >= at + magic.size() &&
               std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
    };
    if (begins("\x89PNG", 0)) return "image/png";
    if (begins("\xFF\xD8\xFF", 0)) return "image/jpeg";
    if (begins("WEBP", 8)) return "image/webp";
    if (begins("\xABKTX 20", 0)) return "image/ktx2";
    return {};
}

/// The bytes of an image that is not in a buffer view.
Result<std::vector<std::byte>> fetch_image(const Reading& reading, const std::string& uri) {
    if (uri.starts_with("data:")) {
        std::optional<std::vector<std::byte>> bytes = decode_data_uri(uri);
        if (!bytes) return fail("gltf-data-uri", "the data URI is not base64");
        return std::move(*bytes);
    }
    const Result<std::filesystem::path> path = resolve_reference(reading.folder, uri);
    if (!path) return tl::unexpected(path.error());
    constexpr std::size_t max_image_bytes = std::size_t{128} << 20;
    return read_file(*path, max_image_bytes, reading.options.files_read);
}

std::shared_ptr<const ImageSource> read_image(Reading& reading, std::size_t index) {
    auto image = std::make_shared<ImageSource>();
    const Json& json = reading.element("images", index);
    const std::string pointer = fmt::format("/images/{}", index);
    const std::string uri = text_or_empty(json, "uri");
    image->name = text_or_empty(json, "name");
    if (image->name.empty() && !uri.starts_with("data:")) image->name = uri;
    if (image->name.empty()) image->name = fmt::format("image {}", index);
    if (!uri.empty()) {
        Result<std::vector<std::byte>> bytes = fetch_image(reading, uri);
        if (!bytes) {
            reading.warn("gltf-image-missing",
                         fmt::format("the image cannot be read: {}", bytes.error().message),
                         pointer + "/uri");
        } else if (reading.data.spend(bytes->size())) {
            image->encoded = std::move(*bytes);
        }
    } else if (const int view = int_or(json, "bufferView", -1); view >= 0) {
        const std::span<const std::byte> bytes = reading.data.view_bytes(view);
        if (bytes.empty()) reading.warn("gltf-image-missing", "the image has no bytes", pointer);
        if (reading.data.spend(bytes.size())) image->encoded.assign(bytes.begin(), bytes.end());
    } else {
        reading.warn("gltf-image-missing", "the image has neither a URI nor a buffer view", pointer);
    }
    image->mime_type = text_or_empty(json, "mimeType");
    if (image->mime_type.empty()) image->mime_type = sniffed_mime_type(image->encoded);
    if (sniffed_mime_type(image->encoded) == "image/ktx2") {
        reading.warn("gltf-image-ktx2", "KTX2 textures are not decoded; their surfaces show a plain colour",
                     pointer);
    }
    return image;
}

Wrap to_wrap(int wrap) {
    if (wrap == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Wrap::clamp;
    if (wrap == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Wrap::mirror;
    return Wrap::repeat;
}

/// The image of a texture; extensions name one in formats that the core does not have.
int image_of(const Reading& reading, std::size_t texture) {
    const int source = reading.scene.textures[texture].source;
    if (source >= 0) return source;
    for (const char* name : {"EXT_texture_webp", "KHR_texture_basisu"}) {
        const Json* use = extension(reading.element("textures", texture), name);
        const int image = use == nullptr ? -1 : int_or(*use, "source", -1);
        if (image >= 0 && static_cast<std::size_t>(image) < reading.document.images.size()) return image;
    }
    return -1;
}

float element_or(const Json* array, std::size_t index, float otherwise) {
    if (array == nullptr || !array->is_array() || index >= array->size() || !(*array)[index].is_number()) {
        return otherwise;
    }
    const float value = (*array)[index].get<float>();
    return std::isfinite(value) ? value : otherwise;
}

/// `json` is the textureInfo as the file has it, for its extensions.
TextureUse to_use(Reading& reading, int texture, int uv_set, const Json* json, const std::string& pointer) {
    TextureUse use;
    if (texture < 0) return use;
    const auto index = static_cast<std::size_t>(texture);
    use.image = image_of(reading, index);
    const int sampler_index = reading.scene.textures[index].sampler;
    if (sampler_index >= 0) {
        const tiny::Sampler& sampler = reading.scene.samplers[static_cast<std::size_t>(sampler_index)];
        use.wrap_u = to_wrap(sampler.wrapS);
        use.wrap_v = to_wrap(sampler.wrapT);
        use.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    }
    if (const Json* transform = json == nullptr ? nullptr : extension(*json, "KHR_texture_transform")) {
        const Json* offset = member(*transform, "offset");
        const Json* scale = member(*transform, "scale");
        use.offset = {element_or(offset, 0, 0.0F), element_or(offset, 1, 0.0F)};
        use.scale = {element_or(scale, 0, 1.0F), element_or(scale, 1, 1.0F)};
        use.rotation = float_or(*transform, "rotation", 0.0F);
        uv_set = int_or(*transform, "texCoord", uv_set);
    }
    if (uv_set > 1) {
        reading.warn("gltf-uv-set", "only the first two sets of texture coordinates are used", pointer);
        return {};
    }
    use.uv_set = uv_set;
    return use;
}

vec3 to_color(const std::vector<double>& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

AlphaMode to_alpha_mode(const std::string& mode) {
    if (mode == "MASK") return AlphaMode::mask;
    return mode == "BLEND" ? AlphaMode::blend : AlphaMode::opaque;
}

Material read_material(Reading& reading, std::size_t index) {
    const tiny::Material& source = reading.scene.materials[index];
    const tiny::PbrMetallicRoughness& surface = source.pbrMetallicRoughness;
    const Json& json = reading.element("materials", index);
    const Json* surface_json = member(json, "pbrMetallicRoughness");
    const std::string pointer = fmt::format("/materials/{}", index);
    const auto use = [&](const auto& info, const Json* owner, const char* key) {
        const Json* info_json = owner == nullptr ? nullptr : member(*owner, key);
        return to_use(reading, info.index, info.texCoord, info_json, pointer + '/' + key);
    };
    Material out;
    out.name = source.name;
    out.base_color = vec4(to_color(surface.baseColorFactor), static_cast<float>(surface.baseColorFactor[3]));
    out.metallic = static_cast<float>(surface.metallicFactor);
    out.roughness = static_cast<float>(surface.roughnessFactor);
    out.emissive = to_color(source.emissiveFactor);
    out.normal_scale = static_cast<float>(source.normalTexture.scale);
    out.occlusion_strength = static_cast<float>(source.occlusionTexture.strength);
    out.alpha_mode = to_alpha_mode(source.alphaMode);
    out.alpha_cutoff = static_cast<float>(source.alphaCutoff);
    out.double_sided = source.doubleSided;
    out.base_color_texture = use(surface.baseColorTexture, surface_json, "baseColorTexture");
    out.metallic_roughness_texture =
        use(surface.metallicRoughnessTexture, surface_json, "metallicRoughnessTexture");
    out.normal_texture = use(source.normalTexture, &json, "normalTexture");
    out.occlusion_texture = use(source.occlusionTexture, &json, "occlusionTexture");
    out.emissive_texture = use(source.emissiveTexture, &json, "emissiveTexture");
    out.unlit = extension(json, "KHR_materials_unlit") != nullptr;
    if (const Json* strength = extension(json, "KHR_materials_emissive_strength")) {
        const vec3 bright = out.emissive * float_or(*strength, "emissiveStrength", 1.0F);
        if (is_finite(bright)) out.emissive = bright;
    }
    apply_toon(reading, index, out);
    return out;
}

}  // namespace

void read_images(Reading& reading) {
    const Json* list = member(reading.root, "images");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        reading.document.images.push_back(read_image(reading, i));
    }
}

void read_materials(Reading& reading) {
    for (std::size_t i = 0; i < reading.scene.materials.size(); ++i) {
        reading.document.materials.push_back(read_material(reading, i));
    }
}

}  // namespace vitruvian::gltf
