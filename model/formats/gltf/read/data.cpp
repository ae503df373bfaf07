// Buffers and views; accessors are read in accessors.cpp.
#include "model/formats/gltf/read/data.h"

#include "model/core/at.h"
#include "model/formats/gltf/read/meshopt_v1.h"
#include "model/io/data_uri.h"
#include "model/io/file.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::size_t size_or(const JsonValue& object, const char* key, std::size_t otherwise) {
    const JsonValue* found = member(object, key);
    return found != nullptr && found->is_number_unsigned() ? found->get<std::size_t>() : otherwise;
}

const JsonValue* meshopt_extension(const JsonValue& object) {
    const JsonValue* found = extension(object, "EXT_meshopt_compression");
    return found != nullptr ? found : extension(object, "KHR_meshopt_compression");
}

/// The parameters of a compressed view (KHR_meshopt_compression), within the limits that the decoder asserts.
struct Compressed {
    int buffer = -1;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0;
    std::size_t count = 0;
    std::string mode;
    std::string filter;

    explicit Compressed(const JsonValue& json)
        : buffer(int_or(json, "buffer", -1)),
          offset(static_cast<std::size_t>(int_or(json, "byteOffset", 0))),
          length(static_cast<std::size_t>(int_or(json, "byteLength", 0))),
          stride(static_cast<std::size_t>(int_or(json, "byteStride", 0))),
          count(static_cast<std::size_t>(int_or(json, "count", 0))),
          mode(text_or_empty(json, "mode")),
          filter(text_or_empty(json, "filter")) {}

    [[nodiscard]] bool is_sane() const {
        if (mode == "ATTRIBUTES") {
            if (stride == 0 || stride % 4 != 0 || stride > 256) return false;
            if (filter == "OCTAHEDRAL" || filter == "COLOR") return stride == 4 || stride == 8;
            if (filter == "QUATERNION") return stride == 8;
            return filter.empty() || filter == "NONE" || filter == "EXPONENTIAL";
        }
        if (stride != 2 && stride != 4) return false;
        if (mode == "TRIANGLES") return count % 3 == 0;
        return mode == "INDICES";
    }
};

/// Returns false where the stream is corrupt. `out` has room for count * stride bytes.
bool decode(const Compressed& info, std::span<const std::byte> source, std::byte* out) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(source.data());
    if (info.mode == "TRIANGLES") {
        return meshopt_decodeIndexBuffer(out, info.count, info.stride, bytes, source.size()) == 0;
    }
    if (info.mode == "INDICES") {
        return meshopt_decodeIndexSequence(out, info.count, info.stride, bytes, source.size()) == 0;
    }
    const std::span<std::byte> values(out, info.count * info.stride);
    const bool decoded =
        is_attribute_stream_v1(source)
            ? decode_attributes_v1(source, info.stride, values)
            : meshopt_decodeVertexBuffer(out, info.count, info.stride, bytes, source.size()) == 0;
    if (!decoded) return false;
    if (info.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out, info.count, info.stride);
    if (info.filter == "QUATERNION") meshopt_decodeFilterQuat(out, info.count, info.stride);
    if (info.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out, info.count, info.stride);
    if (info.filter == "COLOR") decode_color_filter(values, info.stride);
    return true;
}

}  // namespace

Result<Data> Data::open(const JsonValue& root, const Container& container, const std::string& file,
                        const std::filesystem::path& folder, const LoadOptions& options,
                        Diagnostics& diagnostics) {
    Data data(file, diagnostics);
    data.budget_ = options.limits.max_inflated_bytes + 4 * (container.json.size() + container.bin.size());
    if (Result<void> opened = data.open_buffers(root, container, folder, options); !opened) {
        return tl::unexpected(opened.error());
    }
    if (Result<void> opened = data.open_views(root); !opened) return tl::unexpected(opened.error());
    data.open_accessors(root);
    return data;
}

Result<std::vector<std::byte>> Data::fetch(const std::string& uri, const std::filesystem::path& folder,
                                           std::size_t max_bytes, std::vector<KnownFile>* files_read) const {
    if (uri.starts_with("data:")) {
        std::optional<std::vector<std::byte>> bytes = decode_data_uri(uri);
        if (!bytes) return fail("gltf-data-uri", "the data URI is not base64");
        return std::move(*bytes);
    }
    const Result<std::filesystem::path> path = resolve_reference(folder, uri);
    if (!path) return tl::unexpected(path.error());
    return read_file(*path, max_bytes, files_read);
}

Result<void> Data::open_buffers(const JsonValue& root, const Container& container,
                                const std::filesystem::path& folder, const LoadOptions& options) {
    const JsonValue* list = member(root, "buffers");
    std::size_t external = 0;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const JsonValue& json = (*list)[i];
        Buffer& buffer = buffers_.emplace_back();
        if (json.is_null()) continue;
        const std::size_t length = size_or(json, "byteLength", 0);
        const std::string pointer = fmt::format("/buffers/{}", i);
        const JsonValue* uri = member(json, "uri");
        if (uri == nullptr && i == 0 && container.has_bin) {
            buffer.bytes = container.bin;
        } else if (uri == nullptr) {
            // Legal: an extension may provide the data (glTF 2.0, 5.2).
            if (meshopt_extension(json) == nullptr)
                report("gltf-buffer-missing", "the buffer has no data", pointer);
            buffer.is_fallback = true;
            continue;
        } else {
            Result<std::vector<std::byte>> bytes =
                fetch(uri->get<std::string>(), folder, options.limits.max_inflated_bytes - external,
                      options.files_read);
            if (!bytes) {
                const std::string file = std::filesystem::path(bytes.error().where.file).filename().string();
                return fail("gltf-buffer-missing",
                            fmt::format("the buffer cannot be read: {}{}{}", file, file.empty() ? "" : ": ",
                                        bytes.error().message),
                            {*file_, 0, 0, pointer + "/uri"});
            }
            external += bytes->size();
            budget_ += 4 * bytes->size();
            buffer.bytes = owned_.emplace_back(std::move(*bytes));
        }
        if (buffer.bytes.size() < length) {
            return fail("gltf-buffer-short",
                        fmt::format("the buffer declares {} bytes and has {}", length, buffer.bytes.size()),
                        {*file_, 0, 0, pointer + "/byteLength"});
        }
        buffer.bytes = buffer.bytes.first(length);
    }
    return {};
}

Result<void> Data::open_views(const JsonValue& root) {
    const JsonValue* list = member(root, "bufferViews");
    if (list != nullptr) views_.reserve(list->size());
    const Pointer file;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const JsonValue& json = (*list)[i];
        View& view = views_.emplace_back();
        if (json.is_null()) continue;
        const Pointer pointer(file, "bufferViews", i);
        view.stride = size_or(json, "byteStride", 0);
        if (const JsonValue* compressed = meshopt_extension(json)) {
            view.usable = decompress(*compressed, view, pointer);
            if (view.usable || buffers_[size_or(json, "buffer", 0)].is_fallback) continue;
        }
        const Buffer& buffer = buffers_[size_or(json, "buffer", 0)];
        const std::size_t offset = size_or(json, "byteOffset", 0);
        const std::size_t length = size_or(json, "byteLength", 0);
        if (offset > buffer.bytes.size() || length > buffer.bytes.size() - offset) {
            report("gltf-view-range", "the view leaves its buffer and is not used", pointer);
            continue;
        }
        view.bytes = buffer.bytes.subspan(offset, length);
        view.usable = true;
    }
    if (spent_) return fail("gltf-too-large", "the file unpacks to more than is allowed", {*file_, 0, 0, {}});
    return {};
}

bool Data::decompress(const JsonValue& json, View& view, const Pointer& pointer) {
    const Compressed info(json);
    const bool has_buffer = info.buffer >= 0 && static_cast<std::size_t>(info.buffer) < buffers_.size();
    if (!has_buffer || !info.is_sane()) {
        report("gltf-meshopt", "the description of the compressed view is wrong", pointer);
        return false;
    }
    const std::span<const std::byte> source = at(buffers_, info.buffer).bytes;
    if (info.offset > source.size() || info.length > source.size() - info.offset) {
        report("gltf-meshopt", "the compressed view leaves its buffer", pointer);
        return false;
    }
    if (!spend(info.count * info.stride)) return false;
    std::vector<std::byte>& out = owned_.emplace_back(info.count * info.stride);
    if (!decode(info, source.subspan(info.offset, info.length), out.data())) {
        report("gltf-meshopt", "the compressed data is damaged", pointer);
        owned_.pop_back();
        return false;
    }
    view.bytes = out;
    if (info.mode == "ATTRIBUTES") view.stride = info.stride;
    return true;
}

void Data::provide(int accessor, std::size_t count, std::vector<std::byte> values) {
    Accessor& target = at(accessors_, accessor);
    target.count = count;
    View view;
    view.bytes = owned_.emplace_back(std::move(values));
    view.usable = true;
    target.view = static_cast<int>(views_.size());
    target.offset = 0;
    views_.push_back(view);
}

std::span<const std::byte> Data::view_bytes(int view) const {
    if (view < 0 || static_cast<std::size_t>(view) >= views_.size()) return {};
    return at(views_, view).bytes;
}

std::size_t Data::embedded_bytes() const {
    std::size_t bytes = 0;
    for (const Buffer& buffer : buffers_) bytes += buffer.bytes.size();
    return bytes;
}

bool Data::spend(std::size_t bytes) {
    if (bytes > budget_) {
        spent_ = true;
        return false;
    }
    budget_ -= bytes;
    return true;
}

void Data::report(const std::string& code, const std::string& message, const Pointer& pointer) const {
    diagnostics_->warn(code, message, {*file_, 0, 0, pointer.text()});
}

}  // namespace vitruvian::gltf
