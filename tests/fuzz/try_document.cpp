#include "tests/fuzz/try_document.h"

#include "model/check/registry.h"
#include "model/check/run.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/io/image.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "model/remap/remap.h"
#include "tests/folders.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace vitruvian::fuzz {
namespace {

[[noreturn]] void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
}

/// A figure of a few joints, for clips to play on.
const Document& other_figure() {
    static const Document figure = [] {
        std::string text = "#VRML V2.0 utf8\nHumanoid { name \"h\" humanoidBody ";
        int y = 90;
        const auto joint = [&](const std::string& name, int x) {
            text += "Joint { name \"" + name + "\" center " + std::to_string(x) + " " + std::to_string(y) +
                    " 0 children [ ";
        };
        joint("HumanoidRoot", 0);
        for (const char* side : {"l", "r"}) {
            const int x = *side == 'l' ? 10 : -10;
            y = 90;
            for (const char* part : {"_hip", "_knee", "_ankle"}) {
                joint(side + std::string(part), x);
                y -= 40;
            }
            text += "] } ] } ] } ";
        }
        y = 100;
        for (const char* name : {"vl5", "vt6", "vc4", "skullbase"}) {
            joint(name, 0);
            y += 15;
        }
        return read_vrml(text + "] } ] } ] } ] } ] } }", "figure", {}, {}).value();
    }();
    return figure;
}

void pose_meshes(const Document& document, const Skeleton& skeleton, const Pose& pose) {
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    const std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(document.meshes.size(), most); ++i) {
        const MeshInstance& instance = document.meshes[i];
        if (skinned_positions(instance, world, pose.weights).size() != instance.mesh->positions.size())
            give_up("a mesh lost vertices");
    }
    static_cast<void>(posed_bounds(document, world, pose.weights));
}

/// A few small ones: larger images take time without testing more.
void decode_pictures(const Document& document) {
    constexpr std::size_t max_pixels = std::size_t{1} << 18;
    const ImagePlan plan = plan_images(document.images);
    std::size_t pixels = 0;
    for (const PlannedImage& image : plan) pixels += image.file_size.pixels();
    if (pixels > max_pixels) return;
    Diagnostics diagnostics;
    const auto check = [](std::size_t, const std::shared_ptr<const Image>& image) {
        if (image->rgba.size() != ImageSize{image->width, image->height}.bytes())
            give_up("an image of another size");
    };
    decode_images(document.images, plan, check, diagnostics);
}

void play_on_other(const Document& document, const std::shared_ptr<const Clip>& clip) {
    const Result<RemapPlan> plan = RemapPlan::make({clip, &document, -1}, other_figure(), 0);
    if (!plan) return;
    static_cast<void>(plan->pose_at(plan->duration() / 2));
}

/// Runs all checks, of the file's profile and of one that requires everything else. Findings must belong to
/// an existing check, have a message, and refer to an existing item.
void find_faults(const Document& document) {
    const std::optional<check::Profile> strict = check::built_in_profile("roblox");
    for (const check::Profile* profile : {static_cast<const check::Profile*>(nullptr), &*strict}) {
        for (const check::Finding& finding : check::run_checks(document, profile).findings) {
            if (check::find_check(finding.id) == nullptr || finding.message.empty())
                give_up("a finding that says nothing: " + std::string(finding.id));
            const Item& item = finding.object.item;
            if (item.kind != ItemKind::none && !exists(document, item))
                give_up("a finding of what does not exist: " + std::string(finding.id));
            if (finding.clip_index >= static_cast<int>(document.clips.size()))
                give_up("a finding in a clip that does not exist: " + std::string(finding.id));
            if (finding.fix.empty()) continue;
            Document repaired = document;
            if (!apply(Batch{"fix", finding.fix}, repaired))
                give_up("a fix that cannot be applied: " + finding.message);
            if (const std::optional<std::string> broken = expect_valid(repaired))
                give_up("fixed: " + *broken);
        }
    }
}

/// An unedited document must be written as it was read.
void save_in_place(const Document& document, std::span<const std::byte> bytes) {
    const Result<EncodedDocument> saved = encode_document(document, {});
    if (!saved) {
        if (saved.error().message.empty()) give_up("an error without a message: " + saved.error().code);
        return;
    }
    if (!std::ranges::equal(saved->bytes, bytes)) give_up("saving in place changed what was not edited");
}

void expect_readable(const EncodedDocument& saved) {
    const Result<Document> again =
        load_document(std::span<const std::byte>(saved.bytes), "again", {}, small_limits());
    if (again) {
        if (const std::optional<std::string> broken = expect_valid(*again)) give_up("written: " + *broken);
        return;
    }
    // The output may exceed the small limits.
    const std::string& code = again.error().code;
    const bool limit = code.find("too-") != std::string::npos || code == "vrml-expansion-limit";
    if (!limit) give_up("what was written cannot be read: " + again.error().text());
}

/// With another name, position and rotation of the last joint: where the format supports it, within the
/// original bytes.
void save_edited(const Document& document) {
    if (document.humanoids.empty() || document.humanoids[0].joints.empty()) return;
    const Item joint{ItemKind::joint, 0, static_cast<int>(document.humanoids[0].joints.size()) - 1};
    Document edited = document;
    for (const Command& command :
         {Command(Rename{joint, "edited"}), Command(SetJointCentre{joint, vec3(1, 2, 3)}),
          Command(SetJointRotation{joint, axis_angle(vec3(0, 1, 0), 0.5F)})})
        static_cast<void>(apply(command, edited));
    const Result<EncodedDocument> saved = encode_document(edited, {});
    if (saved && saved->side_files.empty()) expect_readable(*saved);
}

/// Written from scratch in another format, selected by the bytes.
void save_otherwise(const Document& document, std::span<const std::byte> bytes) {
    constexpr std::array formats{FileFormat::vrml97,   FileFormat::x3d_xml, FileFormat::x3d_classic,
                                 FileFormat::x3d_json, FileFormat::glb,     FileFormat::gltf,
                                 FileFormat::bvh};
    std::size_t sum = bytes.size();
    for (const std::byte b : bytes) sum = sum * 31 + std::to_integer<std::size_t>(b);
    SaveOptions options;
    options.format = formats[sum % formats.size()];
    options.anew = true;
    options.name = "fuzz";
    const Result<EncodedDocument> saved = encode_document(document, options);
    if (!saved || !saved->side_files.empty()) return;
    expect_readable(*saved);
}

}  // namespace

LoadOptions small_limits() {
    LoadOptions options;
    options.limits.max_inflated_bytes = std::size_t{16} << 20;
    options.limits.max_nodes = 10'000;
    options.limits.max_depth = 200;
    options.limits.max_expanded_nodes = 5'000;
    options.limits.max_expanded_values = 200'000;
    return options;
}

std::filesystem::path picture_folder() {
    return source_folder() / "tests/fuzz/corpus/fuzz_picture";
}

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

void try_document(Result<Document> document, std::span<const std::byte> bytes) {
    if (!document) {
        const Error& error = document.error();
        if (error.message.empty() || error.code.ends_with("-internal") || error.code == "gltf-unusable")
            give_up(error.text());
        return;
    }
    if (const std::optional<std::string> broken = expect_valid(*document)) give_up(*broken);
    decode_pictures(*document);
    const Skeleton skeleton = make_skeleton(*document);
    Pose pose = file_pose(skeleton);
    pose_meshes(*document, skeleton, pose);
    const std::size_t max_clips = 3;
    for (std::size_t i = 0; i < std::min(document->clips.size(), max_clips); ++i) {
        const std::shared_ptr<const Clip>& clip = document->clips[i];
        for (const double share : {-0.1, 0.0, 0.37, 1.0})
            sample(*clip, share * clip->duration, skeleton, pose);
        pose_meshes(*document, skeleton, pose);
        play_on_other(*document, clip);
    }
    document->source = std::make_shared<const DocumentSource>(
        DocumentSource{FileBytes::copy_of(bytes), {}, *document, {}, {}});
    find_faults(*document);
    save_in_place(*document, bytes);
    save_edited(*document);
    save_otherwise(*document, bytes);
}

}  // namespace vitruvian::fuzz
