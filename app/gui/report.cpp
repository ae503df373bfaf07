#include "app/gui/report.h"

#include "app/session/session.h"
#include "model/core/at.h"
#include "model/edit/command_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace vitruvian {

using nlohmann::json;

namespace {

// Names come from files and need not be UTF-8.
std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json numbers(const std::optional<vec3>& v) {
    return v ? json{v->x, v->y, v->z} : json(nullptr);
}

json selection_json(const Session& session, const Selection& selection) {
    json value = {{"kind", kind_name(selection.item.kind)},
                  {"figure", selection.figure},
                  {"index", selection.item.index},
                  {"name", name_of(session, selection)}};
    if (selection.item.kind != ItemKind::joint) return value;
    const OpenFigure& figure = *session.figure(selection.figure);
    const Joint& joint = figure.document()
                             .humanoids[static_cast<std::size_t>(selection.item.humanoid)]
                             .joints[static_cast<std::size_t>(selection.item.index)];
    const quat& delta = at(figure.document().nodes, joint.node).delta.rotation;
    value["lower"] = numbers(joint.lower_limit);
    value["upper"] = numbers(joint.upper_limit);
    value["stiffness"] = numbers(joint.stiffness);
    value["centre"] = numbers(joint.centre);
    value["rotation"] = {delta.x, delta.y, delta.z, delta.w};
    return value;
}

/// How the figure's clip is remapped to it; empty if it is the figure's own.
const char* remap_text(const OpenFigure& figure) {
    if (!figure.plan()) return "";
    return figure.plan()->mode() == RemapMode::spec ? "spec" : "world";
}

json files_json(const Session& session) {
    json files = json::array();
    for (const OpenFigure& figure : session.figures()) {
        const Document& document = figure.document();
        const OpenFigure* source = session.clip_source(figure);
        std::size_t joints = 0;
        for (const Humanoid& humanoid : document.humanoids) joints += humanoid.joints.size();
        std::size_t decoded = 0;
        for (const auto& image : figure.images) decoded += image ? 1 : 0;
        files.push_back({{"name", figure.name()},
                         {"path", figure.path.string()},
                         {"humanoids", document.humanoids.size()},
                         {"joints", joints},
                         {"meshes", document.meshes.size()},
                         {"clips", document.clips.size()},
                         {"clip", figure.playing_clip() ? figure.playing_clip()->name : ""},
                         {"clip_of", source ? source->name() : ""},
                         {"remap", remap_text(figure)},
                         {"reference", figure.plan() ? to_string(figure.plan()->target_reference()) : ""},
                         {"pins", figure.plan() ? figure.plan()->foot_contacts() : 0},
                         {"clips_only", figure.clips_only},
                         {"unsaved", !figure.history.is_saved()},
                         {"shown", figure.shown},
                         {"images", document.images.size()},
                         {"decoded", decoded},
                         {"weights", figure.pose.weights.size()},
                         {"offset", {figure.placement[3].x, figure.placement[3].y, figure.placement[3].z}},
                         {"scale", glm::length(vec3(figure.placement[0]))}});
    }
    return files;
}

json problems_json(const Session& session) {
    constexpr std::size_t most = 300;  // the window's report is not a check report
    json figures = json::array();
    for (const OpenFigure& figure : session.figures()) {
        const FigureProblems* problems = session.problems(figure.id);
        if (problems == nullptr) continue;
        json findings = json::array();
        const bool checked = problems->outcome != nullptr;
        if (checked) {
            for (const check::Finding& finding : problems->outcome->findings) {
                if (findings.size() == most) break;
                findings.push_back({{"id", finding.id},
                                    {"level", to_string(finding.level)},
                                    {"kind", finding.object.kind},
                                    {"object", finding.object.name},
                                    {"message", finding.message},
                                    {"fixable", !finding.fix.empty()}});
            }
        }
        figures.push_back(
            {{"name", figure.name()},
             {"checked", problems->is_current() && problems->revision == figure.history.revision()},
             {"profile", checked ? problems->outcome->profile : ""},
             {"findings", std::move(findings)}});
    }
    const ShownProblem* shown = session.shown_problem();
    return {{"figures", std::move(figures)}, {"shown", shown ? shown->finding : -1}};
}

const char* event_name(Event::Kind kind) {
    switch (kind) {
        case Event::Kind::opened:
            return "opened";
        case Event::Kind::edited:
            return "command";
        case Event::Kind::failed:
            return "failed";
        case Event::Kind::saved:
            return "saved";
        default:
            return "closed";
    }
}

/// Returns the command of an edit; null where its figure or its step no longer exists.
json edit_json(const Session& session, const Event& event) {
    const OpenFigure* figure = session.figure(event.figure);
    if (figure == nullptr) return nullptr;
    const std::vector<History::Step>& steps = figure->history.steps();
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (steps[i].number == event.step)
            return json::parse(command_json(*steps[i].command, steps[i - 1].document));
    }
    return nullptr;
}

}  // namespace

Report::~Report() {
    if (file_) std::fclose(file_);
}

void Report::open_from_environment() {
    if (const char* path = std::getenv("VITRUVIAN_REPORT"); path && *path) file_ = std::fopen(path, "a");
}

void Report::write(const std::string& line) {
    std::fputs(line.c_str(), file_);
    std::fputc('\n', file_);
    std::fflush(file_);
}

void Report::event(const std::string& name, const json& value) {
    if (!enabled()) return;
    json line = value;
    line["event"] = name;
    write(text_of(line));
}

void Report::state(const std::string& topic, const json& value) {
    if (!enabled()) return;
    std::string text = text_of(value);
    std::string& last = states_[topic];
    if (last == text) return;
    last = std::move(text);
    json line = value;
    line["topic"] = topic;
    event("state", line);
}

void Report::widget(std::string_view id, ImVec2 min, ImVec2 max) {
    if (!enabled()) return;
    const std::array<int, 4> rect = {static_cast<int>(min.x), static_cast<int>(min.y),
                                     static_cast<int>(max.x - min.x), static_cast<int>(max.y - min.y)};
    auto [found, is_new] = widgets_.try_emplace(std::string(id));
    found->second.frame = frame_;
    if (!is_new && found->second.rect == rect) return;
    found->second.rect = rect;
    event("widget", {{"id", std::string(id)}, {"rect", rect}});
}

void Report::end_frame() {
    if (!enabled()) return;
    for (auto i = widgets_.begin(); i != widgets_.end();) {
        if (i->second.frame == frame_) {
            ++i;
            continue;
        }
        event("widget-gone", {{"id", i->first}});
        i = widgets_.erase(i);
    }
    ++frame_;
}

void Report::idle(unsigned long frames) {
    if (!enabled() || frames == last_idle_) return;
    last_idle_ = frames;
    event("idle", {{"frames", frames}});
}

void report_events(const std::vector<Event>& events, const Session& session, Report& report) {
    if (!report.enabled()) return;
    for (const Event& event : events) {
        json value = {{"file", event.file}};
        if (event.kind == Event::Kind::failed) value["text"] = event.text;
        if (event.kind == Event::Kind::edited) {
            value["command"] = edit_json(session, event);
            value["title"] = event.text;
            if (value["command"].is_null()) continue;
        }
        report.event(event_name(event.kind), value);
    }
}

void report_session(const Session& session, Report& report) {
    if (!report.enabled()) return;
    report.state("selection", selection_json(session, session.selection()));
    report.state("hover", {{"name", name_of(session, session.hovered())},
                           {"kind", kind_name(session.hovered().item.kind)}});
    const Playback& playback = session.playback();
    // While playing, the time is given in tenths, since otherwise every frame would be a line.
    const double grain = playback.playing ? 0.1 : 0.0001;
    report.state("playback", {{"playing", playback.playing},
                              {"loop", playback.loop},
                              {"speed", playback.speed},
                              {"time", std::floor(session.clip_time() / grain + 0.5) * grain}});
    report.state("history", {{"undo", session.undo_title()},
                             {"redo", session.redo_title()},
                             {"unsaved", session.has_unsaved_edits()}});
    report.state("problems", problems_json(session));
    json messages = json::array();
    for (const Message& message : session.messages()) {
        messages.push_back(
            {{"severity", to_string(message.severity)}, {"title", message.title}, {"text", message.text}});
    }
    report.state("messages", {{"messages", messages}});
    const std::optional<LoadProgress> loading = session.loading();
    report.state("loading", {{"file", loading ? loading->file : ""}});
    const std::optional<SaveProgress> saving = session.saving();
    report.state("saving", {{"file", saving ? saving->file : ""}});
    const Camera& camera = session.camera();
    json views = json::array();
    for (int i = 0; i < session.views().count(); ++i) {
        const StageView& view = session.views().all.at(static_cast<std::size_t>(i));
        const OpenFigure* own = session.figure(view.figure);
        views.push_back({{"yaw", view.camera.yaw},
                         {"pitch", view.camera.pitch},
                         {"distance", view.camera.distance},
                         {"target", {view.camera.target.x, view.camera.target.y, view.camera.target.z}},
                         {"orthographic", view.camera.orthographic},
                         {"turns", view.turns},
                         {"figure", own == nullptr ? "" : own->name()}});
    }
    report.state("views",
                 {{"active", session.views().active}, {"linked", session.views().linked}, {"views", views}});
    report.state("view", {{"yaw", camera.yaw},
                          {"pitch", camera.pitch},
                          {"distance", camera.distance},
                          {"target", {camera.target.x, camera.target.y, camera.target.z}},
                          {"orthographic", camera.orthographic},
                          {"bones", session.view().show.bones},
                          {"wireframe", session.view().show.wireframe},
                          {"joints", session.view().show.joints},
                          {"weights", session.view().show.weights},
                          {"stiffness", session.view().show.stiffness},
                          {"labels", session.view().show.labels}});
    // Last, so that a test waiting for a file finds the rest up to date.
    report.state("files", {{"files", files_json(session)}});
}

}  // namespace vitruvian
