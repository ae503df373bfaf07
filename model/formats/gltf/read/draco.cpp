#include "model/formats/gltf/read/draco.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <draco/compression/config/decoder_options.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <draco/metadata/metadata_decoder.h>
#pragma GCC diagnostic pop

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// The maximum size that a stream may decode to.
struct Room {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t attribute_bytes = 0;
};

/// A decoder of libdraco that stops where a stream exceeds the available size.
template <class Decoder>
class Bounded : public Decoder {
  public:
    explicit Bounded(const Room& room) : room_(room) {}

  protected:
    bool DecodeConnectivity() override {
        return Decoder::DecodeConnectivity() && this->point_cloud()->num_points() <= room_.vertices;
    }
    bool DecodeAllAttributes() override {
        const draco::PointCloud& cloud = *this->point_cloud();
        std::size_t bytes = 0;
        for (int i = 0; i < cloud.num_attributes(); ++i) {
            const draco::PointAttribute& attribute = *cloud.attribute(i);
            // Decoders use 32-bit numbers whatever the attribute's type.
            bytes += static_cast<std::size_t>(attribute.num_components()) * sizeof(std::uint32_t) *
                     cloud.num_points();
            if (bytes > room_.attribute_bytes) return false;
        }
        return Decoder::DecodeAllAttributes();
    }

  private:
    Room room_;
};

/// The sizes that a stream declares before its data.
struct Claim {
    bool edgebreaker = false;
    std::uint32_t vertices = 0;
    std::uint32_t triangles = 0;
};

std::optional<Claim> read_claim(std::span<const std::byte> bytes) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::DracoHeader header;
    if (!draco::PointCloudDecoder::DecodeHeader(&buffer, &header).ok()) return std::nullopt;
    // The extension allows triangle meshes of bitstream 2.2 only.
    const bool known = header.encoder_type == draco::TRIANGULAR_MESH && header.version_major == 2 &&
                       header.version_minor == 2;
    if (!known) return std::nullopt;
    buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(2, 2));
    if ((header.flags & METADATA_FLAG_MASK) != 0) {
        draco::GeometryMetadata ignored;
        if (!draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &ignored)) return std::nullopt;
    }
    Claim out;
    out.edgebreaker = header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING;
    std::uint8_t traversal = 0;
    if (out.edgebreaker && !buffer.Decode(&traversal)) return std::nullopt;
    std::uint32_t& first = out.edgebreaker ? out.vertices : out.triangles;
    std::uint32_t& second = out.edgebreaker ? out.triangles : out.vertices;
    if (!draco::DecodeVarint(&first, &buffer) || !draco::DecodeVarint(&second, &buffer)) return std::nullopt;
    return out;
}

template <class Decoder>
bool run(const Room& room, std::span<const std::byte> bytes, draco::Mesh& out) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const draco::DecoderOptions options;
    Bounded<Decoder> decoder(room);
    return decoder.Decode(options, &buffer, &out).ok();
}

/// A stream may exceed the accessors' counts by this factor. Encoders merge and split vertices and drop
/// degenerate triangles after the counts were written, so that the official samples differ slightly.
constexpr std::size_t max_times = 2;

/// The size for `accessors` times that factor.
Room room_beyond(const Room& accessors) {
    constexpr std::size_t spare = 256;
    return {accessors.vertices * max_times + spare, accessors.triangles * max_times + spare,
            accessors.attribute_bytes * max_times};
}

/// Decodes the mesh of a stream, or returns null with the reason.
std::unique_ptr<draco::Mesh> decode(std::span<const std::byte> bytes, const Room& room, std::string& why) {
    try {
        const std::optional<Claim> claim = read_claim(bytes);
        if (!claim) {
            why = "the compressed data is not a Draco 2.2 mesh";
            return nullptr;
        }
        if (claim->triangles > room.triangles || claim->vertices > room.vertices) {
            why = "the compressed data claims far more triangles or vertices than the accessors have";
            return nullptr;
        }
        auto mesh = std::make_unique<draco::Mesh>();
        const bool good = claim->edgebreaker ? run<draco::MeshEdgebreakerDecoder>(room, bytes, *mesh)
                                             : run<draco::MeshSequentialDecoder>(room, bytes, *mesh);
        why = "the compressed data is damaged";
        return good ? std::move(mesh) : nullptr;
    } catch (const std::exception&) {  // libdraco allocates whatever corrupt data asks for
        why = "the compressed data cannot be unpacked";
        return nullptr;
    }
}

template <class T>
std::vector<std::byte> values_of(const draco::PointAttribute& attribute, std::size_t count,
                                 unsigned components) {
    std::vector<std::byte> out(count * components * sizeof(T));
    std::array<T, 16> value{};
    for (std::size_t i = 0; i < count; ++i) {
        const draco::AttributeValueIndex at =
            attribute.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
        if (at.value() >= attribute.size()) return {};
        if (!attribute.ConvertValue<T>(at, static_cast<std::int8_t>(components), value.data())) return {};
        std::memcpy(out.data() + i * components * sizeof(T), value.data(), components * sizeof(T));
    }
    return out;
}

/// Returns the attribute's values in the accessor's type, or empty.
std::vector<std::byte> values_for(const Accessor& accessor, std::size_t count,
                                  const draco::PointAttribute& attribute) {
    if (attribute.num_components() != static_cast<int>(accessor.components)) return {};
    switch (accessor.component_type) {
        case 5120:
            return values_of<std::int8_t>(attribute, count, accessor.components);
        case 5121:
            return values_of<std::uint8_t>(attribute, count, accessor.components);
        case 5122:
            return values_of<std::int16_t>(attribute, count, accessor.components);
        case 5123:
            return values_of<std::uint16_t>(attribute, count, accessor.components);
        case 5125:
            return values_of<std::uint32_t>(attribute, count, accessor.components);
        default:
            return values_of<float>(attribute, count, accessor.components);
    }
}

/// Returns the indices, truncated from 32 bits to the accessor's type.
std::vector<std::byte> indices_for(const Accessor& accessor, const draco::Mesh& mesh) {
    const std::size_t bytes = accessor.component_type == 5121 ? 1 : accessor.component_type == 5123 ? 2 : 4;
    const std::size_t count = std::size_t{mesh.num_faces()} * 3;
    std::vector<std::byte> out(count * bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const draco::Mesh::Face& face = mesh.face(draco::FaceIndex(static_cast<std::uint32_t>(i / 3)));
        const std::uint32_t index = face[i % 3].value();
        std::memcpy(out.data() + i * bytes, &index, bytes);  // little-endian, like glTF
    }
    return out;
}

}  // namespace

bool decompress_draco(Reading& reading, const JsonValue& primitive, const std::string& pointer) {
    const JsonValue* use = extension(primitive, "KHR_draco_mesh_compression");
    if (use == nullptr) return true;
    Data& data = reading.data;
    const JsonValue& attributes = primitive["attributes"];
    const Accessor* positions = data.find(int_or(attributes, "POSITION", -1));
    // Without positions the primitive is rejected anyway; with a buffer view they are uncompressed, or were
    // decompressed for another primitive.
    if (positions == nullptr || positions->view >= 0) return true;
    const auto refuse = [&](const std::string& why) {
        reading.warn("gltf-draco", fmt::format("{}; the primitive is left out", why),
                     pointer + "/extensions/KHR_draco_mesh_compression");
        return false;
    };
    const int index_accessor = int_or(primitive, "indices", -1);
    const Accessor* indices = data.find(index_accessor);
    const JsonValue* ids = member(*use, "attributes");
    if (indices == nullptr || indices->count % 3 != 0 || ids == nullptr || !ids->is_object()) {
        return refuse("a compressed primitive lacks indices or attributes");
    }
    const std::span<const std::byte> bytes = data.view_bytes(int_or(*use, "bufferView", -1));
    if (bytes.empty()) return refuse("the compressed data is missing");
    constexpr std::size_t bytes_per_vertex = 256;  // of attributes, four times what figures have
    constexpr std::size_t bytes_per_triangle = 64;
    const Room room =
        room_beyond({positions->count, indices->count / 3, positions->count * bytes_per_vertex});
    if (!data.spend(room.attribute_bytes / (2 * max_times) + room.triangles * bytes_per_triangle))
        return false;
    std::string why;
    const std::unique_ptr<draco::Mesh> mesh = decode(bytes, room, why);
    if (!mesh) return refuse(why);
    const std::size_t count = mesh->num_points();
    const std::size_t said = positions->count;
    const bool fits_indices =
        indices->component_type == 5125 || count <= (indices->component_type == 5121 ? 0x100U : 0x10000U);
    if (!fits_indices || count == 0) return refuse("the compressed data has more vertices than its indices");
    if (count != said) {
        reading.document.diagnostics.note(
            "gltf-draco-count",
            "compressed data has another number of vertices than its accessors say; it is read as decoded",
            {reading.file, 0, 0, pointer + "/extensions/KHR_draco_mesh_compression"});
    }
    if (indices->view < 0)
        data.provide(index_accessor, std::size_t{mesh->num_faces()} * 3, indices_for(*indices, *mesh));
    for (const auto& [name, id] : ids->items()) {
        const int accessor = int_or(attributes, name, -1);
        const Accessor* wanted = data.find(accessor);
        const int unique_id = int_or(*ids, name, -1);
        if (wanted == nullptr || wanted->view >= 0 || wanted->count != said || unique_id < 0) continue;
        const draco::PointAttribute* attribute =
            mesh->GetAttributeByUniqueId(static_cast<std::uint32_t>(unique_id));
        std::vector<std::byte> values =
            attribute == nullptr ? std::vector<std::byte>{} : values_for(*wanted, count, *attribute);
        if (!values.empty()) {
            data.provide(accessor, count, std::move(values));
        } else if (name == "POSITION") {
            return refuse("the compressed data has no positions");
        } else {
            reading.warn("gltf-draco", "the compressed data lacks an attribute",
                         fmt::format("{}/{}", pointer, name));
        }
    }
    return true;
}

}  // namespace vitruvian::gltf
