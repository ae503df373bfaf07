// Optional data of glTF that common programs require nevertheless.
#include "model/formats/gltf/gltf_writer.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vitruvian {
namespace {

TEST(GltfForOthers, CamerasEndSomewhereAndSparseListsSayWhereTheyBegin) {
    int cameras = 0;
    int lists = 0;
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        SaveOptions options;
        options.format = FileFormat::gltf;
        const Result<EncodedDocument> written = write_gltf(test::random_document(seed), options);
        ASSERT_TRUE(written.has_value()) << written.error().text();
        const char* text = reinterpret_cast<const char*>(written->bytes.data());
        const nlohmann::json root = nlohmann::json::parse(text, text + written->bytes.size());
        for (const nlohmann::json& camera : root.value("cameras", nlohmann::json::array())) {
            ++cameras;
            EXPECT_GT(camera["perspective"].value("zfar", 0.0), 1000.0);  // view3dscene
        }
        for (const nlohmann::json& accessor : root["accessors"]) {
            if (!accessor.contains("sparse")) continue;
            ++lists;
            EXPECT_TRUE(accessor["sparse"]["indices"].contains("byteOffset"));  // F3D
            EXPECT_TRUE(accessor["sparse"]["values"].contains("byteOffset"));
        }
    }
    EXPECT_GT(cameras, 0);
    EXPECT_GT(lists, 0);
}

}  // namespace
}  // namespace vitruvian
