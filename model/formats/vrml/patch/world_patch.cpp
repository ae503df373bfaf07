#include "model/formats/vrml/patch/world_patch.h"

#include "model/formats/vrml/patch/patched_text.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/world/references.h"
#include "model/io/gzip.h"
#include "model/io/source.h"
#include "model/pose/straight_channels.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace vitruvian {
namespace vrml {
namespace {

/// Whether the file is saved in another folder than the one it was read from.
bool moves(const Document& document, const SaveOptions& options) {
    const std::filesystem::path& from = document.source->folder;
    std::error_code error;
    return !from.empty() && !options.folder.empty() &&
           !std::filesystem::equivalent(from, options.folder, error);
}

/// Copies the files that such a file refers to. Returns its text where they get other names; otherwise
/// nullopt.
Result<std::optional<std::string>> take_references(std::string_view text, const Document& document,
                                                   const SaveOptions& options, EncodedDocument& out) {
    const std::filesystem::path& from = document.source->folder;
    LoadOptions load;
    load.cancel = options.cancel;
    const std::string_view mark = text.starts_with("\xEF\xBB\xBF") ? text.substr(0, 3) : std::string_view();
    text.remove_prefix(mark.size());
    const Result<std::unique_ptr<OpenedWorld>> opened = open_world(text, document.file, from, load);
    if (!opened) return tl::unexpected(opened.error());
    const TextEdits renamed = carry_references((*opened)->world, from, options, out);
    if (renamed.empty()) return std::nullopt;
    return std::string(mark) + renamed.apply(text);
}

/// Returns the file's text; `inflated` holds it where it is gzipped. What is lost of a damaged file is
/// reported, unless it is saved `as_stored`.
Result<std::string_view> unpacked_text(const Document& document, bool as_stored, Inflated& inflated,
                                       Diagnostics& notes) {
    std::span<const std::byte> bytes = document.source->bytes.span();
    if (is_gzip(bytes)) {
        Result<Inflated> unpacked = inflate_gzip(bytes, document.file, LoadLimits{}.max_inflated_bytes);
        if (!unpacked) return tl::unexpected(unpacked.error());
        if (!unpacked->complete && !as_stored) {
            notes.warn("gzip-damaged",
                       "data of the damaged file that could not be decompressed is not in the saved one",
                       {document.file, 0, 0, ""});
        }
        inflated = std::move(*unpacked);
        bytes = inflated.bytes;
    }
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace
}  // namespace vrml

Result<EncodedDocument> patch_world(const Document& with_curves, const SaveOptions& options) {
    EncodedDocument out;
    const std::optional<Document> straight = with_straight_channels(with_curves, seen_chords, out.notes);
    const Document& document = straight ? *straight : with_curves;
    const DocumentSource& source = *document.source;
    const Location where{document.file, 0, 0, ""};
    if (!source.bytes.intact()) {
        return fail(
            "source-changed",
            "another program changed this file since it was opened: save under another name and format, or "
            "open it again",
            where);
    }
    const vrml::Changes changes = vrml::find_changes(source, document);
    const bool is_edited = !changes.said.empty() || !changes.lost.empty();
    const std::span<const std::byte> stored = source.bytes.span();
    const bool was_compressed = is_gzip(stored);
    const bool compress = options.compress.value_or(was_compressed);
    const bool as_stored = !is_edited && compress == was_compressed;
    if (as_stored && !vrml::moves(document, options)) {
        out.bytes.assign(stored.begin(), stored.end());
        return out;
    }
    Inflated inflated;
    Result<std::string_view> stored_text = vrml::unpacked_text(document, as_stored, inflated, out.notes);
    if (!stored_text) return tl::unexpected(stored_text.error());
    std::string_view text = *stored_text;
    std::string edited;
    if (is_edited) {
        if (options.progress != nullptr) options.progress->store(0.1F);
        const std::string_view mark =
            text.starts_with("\xEF\xBB\xBF") ? text.substr(0, 3) : std::string_view();
        Result<std::string> patched =
            vrml::patched_world(text.substr(mark.size()), document, changes, options, out.notes);
        if (!patched) return tl::unexpected(patched.error());
        edited = std::string(mark) + *patched;
        text = edited;
    }
    if (vrml::moves(document, options)) {
        Result<std::optional<std::string>> renamed = vrml::take_references(text, document, options, out);
        if (!renamed) return tl::unexpected(renamed.error());
        if (*renamed) edited = std::move(**renamed);
    }
    if (as_stored && edited.empty()) {
        out.bytes.assign(stored.begin(), stored.end());
        return out;
    }
    if (!edited.empty()) text = edited;
    const std::span<const std::byte> made = std::as_bytes(std::span(text));
    out.bytes.assign(made.begin(), made.end());
    if (compress) {
        const std::span<const std::byte> like =
            was_compressed ? source.bytes.span() : std::span<const std::byte>();
        out.bytes = deflate_gzip(out.bytes, like);
    }
    return out;
}

}  // namespace vitruvian
