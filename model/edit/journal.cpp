#include "model/edit/journal.h"

#include "model/edit/command_json.h"
#include "model/edit/edit_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

using Json = EditJson;

constexpr int journal_version = 1;
constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

std::string line_of(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string mark(const char* what) {
    return line_of(Json{{"mark", what}});
}

std::string text_at(const Json& object, const char* key) {
    return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

template <class Number>
Number number_at(const Json& object, const char* key) {
    return object.contains(key) && object[key].is_number_integer() ? object[key].get<Number>() : Number{};
}

FileFormat format_called(std::string_view name) {
    for (int i = 0; i <= static_cast<int>(FileFormat::bvh); ++i) {
        if (to_string(static_cast<FileFormat>(i)) == name) return static_cast<FileFormat>(i);
    }
    return FileFormat::unknown;
}

/// Whether it is a mark for every file, or for this one.
bool is_mark_of(const Json& object, const JournalBase& file) {
    return !object.contains("hash") ||
           (text_at(object, "hash") == file.hash && number_at<std::uint64_t>(object, "size") == file.size);
}

/// Replays lines one by one.
class Player {
  public:
    /// The history is unlimited: the journal goes back as far as the session did, whose documents may have
    /// been smaller.
    Player(Document base, const JournalBase& file)
        : history_(std::move(base), {.steps = everything, .bytes = everything, .max_bytes = everything}),
          file_(&file) {}

    /// Returns false where the journal cannot be replayed any further.
    bool play(const std::string& line, std::size_t number) {
        const Json object = Json::parse(line, nullptr, false);
        if (!object.is_object()) return lose(number);
        const std::string mark = text_at(object, "mark");
        if (mark.empty()) return step(object, line, number);
        if (mark == "saved") {
            if (is_mark_of(object, *file_)) history_.mark_saved();
        } else if (mark == "unsaved") {
            history_.mark_unsaved();
        } else if (mark == "undo" && at_ > 0) {
            if (done_[--at_]) history_.undo();
        } else if (mark == "redo" && at_ < done_.size()) {
            if (done_[at_++]) history_.redo();
        } else {
            return lose(number);
        }
        return true;
    }

    History history_;
    Diagnostics remarks_;

  private:
    bool step(const Json& object, const std::string& line, std::size_t number) {
        const Result<Command> command = command_from_json(line, history_.present());
        const Result<void> done = command ? history_.execute(*command) : tl::unexpected(command.error());
        done_.resize(at_);
        done_.push_back(done.has_value());
        ++at_;
        if (!done) {
            remarks_.warn(done.error().code, fmt::format("Step {} ({}): {}", number, text_at(object, "do"),
                                                         done.error().message));
        }
        return true;
    }

    bool lose(std::size_t number) {
        remarks_.warn("journal-damaged",
                      fmt::format("The journal cannot be read from its step {} on.", number));
        return false;
    }

    const JournalBase* file_;
    std::vector<bool> done_;  // per step of the journal, whether it could be applied here
    std::size_t at_ = 0;      // how many of them are not undone
};

}  // namespace

std::string journal_header(const JournalHeader& header) {
    return line_of(Json{{"journal", journal_version},
                        {"base", header.base.path},
                        {"size", header.base.size},
                        {"modified", header.base.modified},
                        {"hash", header.base.hash},
                        {"copy", header.copy},
                        {"file", header.file},
                        {"format", std::string(to_string(header.format))},
                        {"saved", header.saved}});
}

namespace {

/// All states of a history up to its last one, including those that undo no longer reaches.
class AllStates {
  public:
    explicit AllStates(const History& history) : history_(&history) {}

    [[nodiscard]] std::size_t forgotten() const { return history_->forgotten().size(); }
    [[nodiscard]] std::size_t size() const { return forgotten() + history_->steps().size(); }
    [[nodiscard]] std::uint64_t number(std::size_t place) const {
        return place < forgotten() ? history_->forgotten()[place].number
                                   : history_->steps()[place - forgotten()].number;
    }
    /// Returns the command that produced the state from the previous one.
    [[nodiscard]] std::string command(std::size_t place) const {
        if (place <= forgotten()) return history_->forgotten()[place - 1].next;
        const std::size_t step = place - forgotten();
        return command_json(*history_->steps()[step].command, history_->steps()[step - 1].document);
    }

  private:
    const History* history_;
};

}  // namespace

JournalWriter::JournalWriter(const History& history, std::size_t first, bool saved)
    : steps_{AllStates(history).number(first)}, first_(first) {
    if (saved) saved_ = 0;
}

std::optional<std::string> JournalWriter::lines(const History& history) {
    const AllStates states(history);
    const std::size_t present = states.forgotten() + history.present_index();
    if (present < first_ || states.number(first_) != steps_.front()) return std::nullopt;
    std::string out;
    const auto go_to = [&](std::size_t place) {
        for (; present_ > place; --present_) out += mark("undo");
        for (; present_ < place; ++present_) out += mark("redo");
    };
    std::size_t common = 1;
    while (common < steps_.size() && first_ + common < states.size() &&
           steps_[common] == states.number(first_ + common))
        ++common;
    if (first_ + common < states.size()) {
        go_to(common - 1);
        steps_.resize(common);
        if (saved_ && *saved_ >= common) saved_.reset();
        for (std::size_t i = first_ + common; i < states.size(); ++i) {
            out += states.command(i) + "\n";
            steps_.push_back(states.number(i));
            ++present_;
        }
    }
    std::optional<std::size_t> saved = history.saved_index();
    if (saved) *saved += states.forgotten();
    saved = saved && *saved >= first_ ? std::optional(*saved - first_) : std::nullopt;
    if (saved != saved_) {
        if (saved) go_to(*saved);
        out += mark(saved ? "saved" : "unsaved");
        saved_ = saved;
    }
    go_to(present - first_);
    return out;
}

std::string JournalWriter::may_save(std::uint64_t step, const JournalBase& file) const {
    const auto found = std::find(steps_.begin(), steps_.end(), step);
    if (found == steps_.end()) return {};
    const auto place = static_cast<std::size_t>(found - steps_.begin());
    std::string out;
    for (std::size_t at = present_; at > place; --at) out += mark("undo");
    for (std::size_t at = present_; at < place; ++at) out += mark("redo");
    out += line_of(Json{{"mark", "saved"}, {"size", file.size}, {"hash", file.hash}});
    for (std::size_t at = place; at > present_; --at) out += mark("undo");
    for (std::size_t at = place; at < present_; ++at) out += mark("redo");
    return out;
}

bool has_saved(const Journal& journal, const JournalBase& file) {
    return std::any_of(journal.lines.begin(), journal.lines.end(), [&](const std::string& line) {
        const Json object = Json::parse(line, nullptr, false);
        return object.is_object() && object.contains("hash") && text_at(object, "mark") == "saved" &&
               is_mark_of(object, file);
    });
}

Result<Journal> read_journal(std::string_view text) {
    Journal out;
    bool headed = false;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (headed) {
            out.lines.emplace_back(line);
            continue;
        }
        const Json object = Json::parse(line.begin(), line.end(), nullptr, false);
        if (!object.is_object() || number_at<int>(object, "journal") != journal_version) break;
        headed = true;
        out.header.base = {text_at(object, "base"), number_at<std::uint64_t>(object, "size"),
                           number_at<std::int64_t>(object, "modified"), text_at(object, "hash")};
        out.header.copy = text_at(object, "copy");
        out.header.file = text_at(object, "file");
        out.header.format = format_called(text_at(object, "format"));
        out.header.saved = !object.contains("saved") || object["saved"] != false;
    }
    if (!headed)
        return fail("journal-unreadable", "This is not a journal of edits that this version can read.");
    return out;
}

Replayed replay(const Journal& journal, Document base, const JournalBase& file) {
    Player player(std::move(base), file);
    if (!journal.header.saved) player.history_.mark_unsaved();
    for (std::size_t i = 0; i < journal.lines.size(); ++i) {
        if (!player.play(journal.lines[i], i + 1)) break;
    }
    player.history_.keep_within({});
    return {std::move(player.history_), std::move(player.remarks_)};
}

}  // namespace vitruvian
