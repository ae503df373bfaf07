// What an edit leaves without use at the end of a GLB goes, and nothing that is still used.
#include "model/formats/gltf/patch/unused_end.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace vitruvian::gltf {
namespace {

/// A GLB of `json` with a binary chunk of `size` bytes that count up.
std::vector<std::byte> counting_glb(std::string json, std::uint32_t size) {
    while (json.size() % 4 != 0) json += ' ';
    std::vector<std::byte> out;
    const auto put = [&out](std::uint32_t value) {
        for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xFFU));
    };
    for (const std::uint32_t word : {0x46546C67U, 2U, static_cast<std::uint32_t>(28 + json.size()) + size,
                                     static_cast<std::uint32_t>(json.size()), 0x4E4F534AU})
        put(word);
    for (const char c : json) out.push_back(static_cast<std::byte>(c));
    put(size);
    put(0x004E4942U);
    for (std::uint32_t i = 0; i < size; ++i) out.push_back(static_cast<std::byte>(i));
    return out;
}

/// A file of three views, whose images are the first and, with `others`, also the other two.
std::string three_views(const std::string& first_view, bool others) {
    const std::string used = R"({"bufferView":0,"mimeType":"image/png"})";
    const std::string more =
        R"(,{"bufferView":1,"mimeType":"image/png"},{"bufferView":2,"mimeType":"image/png"})";
    return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":20}],"bufferViews":[)" + first_view +
           R"(,{"buffer":0,"byteOffset":4,"byteLength":4},{"buffer":0,"byteOffset":16,"byteLength":4}],"images":[)" +
           used + (others ? more : "") + "]}";
}

std::size_t size_after(const std::string& first_view) {
    const auto cut = without_unused_end(counting_glb(three_views(first_view, true), 20),
                                        counting_glb(three_views(first_view, false), 20), "a.glb");
    EXPECT_TRUE(cut);
    return cut ? cut->size() : 0;
}

TEST(GltfUnusedEnd, GoesWithItsBytes) {
    const std::string view = R"({"buffer":0,"byteLength":4})";
    EXPECT_LT(size_after(view), counting_glb(three_views(view, false), 20).size() - 16);
}

TEST(GltfUnusedEnd, StaysWhereCompressedDataOfAnotherViewIsAmongIt) {
    for (const std::string name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        const std::string view = R"({"buffer":0,"byteLength":4,"extensions":{")" + name +
                                 R"(":{"buffer":0,"byteOffset":8,"byteLength":8}}})";
        EXPECT_EQ(size_after(view), counting_glb(three_views(view, false), 20).size()) << name;
    }
}

}  // namespace
}  // namespace vitruvian::gltf
