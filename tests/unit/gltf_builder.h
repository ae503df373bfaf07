// Builds small glTF files in memory for tests: a JSON value and a binary chunk that grows by accessors.
#pragma once

#include "model/formats/load.h"
#include "tests/unit/diagnostics.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::test {

using Json = nlohmann::json;

class GltfBuilder {
  public:
    GltfBuilder() { json["asset"]["version"] = "2.0"; }

    Json json;

    /// Appends bytes as a buffer view and returns its index.
    template <class T>
    int view(const std::vector<T>& values, int stride = 0) {
        while (bin_.size() % 4 != 0) bin_.push_back(std::byte{0});
        Json out = {{"buffer", 0}, {"byteOffset", bin_.size()}, {"byteLength", values.size() * sizeof(T)}};
        if (stride != 0) out["byteStride"] = stride;
        const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
        bin_.insert(bin_.end(), bytes, bytes + values.size() * sizeof(T));
        return push("bufferViews", std::move(out));
    }

    int accessor(int buffer_view, int component_type, const char* type, std::size_t count,
                 bool normalized = false) {
        Json out = {{"componentType", component_type}, {"type", type}, {"count", count}};
        if (buffer_view >= 0) out["bufferView"] = buffer_view;
        if (normalized) out["normalized"] = true;
        return push("accessors", std::move(out));
    }

    /// Packed float32 elements of `type`, `wide` numbers each.
    int floats(const std::vector<float>& values, const char* type, std::size_t wide) {
        return accessor(view(values), 5126, type, values.size() / wide);
    }
    int vec3s(const std::vector<float>& values) { return floats(values, "VEC3", 3); }

    int push(const char* list, Json element) {
        json[list].push_back(std::move(element));
        return static_cast<int>(json[list].size()) - 1;
    }

    /// A mesh of one primitive with these attributes, and a node with it. Returns the node.
    int mesh_node(Json primitive) {
        const int mesh =
            push("meshes", {{"name", "mesh"}, {"primitives", Json::array({std::move(primitive)})}});
        return push("nodes", {{"mesh", mesh}});
    }

    [[nodiscard]] std::vector<std::byte> glb() const {
        Json out = json;
        if (!bin_.empty()) out["buffers"] = Json::array({{{"byteLength", bin_.size()}}});
        std::string text = out.dump();
        while (text.size() % 4 != 0) text += ' ';
        std::vector<std::byte> bin = bin_;
        while (bin.size() % 4 != 0) bin.push_back(std::byte{0});
        std::vector<std::byte> bytes;
        const auto word = [&](std::size_t value) {
            for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFF));
        };
        word(0x46546C67);
        word(2);
        word(12 + 8 + text.size() + (bin.empty() ? 0 : 8 + bin.size()));
        word(text.size());
        word(0x4E4F534A);
        const auto* begin = reinterpret_cast<const std::byte*>(text.data());
        bytes.insert(bytes.end(), begin, begin + text.size());
        if (bin.empty()) return bytes;
        word(bin.size());
        word(0x004E4942);
        bytes.insert(bytes.end(), bin.begin(), bin.end());
        return bytes;
    }

    [[nodiscard]] Result<Document> load() const { return load_document(glb(), "test.glb", {}); }

  private:
    std::vector<std::byte> bin_;
};

/// Reads the file as a document, which is expected to be valid; an empty one if it cannot be read.
[[nodiscard]] inline Document load(const GltfBuilder& builder) {
    Result<Document> document = builder.load();
    EXPECT_TRUE(document) << document.error().text();
    if (!document) return {};
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    return std::move(*document);
}

}  // namespace vitruvian::test
