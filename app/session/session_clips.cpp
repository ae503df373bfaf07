// Which clip each figure plays: its own, or one of another file carried over to it; and where the figures
// stand.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

std::string title_of(const Clip& clip) {
    return clip.name.empty() ? "The clip" : fmt::format("\"{}\"", clip.name);
}

/// What a plan could not carry over, in lines.
std::string remarks_of(const RemapPlan& plan) {
    std::string out;
    for (const Diagnostic& diagnostic : plan.diagnostics().list()) {
        out += (out.empty() ? "" : "\n") + diagnostic.message;
    }
    return out;
}

/// From a figure's axes to the scene's: its ground, left, up and front to those of `stage`.
mat4 placed_as(const Stance& stage, const Stance& stance, float scale) {
    const mat3 turn =
        mat3(stage.left, stage.up, stage.front) * glm::transpose(mat3(stance.left, stance.up, stance.front));
    mat4 out(turn * scale);
    out[3] = vec4(stage.ground - turn * stance.ground * scale, 1.0F);
    return out;
}

}  // namespace

OpenFigure* Session::source_of(const OpenFigure& figure) {
    const auto found = std::find_if(figures_.begin(), figures_.end(), [&](const OpenFigure& candidate) {
        return figure.clip_file != 0 && candidate.id == figure.clip_file;
    });
    return found == figures_.end() ? nullptr : &*found;
}

const OpenFigure* Session::clip_source(const OpenFigure& figure) const {
    const auto found = std::find_if(figures_.begin(), figures_.end(), [&](const OpenFigure& candidate) {
        return figure.clip_file != 0 && candidate.id == figure.clip_file;
    });
    return found == figures_.end() ? nullptr : &*found;
}

bool Session::source_is_shown(const OpenFigure& figure) const {
    const OpenFigure* source = clip_source(figure);
    return source != nullptr && source->shown && source->clip_file == 0 && source->clip == figure.clip;
}

int Session::clip_target(int source) const {
    const auto suits = [&](int index) {
        const OpenFigure& figure = figures_[static_cast<std::size_t>(index)];
        return index != source && !figure.clips_only && has_bones(figure.document());
    };
    if (figures_.empty()) return -1;
    if (suits(active_index())) return active_index();
    for (int i = 0; i < static_cast<int>(figures_.size()); ++i) {
        if (suits(i)) return i;
    }
    return -1;
}

/// Finds what `clip` and `clip_file` mean and makes ready to play it; on an error nothing is played.
Result<void> Session::settle_clip(OpenFigure& figure) {
    figure.played.reset();
    figure.plan.reset();
    const OpenFigure* other = clip_source(figure);
    const OpenFigure& source = other ? *other : figure;
    const auto& clips = source.document().clips;
    const bool gone = figure.clip_file != 0 && !other;
    if (gone || figure.clip < 0 || figure.clip >= static_cast<int>(clips.size())) {
        figure.clip = -1;
        figure.clip_file = 0;
        return {};
    }
    const std::shared_ptr<const Clip> clip = clips[static_cast<std::size_t>(figure.clip)];
    if (!other && !clip->targets_bones()) {
        figure.played = clip;
        return {};
    }
    const Document& document = figure.document();
    if (document.humanoids.empty()) {
        return fail("remap-no-target-bones", "it has no humanoid that a clip could be carried over to",
                    {document.file, 0, 0, {}});
    }
    figure.clip_humanoid =
        std::clamp(figure.clip_humanoid, 0, static_cast<int>(document.humanoids.size()) - 1);
    RemapOptions options = figure.remap;
    if (!other) options.source_reference = options.target_reference;
    Result<RemapPlan> plan = RemapPlan::make({clip, &source.document(), other ? -1 : figure.clip_humanoid},
                                             document, figure.clip_humanoid, options);
    if (!plan) return tl::unexpected(plan.error());
    figure.played = clip;
    figure.plan = std::move(*plan);
    return {};
}

void Session::settle_clip_or_say(OpenFigure& figure) {
    const Result<void> settled = settle_clip(figure);
    if (settled) return;
    const OpenFigure* source = clip_source(figure);
    say(Severity::warning,
        fmt::format("The clip cannot be played on {}{}", figure.name(),
                    source ? fmt::format(" ({})", source->name()) : ""),
        settled.error().message);
    figure.clip = -1;
    figure.clip_file = 0;
}

/// Lets a source play the clip that `figure` has from it.
void Session::step_with(OpenFigure& source, const OpenFigure& figure) {
    source.clip = figure.clip;
    source.clip_file = 0;
    // What has no rig that could play it stands as it is.
    if (const Result<void> settled = settle_clip(source); !settled) source.clip = -1;
}

void Session::carry_out(const ChooseClip& intent) {
    const auto is_figure = [&](int i) { return i >= 0 && i < static_cast<int>(figures_.size()); };
    if (!is_figure(intent.figure) || (intent.source >= 0 && !is_figure(intent.source))) return;
    OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    const bool foreign = intent.source >= 0 && intent.source != intent.figure;
    OpenFigure& source = foreign ? figures_[static_cast<std::size_t>(intent.source)] : figure;
    if (intent.clip >= static_cast<int>(source.document().clips.size())) return;
    OpenFigure* before = source_of(figure);
    const bool shows_source = source_is_shown(figure);
    figure.clip = std::max(intent.clip, -1);
    figure.clip_file = foreign ? source.id : 0;
    if (view_.selected.figure == intent.figure)
        figure.clip_humanoid = std::max(humanoid_of(figure.document(), view_.selected.item), 0);
    settle_clip_or_say(figure);
    if (before && before->clips_only && before != &source) before->shown = false;
    if (foreign && figure.played && (shows_source || source.shown)) {
        if (shows_source) source.shown = true;
        if (source.clips_only || shows_source) step_with(source, figure);
    }
    playback_.time = 0.0;
    if (!figure.played && figures_.size() == 1) playback_.playing = false;
    repose_all();
    if (foreign || before) place_side_by_side();
    ++structure_revision_;
}

void Session::carry_out(const SetRemap& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    const bool pins_now = intent.options.pin_feet && !figure.remap.pin_feet;
    figure.remap = intent.options;
    settle_clip_or_say(figure);
    if (pins_now && figure.plan && figure.plan->foot_contacts() == 0) {
        say(Severity::info, "No foot stands still in this clip",
            "It walks on the spot, or off the ground: there is nothing to pin.");
    }
    repose_all();
}

void Session::carry_out(const ShowSource& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    const OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    OpenFigure* source = source_of(figure);
    if (!source) return;
    if (source->clips_only) source->shown = intent.on;
    if (intent.on) step_with(*source, figure);
    if (!intent.on && !source->clips_only) {
        source->clip = -1;
        static_cast<void>(settle_clip(*source));
    }
    repose_all();
    place_side_by_side();
    carry_out(FrameAll{});
    ++structure_revision_;
}

void Session::offer_to_keep(std::vector<std::filesystem::path> before, const std::string& arrived) {
    say(Severity::info, fmt::format("{} took the place of {}", arrived, before.front().filename().string()),
        "Side by side, each can play the other's clips. Files dropped with Shift stay beside what is open.");
    messages_.back().offers = {{"Keep both", OpenFiles{std::move(before), true}}};
}

void Session::play_arrived_clips(std::vector<OpenFigure> clips, int target) {
    carry_out(EndGesture{});
    const bool nothing_else = only_builtin();
    const std::size_t first = figures_.size();
    for (OpenFigure& file : clips) {
        file.shown = false;
        figures_.push_back(std::move(file));
    }
    const int clip = std::max(telling_clip(figures_[first].document()), 0);
    carry_out(ChooseClip{target, clip, static_cast<int>(first)});
    const OpenFigure& figure = figures_[static_cast<std::size_t>(target)];
    OpenFigure& source = figures_[first];
    // What cannot be carried over, or came to a window with nothing of its own, is shown itself.
    const bool has_rig = !source.document().humanoids.empty();
    if (has_rig && (!figure.plan || nothing_else)) {
        source.shown = true;
        if (figure.plan) step_with(source, figure);
        repose_all();
        place_side_by_side();
        frame_everything(StandardView::best);
    }
    if (figure.plan) {
        say(Severity::info,
            fmt::format("{} of {} plays on {}", title_of(*figure.played), source.name(), figure.name()),
            remarks_of(*figure.plan));
    }
    playback_.playing = playback_.playing || figure.played != nullptr;
    ++structure_revision_;
}

/// How much larger than in its file a figure is shown beside the first: in the same units, and a rig of clips
/// as large as the figure that plays them, so that they step alike.
float Session::shown_scale(const OpenFigure& figure) const {
    const auto first = std::find_if(figures_.begin(), figures_.end(),
                                    [](const OpenFigure& candidate) { return candidate.shown; });
    if (first == figures_.end() || first->id == figure.id) return 1.0F;
    const Stance& stance = figure.shape.stance;
    const Stance& stage = first->shape.stance;
    if (figure.clips_only && stance.height > 0.0F) {
        const auto player = std::find_if(figures_.begin(), figures_.end(), [&](const OpenFigure& candidate) {
            return candidate.clip_file == figure.id;
        });
        const OpenFigure& other = player == figures_.end() ? *first : *player;
        if (other.shape.stance.height > 0.0F && other.id != figure.id) {
            return shown_scale(other) * other.shape.stance.height / stance.height;
        }
    }
    // The size of a thing tells nothing of its unit; that of a person does.
    if (figure.document().humanoids.empty() || first->document().humanoids.empty()) return 1.0F;
    return stance.metres_per_unit / stage.metres_per_unit;
}

void Session::place_side_by_side() {
    const auto first =
        std::find_if(figures_.begin(), figures_.end(), [](const OpenFigure& figure) { return figure.shown; });
    if (first == figures_.end()) return;
    const Stance stage = first->shape.stance;
    const vec3 right = stage.left;  // the viewer's right of figures seen from the front
    float edge = 0.0F;
    float neighbour = 0.0F;  // how tall the figure before is shown
    for (OpenFigure& open : figures_) {
        open.placement = mat4(1.0F);
        if (!open.shown) continue;
        const float scale = shown_scale(open);
        if (open.id != first->id) open.placement = placed_as(stage, open.shape.stance, scale);
        const Figure figure = open.frame();
        const Bounds bounds = scene_bounds({&figure, 1});
        if (bounds.empty()) continue;
        const float half = 0.5F * glm::dot(glm::abs(right), bounds.size());
        const float middle = glm::dot(bounds.centre(), right);
        const float height = open.shape.stance.height * scale;
        if (open.id == first->id) {
            edge = middle + half;
        } else {
            const float gap = 0.2F * std::max(neighbour, height);  // room to swing an arm
            open.placement[3] += vec4(right * (edge + gap + half - middle), 0.0F);
            edge += gap + 2.0F * half;
        }
        neighbour = height;
    }
    ++picture_revision_;
}

}  // namespace vitruvian
