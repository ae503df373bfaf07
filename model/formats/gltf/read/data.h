// The bytes of a glTF file: buffers, buffer views and accessors, read as numbers. Every read is checked
// against the available bytes and a memory budget, so that a small file cannot allocate gigabytes. Knows
// nothing of meshes or animations.
#pragma once

#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/pointer.h"
#include "model/io/load_options.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace vitruvian::gltf {

/// One accessor, as the checked JSON describes it (glTF 2.0, 5.1).
struct Accessor {
    int view = -1;
    std::size_t offset = 0;
    int component_type = 0;   // 5120 .. 5126
    unsigned components = 0;  // 1 .. 4, 9, 16; 0: the accessor cannot be used
    std::size_t count = 0;
    bool normalized = false;
    const JsonValue* sparse = nullptr;
    [[nodiscard]] bool is_float() const { return component_type == 5126; }
};

/// Numbers per element for an accessor's "type"; 0 if unknown.
[[nodiscard]] unsigned components_of(std::string_view type);
/// Bytes per component for an accessor's "componentType"; 0 if unknown.
[[nodiscard]] std::size_t component_bytes(int component_type);

class Data {
  public:
    /// `root` has been checked (see check_json); it and the container's bytes must outlive this object. Reads
    /// external buffers below `folder` and decompresses meshopt views. Returns an Error where a buffer is
    /// missing or shorter than its byteLength.
    [[nodiscard]] static Result<Data> open(const JsonValue& root, const Container& container,
                                           const std::string& file, const std::filesystem::path& folder,
                                           const LoadOptions& options, Diagnostics& diagnostics);

    /// Gives an accessor without a buffer view `count` packed values of its own component type; they replace
    /// the count it declared.
    void provide(int accessor, std::size_t count, std::vector<std::byte> values);

    /// Returns the accessor, or null where it is broken (which has been reported).
    [[nodiscard]] const Accessor* find(int accessor) const;

    /// Reads the values of a usable accessor with `components` numbers each, converted to float (normalized
    /// integers as in glTF 2.0, 3.11). Returns false, reported at `pointer`, where it has another shape or
    /// exceeds its buffer. Numbers that are not finite become 0, which `was_repaired` reports. `out` has room
    /// for count * components values.
    [[nodiscard]] bool read_floats(int accessor, unsigned components, float* out, const Pointer& pointer,
                                   bool* was_repaired = nullptr);
    /// Like read_floats, for integers: joints and indices.
    [[nodiscard]] bool read_integers(int accessor, unsigned components, std::uint32_t* out,
                                     const Pointer& pointer);

    /// Returns the bytes of a usable accessor whose values are packed exactly as an array of that type; empty
    /// where they have to be converted one by one.
    [[nodiscard]] std::span<const std::byte> as_array(int accessor, unsigned components,
                                                      int component_type) const;
    /// An accessor's elements other than zero: `values` are packed, as many as components per index.
    struct Sparse {
        std::vector<std::uint32_t> indices;  // strictly ascending
        std::vector<float> values;           // finite
    };
    /// Returns a usable accessor of floats that has no buffer view, only a sparse part; nullopt for others, and where
    /// the part is not in order: read_floats() repairs and reports it.
    [[nodiscard]] std::optional<Sparse> as_sparse(int accessor, unsigned components) const;
    [[nodiscard]] static bool are_finite(std::span<const float> values);
    /// Sets numbers that are not finite to 0 and reports them; returns whether there were any.
    bool make_finite(std::span<float> values, const Pointer& pointer) const;

    /// Returns count(accessor) values as floats, or nullopt.
    [[nodiscard]] std::optional<std::vector<float>> floats(int accessor, unsigned components,
                                                           const Pointer& pointer);
    /// Like floats(), but keeps numbers that are not finite.
    [[nodiscard]] std::optional<std::vector<float>> raw_floats(int accessor, unsigned components,
                                                               const Pointer& pointer);

    /// Returns the bytes of a buffer view; empty where it is broken.
    [[nodiscard]] std::span<const std::byte> view_bytes(int view) const;

    /// Total size of all buffers, from any source.
    [[nodiscard]] std::size_t embedded_bytes() const;

    /// Takes `bytes` from the memory budget; false once it is exhausted.
    [[nodiscard]] bool spend(std::size_t bytes);
    /// Whether any read has exceeded the budget: the file has to be rejected.
    [[nodiscard]] bool is_spent() const { return spent_; }

    void report(const std::string& code, const std::string& message, const Pointer& pointer) const;

  private:
    struct View {
        std::span<const std::byte> bytes;
        std::size_t stride = 0;  // 0: packed
        bool usable = false;
    };
    struct Buffer {
        std::span<const std::byte> bytes;
        bool is_fallback = false;  // has no bytes, since its views are compressed in another buffer
    };
    struct Elements;
    struct SparseElements;

    Data(const std::string& file, Diagnostics& diagnostics) : file_(&file), diagnostics_(&diagnostics) {}

    [[nodiscard]] Result<void> open_buffers(const JsonValue& root, const Container& container,
                                            const std::filesystem::path& folder, const LoadOptions& options);
    [[nodiscard]] Result<std::vector<std::byte>> fetch(const std::string& uri,
                                                       const std::filesystem::path& folder,
                                                       std::size_t max_bytes,
                                                       std::vector<KnownFile>* files_read) const;
    [[nodiscard]] Result<void> open_views(const JsonValue& root);
    [[nodiscard]] bool decompress(const JsonValue& compressed, View& view, const Pointer& pointer);
    void open_accessors(const JsonValue& root);
    template <class Out>
    [[nodiscard]] bool read(int accessor, unsigned components, Out* out, const Pointer& pointer);
    template <class Out>
    [[nodiscard]] bool read_sparse(const Accessor& accessor, Out* out, const Pointer& pointer);
    [[nodiscard]] bool locate(int view, std::size_t offset, std::size_t count, std::size_t element_bytes,
                              bool use_stride, Elements& out) const;
    [[nodiscard]] bool locate_sparse(const Accessor& accessor, SparseElements& out) const;

    const std::string* file_;
    Diagnostics* diagnostics_;
    std::vector<Buffer> buffers_;
    std::vector<View> views_;
    std::vector<Accessor> accessors_;
    std::vector<std::vector<std::byte>> owned_;
    std::size_t budget_ = 0;
    bool spent_ = false;
};

}  // namespace vitruvian::gltf
