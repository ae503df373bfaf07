// How documents are written: the options of all writers, and the resulting files.
#pragma once

#include "model/document/document.h"
#include "model/io/file_stamp.h"
#include "model/standard/hanim_names.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitruvian {

/// What a saved file may replace: anything, nothing, or only a file that is unchanged since it was last seen
/// (or deleted).
struct AnyFile {};
struct NoFile {};
using Replaceable = std::variant<AnyFile, NoFile, FileStamp>;

/// The form of clips in an X3D file: TimeSensors, interpolators and ROUTEs, or, if they only rotate and move
/// joints, HAnimMotion nodes (ISO/IEC 19774-2), whose frames are sampled.
enum class ClipsAs { interpolators, hanim_motion };

/// The extension with which a glTF file identifies the bones of a humanoid. EXT_skeleton_humanoid stores all
/// H-Anim data (model/formats/gltf/write/hanim_extension.h), and H-Anim figures always get it.
enum class HumanoidExtension {
    automatic,  // that of the figure: H-Anim as EXT_skeleton_humanoid; VRM for .vrm files
    ext,        // EXT_skeleton_humanoid, for every figure with bones
    vrm,        // VRMC_vrm 1.0
    khr,        // KHR_character with KHR_character_skeleton_mapping and a reference pose
};

/// The form of clips in a glTF file.
enum class ClipForm {
    nodes,  // animations of the figure's nodes, with the figure
    ext,    // a file with clips only, as EXT_skeleton_humanoid channels, for any humanoid
    vrma,   // a file with one clip only, as VRMC_vrm_animation, for any humanoid
};

struct SaveOptions {
    FileFormat format = FileFormat::unknown;    // unknown: the document's own
    std::optional<HanimVersion> hanim_version;  // nullopt: names are kept
    ClipsAs clips_as = ClipsAs::interpolators;
    std::filesystem::path folder;  // folder of the output file: references are written relative to it
    std::string name;              // the file's name without its suffix, for files beside it
    std::string file_name;         // the file's name with its suffix, which no file beside it may have
    /// Files beside it that belong to the document: they may be overwritten while unmodified. save_document
    /// adds those that the document was read with.
    std::vector<KnownFile> own_files;
    /// nullopt: where the document is saved under the name it was read from, only the unmodified file;
    /// otherwise anything.
    std::optional<Replaceable> replaces;
    HumanoidExtension humanoid = HumanoidExtension::automatic;  // of glTF files
    ClipForm clips = ClipForm::nodes;                           // of glTF files
    /// Keeps bind poses and bone axes even if EXT_skeleton_humanoid, with which a figure is rewritten,
    /// requires others.
    bool keep_bind = false;
    bool rigid = false;  // worlds: skins are cut into rigid parts, added to the segments of their main joints
    std::optional<bool> compress;  // with gzip (worlds only); nullopt: as in the file it was read from
    /// Nothing is saved from this document again: the file of a .gltf's buffer, from which each save reads what
    /// was not edited, may be changed in place.
    bool is_last = false;
    bool anew = false;  // rewrite completely, even if the file it was read from could be changed in place
    /// Progress 0..1, updated while writing; may be null.
    std::atomic<float>* progress = nullptr;
    /// May be set by any thread to stop before anything is written, with the error code "cancelled"; may be
    /// null.
    const std::atomic<bool>* cancel = nullptr;
    /// Called once everything is written and only the main file has to be moved into place, with its size and
    /// checksum.
    std::function<void(const FileStamp&)> before_placing;
};

/// A file that goes beside the main one: a texture, a buffer.
struct SideFile {
    std::filesystem::path name;  // relative to the main file's folder
    std::vector<std::byte> bytes;
};

/// A file that was written, or would have been if it did not already have the same bytes.
struct WrittenFile {
    std::filesystem::path path;
    FileStamp stamp;
    bool was_there = false;
};

/// How much of a document a file contains.
enum class Kept {
    all,
    document,  // everything in the document, but not all of its source file: comments, unknown nodes
    part,      // not all of the document
};

struct SavedDocument {
    Diagnostics notes;               // what was left out, and which files were renamed
    std::vector<WrittenFile> files;  // the main one first
    Kept kept = Kept::all;
};

struct EncodedDocument {
    std::vector<std::byte> bytes;
    std::vector<SideFile> side_files;
    Diagnostics notes;  // what could not be stored
};

}  // namespace vitruvian
