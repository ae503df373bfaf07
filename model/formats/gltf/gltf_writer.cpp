#include "model/formats/gltf/gltf_writer.h"

#include "model/document/face_channels.h"
#include "model/document/file_format.h"
#include "model/edit/unmirror.h"
#include "model/figure/facing.h"
#include "model/figure/reference_rules.h"
#include "model/formats/gltf/patch/source_patch.h"
#include "model/formats/gltf/read/source_json.h"
#include "model/formats/gltf/write/conforming.h"
#include "model/formats/gltf/write/encode_container.h"
#include "model/formats/gltf/write/gltf_can_store.h"
#include "model/formats/gltf/write/humanoid_rules.h"
#include "model/formats/gltf/write/own_vertices.h"
#include "model/formats/gltf/write/writing.h"
#include "model/io/side_files.h"
#include "model/io/source.h"
#include "model/pose/straight_channels.h"
#include "model/remap/bone_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

using gltf::OrderedJson;
using gltf::Writing;

Result<EncodedDocument> pack(Writing& writing, EncodedDocument out, const SaveOptions& options) {
    for (const std::string& name : writing.extensions) writing.root["extensionsUsed"].push_back(name);
    writing.bin.move_lists_into(writing.root);
    if (gltf::make_finite(writing.root) + writing.bin.not_finite() > 0) {
        writing.notes.warn("gltf-not-finite", "products out of the range of float32 are written as 0",
                           {writing.document.file, 0, 0, {}});
    }
    const std::vector<std::byte>& bin = writing.bin.bytes();
    const FileFormat format =
        options.format == FileFormat::unknown ? writing.document.format : options.format;
    if (!bin.empty()) writing.root["buffers"] = {{{"byteLength", bin.size()}}};
    if (format != FileFormat::gltf) {
        Result<std::vector<std::byte>> bytes = gltf::to_glb(gltf::to_text(writing.root), bin);
        if (!bytes) return tl::unexpected(bytes.error());
        out.bytes = std::move(*bytes);
        return out;
    }
    if (!bin.empty()) {
        const std::string name = add_side_file(
            out, options, (options.name.empty() ? "figure" : options.name) + ".bin", bin, SideKind::buffer);
        writing.root["buffers"][0]["uri"] = gltf::to_uri(name);
    }
    out.bytes = gltf::to_bytes(gltf::to_text(writing.root, 1) + '\n');
    return out;
}

/// Extensions whose content a Document holds, or that only pack data. Of materials, the reader tells what it ignores.
bool is_held(std::string_view name) {
    constexpr std::array<std::string_view, 12> held{"EXT_skeleton_humanoid",
                                                    "VITRUVIAN_hanim",
                                                    "KHR_mesh_quantization",
                                                    "EXT_meshopt_compression",
                                                    "KHR_meshopt_compression",
                                                    "KHR_draco_mesh_compression",
                                                    "KHR_texture_transform",
                                                    "EXT_texture_webp",
                                                    "KHR_texture_basisu",
                                                    "KHR_character",
                                                    "KHR_character_skeleton_mapping",
                                                    "KHR_character_reference_pose"};
    return name.starts_with("KHR_materials_") || name == "VRMC_materials_mtoon" ||
           std::find(held.begin(), held.end(), name) != held.end();
}

/// Whether they hold something that a Document does not.
bool are_foreign(const gltf::Json& extras) {
    if (!extras.is_object()) return !extras.is_null();
    for (const auto& [key, value] : extras.items()) {
        if (key != "targetNames" && key != "VITRUVIAN") return true;
    }
    return false;
}

std::size_t count_foreign_extras(const gltf::Json& json) {
    std::size_t count = 0;
    if (json.is_array()) {
        for (const gltf::Json& inner : json) count += count_foreign_extras(inner);
    } else if (json.is_object()) {
        for (const auto& [key, inner] : json.items())
            count += key != "extras" ? count_foreign_extras(inner) : are_foreign(inner) ? 1 : 0;
    }
    return count;
}

void note_extras(const gltf::Json& root, const Document& document, Diagnostics& notes) {
    const std::size_t count = count_foreign_extras(root);
    if (count == 0) return;
    notes.warn("gltf-extras-not-carried",
               fmt::format("the extras of {} of the file's objects are left out", count),
               {document.file, 0, 0, {}});
}

std::optional<gltf::Json> json_of_source(const Document& document) {
    if (document.source == nullptr || !is_gltf(document.format)) return std::nullopt;
    return gltf::source_json(*document.source);
}

/// Extras and extensions of the file that the document was read from that the new file does not have.
void note_lost_parts(const Writing& writing) {
    const Document& document = writing.document;
    const std::optional<gltf::Json> root = json_of_source(document);
    if (!root) return;
    note_extras(*root, document, writing.notes);
    for (const gltf::Json& json : gltf::list_of(*root, "extensionsUsed")) {
        if (!json.is_string()) continue;
        const std::string& name = json.get_ref<const std::string&>();
        const bool is_vrm0 = name == "VRM" && writing.extensions.contains("VRMC_vrm");
        if (is_vrm0 || is_held(name) || writing.extensions.contains(name)) continue;
        writing.notes.warn(
            "gltf-extension-not-carried",
            fmt::format("the extension {} is not in a file that is written anew", name.substr(0, 60)),
            {document.file, 0, 0, "/extensionsUsed"});
    }
}

Result<EncodedDocument> write_whole(const Document& document, const SaveOptions& options) {
    EncodedDocument out;
    Conformed conformed =
        gltf::conformed_for_extension(gltf::with_own_vertices(document), options, out.notes);
    const HumanoidExtension wanted = gltf::wanted_extension(document, options);
    if (std::optional<Document> held = gltf::with_rests_held(conformed.document, wanted))
        conformed.document = std::move(*held);
    Writing writing{conformed.document, options, out.notes};
    writing.conforms = conformed.figures;
    writing.bind = conformed.bind;
    writing.also_joints = conformed.also_joints;
    writing.root["asset"] = {{"version", "2.0"}, {"generator", "Vitruvian"}};
    writing.local = gltf::shown_pose(conformed.document, wanted);
    gltf::note_new_rest(writing, wanted);
    if (wanted == HumanoidExtension::vrm) {
        writing.turn = turn_to_front(conformed.document, 0);
        note_turn(conformed.document, 0, writing.turn, "VRM 1.0", out.notes);
    }
    gltf::write_nodes(writing);
    gltf::write_cameras_and_lights(writing);
    gltf::write_images(writing);
    gltf::write_materials(writing);
    write_variants(writing);
    gltf::write_meshes(writing);
    gltf::write_animations(writing);
    if (Result<void> written = gltf::write_humanoids(writing); !written)
        return tl::unexpected(written.error());
    gltf::finish_nodes(writing);
    if (options.clips == ClipForm::nodes) {
        gltf::note_what_gltf_lacks(document, options, out.notes);
        note_lost_parts(writing);
    }
    return pack(writing, std::move(out), options);
}

/// A humanoid's channels turn eyes; they have no gaze.
void note_lost_gaze(const Document& document, const Humanoid& figure, Diagnostics& notes) {
    const bool has_gaze =
        std::ranges::any_of(document.humanoids, [](const Humanoid& h) { return h.gaze_node >= 0; });
    if (!has_gaze || figure.bones[Bone::left_eye] >= 0 || figure.bones[Bone::right_eye] >= 0) return;
    notes.warn("vrma-gaze", "the figure has no eyes: the clip's gaze is left out",
               {document.file, 0, 0, "/extensions/VRMC_vrm_animation/lookAt"});
}

/// Programs that play VRM animations, three-vrm among them, go straight from key to key, whatever the file says.
Clip straight_for_players(Clip clip, Diagnostics& notes) {
    if (is_straight(clip)) return clip;
    notes.note(
        "clip-straightened",
        fmt::format("programs that play VRM animations know no curves and no steps between keys: the clip "
                    "\"{}\" gets keys along them",
                    clip.name));
    return straightened(clip, exact_chords);
}

Clip without_channels(const Clip& clip) {
    Clip out = clip;
    out.channels.clear();
    return out;
}

/// The document's clips alone, on a figure of bare joints: as channels of bones, or as a VRM animation.
Result<EncodedDocument> write_clips(const Document& document, const SaveOptions& options) {
    const bool as_vrma = options.clips == ClipForm::vrma;
    const int humanoid = document.humanoids.empty() ? -1 : 0;
    Document figure =
        make_t_pose_figure(&document, humanoid, as_vrma ? BoneAxes::world : BoneAxes::extension);
    figure.file = document.file;
    Diagnostics notes;
    if (!as_vrma) note_lost_gaze(document, figure.humanoids.front(), notes);
    for (const auto& clip : document.clips) {
        const RemapSource source{clip, &document, -1};
        Result<Clip> moved = clip_on_figure(source, figure);
        if (!moved && as_vrma && moves_faces(source)) moved = without_channels(*clip);
        if (!moved) {
            notes.warn("clip-without-bones",
                       "a clip that moves no humanoid bone is not among the humanoid's clips",
                       {document.file, 0, 0, {}});
            continue;
        }
        if (as_vrma && !figure.clips.empty()) {
            notes.warn("vrma-one-clip",
                       fmt::format("a VRM animation has room for one clip: \"{}\" is written",
                                   figure.clips.front()->name),
                       {document.file, 0, 0, {}});
            break;
        }
        if (as_vrma) {
            add_faces(source, figure, *moved);
        } else if (has_face_channels(*clip, document)) {
            notes.warn(
                "clip-faces",
                "weights of displacers and expressions are not among a humanoid's channels and are left "
                "out",
                {document.file, 0, 0, {}});
        }
        figure.clips.push_back(std::make_shared<const Clip>(
            as_vrma ? straight_for_players(std::move(*moved), notes) : to_bone_channels(*moved, figure)));
    }
    if (figure.clips.empty()) {
        return fail("no-humanoid-clip", "no clip of the file moves a humanoid's bones",
                    {document.file, 0, 0, {}});
    }
    SaveOptions named = options;
    if (named.format == FileFormat::unknown || named.format == FileFormat::vrm)
        named.format = FileFormat::glb;
    Result<EncodedDocument> out = write_whole(figure, named);
    if (!out) return out;
    for (const Diagnostic& d : notes.list()) out->notes.add(d.severity, d.code, d.message, d.where);
    return out;
}

/// Whether EXT_skeleton_humanoid is asked for by name, for a figure whose vertices have to change for it.
bool asks_to_conform(const Document& document, const SaveOptions& options) {
    if (options.humanoid != HumanoidExtension::ext || options.keep_bind) return false;
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const bool has_it = document.humanoids[h].kind == HumanoidKind::ext_skeleton_humanoid ||
                            document.humanoids[h].kind == HumanoidKind::hanim;
        if (has_it || !gltf::gets_extension(document, options, h)) continue;
        const ReferenceFaults faults = reference_faults(document, static_cast<int>(h));
        if (faults.has_front && !faults.mirrored && !describe(faults).empty()) return true;
    }
    return false;
}

/// Programs that know the humanoid's extension set its bones' rotations, which mirrored frames would turn around.
std::optional<Document> with_frames_of_rotations(const Document& document, const SaveOptions& options) {
    const bool has_extension = gltf::wanted_extension(document, options) != HumanoidExtension::automatic;
    if (!has_extension || options.keep_bind) return std::nullopt;
    return without_mirrored_frames(document);
}

Result<EncodedDocument> write_figures(const Document& document, const SaveOptions& options) {
    const bool has_source = document.source != nullptr && is_gltf(document.format);
    if (!has_source || options.anew) return write_whole(document, options);
    if (asks_to_conform(document, options)) {
        Result<EncodedDocument> anew = write_whole(document, options);
        if (anew) {
            anew->notes.warn(
                "save-anew",
                "the extension requires another bind pose, so the file is rewritten, without the "
                "extensions and extras that Vitruvian does not know (--keep-bind leaves it as it is)",
                {document.file, 0, 0, {}});
        }
        return anew;
    }
    const std::optional<Document> held =
        gltf::with_rests_held(document, gltf::wanted_extension(document, options));
    Result<EncodedDocument> patched = gltf::patch_source(held ? *held : document, options);
    if (patched || patched.error().code != "save-structure") return patched;
    Result<EncodedDocument> anew = write_whole(document, options);
    if (anew) {
        anew->notes.warn("save-anew",
                         "the edits could not be written in place: the file is rewritten, without "
                         "the extensions and extras that Vitruvian does not know (" +
                             patched.error().message + ")",
                         {document.file, 0, 0, {}});
    }
    return anew;
}

}  // namespace

void note_lost_extras(const Document& document, Diagnostics& notes) {
    if (const std::optional<gltf::Json> root = json_of_source(document)) note_extras(*root, document, notes);
}

Result<EncodedDocument> write_gltf(const Document& document, const SaveOptions& options) {
    if (options.clips != ClipForm::nodes) return write_clips(document, options);
    const std::optional<Document> unmirrored = with_frames_of_rotations(document, options);
    Result<EncodedDocument> out = write_figures(unmirrored ? *unmirrored : document, options);
    if (out && unmirrored) {
        out->notes.note(
            "frames-unmirrored",
            "joints below a negative scale get right-handed frames: programs that set the rotations "
            "of bones would turn mirrored ones the other way",
            {document.file, 0, 0, {}});
    }
    return out;
}

}  // namespace vitruvian
