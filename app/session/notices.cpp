#include "app/session/handlers.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace vitruvian {
namespace {

constexpr double information_seconds = 6.0;
constexpr double still_seconds = 2.0;  // without input before messages disappear

}  // namespace

const Message* Notices::of_figure(std::uint64_t figure) const {
    const Message* most_severe = nullptr;
    for (const Message& message : messages) {
        if (figure == 0 || (message.figure != figure && message.about != figure)) continue;
        if (most_severe == nullptr || message.severity > most_severe->severity) most_severe = &message;
    }
    return most_severe;
}

std::optional<double> Notices::seconds_to_fade() const {
    std::optional<double> soonest;
    for (const Message& message : messages) {
        if (message.severity != Severity::info) continue;
        const double left = std::max(information_seconds - message.age, 0.0);
        soonest = std::min(soonest.value_or(left), left);
    }
    return soonest;
}

Message& Notices::say(Severity severity, std::string title, std::string text) {
    constexpr std::size_t max_kept = 20;
    // A repeated message replaces the previous one.
    drop_if([&](const Message& old) {
        return old.severity == severity && old.title == title && old.text == text;
    });
    if (messages.size() >= max_kept) messages.pop_front();
    messages.push_back(
        {next_id++, severity, std::move(title), std::move(text), {}, 0, 0, false, 0.0, {}, 0, false});
    ++revision;
    return messages.back();
}

bool Notices::drop_if(const std::function<bool(const Message&)>& is_over) {
    const std::size_t dropped = std::erase_if(messages, is_over);
    revision += dropped;
    return dropped > 0;
}

void Notices::dismiss(int id) {
    drop_if([id](const Message& message) { return id == 0 || message.id == id; });
}

bool Notices::shows_change(std::uint64_t figure) const {
    return std::any_of(messages.begin(), messages.end(),
                       [figure](const Message& message) { return message.about == figure; });
}

void Notices::forget_changes(std::uint64_t figure) {
    drop_if([figure](const Message& message) { return message.about == figure; });
}

void Notices::forget_failed_saves(const std::filesystem::path& file) {
    drop_if([&file](const Message& message) { return message.not_saved == file; });
}

void Notices::forget_figure(std::uint64_t figure) {
    drop_if([figure](const Message& message) { return message.figure == figure || message.about == figure; });
}

void Notices::forget_reading(std::uint64_t reading) {
    drop_if([reading](const Message& message) { return reading != 0 && message.reading == reading; });
}

void Notices::forget_passing(std::uint64_t figure) {
    drop_if([figure](const Message& message) { return message.passing && message.figure == figure; });
}

void Notices::forget_place_in_folder() {
    drop_if([](const Message& message) { return message.place_in_folder; });
}

bool Notices::grow_older(double seconds) {
    for (Message& message : messages) message.age += seconds;
    return drop_if([](const Message& message) {
        return message.severity == Severity::info && message.age >= information_seconds;
    });
}

void Notices::stay_for_input() {
    for (Message& message : messages)
        message.age = std::min(message.age, information_seconds - still_seconds);
}

void say_diagnostics(Notices& notices, const OpenFigure& figure) {
    int problems = 0;
    for (const Diagnostic& diagnostic : figure.document().diagnostics.list()) {
        if (diagnostic.severity != Severity::info) problems += diagnostic.count;
    }
    if (problems == 0) return;
    const auto& list = figure.document().diagnostics.list();
    const Diagnostic& first = *std::find_if(
        list.begin(), list.end(), [](const Diagnostic& one) { return one.severity != Severity::info; });
    Location where = first.where;
    where.file = std::filesystem::path(where.file).filename().string();
    Message& message = notices.say(
        Severity::info, fmt::format("{}: {}", figure.name(), counted(problems, "remark", "remarks")),
        fmt::format("{}: {}\nSelect the file in the scene tree to read them all.", where.text(),
                    first.message));
    message.figure = figure.newer_of != 0 ? figure.newer_of : figure.id;
    message.reading = figure.reading;
}

void handle(Parts& s, const ShowMessage& intent) {
    s.notices.say(intent.severity, intent.title, intent.text);
}

void handle(Parts& s, const DismissMessage& intent) {
    s.notices.dismiss(intent.id);
}

}  // namespace vitruvian
