// Reads materials, textures and images (glTF 2.0, 3.8 and 3.9), with KHR_materials_unlit,
// KHR_materials_emissive_strength, KHR_texture_transform, EXT_texture_webp and KHR_texture_basisu.
#include "model/core/at.h"
#include "model/formats/gltf/read/reading.h"
#include "model/io/data_uri.h"
#include "model/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>
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

/// Reads images one after the other. Images with the same data are stored once, unless their names differ.
class ImageReader {
  public:
    explicit ImageReader(Reading& reading)
        : reading_(&reading),
          bytes_left_(reading.options.limits.max_pictures_bytes + reading.data.embedded_bytes()) {}

    [[nodiscard]] std::shared_ptr<const ImageSource> read(std::size_t index) {
        const JsonValue& json = reading_->element("images", index);
        const std::string uri = text_or_empty(json, "uri");
        const int view = uri.empty() ? int_or(json, "bufferView", -1) : -1;
        const Key key{uri, view, text_or_empty(json, "name"), text_or_empty(json, "mimeType")};
        const bool is_data = uri.starts_with("data:");
        const auto known = is_data ? images_.end() : images_.find(key);
        if (known != images_.end()) return known->second;
        auto image = std::make_shared<ImageSource>();
        const std::string pointer = fmt::format("/images/{}", index);
        image->name = std::get<2>(key);
        if (image->name.empty() && !is_data) image->name = uri;
        if (image->name.empty()) image->name = fmt::format("image {}", index);
        if (Result<std::vector<std::byte>> bytes = fetch(uri, view)) {
            bytes_left_ -= bytes->size();
            image->encoded = std::move(*bytes);
        } else {
            const bool is_outside = bytes.error().code == "reference-outside";
            reading_->warn(is_outside ? "gltf-image-outside" : "gltf-image-missing", bytes.error().message,
                           uri.empty() ? pointer : pointer + "/uri");
        }
        image->mime_type = std::get<3>(key);
        const std::string sniffed = sniffed_mime_type(image->encoded);
        if (image->mime_type.empty()) image->mime_type = sniffed;
        if (!is_data) images_.emplace(key, image);
        return image;
    }

  private:
    using Key = std::tuple<std::string, int, std::string, std::string>;  // URI, buffer view, name, MIME type

    [[nodiscard]] Result<std::vector<std::byte>> fetch(const std::string& uri, int view) const {
        if (!uri.empty()) {
            Result<std::vector<std::byte>> bytes = fetch_uri(uri);
            if (!bytes)
                return fail(bytes.error().code,
                            fmt::format("the image cannot be read: {}", bytes.error().message));
            if (bytes->size() > bytes_left_) return too_much();
            return bytes;
        }
        if (view < 0) return fail("", "the image has neither a URI nor a buffer view");
        const std::span<const std::byte> bytes = reading_->data.view_bytes(view);
        if (bytes.empty()) return fail("", "the image has no bytes");
        if (bytes.size() > bytes_left_) return too_much();
        return std::vector(bytes.begin(), bytes.end());
    }

    [[nodiscard]] Result<std::vector<std::byte>> fetch_uri(const std::string& uri) const {
        if (uri.starts_with("data:")) {
            std::optional<std::vector<std::byte>> bytes = decode_data_uri(uri);
            if (!bytes) return fail("gltf-data-uri", "the data URI is not base64");
            return std::move(*bytes);
        }
        const Result<std::filesystem::path> path = resolve_reference(reading_->folder, uri);
        if (!path) return tl::unexpected(path.error());
        return read_file(*path, std::min(reading_->options.limits.max_picture_bytes, bytes_left_),
                         reading_->options.files_read);
    }

    [[nodiscard]] static tl::unexpected<Error> too_much() {
        return fail("", "the image is left out: the file's images are too large together");
    }

    Reading* reading_;
    std::size_t bytes_left_;
    std::map<Key, std::shared_ptr<const ImageSource>> images_;
};

Wrap to_wrap(int wrap) {
    if (wrap == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Wrap::clamp;
    if (wrap == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Wrap::mirror;
    return Wrap::repeat;
}

/// Returns the image of a texture; extensions refer to images in formats that the core does not have.
int image_of(const Reading& reading, std::size_t texture) {
    const int source = reading.scene.textures[texture].source;
    if (source >= 0) return source;
    for (const char* name : {"EXT_texture_webp", "KHR_texture_basisu"}) {
        const JsonValue* use = extension(reading.element("textures", texture), name);
        const int image = use == nullptr ? -1 : int_or(*use, "source", -1);
        if (image >= 0 && static_cast<std::size_t>(image) < reading.document.images.size()) return image;
    }
    return -1;
}

/// `json` is the textureInfo in the file, for its extensions.
TextureUse to_use(Reading& reading, int texture, int uv_set, const JsonValue* json,
                  const std::string& pointer) {
    TextureUse use;
    if (texture < 0) return use;
    const auto index = static_cast<std::size_t>(texture);
    use.image = image_of(reading, index);
    if (use.image < 0) {
        reading.warn("gltf-texture-format",
                     "a texture has no image in a format that is read; surfaces are shown without it",
                     pointer);
        return {};
    }
    const int sampler_index = reading.scene.textures[index].sampler;
    if (sampler_index >= 0) {
        const tiny::Sampler& sampler = at(reading.scene.samplers, sampler_index);
        use.wrap_u = to_wrap(sampler.wrapS);
        use.wrap_v = to_wrap(sampler.wrapT);
        use.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    }
    if (const JsonValue* transform = json == nullptr ? nullptr : extension(*json, "KHR_texture_transform")) {
        const JsonValue* offset = member(*transform, "offset");
        const JsonValue* scale = member(*transform, "scale");
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
    const JsonValue& json = reading.element("materials", index);
    const JsonValue* surface_json = member(json, "pbrMetallicRoughness");
    const std::string pointer = fmt::format("/materials/{}", index);
    const auto use = [&](const auto& info, const JsonValue* owner, const char* key) {
        const JsonValue* info_json = owner == nullptr ? nullptr : member(*owner, key);
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
    out.emissive = with_strength(json, out.emissive);
    apply_layers(reading, index, out);
    apply_toon(reading, index, out);
    return out;
}

}  // namespace

float element_or(const JsonValue* list, std::size_t index, float otherwise) {
    if (list == nullptr || !list->is_array() || index >= list->size() || !(*list)[index].is_number()) {
        return otherwise;
    }
    const float value = (*list)[index].get<float>();
    return std::isfinite(value) ? value : otherwise;
}

vec3 vector_or(const JsonValue* list, const vec3& otherwise) {
    return {element_or(list, 0, otherwise.x), element_or(list, 1, otherwise.y),
            element_or(list, 2, otherwise.z)};
}

TextureUse read_texture(Reading& reading, const JsonValue& owner, const char* key,
                        const std::string& pointer) {
    const JsonValue* info = member(owner, key);
    if (info == nullptr) return {};
    const std::string place = pointer + '/' + key;
    const int texture = int_or(*info, "index", -1);
    if (texture < 0 || static_cast<std::size_t>(texture) >= reading.scene.textures.size()) {
        reading.warn("gltf-index", "a texture is named that is not there; it is left out", place);
        return {};
    }
    return to_use(reading, texture, int_or(*info, "texCoord", 0), info, place);
}

TextureUse texture_at(Reading& reading, int texture, const std::string& pointer) {
    if (texture < 0 || static_cast<std::size_t>(texture) >= reading.scene.textures.size()) return {};
    return to_use(reading, texture, 0, nullptr, pointer);
}

void read_images(Reading& reading) {
    const JsonValue* list = member(reading.root, "images");
    ImageReader images(reading);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
        reading.document.images.push_back(images.read(i));
}

vec3 with_strength(const JsonValue& material, const vec3& emission) {
    // The second is from VRM 1.0's drafts, before glTF had such an extension.
    constexpr std::array<std::pair<const char*, const char*>, 2> extensions{
        {{"KHR_materials_emissive_strength", "emissiveStrength"},
         {"VRMC_materials_hdr_emissiveMultiplier", "emissiveMultiplier"}}};
    vec3 out = emission;
    for (const auto& [name, key] : extensions) {
        const JsonValue* strength = extension(material, name);
        const vec3 bright = strength == nullptr ? out : out * float_or(*strength, key, 1.0F);
        if (is_finite(bright)) out = bright;
    }
    return out;
}

void read_materials(Reading& reading) {
    for (std::size_t i = 0; i < reading.scene.materials.size(); ++i) {
        reading.document.materials.push_back(read_material(reading, i));
    }
    apply_render_queues(reading);
}

}  // namespace vitruvian::gltf
