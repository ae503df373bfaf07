#include "model/formats/vrml/patch/patched_text.h"

#include "model/core/at.h"
#include "model/document/frame_difference.h"
#include "model/document/left_out.h"
#include "model/formats/vrml/patch/idle_joints.h"
#include "model/formats/vrml/patch/moved_shapes.h"
#include "model/formats/vrml/patch/patch_check.h"
#include "model/formats/vrml/patch/renamed_defs.h"
#include "model/formats/vrml/patch/scaled_lengths.h"
#include "model/formats/vrml/patch/shared_protos.h"
#include "model/formats/vrml/patch/world_edits.h"
#include "model/formats/vrml/patch/world_structure.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/write/world_can_store.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

namespace vitruvian::vrml {
namespace {

Changes find_between(const Document& from, const Document& to, float tolerance) {
    Changes out;
    const std::vector<Difference> beside = centres_off_frames(to);
    for (Difference& d : differences(from, to, tolerance)) {
        // A centre off its frame cannot be stored: the file stores the frame.
        const bool is_beside = d.part == Part::joint && d.field == "centre" &&
                               std::any_of(beside.begin(), beside.end(), [&](const Difference& other) {
                                   return other.humanoid == d.humanoid && other.index == d.index;
                               });
        const bool said = world_can_store(d.part, d.field, to.format) && !is_beside;
        (said ? out.said : out.lost).push_back(std::move(d));
    }
    return out;
}

/// Whether it is the name of a material without a Material node to name.
bool is_name_of_nothing(const Difference& d, const OpenedWorld& opened) {
    return d.part == Part::material && d.field == "name" && d.change == Change::changed &&
           !at(opened.built.materials, d.index).node.valid();
}

/// Moves what `opened` cannot store to the lost changes.
void leave_out_nameless(const OpenedWorld& opened, Changes& changes) {
    const auto first =
        std::stable_partition(changes.said.begin(), changes.said.end(),
                              [&](const Difference& d) { return !is_name_of_nothing(d, opened); });
    changes.lost.insert(changes.lost.end(), std::make_move_iterator(first),
                        std::make_move_iterator(changes.said.end()));
    changes.said.erase(first, changes.said.end());
}

/// Whether the value follows from another edit when read: a displacer's kind from its name, a robot's clip
/// from its joints' positions.
bool follows_from_another(const Difference& d, bool clips_edited) {
    return d.change == Change::changed &&
           ((d.part == Part::displacer && d.field == "kind") ||
            (d.part == Part::clip && d.field == "channels.values" && !clips_edited));
}

/// Returns which edits the file, read back, does not store. An Error where that is more than what it cannot
/// store.
Result<std::vector<Difference>> check(const OpenedWorld& opened, const Document& document,
                                      std::span<const Difference> edited) {
    const Document& found = opened.document;
    const bool clips_edited =
        std::any_of(edited.begin(), edited.end(), [](const Difference& d) { return d.part == Part::clip; });
    // Where a file has no normals, they follow from the points.
    const auto is_shaded_by_points = [&](const Difference& d) {
        return d.part == Part::mesh && d.field == "normals" && d.change == Change::changed &&
               !at(opened.built.shapes, d.index).normal.valid() &&
               std::any_of(edited.begin(), edited.end(), [&d](const Difference& edit) {
                   return edit.part == Part::mesh && edit.index == d.index && edit.field == "positions";
               });
    };
    std::vector<Difference> lost;
    for (Difference& d : patch_differences(found, document)) {
        if (is_shaded_by_points(d) || is_name_of_nothing(d, opened)) continue;
        if (world_can_store(d.part, d.field, document.format) && !follows_from_another(d, clips_edited)) {
            return fail("save-structure",
                        fmt::format("the edits cannot be written without changing something else "
                                    "({})",
                                    describe(d, d.change == Change::removed ? found : document)),
                        {document.file, 0, 0, ""});
        }
        lost.push_back(std::move(d));
    }
    return lost;
}

/// Per humanoid: whether its joints' translations are their rest positions, as in robots, or their pose.
std::vector<bool> rest_by_translation(const OpenedWorld& opened) {
    std::vector<bool> out;
    for (const Humanoid& humanoid : opened.document.humanoids) {
        out.push_back(std::any_of(humanoid.joints.begin(), humanoid.joints.end(), [&](const Joint& joint) {
            const auto frames = opened.built.frames.find(at(opened.built.nodes, joint.node).key());
            return frames != opened.built.frames.end() && frames->second.front().in_rest;
        }));
    }
    return out;
}

/// Whether something was added, removed or reparented.
bool changes_structure(const Difference& d, const OpenedWorld& opened) {
    if (d.part == Part::mesh && d.field == "positions" && has_no_points(opened, d.index)) return true;
    const bool is_clip = d.part == Part::clip && (d.field == "name" || d.field == "channels");
    // The file does not store the order of a point's joints.
    const bool is_skin = d.part == Part::mesh && d.field.starts_with("influence_");
    return d.change != Change::changed || d.field == "parent" || is_clip || is_skin;
}

/// A world that was changed step by step: its current text, and the document with its lists in the text's
/// order.
struct Restructured {
    std::string text;
    Document document;
    std::unique_ptr<OpenedWorld> opened;
    bool is_scaled = false;
};

/// Returns the text with the additions and removals of WorldStructure. `opened` was read from `text`.
Result<std::unique_ptr<Restructured>> restructure(std::string_view text, std::unique_ptr<OpenedWorld> opened,
                                                  const Document& document, SharedText shared,
                                                  const LoadOptions& load) {
    constexpr int max_steps = 64;
    auto out = std::make_unique<Restructured>();
    out->text = text;
    out->document = document;
    const std::optional<double> scale = scale_between(opened->document, document);
    out->is_scaled = scale.has_value();
    const std::set<std::string> used_early = names_used_early(opened->root->file->tree);
    const auto apply = [&](const TextEdits& edits, std::string_view to) -> Result<void> {
        std::string next = edits.apply(to);
        opened.reset();
        out->text = std::move(next);
        Result<std::unique_ptr<OpenedWorld>> again =
            open_world(out->text, document.file, document.source->folder, load);
        if (!again) return tl::unexpected(again.error());
        opened = std::move(*again);
        return {};
    };
    const Result<TextEdits> moved = moved_shapes(*opened, encoding_of(text), out->document);
    if (!moved) return tl::unexpected(moved.error());
    if (!moved->empty()) {
        if (Result<void> done = apply(*moved, text); !done) return tl::unexpected(done.error());
    }
    for (int step = 0; step < max_steps; ++step) {
        Result<TextEdits> edits =
            step == 0 && scale
                ? scaled_lengths(opened->root->file->tree, encoding_of(text), *scale)
                : WorldStructure(*opened, encoding_of(text), out->document, shared, used_early).step();
        if (!edits) return tl::unexpected(edits.error());
        if (edits->empty()) break;
        if (Result<void> done = apply(*edits, out->text); !done) return tl::unexpected(done.error());
        adapt_groups(opened->document, out->document);
    }
    // No world can store a clip without channels.
    std::erase_if(out->document.clips, [](const auto& clip) { return clip->channels.empty(); });
    std::optional<Document> ordered = in_order_of(opened->document, out->document);
    if (!ordered) {
        return fail("save-structure", "added and deleted objects cannot be matched to the file",
                    {document.file, 0, 0, ""});
    }
    out->document = std::move(*ordered);
    out->opened = std::move(opened);
    return out;
}

/// Returns `text` with edited DEF names and field values. `opened` was read from `text`.
Result<std::string> with_other_fields(std::string_view text, std::unique_ptr<OpenedWorld> opened,
                                      const Document& goal, std::span<const Difference> changes,
                                      SharedText shared, const LoadOptions& load, Diagnostics& notes) {
    const Encoding encoding = encoding_of(text);
    const Result<TextEdits> defs = renamed_def_edits(*opened, encoding, goal, changes);
    if (!defs) return tl::unexpected(defs.error());
    std::string with_defs;
    if (!defs->empty()) {
        with_defs = defs->apply(text);
        opened.reset();
        Result<std::unique_ptr<OpenedWorld>> again =
            open_world(with_defs, goal.file, goal.source->folder, load);
        if (!again) return tl::unexpected(again.error());
        opened = std::move(*again);
        text = with_defs;
    }
    WorldEdits edits(*opened, encoding, goal, shared, notes);
    for (const Difference& change : changes) {
        if (Result<void> done = edits.make(change); !done) return tl::unexpected(done.error());
    }
    const Result<TextEdits> made = edits.finish();
    if (!made) return tl::unexpected(made.error());
    return made->apply(text);
}

/// Notes which of `changes`, and which remaining differences of the file when read back, are lost.
void note_lost(Changes changes, std::vector<Difference> left, const Document& goal, Diagnostics& notes) {
    // Bones that were not edited follow from joint names that were.
    const bool bones_edited = std::any_of(changes.lost.begin(), changes.lost.end(),
                                          [](const Difference& d) { return d.part == Part::bone; });
    std::vector<Difference> bones;
    for (Difference& d : left) {
        (d.part == Part::bone && !bones_edited ? bones : changes.lost).push_back(std::move(d));
    }
    note_bones_by_name(bones, goal, notes);
    note_left_out(changes.lost, goal, goal.format, notes);
}

/// Returns `text` with the changes made. `opened` was read from it.
Result<std::string> patched_text(std::string_view text, std::unique_ptr<OpenedWorld> opened,
                                 const Document& document, Changes changes, SharedText shared,
                                 const LoadOptions& load, Diagnostics& notes) {
    const DocumentSource& source = *document.source;
    const Document* goal = &document;
    const std::vector<bool> robots = rest_by_translation(*opened);
    std::unique_ptr<Restructured> made;
    std::string_view so_far = text;
    const bool in_steps = std::any_of(changes.said.begin(), changes.said.end(),
                                      [&](const Difference& d) { return changes_structure(d, *opened); }) ||
                          scale_between(opened->document, document).has_value();
    if (in_steps) {
        Result<std::unique_ptr<Restructured>> done =
            restructure(text, std::move(opened), document, shared, load);
        if (!done) return tl::unexpected(done.error());
        made = std::move(*done);
        goal = &made->document;
        opened = std::move(made->opened);
        so_far = made->text;
        // Numbers scaled in the text may be rounded differently.
        changes = find_between(opened->document, *goal, made->is_scaled ? 0.1F * patch_tolerance : 0.0F);
        if (goal->clips.size() != document.clips.size())
            notes.warn("clip-not-carried", "a clip that moves nothing in the file is skipped");
    }
    leave_out_nameless(*opened, changes);
    Result<std::string> fields =
        with_other_fields(so_far, std::move(opened), *goal, changes.said, shared, load, notes);
    if (!fields) return fields;
    Result<std::unique_ptr<OpenedWorld>> again = open_world(*fields, document.file, source.folder, load);
    if (!again) return tl::unexpected(again.error());
    if (made) {
        // New weights may have added joints to a skin, or left some without weights.
        if ((*again)->document.meshes.size() == goal->meshes.size())
            drop_idle_joints((*again)->document, made->document);
        if (std::optional<Document> ordered = in_order_of((*again)->document, *goal))
            made->document = std::move(*ordered);
    }
    if (rest_by_translation(**again) != robots) {
        return fail("save-structure", "after the edits the file's joints would be read as another dialect",
                    {document.file, 0, 0, ""});
    }
    Result<std::vector<Difference>> left = check(**again, *goal, changes.said);
    if (!left) return tl::unexpected(left.error());
    note_lost(std::move(changes), std::move(*left), *goal, notes);
    return fields;
}

/// Makes the change in a text.
using Attempt = std::function<Result<std::string>(std::string_view text)>;

/// Makes the change with PROTOs of their own for edited instances that share one, outer instances first and
/// only as many as needed; nullopt where there is none, or one cannot get its own.
std::optional<std::string> with_own_protos(std::string_view text, const Document& document,
                                           std::span<const Difference> changes, const LoadOptions& load,
                                           const Attempt& attempt, Diagnostics& notes) {
    constexpr int max_protos = 64;
    constexpr int max_early_attempts = 4;
    std::string out(text);
    for (int i = 0; i < max_protos; ++i) {
        const Result<std::unique_ptr<OpenedWorld>> opened =
            open_world(out, document.file, document.source->folder, load);
        if (!opened) return std::nullopt;
        const std::vector<const Environment*> instances = edited_instances(**opened, document, changes);
        if (instances.empty() || (i > 0 && i <= max_early_attempts)) {
            Result<std::string> done = i > 0 ? attempt(out) : tl::unexpected(Error{});
            if (done) return std::move(*done);
            if (instances.empty()) return std::nullopt;
        }
        const Environment& instance = *instances.front();
        const std::optional<OwnProto> own = own_proto(**opened, instance, encoding_of(out));
        if (!own) return std::nullopt;
        notes.note(
            "save-own-proto",
            fmt::format("the PROTO {} has several instances: the one that was edited has a PROTO of its "
                        "own now, {}",
                        instance.file->tree.protos[instance.proto].name, own->name),
            {document.file, 0, 0, ""});
        std::string next = own->edits.apply(out);
        out = std::move(next);
    }
    return std::nullopt;
}

void add_all(const Diagnostics& from, Diagnostics& to) {
    for (const Diagnostic& note : from.list()) to.add(note.severity, note.code, note.message, note.where);
}

}  // namespace

Changes find_changes(const DocumentSource& source, const Document& document) {
    return find_between(source.as_read, document, 0.0F);
}

Result<std::string> patched_world(std::string_view text, const Document& document, const Changes& changes,
                                  const SaveOptions& options, Diagnostics& notes) {
    const DocumentSource& source = *document.source;
    LoadOptions load;
    load.cancel = options.cancel;
    const auto open = [&](std::string_view of) { return open_world(of, document.file, source.folder, load); };
    Result<std::unique_ptr<OpenedWorld>> opened = open(text);
    if (!opened) return tl::unexpected(opened.error());
    if ((*opened)->document.nodes.size() != source.as_read.nodes.size()) {
        return fail("source-changed", "a file that this one refers to is not what it was when it was opened",
                    {document.file, 0, 0, ""});
    }
    if (edited_instances(**opened, document, changes.said).empty())
        return patched_text(text, std::move(*opened), document, changes, SharedText::apart, load, notes);
    Diagnostics said;
    const auto attempt = [&](std::string_view of, SharedText shared) -> Result<std::string> {
        said = {};
        Result<std::unique_ptr<OpenedWorld>> world = open(of);
        if (!world) return tl::unexpected(world.error());
        return patched_text(of, std::move(*world), document, changes, shared, load, said);
    };
    Result<std::string> made = attempt(text, SharedText::as_one);
    if (!made) made = attempt(text, SharedText::apart);
    if (!made) {
        Diagnostics own_notes;
        const auto apart = [&](std::string_view of) { return attempt(of, SharedText::apart); };
        if (auto own = with_own_protos(text, document, changes.said, load, apart, own_notes)) {
            made = std::move(*own);
            add_all(own_notes, notes);
        }
    }
    if (made) add_all(said, notes);
    return made;
}

}  // namespace vitruvian::vrml
