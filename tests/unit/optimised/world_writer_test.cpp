// Worlds written from scratch: what is read back is what was written, in every encoding, for real files and
// for figures converted to H-Anim's form.
#include "model/formats/vrml/write/world_writer.h"

#include "model/core/at.h"
#include "model/figure/facing.h"
#include "model/formats/load.h"
#include "model/io/save_options.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

Result<Document> again(const Document& document, const SaveOptions& options,
                       const std::filesystem::path& folder = {}) {
    const Result<EncodedDocument> encoded = write_world(document, options);
    if (!encoded) return tl::unexpected(encoded.error());
    return load_document(encoded->bytes, "again", folder);
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               std::initializer_list<std::string_view> suffixes) {
    std::vector<std::filesystem::path> out;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        const std::string suffix = it->path().extension().string();
        if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) out.push_back(it->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// What strict readers reject.
void expect_well_ordered(const Document& document) {
    for (const Diagnostic& d : document.diagnostics.list()) {
        EXPECT_FALSE(d.code == "vrml-use-before-def" || d.code == "vrml-use-unbound" ||
                     d.code == "vrml-route-unbound" || d.code == "hanim-list-differs" ||
                     d.code == "hanim-displacer-index")
            << d.message;
    }
}

TEST(WorldWriter, EveryHanimFileReadsBackEqual) {
    const std::filesystem::path corpus = shared_folder() / "corpus";
    std::vector<std::filesystem::path> files = files_below(corpus / "hanim", {".wrl", ".x3d", ".x3dv"});
    const std::vector<std::filesystem::path> torture = files_below(corpus / "torture", {".wrl"});
    files.insert(files.end(), torture.begin(), torture.end());
    if (files.empty()) GTEST_SKIP() << "the corpus is not here";
    for (const std::filesystem::path& file : files) {
        const Result<Document> document = load_document(file);
        if (!document) continue;
        for (const FileFormat format : test::world_formats) {
            SCOPED_TRACE(file.string() + " as " + std::string(to_string(format)));
            SaveOptions options;
            options.format = format;
            const Result<Document> found = again(*document, options, file.parent_path());
            ASSERT_TRUE(found) << found.error().text();
            EXPECT_EQ(found->format, format);
            expect_well_ordered(*found);
            const bool first = document->format == FileFormat::vrml97;
            test::Agreement agreement;
            // Bytes that are not UTF-8 are written as the Latin-1 letters they represent.
            const bool latin1 = file.stem() == "a15_latin1";
            agreement.humanoid_data = !latin1 && first == (format == FileFormat::vrml97);
            EXPECT_EQ(test::difference(*found, *document, agreement), std::nullopt);
        }
    }
}

/// Everything visible of two documents at one time, for other formats: their joints have other axes in
/// H-Anim's form, and another order.
struct Moment {
    std::vector<mat4> world;
    std::vector<std::vector<vec3>> meshes;  // of each instance, corner by corner
};

std::vector<vec3> corners(const MeshInstance& instance, const std::vector<mat4>& world,
                          const std::vector<float>& weights) {
    const std::vector<vec3> places = skinned_positions(instance, world, weights);
    const std::vector<std::uint32_t>& index = instance.mesh->indices;
    std::vector<vec3> out;
    if (instance.mesh->topology != Topology::triangles) {
        for (const std::uint32_t v : index) out.push_back(places[v]);
        return out;
    }
    for (std::size_t i = 0; i + 2 < index.size(); i += 3) {
        if (index[i] == index[i + 1] || index[i + 1] == index[i + 2] || index[i] == index[i + 2]) continue;
        for (std::size_t c = i; c < i + 3; ++c) out.push_back(places[index[c]]);
    }
    return out;
}

/// As stored, with every displacer applied, then at three times of each of the first clips.
std::vector<Moment> moments(const Document& document, std::size_t clips) {
    std::vector<Moment> out;
    const Skeleton skeleton = make_skeleton(document);
    const auto add = [&](const Pose& pose) {
        Moment& moment = out.emplace_back();
        moment.world = world_matrices(skeleton, pose);
        for (const MeshInstance& instance : document.meshes) {
            moment.meshes.push_back(corners(instance, moment.world, pose.weights));
        }
    };
    add(file_pose(skeleton));
    Pose displaced = file_pose(skeleton);
    std::fill(displaced.weights.begin(), displaced.weights.end(), 0.75F);
    add(displaced);
    for (std::size_t c = 0; c < clips; ++c) {
        for (const double share : {0.1, 0.5, 0.83}) {
            Pose pose = file_pose(skeleton);
            sample(*document.clips[c], share * document.clips[c]->duration, skeleton, pose);
            add(pose);
        }
    }
    return out;
}

double size_of(const Moment& moment) {
    double out = 1e-3;
    for (const auto& mesh : moment.meshes) {
        for (const vec3& p : mesh) out = std::max(out, static_cast<double>(glm::length(p)));
    }
    for (const mat4& m : moment.world) out = std::max(out, static_cast<double>(glm::length(vec3(m[3]))));
    return out;
}

/// The difference of a joint's motion since the first time (in world space) from another's, and of its
/// position.
double motion_error(const std::vector<Moment>& a, int node_a, const std::vector<Moment>& b, int node_b,
                    double size) {
    const auto at = [](const std::vector<Moment>& list, std::size_t m, int node) {
        return glm::dmat4(list[m].world[static_cast<std::size_t>(node)]);
    };
    double worst = glm::length(glm::dvec3(at(a, 0, node_a)[3] - at(b, 0, node_b)[3])) / size;
    if (worst > 0.01) return worst;  // another joint
    const glm::dmat4 back_a = glm::inverse(at(a, 0, node_a));
    const glm::dmat4 back_b = glm::inverse(at(b, 0, node_b));
    for (std::size_t m = 1; m < a.size(); ++m) {
        const glm::dmat4 moved_a = at(a, m, node_a) * back_a;
        const glm::dmat4 moved_b = at(b, m, node_b) * back_b;
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 3; ++r) {
                worst = std::max(worst, std::abs(moved_a[c][r] - moved_b[c][r]) / (c == 3 ? size : 1.0));
            }
        }
    }
    return worst;
}

/// The largest distance of any corner from its expected position, relative to the size of the scene.
double corner_error(const std::vector<Moment>& a, std::size_t mesh_a, const std::vector<Moment>& b,
                    std::size_t mesh_b, double size) {
    double worst = 0.0;
    for (std::size_t m = 0; m < a.size(); ++m) {
        const std::vector<vec3>& x = a[m].meshes[mesh_a];
        const std::vector<vec3>& y = b[m].meshes[mesh_b];
        if (x.size() != y.size()) return 1e9;
        for (std::size_t i = 0; i < x.size(); ++i) {
            worst = std::max(worst, static_cast<double>(glm::length(x[i] - y[i])) / size);
        }
        if (m == 0 && worst > 0.01) return worst;  // another mesh
    }
    return worst;
}

void expect_same_show(const Document& found, const Document& expected, double tolerance) {
    const std::size_t clips = std::min<std::size_t>(expected.clips.size(), 3);
    ASSERT_GE(found.clips.size(), clips);
    const std::vector<Moment> a = moments(found, clips);
    const std::vector<Moment> b = moments(expected, clips);
    const double size = size_of(b.front());
    for (const Humanoid& humanoid : expected.humanoids) {
        for (const Joint& joint : humanoid.joints) {
            double best = 1e9;
            for (const Humanoid& other : found.humanoids) {
                for (const Joint& j : other.joints)
                    best = std::min(best, motion_error(a, j.node, b, joint.node, size));
            }
            EXPECT_LE(best, tolerance) << at(expected.nodes, joint.node).name;
        }
    }
    for (std::size_t m = 0; m < expected.meshes.size(); ++m) {
        double best = 1e9;
        for (std::size_t n = 0; n < found.meshes.size(); ++n)
            best = std::min(best, corner_error(a, n, b, m, size));
        EXPECT_LE(best, tolerance) << "mesh " << m << " " << expected.meshes[m].name;
    }
}

TEST(WorldWriter, EveryOtherFigureMovesTheSame) {
    const std::filesystem::path corpus = shared_folder() / "corpus";
    std::vector<std::filesystem::path> files;
    for (const char* folder : {"gltf", "vrm", "ext", "bvh"}) {
        const auto more = files_below(corpus / folder, {".glb", ".gltf", ".vrm", ".bvh"});
        files.insert(files.end(), more.begin(), more.end());
    }
    if (files.empty()) GTEST_SKIP() << "the corpus is not here";
    for (const std::filesystem::path& file : files) {
        Result<Document> document = load_document(file);
        if (!document || document->humanoids.empty()) continue;
        const FacedDocument shown = faced_forward(*document);
        for (const FileFormat format : {FileFormat::x3d_xml, FileFormat::vrml97}) {
            SCOPED_TRACE(file.string() + " as " + std::string(to_string(format)));
            SaveOptions options;
            options.format = format;
            const Result<Document> found = again(*document, options);
            ASSERT_TRUE(found) << found.error().text();
            expect_well_ordered(*found);
            EXPECT_EQ(found->humanoids.size(), document->humanoids.size());
            expect_same_show(*found, shown.document, 1e-5);
        }
    }
}

/// Four keys for a node, with tangents or without.
Channel random_channel(test::Random& random, int node, ChannelPath path) {
    Channel channel;
    channel.node = node;
    channel.path = path;
    channel.space = random.chance(0.3F) ? ChannelSpace::delta : ChannelSpace::local;
    channel.interpolation = random.chance(0.3F) ? Interpolation::cubic : Interpolation::linear;
    for (int key = 0; key < 4; ++key) {
        channel.times.push_back(static_cast<float>(key) / 3.0F);
        for (int part = 0; part < (channel.interpolation == Interpolation::cubic ? 3 : 1); ++part) {
            const bool tangent = channel.interpolation == Interpolation::cubic && part != 1;
            const quat q = random.rotation();
            const float size = random.real(0.8F, 1.25F);
            std::vector<float> v{q.x, q.y, q.z, q.w};
            if (path != ChannelPath::rotation) v = {size, size, size};
            for (float& x : v) x *= tangent ? 0.3F : 1.0F;
            channel.values.insert(channel.values.end(), v.begin(), v.end());
        }
    }
    return channel;
}

/// The joints of a figure, bound in another pose: other rotations and positions, the same scales, as in the
/// nodes.
std::shared_ptr<const Skin> bound_skin(test::Random& random, const Document& document,
                                       const std::vector<bool>& is_group) {
    std::vector<Node> bound = document.nodes;
    for (std::size_t i = 0; i < bound.size(); ++i) {
        if (is_group[i] || i == 0) continue;
        bound[i].rest.rotation = random.rotation();
        bound[i].rest.translation = random.vector(-1.0F, 1.0F);
    }
    Document other;
    other.nodes = bound;
    const Skeleton skeleton = make_skeleton(other);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    for (const Joint& joint : document.humanoids[0].joints) {
        skin->nodes.push_back(joint.node);
        skin->inverse_bind.push_back(affine_inverse(at(world, joint.node)));
    }
    return skin;
}

/// A figure unlike those of any tool: randomly rotated and scaled joints, groups between them, a skin bound
/// in another pose, a rigid part with a displacer, and clips of all kinds.
Document random_figure(std::uint32_t seed) {
    test::Random random(seed);
    Document document;
    const auto some = [&] {
        Transform t;
        t.translation = random.vector(-1.0F, 1.0F);
        t.rotation = random.rotation();
        t.scale = vec3(random.real(0.7F, 1.4F));
        return t;
    };
    const int count = 12;
    for (int i = 0; i < count; ++i) {
        Node& node = document.nodes.emplace_back();
        node.name = "node " + std::to_string(i);
        node.parent = i == 0 ? -1 : random.integer(std::max(0, i - 3), i - 1);
        node.rest = some();
    }
    Humanoid& humanoid = document.humanoids.emplace_back();
    humanoid.name = "figure";
    std::vector<bool> is_group(count, false);
    for (int i = 1; i < count; ++i) {
        at(is_group, i) = i > 1 && random.chance(0.25F);
        if (at(is_group, i)) continue;
        at(document.nodes, i).kind = NodeKind::joint;
        humanoid.joints.emplace_back().node = i;
    }
    const std::shared_ptr<const Skin> skin = bound_skin(random, document, is_group);
    document.displacers.push_back({"smile", DisplacerKind::morph, 0, -1, 0.25F, false, {}});
    document.displacers.push_back({"frown", DisplacerKind::morph, 0, -1, 0.0F, false, {}});
    MeshInstance skinned;
    skinned.name = "skinned";
    skinned.mesh =
        std::make_shared<Mesh>(test::random_mesh(random, 60, static_cast<int>(skin->nodes.size())));
    skinned.skin = skin;
    skinned.humanoid = 0;
    skinned.displacers = {0};
    document.meshes.push_back(skinned);
    Mesh stiff = test::random_mesh(random, 20, 1);
    stiff.influence_begin.clear();
    stiff.influence_joint.clear();
    stiff.influence_weight.clear();
    MeshInstance rigid;
    rigid.name = "rigid";
    rigid.mesh = std::make_shared<Mesh>(std::move(stiff));
    rigid.node = humanoid.joints.back().node;
    rigid.skin = std::make_shared<Skin>(Skin{"", {rigid.node}, {to_matrix(some())}});
    rigid.humanoid = 0;
    rigid.displacers = {1};
    document.meshes.push_back(rigid);
    auto clip = std::make_shared<Clip>();
    clip->name = "all";
    clip->duration = 1.0;
    for (int i = 1; i < count; ++i) {
        for (const ChannelPath path : {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale}) {
            // Static groups are removed; animated ones are not.
            if (at(is_group, i) ? path != ChannelPath::rotation : random.chance(0.5F)) continue;
            clip->channels.push_back(random_channel(random, i, path));
        }
    }
    document.clips.push_back(std::move(clip));
    return document;
}

TEST(WorldWriter, AnyDocumentIsWrittenToSomethingReadable) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Document document = test::random_document(seed);
        SaveOptions options;
        options.format = test::world_formats[seed % test::world_formats.size()];
        options.hanim_version = seed % 3 == 0 ? HanimVersion::v1_1 : HanimVersion::v2_0;
        if (seed % 2 == 0) options.clips_as = ClipsAs::hanim_motion;
        const Result<Document> found = again(document, options);
        ASSERT_TRUE(found) << seed << found.error().text();
        expect_well_ordered(*found);
        ASSERT_EQ(found->humanoids.size(), 1U) << seed;
        EXPECT_EQ(found->humanoids[0].joints.size(), document.humanoids[0].joints.size());
        EXPECT_GE(found->humanoids[0].segments.size(), document.humanoids[0].segments.size());
        EXPECT_EQ(found->humanoids[0].sites.size(), document.humanoids[0].sites.size());
        EXPECT_EQ(static_cast<std::ptrdiff_t>(found->displacers.size()),
                  std::ranges::count_if(document.displacers, is_in_file));
        EXPECT_EQ(found->meshes.size(), document.meshes.size());
        EXPECT_EQ(found->viewpoints.size(), document.viewpoints.size());
    }
}

TEST(WorldWriter, RandomFiguresMoveTheSame) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Document document = random_figure(seed);
        ASSERT_EQ(expect_valid(document), std::nullopt) << seed;
        const FileFormat format = test::world_formats[seed % test::world_formats.size()];
        SCOPED_TRACE("seed " + std::to_string(seed) + " as " + std::string(to_string(format)));
        SaveOptions options;
        options.format = format;
        const Result<Document> found = again(document, options);
        ASSERT_TRUE(found) << found.error().text();
        expect_well_ordered(*found);
        EXPECT_EQ(found->humanoids.size(), 1U);
        EXPECT_EQ(found->humanoids[0].joints.size(), document.humanoids[0].joints.size());
        // Chords of cubic curves are within 1e-5, and ancestors' errors add up.
        expect_same_show(*found, document, 1e-4);
    }
}

}  // namespace
}  // namespace vitruvian
