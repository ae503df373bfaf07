// Broken, truncated, altered and expanding glTF: an Error with its location, or a valid document. Also runs
// under the sanitizers.
#include "model/formats/load.h"
#include "tests/folders.h"

#include "gltf_builder.h"
#include "under_sanitizer.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using test::GltfBuilder;
using test::Json;
using ::testing::HasSubstr;

const fs::path shared_files = shared_folder();

#define SKIP_WITHOUT_MALFORMED() \
    if (!fs::exists(shared_files / "corpus" / "malformed")) GTEST_SKIP() << "no corpus at " << shared_files

struct Outcome {
    const char* file;
    const char* error;    // code, or null: it is read
    const char* pointer;  // of the error, or of one diagnostic
    const char* diagnostic;
};

class Malformed : public ::testing::TestWithParam<Outcome> {};

TEST_P(Malformed, HasThisOutcome) {
    SKIP_WITHOUT_MALFORMED();
    const Outcome& expected = GetParam();
    const Result<Document> document = load_document(shared_files / "corpus" / "malformed" / expected.file);
    if (expected.error != nullptr) {
        ASSERT_FALSE(document);
        EXPECT_EQ(document.error().code, expected.error);
        EXPECT_EQ(document.error().where.pointer, expected.pointer);
        return;
    }
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    if (expected.diagnostic == nullptr) {
        EXPECT_TRUE(document->diagnostics.empty());
        return;
    }
    const auto& list = document->diagnostics.list();
    const bool told = std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
        return d.code == expected.diagnostic && d.where.pointer == expected.pointer;
    });
    EXPECT_TRUE(told) << expected.diagnostic << " at " << expected.pointer;
}

INSTANTIATE_TEST_SUITE_P(
    Files, Malformed,
    ::testing::Values(
        Outcome{"animation-invalid.gltf", nullptr, "/animations/8/channels/0/sampler", "gltf-channel"},
        Outcome{"animation-splines-sharing.gltf", nullptr, nullptr, nullptr},
        Outcome{"buffer-invalid-short-size-embedded.glb", "gltf-buffer-short", "/buffers/0/byteLength",
                nullptr},
        Outcome{"buffer-invalid-short-size-embedded.gltf", "gltf-buffer-short", "/buffers/0/byteLength",
                nullptr},
        Outcome{"buffer-invalid-short-size.glb", "gltf-buffer-short", "/buffers/0/byteLength", nullptr},
        Outcome{"buffer-invalid-short-size.gltf", "gltf-buffer-missing", "/buffers/0/uri", nullptr},
        Outcome{"mesh-invalid-sparse-indices.gltf", "gltf-buffer-missing", "/buffers/0/uri", nullptr},
        Outcome{"mesh-invalid.gltf", "gltf-buffer-missing", "/buffers/3/uri", nullptr},
        Outcome{"mesh-sparse.gltf", nullptr, "/meshes/8/primitives/0", "gltf-invalid"},
        Outcome{"scene-invalid-cycle-deep.gltf", "gltf-node-cycle", "/nodes/0", nullptr},
        Outcome{"scene-invalid-cycle.gltf", "gltf-node-cycle", "/nodes/0", nullptr},
        Outcome{"scene-invalid-multiple-parents.gltf", nullptr, "/nodes/1/children/0",
                "gltf-several-parents"},
        Outcome{"scene-invalid-node-oob.gltf", nullptr, "/scenes/0/nodes/0", "gltf-invalid"},
        Outcome{"skin-invalid.gltf", nullptr, "/skins/6/inverseBindMatrices", "gltf-accessor-range"}),
    [](const auto& info) {
        std::string name = info.param.file;
        std::replace_if(
            name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
        return name;
    });

/// An Error with a code, or a valid document.
void expect_sane(const Result<Document>& document, const std::string& what) {
    if (document) {
        EXPECT_EQ(expect_valid(*document), std::nullopt) << what;
    } else {
        EXPECT_FALSE(document.error().code.empty()) << what;
        EXPECT_NE(document.error().code, "gltf-unusable") << what << ": " << document.error().text();
    }
}

Result<Document> load_text(const Json& json) {
    const std::string text = json.dump();
    return load_document(std::as_bytes(std::span(text.data(), text.size())), "test.gltf", {});
}

TEST(GltfHostile, ANumberBeyondAllIsNamedByItsPlace) {
    for (const std::string text :
         {R"({"asset": {"version": "2.0"}, "extras": ["1e999 \" 1e999", 12, -1.5e-3, -1e999]})",
          R"({"extras": 1e400})"}) {
        const Result<Document> read = load_document(std::as_bytes(std::span(text)), "test.gltf", {});
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, "gltf-json");
        EXPECT_NE(read.error().text().find("byte " + std::to_string(text.find("1e400") != std::string::npos
                                                                        ? text.find("1e400")
                                                                        : text.find("-1e999"))),
                  std::string::npos)
            << read.error().text();
    }
}

/// Peak memory of this process in bytes.
std::size_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

TEST(GltfHostile, GigabyteClaimsAreRefused) {
    // No buffer view: legal, and all zeros; but it must not allocate gigabytes.
    GltfBuilder sparse;
    const int zeros = sparse.accessor(-1, 5126, "VEC3", 2'000'000'000);
    sparse.mesh_node({{"attributes", {{"POSITION", zeros}}}});
    const Result<Document> huge = sparse.load();
    ASSERT_FALSE(huge);
    EXPECT_EQ(huge.error().code, "gltf-too-large");

    GltfBuilder targets;
    const int million = targets.accessor(-1, 5126, "VEC3", 1'000'000);
    Json primitive = {{"attributes", {{"POSITION", million}}}};
    for (int i = 0; i < 10'000; ++i) primitive["targets"].push_back({{"POSITION", million}});
    targets.mesh_node(primitive);
    const Result<Document> many = targets.load();
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().code, "gltf-too-large");

    Json compressed = {{"asset", {{"version", "2.0"}}}};
    compressed["buffers"] = {{{"byteLength", 3}, {"uri", "data:;base64,AAAA"}}};
    compressed["bufferViews"] = {{{"buffer", 0}, {"byteLength", 3}}};
    compressed["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = {{"buffer", 0},
                                                                             {"byteLength", 3},
                                                                             {"byteStride", 256},
                                                                             {"count", 2'000'000'000},
                                                                             {"mode", "ATTRIBUTES"}};
    const Result<Document> bomb = load_text(compressed);
    ASSERT_FALSE(bomb);
    EXPECT_EQ(bomb.error().code, "gltf-too-large");
}

TEST(GltfHostile, EndlessListsAreRefused) {
    std::string text = R"({"asset":{"version":"2.0"},"materials":[)";
    for (int i = 0; i < 100'000; ++i) text += "{},";
    text += "{}]}";
    const auto materials = load_document(std::as_bytes(std::span(text.data(), text.size())), "test.gltf", {});
    ASSERT_FALSE(materials);
    EXPECT_EQ(materials.error().where.pointer, "/materials");

    const std::string deep = R"({"asset":)" + std::string(2'000'000, '[') + std::string(2'000'000, ']') + "}";
    expect_sane(load_document(std::as_bytes(std::span(deep.data(), deep.size())), "test.gltf", {}), "deep");

    std::string many = "{\"a\":[0";
    for (int i = 0; i < 4'100'000; ++i) many += ",0";
    many += "]}";
    const auto values = load_document(std::as_bytes(std::span(many.data(), many.size())), "test.gltf", {});
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().code, "gltf-too-large");
}

TEST(GltfHostile, ADeepTreeIsRefusedWithItsNode) {
    Json json = {{"asset", {{"version", "2.0"}}}};
    for (int i = 0; i < 2000; ++i) json["nodes"].push_back({{"children", {i + 1}}});
    json["nodes"].push_back(Json::object());
    const Result<Document> document = load_text(json);
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, "gltf-too-deep");
    EXPECT_EQ(document.error().where.pointer, "/nodes/1000");
}

TEST(GltfHostile, ChildrenListedTwiceDoNotMultiply) {
    Json json = {{"asset", {{"version", "2.0"}}}};
    for (int i = 0; i < 60; ++i) json["nodes"].push_back({{"children", {i + 1, i + 1}}});
    json["nodes"].push_back(Json::object());
    const Result<Document> document = load_text(json);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->nodes.size(), 61U);
    EXPECT_FALSE(document->diagnostics.empty());
}

TEST(GltfHostile, InstancesDoNotMultiplyWithoutEnd) {
    GltfBuilder builder;
    const int triangle = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    Json primitives = Json::array();
    for (int i = 0; i < 1000; ++i) primitives.push_back({{"attributes", {{"POSITION", triangle}}}});
    builder.push("meshes", {{"primitives", primitives}});
    for (int i = 0; i < 1000; ++i) builder.push("nodes", {{"mesh", 0}});
    const Result<Document> document = builder.load();
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, "gltf-too-large");
}

TEST(GltfHostile, NothingSoFarTookAGigabyte) {
    const std::size_t limit = std::size_t{under_sanitizer ? 4 : 1} << 30;
    EXPECT_LT(peak_bytes(), limit);
}

TEST(GltfHostile, UrisStayInTheFolder) {
    for (const char* uri :
         {"http://example.com/a.bin", "file:///etc/passwd", "/etc/passwd", "../../../../etc/passwd",
          "%2e%2e/%2e%2e/etc/passwd", "..%2F..%2Fetc%2Fpasswd", "//host/share", "data:text,a", ""}) {
        Json json = {{"asset", {{"version", "2.0"}}}};
        json["buffers"] = {{{"byteLength", 4}, {"uri", uri}}};
        const std::string text = json.dump();
        const auto document = load_document(std::as_bytes(std::span(text.data(), text.size())), "test.gltf",
                                            fs::temp_directory_path());
        ASSERT_FALSE(document) << uri;
        EXPECT_EQ(document.error().code, "gltf-buffer-missing") << uri;
        EXPECT_EQ(document.error().where.pointer, "/buffers/0/uri") << uri;
    }
}

TEST(GltfHostile, UnknownRequiredExtensionsAreNamed) {
    for (const char* name : {"KHR_something_unheard_of", "VENDOR_something"}) {
        GltfBuilder builder;
        builder.json["extensionsRequired"] = {name};
        const Result<Document> document = builder.load();
        ASSERT_FALSE(document);
        EXPECT_EQ(document.error().code, "gltf-extension-required");
        EXPECT_THAT(document.error().message, HasSubstr(name));
    }
}

TEST(GltfHostile, OtherVersionsAreNamed) {
    GltfBuilder builder;
    builder.json["asset"]["version"] = "1.0";
    const Result<Document> document = builder.load();
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, "gltf-version");
    EXPECT_THAT(document.error().message, HasSubstr("1.0"));
    // Older files have a number for a version, and objects for lists.
    for (const Json& version : {Json(0.8), Json(1), Json()}) {
        GltfBuilder keyed;
        keyed.json["asset"]["version"] = version;
        keyed.json["buffers"] = {{"body", {{"byteLength", 4}, {"uri", "body.bin"}}}};
        const Result<Document> old = keyed.load();
        ASSERT_FALSE(old);
        EXPECT_EQ(old.error().code, "gltf-version") << version;
    }
}

TEST(GltfHostile, WrongTypesAreDroppedWhereTheyStand) {
    const Json wrong = {Json(), true, -1, 1.5, 1e300, "text", Json::array(), Json::object(), 4'000'000'000U};
    GltfBuilder builder;
    const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.mesh_node({{"attributes", {{"POSITION", positions}}}, {"material", 0}});
    builder.push("materials", {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}});
    builder.push("textures", {{"source", 0}, {"sampler", 0}});
    builder.push("samplers", {{"wrapS", 10497}});
    builder.push("images", {{"uri", "a.png"}});
    builder.push("skins", {{"joints", {0}}});
    builder.push("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 1.0}, {"znear", 0.1}}}});
    builder.push("scenes", {{"nodes", {0}}});
    builder.push("animations",
                 {{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
                  {"samplers", {{{"input", 0}, {"output", 0}}}}});
    const Json good = builder.json;
    // Every value of the JSON in turn is replaced by each wrong value.
    const Json flat = good.flatten();
    for (const auto& [pointer, unused] : flat.items()) {
        for (const Json& value : wrong) {
            builder.json = good;
            builder.json[Json::json_pointer(pointer)] = value;
            expect_sane(builder.load(), pointer + " = " + value.dump());
        }
    }
    for (const auto& [list, unused] : good.items()) {
        for (const Json& value : wrong) {
            builder.json = good;
            builder.json[list] = value;
            expect_sane(builder.load(), list + " = " + value.dump());
            if (!good[list].is_array()) continue;
            builder.json[list] = good[list];
            builder.json[list][0] = value;
            expect_sane(builder.load(), list + "[0] = " + value.dump());
        }
    }
}

}  // namespace
}  // namespace vitruvian
