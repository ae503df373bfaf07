#include "model/formats/gltf/patch/source_patch.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/left_out.h"
#include "model/formats/gltf/patch/document_order.h"
#include "model/formats/gltf/patch/glb_bytes.h"
#include "model/formats/gltf/patch/patch_check.h"
#include "model/formats/gltf/patch/repack.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/patch/unused_end.h"
#include "model/formats/gltf/read/gltf_reader.h"
#include "model/formats/gltf/write/encode_container.h"
#include "model/io/data_uri.h"
#include "model/io/source.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns a whole file, perhaps with a byte order mark, with edits of its JSON.
Result<std::vector<std::byte>> with_edits(std::span<const std::byte> file, const JsonEdits& edits,
                                          const std::string& name) {
    const std::span<const std::byte> bytes = without_bom(file);
    const std::span<const std::byte> bom = file.first(file.size() - bytes.size());
    Diagnostics ignored;
    const Result<Container> container = open_container(bytes, name, ignored);
    if (!container) return tl::unexpected(container.error());
    Result<std::vector<std::byte>> made = with_json(bytes, *container, edits.apply(container->json), {});
    if (made) made->insert(made->begin(), bom.begin(), bom.end());
    return made;
}

/// Returns the file with the changed bytes of its first buffer in a data URI.
Result<std::vector<std::byte>> with_embedded_buffer(const std::vector<std::byte>& file,
                                                    const std::vector<std::byte>& buffer,
                                                    const std::string& name) {
    JsonEdits edits;
    edits.set("/buffers/0/uri", "data:application/octet-stream;base64," + base64(buffer));
    return with_edits(file, edits, name);
}

/// Returns `file` with the files it refers to, under their new names; `buffer`: the changed bytes of its first.
Result<EncodedDocument> with_references(EncodedDocument file, const TracedDocument& traced,
                                        const std::vector<std::byte>& buffer, const Document& document,
                                        const SaveOptions& options) {
    const std::filesystem::path& folder = document.source->folder;
    if (options.folder.empty()) return file;
    JsonEdits renamed;
    if (!buffer.empty())
        add_changed_buffer(traced.root, buffer, document.file, folder, options, file, renamed);
    add_references(traced.root, folder, options, !buffer.empty(), file, renamed);
    if (renamed.empty()) return file;
    Result<std::vector<std::byte>> made = with_edits(file.bytes, renamed, options.name);
    if (!made) return tl::unexpected(made.error());
    file.bytes = std::move(*made);
    return file;
}

/// Returns the document with its clips as saved: those that stay, in the file's order, then the new ones.
Document as_saved(const Document& document, const SourceEdits& edits) {
    Document out = document;
    out.clips.clear();
    for (const int clip : edits.clips_in_file()) out.clips.push_back(at(document.clips, clip));
    return out;
}

/// The order of VRM's metadata means nothing.
void order_info_like(const Humanoid& found, Humanoid& expected) {
    if (std::is_permutation(found.info.begin(), found.info.end(), expected.info.begin(), expected.info.end()))
        expected.info = found.info;
}

/// Returns which edits the patched file, read back, does not store; an Error where something differs that was
/// not edited.
Result<std::vector<Difference>> check(std::span<const std::byte> bytes, const Document& document,
                                      const SourceEdits& edits) {
    std::vector<Difference> lost;
    if (edits.added_extension()) return lost;
    const Result<Document> found =
        read_gltf(without_bom(bytes), document.file, document.source->folder, LoadOptions{});
    if (!found) return tl::unexpected(found.error());
    Document expected = as_saved(document, edits);
    for (std::size_t h = 0; h < std::min(found->humanoids.size(), expected.humanoids.size()); ++h)
        order_info_like(found->humanoids[h], expected.humanoids[h]);
    const auto refuse = [&](const std::string& what) {
        return fail("save-structure", "the edits cannot be written without changing something else: " + what,
                    {document.file, 0, 0, {}});
    };
    for (const int clip : edits.edited_clips()) {
        const bool is_there = static_cast<std::size_t>(clip) < found->clips.size();
        if (is_there && moves_as(*at(found->clips, clip), *at(expected.clips, clip), expected.nodes))
            continue;
        return refuse("clip " + at(expected.clips, clip)->name);
    }
    for (Difference& d : patch_differences(*found, expected, edits.changes())) {
        // New clips hold what could be written, which has notes of its own; edited ones have been checked.
        if (d.part == Part::clip && (d.index >= edits.kept_clips() || edits.edited_clips().contains(d.index)))
            continue;
        const bool was_edited =
            std::any_of(edits.changes().begin(), edits.changes().end(), [&](const Difference& change) {
                return change.part == d.part && change.humanoid == d.humanoid && change.index == d.index &&
                       change.field == d.field;
            });
        const bool may_differ = d.change == Change::changed &&
                                (d.part == Part::bone || d.part == Part::humanoid || d.part == Part::clip);
        if (was_edited ? d.part != Part::humanoid : !may_differ)
            return refuse(describe(d, d.change == Change::removed ? *found : expected));
        lost.push_back(std::move(d));
    }
    return lost;
}

/// A file with structural changes, and the document with its lists in the file's order.
struct Restructured {
    std::vector<std::byte> bytes;  // without a byte order mark
    Container container;
    TracedDocument traced;
    Document document;
    std::set<int> shrunk_skins;
    int added_buffer = -1;  // embedded, with the values that were added; -1: none
};

/// Returns the file with the additions, removals and reparenting of StructureEdits.
Result<std::unique_ptr<Restructured>> restructure(const Document& document, const TracedDocument& traced,
                                                  const Container& container,
                                                  std::span<const std::byte> bytes,
                                                  const SaveOptions& options, Diagnostics& notes) {
    Document divided = document;
    divide_displacers(divided, traced.places);
    StructureEdits edits(divided, traced.document, traced, container, options, notes);
    if (Result<void> found = edits.find(); !found) return tl::unexpected(found.error());
    Result<std::vector<std::byte>> made =
        with_json(bytes, container, edits.json().apply(container.json), edits.added_bytes());
    if (!made) return tl::unexpected(made.error());
    auto out = std::make_unique<Restructured>();
    out->bytes = std::move(*made);
    Diagnostics ignored;
    const Result<Container> opened = open_container(out->bytes, document.file, ignored);
    Result<TracedDocument> again = trace_gltf(out->bytes, document.file, document.source->folder);
    const Error unclear{"save-structure",
                        "added and deleted objects cannot be matched to the file",
                        {document.file, 0, 0, {}}};
    if (!opened || !again) return tl::unexpected(unclear);
    out->container = *opened;
    out->traced = std::move(*again);
    std::optional<Document> ordered = as_found(out->traced, edits, traced.places, std::move(divided));
    if (!ordered) return tl::unexpected(unclear);
    out->document = std::move(*ordered);
    out->shrunk_skins = edits.shrunk_skins();
    const std::size_t buffers = list_of(traced.root, "buffers").size();
    if (list_of(out->traced.root, "buffers").size() > buffers) out->added_buffer = static_cast<int>(buffers);
    return out;
}

/// Whether the file is saved in the other container.
bool changes_container(const Document& document, bool is_glb, const SaveOptions& options) {
    // A file whose suffix does not match its contents keeps its format only under that suffix.
    const bool same_suffix =
        options.file_name.empty() || std::filesystem::path(options.file_name).extension() ==
                                         std::filesystem::path(document.file).extension();
    const bool keeps_container =
        options.format == FileFormat::unknown || (options.format == document.format && same_suffix);
    return !keeps_container && is_glb == (options.format == FileFormat::gltf);
}

}  // namespace

Result<EncodedDocument> patch_source(const Document& document, const SaveOptions& options) {
    const DocumentSource& source = *document.source;
    const std::span<const std::byte> all = source.bytes.span();
    const std::span<const std::byte> bytes = without_bom(all);
    const std::size_t bom = all.size() - bytes.size();
    Diagnostics ignored;
    const Result<Container> container = open_container(bytes, document.file, ignored);
    Result<TracedDocument> traced = trace_gltf(bytes, document.file, source.folder);
    const auto changed = [&] {
        return fail("source-changed",
                    "another program has changed this file, or one that it refers to, since it was read",
                    {document.file, 0, 0, {}});
    };
    if (!container || !traced || !differences(traced->document, source.as_read).empty()) return changed();

    EncodedDocument out;
    std::unique_ptr<Restructured> made;
    if (changes_structure(source.as_read, document, traced->places)) {
        Result<std::unique_ptr<Restructured>> done =
            restructure(document, *traced, *container, bytes, options, out.notes);
        if (!done) return tl::unexpected(done.error());
        made = std::move(*done);
    }
    const Document& goal = made ? made->document : document;
    const TracedDocument& from = made ? made->traced : *traced;
    const Container& opened = made ? made->container : *container;
    SourceEdits edits(goal, made ? from.document : source.as_read, from, opened, options, out.notes);
    if (made) {
        edits.repair_weights_of(made->shrunk_skins);
        edits.absorb(made->added_buffer);
    }
    if (Result<void> found = edits.find(); !found) return tl::unexpected(found.error());
    std::vector<Difference> lost = edits.lost();
    const std::vector<std::byte>& buffer = edits.changed_buffer();
    std::vector<std::byte> embedding;  // `out` with `buffer` in it
    if (!made && edits.json().empty() && edits.overwritten().empty() && buffer.empty()) {
        out.bytes.assign(all.begin(), all.end());
    } else {
        const std::span<const std::byte> so_far = made ? std::span<const std::byte>(made->bytes) : bytes;
        Result<std::vector<std::byte>> patched =
            with_json(so_far, opened, edits.json().apply(opened.json), edits.added_bytes());
        if (!patched) return tl::unexpected(patched.error());
        out.bytes.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(bom));
        if (!edits.overwritten().empty()) overwrite(*patched, edits.overwritten());
        const bool may_lose_data = made || document.clips != source.as_read.clips;
        if (buffer.empty() && may_lose_data)
            patched = without_unused_end(bytes, std::move(*patched), document.file);
        if (!patched) return tl::unexpected(patched.error());
        out.bytes.insert(out.bytes.end(), patched->begin(), patched->end());
        if (!buffer.empty()) {
            Result<std::vector<std::byte>> whole = with_embedded_buffer(out.bytes, buffer, document.file);
            if (!whole) return tl::unexpected(whole.error());
            embedding = std::move(*whole);
        }
        const Result<std::vector<Difference>> left =
            check(buffer.empty() ? out.bytes : embedding, goal, edits);
        if (!left) return tl::unexpected(left.error());
        // Bones that were not edited are inferred again from names that were.
        std::vector<Difference> bones;
        for (const Difference& d : *left) (d.part == Part::bone ? bones : lost).push_back(d);
        note_bones_by_name(bones, goal, out.notes);
    }
    note_left_out(lost, goal, document.format, out.notes);
    const bool converts = changes_container(document, container->is_glb, options);
    if (!buffer.empty() && (converts || options.folder.empty())) out.bytes = std::move(embedding);
    if (converts) return repack(std::move(out), !container->is_glb, source.folder, options);
    return with_references(std::move(out), from, buffer, document, options);
}

}  // namespace vitruvian::gltf
