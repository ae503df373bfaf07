// A log of what the window does in JSON, used by the tests and for bug reports.
//
// With VITRUVIAN_REPORT=PATH in the environment the window appends one JSON object per line to PATH:
//   {"event":"state","topic":TOPIC,...}  whenever that part of the session changes: files, selection, hover,
//   playback,
//       history, problems, messages, loading, view, window, input (how many events of mouse, keys and window were
//       answered)
//   {"event":"command","file":...,"title":...,"command":{...}}  an edit was done, with its values (model/edit/
//       command_json.h)
//   {"event":"opened"|"saved"|"closed","file":...}
//   {"event":"failed","file":...,"text":...}  an edit, a load or a save, and why
//   {"event":"widget","id":"tree/joint/l_elbow","rect":[x,y,width,height]}  the place of a control, in window
//       coordinates from the top left; again whenever it moves
//   {"event":"widget-gone","id":...}
//   {"event":"copied","text":...}  into the clipboard
//   {"event":"idle","frames":N}  nothing is left to draw until something happens
// Without the variable nothing is collected or written.
#pragma once

#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian {

struct Event;
class Session;

class Report {
  public:
    Report() = default;
    ~Report();
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    /// Opens what VITRUVIAN_REPORT names, if anything.
    void open_from_environment();
    [[nodiscard]] bool enabled() const { return file_ != nullptr; }

    /// Writes a state with its topic, if it differs from the last one.
    void state(const std::string& topic, const nlohmann::json& value);
    void event(const std::string& name, const nlohmann::json& value);
    /// Notes a control of this frame.
    void widget(std::string_view id, ImVec2 min, ImVec2 max);
    void end_frame();
    /// Notes that the window is about to wait for input.
    void idle(unsigned long frames);

  private:
    struct Place {
        std::array<int, 4> rect{};
        unsigned long frame = 0;
    };
    void write(const std::string& line);

    std::FILE* file_ = nullptr;
    unsigned long frame_ = 0;
    unsigned long last_idle_ = 0;
    std::unordered_map<std::string, std::string> states_;
    std::unordered_map<std::string, Place> widgets_;
};

/// Writes the events of Session::take_events.
void report_events(const std::vector<Event>& events, const Session& session, Report& report);

/// Writes every part of the session that has changed.
void report_session(const Session& session, Report& report);

}  // namespace vitruvian
