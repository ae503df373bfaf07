// Checks of broken files: checks handle everything that a reader accepts.
#include "model/core/at.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitruvian {
namespace {

void run_all(const Document& document) {
    for (const std::string_view profile : {"humanik", "ext-skeleton-humanoid", "hanim-1.1"}) {
        const auto named = check::built_in_profile(profile);
        ASSERT_TRUE(named);
        for (const check::Finding& finding : check::run_checks(document, &*named).findings)
            EXPECT_FALSE(finding.message.empty()) << finding.id;
    }
}

TEST(CheckHostile, FilesWithWrongBytes) {
    const test::Places places = test::t_pose();
    test::Avatar avatar = test::make_avatar(places, test::Kind::ext);
    (void)avatar.load();
    const std::vector<std::byte> good = avatar.builder.glb();
    const std::size_t json = avatar.builder.json.dump().size();
    test::Random random(5);
    int read = 0;
    for (int i = 0; i < 400; ++i) {
        std::vector<std::byte> bytes = good;
        // Digits of the JSON are changed: wrong indices, counts and numbers.
        for (int k = 0; k < 3; ++k) {
            const int at_json = 20 + random.integer(0, static_cast<int>(json) - 1);
            std::byte& byte = at(bytes, at_json);
            if (byte >= std::byte{'0'} && byte <= std::byte{'9'})
                byte = static_cast<std::byte>('0' + random.integer(0, 9));
        }
        for (int k = 0; k < 20; ++k) {
            const int at_bin =
                random.integer(static_cast<int>(json) + 40, static_cast<int>(bytes.size()) - 1);
            at(bytes, at_bin) = static_cast<std::byte>(random.integer(0, 255));
        }
        const Result<Document> document = load_document(bytes, "broken.glb", {});
        if (!document) continue;
        ++read;
        const auto profile = check::built_in_profile("humanik");
        for (const check::Finding& finding : check::run_checks(*document, &*profile).findings)
            EXPECT_FALSE(finding.message.empty()) << finding.id;
    }
    EXPECT_GT(read, 50);
}

TEST(CheckHostile, RandomDocuments) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) run_all(test::random_document(seed));
}

TEST(CheckHostile, VerticesInOnePlace) {
    test::Avatar avatar = test::make_avatar(test::t_pose(), test::Kind::vrm);
    constexpr std::size_t count = 100'000;
    const std::size_t first = avatar.vertices.size();
    avatar.vertices.resize(count, {{0.1F, 1.0F, 0.0F}, Bone::hips});
    avatar.joints.resize(4 * count, 0);
    avatar.weights.resize(4 * count, 0.0F);
    for (std::size_t v = first; v < count; ++v) avatar.set_weights(v, {{Bone::hips, 1.0F}});
    // Quadratic work would take minutes.
    run_all(avatar.load());
}

TEST(CheckHostile, EmptyOnes) {
    run_all({});
    Document document;
    document.humanoids.emplace_back();
    document.humanoids.front().kind = HumanoidKind::hanim;
    run_all(document);
    document.humanoids.front().kind = HumanoidKind::vrm1;
    run_all(document);
}

}  // namespace
}  // namespace vitruvian
