#include "model/formats/save.h"

#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/blend_deviation.h"
#include "model/edit/conform.h"
#include "model/edit/scale_document.h"
#include "model/edit/standing_rest.h"
#include "model/figure/facing.h"
#include "model/formats/bvh/bvh_patch.h"
#include "model/formats/bvh/bvh_writer.h"
#include "model/formats/gltf/gltf_writer.h"
#include "model/formats/suffixes.h"
#include "model/formats/vrml/patch/world_patch.h"
#include "model/formats/vrml/write/source_words.h"
#include "model/formats/vrml/write/world_writer.h"
#include "model/io/gzip.h"
#include "model/io/save_plan.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

bool is_cancelled(const SaveOptions& options) {
    return options.cancel != nullptr && options.cancel->load();
}

void tell(const SaveOptions& options, float progress) {
    if (options.progress != nullptr) options.progress->store(progress);
}

/// Figures face +Z in motion files too; a document that was read from BVH keeps its orientation.
Result<EncodedDocument> write_faced_bvh(const Document& document) {
    if (document.format == FileFormat::bvh) return write_bvh(document);
    const FacedDocument faced = is_world(document.format) ? stood_up(document) : faced_forward(document);
    Result<EncodedDocument> out = write_bvh(faced.document);
    if (out) note_turn(document, faced.humanoid, faced.turn, "BVH", out->notes);
    return out;
}

void note_standing(const StandingDocument& standing, Diagnostics& notes) {
    for (const int humanoid : standing.humanoids) {
        notes.warn("rest-as-t-pose",
                   fmt::format("'{}' rests in a T-pose in the file: where the motion's angles are zero "
                               "it is in no pose",
                               at(standing.document.humanoids, humanoid).name),
                   {standing.document.file, 0, 0, {}});
    }
}

Result<EncodedDocument> write_standing_world(const Document& document, const SaveOptions& options) {
    const StandingDocument standing = standing_at_rest(document);
    const Document hanim = in_hanim_form(standing.document);
    Result<EncodedDocument> out = write_world(hanim, options);
    if (out) note_blend_deviation(standing.document, hanim, {}, "", out->notes);
    if (out) note_standing(standing, out->notes);
    return out;
}

/// Lengths of glTF are metres; returns nothing for a document without another unit.
std::optional<Document> in_metres(const Document& document) {
    if (!is_world(document.format) || !document.metres_per_unit) return std::nullopt;
    Document out = document;
    scale_document(out, *document.metres_per_unit);
    out.metres_per_unit.reset();
    return out;
}

Result<EncodedDocument> write_standing_gltf(const Document& document, const SaveOptions& options) {
    if (const std::optional<Document> metric = in_metres(document)) {
        Result<EncodedDocument> out = write_standing_gltf(*metric, options);
        if (out)
            out->notes.note("in-metres",
                            fmt::format("glTF has metres only: all lengths are multiplied by {:g}",
                                        *document.metres_per_unit),
                            {document.file, 0, 0, {}});
        return out;
    }
    const bool is_bvh = document.format == FileFormat::bvh;
    if (options.clips != ClipForm::nodes || !(is_bvh || is_world(document.format)))
        return write_gltf(document, options);
    const StandingDocument standing =
        options.keep_bind || !is_bvh ? StandingDocument{document, {}} : standing_at_rest(document);
    const FacedDocument faced = stood_up(standing.document);
    Result<EncodedDocument> out = write_gltf(faced.document, options);
    if (out) note_turn(document, faced.humanoid, faced.turn, "glTF", out->notes);
    if (out) note_standing(standing, out->notes);
    return out;
}

/// Writes a whole file of `format`, whatever the document was read from.
Result<EncodedDocument> write_whole(const Document& document, FileFormat format, SaveOptions options) {
    options.format = format;
    switch (format) {
        case FileFormat::vrml97:
        case FileFormat::x3d_classic:
        case FileFormat::x3d_xml:
        case FileFormat::x3d_json: {
            Result<EncodedDocument> out = write_standing_world(document, options);
            if (out) note_lost_extras(document, out->notes);
            return out;
        }
        case FileFormat::gltf:
        case FileFormat::glb:
        case FileFormat::vrm: {
            Result<EncodedDocument> out = write_standing_gltf(document, options);
            if (out && options.clips != ClipForm::vrma) vrml::note_without_world(document, out->notes);
            return out;
        }
        case FileFormat::bvh:
            return write_faced_bvh(document);
        default:
            return fail("format-not-written", fmt::format("{} files are not written", to_string(format)),
                        {document.file, 0, 0, {}});
    }
}

bool is_own_file(const Document& document, const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::equivalent(path, document.file, ignored);
}

bool is_elsewhere(const Document& document, const SaveOptions& options) {
    return !options.file_name.empty() && !is_own_file(document, options.folder / options.file_name);
}

/// Whether a document whose source another program has changed may be written from what was read of it: under
/// another name, or where the user chose to replace the file.
bool may_leave_source(const Document& document, const SaveOptions& options) {
    return is_elsewhere(document, options) ||
           (options.replaces && std::holds_alternative<AnyFile>(*options.replaces));
}

/// Whether an edit failed because the value is in another file or shared by several PROTO instances. It
/// cannot be stored in the same file, where other parts would change; under another name, everything can be
/// written as one file.
bool is_about_shared_text(const Error& error) {
    return error.code == "save-other-file" || error.code == "save-shared";
}

}  // namespace

FileFormat format_for_path(const std::filesystem::path& path) {
    const FileSuffix* suffix = suffix_of(path);
    return suffix == nullptr ? FileFormat::unknown : suffix->format;
}

bool is_compressed_path(const std::filesystem::path& path) {
    const std::string name = lower_case(path.filename().string());
    return name.ends_with(".gz") || name.ends_with(".wrz");
}

Result<EncodedDocument> encode_document(const Document& document, const SaveOptions& options) {
    if (document.source != nullptr) document.source->bytes.detach();
    const FileFormat format = options.format == FileFormat::unknown ? document.format : options.format;
    const bool in_place = document.source != nullptr && format == document.format && !options.anew &&
                          !options.rigid && !options.hanim_version.has_value() &&
                          options.clips_as == ClipsAs::interpolators;
    std::optional<Error> not_in_place;
    bool leaves_source = false;
    if (in_place && is_world(format)) {
        Result<EncodedDocument> patched = patch_world(document, options);
        if (patched) return patched;
        not_in_place = patched.error();
        const bool is_shared = is_about_shared_text(*not_in_place);
        const bool elsewhere = is_elsewhere(document, options);
        if (is_shared && !elsewhere)
            not_in_place->message += ": undo that change, or save under another name, as a file of its own";
        leaves_source = not_in_place->code == "source-changed" && may_leave_source(document, options);
        if (not_in_place->code != "save-structure" && !(is_shared && elsewhere) && !leaves_source)
            return tl::unexpected(*not_in_place);
    }
    if (in_place && format == FileFormat::bvh) {
        Result<EncodedDocument> patched = patch_bvh(document);
        if (patched) return patched;
        not_in_place = patched.error();
    }
    Document whole = document;
    // The writers read it for data they cannot store.
    if (leaves_source || (whole.source != nullptr && !whole.source->bytes.intact())) whole.source = nullptr;
    Result<EncodedDocument> encoded = write_whole(whole, format, options);
    if (!encoded && encoded.error().code == "source-changed" && may_leave_source(document, options)) {
        not_in_place = encoded.error();
        whole.source = nullptr;
        encoded = write_whole(whole, format, options);
    }
    if (!encoded) return tl::unexpected(not_in_place.value_or(encoded.error()));
    if (not_in_place) {
        const char* of_its_own =
            is_about_shared_text(*not_in_place) ? ", with what it takes from elsewhere in it" : "";
        encoded->notes.warn("save-anew", fmt::format("the edits could not be written in place: the file is "
                                                     "rewritten, without its comments and layout{} ({})",
                                                     of_its_own, not_in_place->message));
    }
    if (is_world(format) && options.compress.value_or(false)) encoded->bytes = deflate_gzip(encoded->bytes);
    return encoded;
}

namespace {

/// Whether a writer's note means that something was left out, by its code.
Kept kept_by(const Diagnostic& note) {
    // Codes about how something is written, not about what is missing.
    constexpr std::array<std::string_view, 23> ways{{"ext-bone-axes",
                                                     "ext-reference-pose",
                                                     "ext-bone-order",
                                                     "vrm-bone-order",
                                                     "inner-name-not-carried",
                                                     "bones-by-name",
                                                     "side-file-renamed",
                                                     "vrml-written-otherwise",
                                                     "clip-as-interpolators",
                                                     "clip-duration",
                                                     "vrm-no-author",
                                                     "save-own-proto",
                                                     "posed-at-rest",
                                                     "hanim-name-missing",
                                                     "hanim-name-ambiguous",
                                                     "hanim-limits-zero",
                                                     "turned-to-front",
                                                     "weights-repaired",
                                                     "blend-deviates",
                                                     "clip-straightened",
                                                     "in-metres",
                                                     "frames-unmirrored",
                                                     "mirror-image"}};
    // Codes about source data that a document does not hold.
    constexpr std::array<std::string_view, 9> of_source{{"save-anew", "gzip-damaged", "vrml-not-carried",
                                                         "vrml-route-not-carried", "reference-not-carried",
                                                         "gltf-reference-lost", "gltf-extension-not-carried",
                                                         "gltf-extras-not-carried", "world-not-carried"}};
    if (std::find(ways.begin(), ways.end(), note.code) != ways.end()) return Kept::all;
    const bool source = std::find(of_source.begin(), of_source.end(), note.code) != of_source.end();
    return source ? Kept::document : Kept::part;
}

void fill_in(SaveOptions& options, const Document& document, const std::filesystem::path& path) {
    if (options.format == FileFormat::unknown) options.format = format_for_path(path);
    if (options.folder.empty()) options.folder = path.has_parent_path() ? path.parent_path() : ".";
    if (options.name.empty()) options.name = path.stem().string();
    options.file_name = path.filename().string();
    const bool is_vrma = path.extension() == ".vrma";
    if (is_vrma && std::filesystem::path(document.file).extension() != ".vrma")
        options.clips = ClipForm::vrma;
    const bool own_file = is_own_file(document, path);
    if (!options.compress) {
        // Many gzipped worlds are named .wrl, and stay compressed when saved under their own name.
        if (is_compressed_path(path)) {
            options.compress = true;
        } else if (!own_file) {
            options.compress = false;
        }
    }
    if (document.source == nullptr) return;
    for (const KnownFile& file : document.source->beside) {
        if (find_known(options.own_files, file.path) == nullptr) options.own_files.push_back(file);
    }
    if (!options.replaces && own_file && document.source->stamp) options.replaces = *document.source->stamp;
}

/// Joints of H-Anim have the humanoid's axes; bones of other formats have axes of their own.
bool loses_axes(const Document& document, FileFormat format) {
    const auto turned = [&](const Humanoid& humanoid) {
        return humanoid.kind != HumanoidKind::hanim &&
               std::any_of(humanoid.joints.begin(), humanoid.joints.end(), [&](const Joint& joint) {
                   return at(document.nodes, joint.node).rest.rotation != identity_quat;
               });
    };
    return is_world(format) && std::any_of(document.humanoids.begin(), document.humanoids.end(), turned);
}

Kept kept_by(const Document& document, const SaveOptions& options, const Diagnostics& notes) {
    if (options.clips != ClipForm::nodes) return Kept::part;
    const bool is_own_bvh = document.format == FileFormat::bvh && document.source != nullptr;
    if (options.format == FileFormat::bvh && !is_own_bvh) return Kept::part;
    Kept out = Kept::all;
    for (const Diagnostic& note : notes.list()) out = std::max(out, kept_by(note));
    return out;
}

Result<SavedDocument> save(const Document& document, const std::filesystem::path& path, SaveOptions options,
                           bool keeps_previous) {
    fill_in(options, document, path);
    const Replaceable replaces = options.replaces.value_or(AnyFile{});
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return fail("cannot-write", "a folder has this name: choose another one", {path.string(), 0, 0, {}});
    }
    if (!may_replace(path, replaces)) {  // checked before the work, and again after it
        return fail("file-changed", "another program has written to this file since it was read",
                    {path.string(), 0, 0, {}});
    }
    Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) return tl::unexpected(encoded.error());
    if (is_cancelled(options)) return fail("cancelled", "saving was cancelled", {path.string(), 0, 0, {}});
    tell(options, 0.9F);
    if (loses_axes(document, options.format)) {
        encoded->notes.note(
            "bone-axes-not-carried",
            "H-Anim's joints have no axes of their own: those of the bones are lost, and their "
            "clips are written for the new ones");
    }
    Result<std::vector<WrittenFile>> files =
        write_together(path, encoded->bytes, encoded->side_files, options.own_files, replaces,
                       document.source != nullptr ? &document.source->bytes : nullptr, options.before_placing,
                       keeps_previous);
    if (!files) return tl::unexpected(files.error());
    tell(options, 1.0F);
    const Kept kept = kept_by(document, options, encoded->notes);
    return SavedDocument{std::move(encoded->notes), std::move(*files), kept};
}

}  // namespace

Result<SavedDocument> save_document(const Document& document, const std::filesystem::path& path,
                                    SaveOptions options) {
    return save(document, path, std::move(options), false);
}

Result<SavedDocument> save_keeping_previous(const Document& document, const std::filesystem::path& path,
                                            SaveOptions options) {
    return save(document, path, std::move(options), true);
}

}  // namespace vitruvian
