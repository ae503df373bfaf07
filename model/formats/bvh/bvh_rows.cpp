#include "model/formats/bvh/bvh_rows.h"

#include "model/core/at.h"
#include "model/formats/bvh/bvh_angles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

/// Rotations and angles that differ by less than this, about 0.00005 degrees, count as equal.
constexpr float same_turn = 4e-7F;
constexpr double same_angle = 5e-5;
constexpr float same_place = 2e-7F;  // relative to the magnitude, at least 1

bool is_same_place(const vec3& a, const vec3& b) {
    return glm::distance(a, b) <= same_place * std::max(1.0F, glm::length(b));
}

class RowPatcher {
  public:
    RowPatcher(const BvhMatch& match, BvhEdits& edits)
        : match_(match),
          file_(*match.file),
          edits_(edits),
          was_(file_.document, match.file_clip()),
          will_be_(*match.goal, match.clip) {}

    Result<void> put() {
        const std::ptrdiff_t shift = find_shift();
        std::vector<double> row(file_.motion.columns);
        std::string before_all;
        std::string after_all;
        for (std::size_t f = 0; f < match_.frames; ++f) {
            const std::ptrdiff_t there = static_cast<std::ptrdiff_t>(f) + shift;
            const auto last = static_cast<std::ptrdiff_t>(file_.motion.frames) - 1;
            const auto like = static_cast<std::size_t>(std::clamp(there, std::ptrdiff_t{0}, last));
            const bool is_new = there < 0 || there > last;
            const Pose& pose = new_pose_of(f);
            if (auto done = fill(like, is_new ? nullptr : &file_pose_of(like), pose, row); !done) return done;
            if (is_new) {
                std::string& added = there < 0 ? before_all : after_all;
                if (!is_regular(like)) return refuse("frames between those that are not whole");
                added += there < 0 ? new_row(like, row) + row_gap() : row_gap() + new_row(like, row);
            } else if (auto done = put_numbers(like, row); !done) {
                return done;
            }
        }
        return put_count(shift, std::move(before_all), std::move(after_all));
    }

  private:
    [[nodiscard]] tl::unexpected<Error> refuse(const std::string& what) const {
        return no_place_in_bvh(*match_.goal, what);
    }

    [[nodiscard]] const Pose& file_pose_of(std::size_t frame) {
        return was_.at_frame(frame, file_.motion.frame_time);
    }
    [[nodiscard]] const Pose& new_pose_of(std::size_t frame) {
        return will_be_.at_frame(frame, match_.frame_time);
    }

    [[nodiscard]] BvhRange place(std::size_t row, std::size_t column) const {
        return file_.places.values[row * file_.motion.columns + column];
    }
    [[nodiscard]] std::uint32_t begin_of(std::size_t row) const { return place(row, 0).begin; }
    [[nodiscard]] std::uint32_t end_of(std::size_t row) const {
        return place(row, file_.motion.columns - 1).end;
    }
    /// Returns the end of the line that contains `at`.
    [[nodiscard]] std::uint32_t line_end(std::uint32_t at) const {
        return static_cast<std::uint32_t>(std::min(match_.text.find('\n', at), match_.text.size() - 1) + 1);
    }
    [[nodiscard]] bool is_regular(std::size_t row) const {
        for (std::size_t c = 0; c < file_.motion.columns; ++c) {
            if (place(row, c).empty()) return false;
        }
        return true;
    }

    /// Whether all joints of the file's pose already have the pose to write.
    [[nodiscard]] bool is_same(const Pose& was, const Pose& will_be) const {
        for (std::size_t n = 0; n < match_.goal_of.size(); ++n) {
            if (file_.document.nodes[n].kind != NodeKind::joint) continue;
            const Transform& x = was.local[n];
            const Transform& y = at(will_be.local, match_.goal_of[n]);
            if (!is_same_place(x.translation, y.translation) ||
                turn_between(x.rotation, y.rotation) > same_turn)
                return false;
        }
        return true;
    }

    /// Returns the file's frame that corresponds to the first new one; negative where frames are added before
    /// it. Where frames were added or removed, the best match of a few sampled frames.
    [[nodiscard]] std::ptrdiff_t find_shift() {
        const std::size_t was = file_.motion.frames;
        if (was == match_.frames || match_.clip == nullptr) return 0;
        constexpr std::size_t looks = 8;
        const bool fewer = match_.frames < was;
        const std::size_t span = fewer ? was - match_.frames : match_.frames - was;
        std::vector<std::size_t> votes(span + 1, 0);
        for (std::size_t look = 0; look < looks; ++look) {
            const std::size_t shorter = std::min(was, match_.frames);
            const std::size_t of = look * (shorter - 1) / (looks - 1);
            const Pose of_shorter = fewer ? new_pose_of(of) : file_pose_of(of);
            for (std::size_t s = 0; s <= span; ++s) {
                const bool same = fewer ? is_same(file_pose_of(of + s), of_shorter)
                                        : is_same(of_shorter, new_pose_of(of + s));
                votes[s] += same ? 1 : 0;
            }
        }
        const auto best = std::max_element(votes.begin(), votes.end()) - votes.begin();
        return fewer ? best : -best;
    }

    /// Fills in the numbers of a frame: those of the file's row `like` are kept for joints that are unchanged
    /// from `before` (may be null).
    Result<void> fill(std::size_t like, const Pose* before, const Pose& pose,
                      std::vector<double>& row) const {
        const float* values = file_.motion.values.data() + like * file_.motion.columns;
        for (std::size_t c = 0; c < row.size(); ++c) row[c] = static_cast<double>(values[c]);
        std::size_t column = 0;
        for (std::size_t n = 0; n < match_.goal_of.size(); column += file_.channels[n++].size()) {
            if (file_.document.nodes[n].kind != NodeKind::joint) continue;
            const Transform& now = at(pose.local, match_.goal_of[n]);
            const Transform* was = before == nullptr ? nullptr : &before->local[n];
            if (travels(n) && (was == nullptr || !stays(n, *was, now)))
                put_place(n, now.translation, &row[column]);
            if (was != nullptr && turn_between(was->rotation, now.rotation) <= same_turn) continue;
            if (!put_turn(n, now.rotation, row.data() + column))
                return refuse("how " + match_.goal_node(n).name + " turns");
        }
        return {};
    }

    /// Whether the joint's position channels are used.
    [[nodiscard]] bool travels(std::size_t n) const {
        const auto& channels = file_.channels[n];
        const bool has =
            std::any_of(channels.begin(), channels.end(), [](int channel) { return channel < 3; });
        return has && (match_.clip == nullptr ||
                       moves(match_.file_clip(), static_cast<int>(n), ChannelPath::translation) ||
                       moves(match_.clip, match_.goal_of[n], ChannelPath::translation));
    }

    /// Whether the joint's position is unchanged.
    [[nodiscard]] bool stays(std::size_t n, const Transform& was, const Transform& now) const {
        const vec3 shift = file_.displaces[n] ? match_.goal_node(n).rest.translation -
                                                    file_.document.nodes[n].rest.translation
                                              : vec3(0.0F);
        return is_same_place(now.translation - shift, was.translation);
    }

    void put_place(std::size_t n, const vec3& place, double* row) const {
        for (const int channel : file_.channels[n]) {
            if (channel < 3) {
                const float from = file_.displaces[n] ? match_.goal_node(n).rest.translation[channel] : 0.0F;
                *row = static_cast<double>(place[channel]) - static_cast<double>(from);
            }
            ++row;
        }
    }

    /// Returns false where the joint's channels cannot represent the rotation, or two have the same axis.
    [[nodiscard]] bool put_turn(std::size_t n, const quat& turn, double* row) const {
        AxisOrder axes{};
        std::array<double*, 3> numbers{};
        std::array<double, 3> before{};
        std::array<bool, 3> has{};
        std::size_t count = 0;
        for (const int channel : file_.channels[n]) {
            if (channel >= 3 && channel < 6) {
                if (at(has, channel - 3)) return false;
                at(has, channel - 3) = true;
                axes.at(count) = channel - 3;
                before.at(count) = *row;
                numbers.at(count++) = row;
            }
            ++row;
        }
        for (; count < 3; ++count) {
            auto* const missing = std::find(has.begin(), has.end(), false);
            axes.at(count) = static_cast<int>(missing - has.begin());
            *missing = true;
        }
        const std::array<double, 3> angles = angles_about(axes, turn, before);
        for (std::size_t i = 0; i < 3; ++i) {
            if (numbers.at(i) == nullptr) {
                if (std::abs(angles.at(i)) > 5e-3) return false;
            } else if (std::abs(angles.at(i) - *numbers.at(i)) > same_angle) {
                *numbers.at(i) = angles.at(i);
            }
        }
        return true;
    }

    [[nodiscard]] std::string number(std::size_t row, std::size_t column, double value) const {
        const BvhRange range = place(row, column);
        return number_like(value, match_.text.substr(range.begin, range.end - range.begin));
    }

    Result<void> put_numbers(std::size_t row, const std::vector<double>& values) {
        for (std::size_t c = 0; c < values.size(); ++c) {
            const auto before = static_cast<double>(file_.motion.values[row * values.size() + c]);
            const double least = static_cast<double>(same_place) * std::max(1.0, std::abs(before));
            if (!(std::abs(values[c] - before) > least)) continue;
            if (place(row, c).empty()) return refuse("a number that a frame leaves out");
            edits_.replace(place(row, c), number(row, c, values[c]));
        }
        return {};
    }

    [[nodiscard]] std::string new_row(std::size_t like, const std::vector<double>& values) const {
        std::string out;
        std::uint32_t done = begin_of(like);
        for (std::size_t c = 0; c < values.size(); ++c) {
            const BvhRange range = place(like, c);
            out += match_.text.substr(done, range.begin - done);
            out += number(like, c, values[c]);
            done = range.end;
        }
        return out;
    }

    /// Returns the text between two frames.
    [[nodiscard]] std::string row_gap() const {
        if (file_.motion.frames > 1 && is_regular(0) && is_regular(1))
            return std::string(match_.text.substr(end_of(0), begin_of(1) - end_of(0)));
        const bool has_returns = match_.text.find("\r\n") != std::string_view::npos;
        return has_returns ? "\r\n" : "\n";
    }

    Result<void> put_count(std::ptrdiff_t shift, std::string before_all, std::string after_all) {
        const std::size_t was = file_.motion.frames;
        if (match_.frames != was) {
            const auto first = static_cast<std::size_t>(std::max(shift, std::ptrdiff_t{0}));
            const std::size_t end = std::min(was, first + match_.frames);
            for (const std::size_t row : {std::size_t{0}, first, end - 1, was - 1}) {
                if (!is_regular(row)) return refuse("frames between those that are not whole");
            }
            if (first > 0) edits_.replace({begin_of(0), begin_of(first)}, "");
            if (!before_all.empty()) edits_.replace({begin_of(0), begin_of(0)}, std::move(before_all));
            if (end < was) edits_.replace({begin_of(end), line_end(end_of(was - 1))}, "");
            if (!after_all.empty()) edits_.replace({end_of(was - 1), end_of(was - 1)}, std::move(after_all));
            edits_.replace(file_.places.frames, std::to_string(match_.frames));
        }
        const double time = file_.motion.frame_time;
        const bool keeps_time = match_.frames < 2 || std::abs(match_.frame_time - time) <= 1e-6 * time;
        if (keeps_time) return {};
        const BvhRange range = file_.places.frame_time;
        if (range.empty()) return refuse("the time of a frame");
        edits_.replace(
            range, number_like(match_.frame_time, match_.text.substr(range.begin, range.end - range.begin)));
        return {};
    }

    const BvhMatch& match_;
    const TracedBvh& file_;
    BvhEdits& edits_;
    BvhPoses was_;
    BvhPoses will_be_;
};

}  // namespace

const Clip* BvhMatch::file_clip() const {
    return file->document.clips.empty() ? nullptr : file->document.clips.front().get();
}

const Node& BvhMatch::goal_node(std::size_t n) const {
    return at(goal->nodes, goal_of[n]);
}

bool moves(const Clip* clip, int node, ChannelPath path) {
    if (clip == nullptr) return false;
    return std::any_of(clip->channels.begin(), clip->channels.end(),
                       [&](const Channel& c) { return c.node == node && c.path == path; });
}

float turn_between(const quat& a, const quat& b) {
    const quat d = glm::conjugate(a) * b;
    return glm::length(vec3(d.x, d.y, d.z));
}

BvhPoses::BvhPoses(const Document& document, const Clip* clip)
    : skeleton_(make_skeleton(document)),
      clip_(clip),
      pose_(clip == nullptr ? file_pose(skeleton_) : rest_pose(skeleton_)) {
    if (clip == nullptr) return;
    const std::vector<float>* last = nullptr;
    for (const Channel& channel : clip->channels) {
        if (last == nullptr || channel.times != *last)
            key_times_.insert(key_times_.end(), channel.times.begin(), channel.times.end());
        last = &channel.times;
    }
    std::sort(key_times_.begin(), key_times_.end());
    key_times_.erase(std::unique(key_times_.begin(), key_times_.end()), key_times_.end());
}

const Pose& BvhPoses::at_frame(std::size_t frame, double frame_time) {
    if (clip_ == nullptr) return pose_;
    const double time = static_cast<double>(frame) * frame_time;
    const double near = 2e-3 * frame_time + 1.2e-7 * time;
    const auto key = std::lower_bound(key_times_.begin(), key_times_.end(), time - near,
                                      [](float k, double t) { return static_cast<double>(k) < t; });
    const bool is_meant = key != key_times_.end() && static_cast<double>(*key) <= time + near;
    sample(*clip_, is_meant ? static_cast<double>(*key) : time, skeleton_, pose_);
    return pose_;
}

Result<void> put_motion(const BvhMatch& match, BvhEdits& edits) {
    if (match.frames == 0 || match.file->motion.columns == 0) return {};
    return RowPatcher(match, edits).put();
}

tl::unexpected<Error> no_place_in_bvh(const Document& document, const std::string& what) {
    return fail("save-structure", "the file has no place of its own for " + what, {document.file, 0, 0, {}});
}

}  // namespace vitruvian
