#include "model/formats/bvh/bvh_structure.h"

#include "model/core/at.h"
#include "model/document/list_match.h"
#include "model/formats/bvh/bvh_can_store.h"
#include "model/formats/bvh/bvh_rows.h"
#include "model/formats/bvh/bvh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace vitruvian {
namespace {

class JointsPatcher {
  public:
    JointsPatcher(const Document& goal, std::string_view text, const TracedBvh& file)
        : goal_(goal),
          text_(text),
          file_(file),
          goal_joints_(joints_in_file_order(goal)),
          file_joints_(joints_in_file_order(file.document)) {
        for (const BvhChannels& channels : file.channels) {
            column_.push_back(columns_);
            columns_ += channels.size();
        }
    }

    Result<std::string> patched() {
        match();
        if (is_same_) return std::string(text_);
        for (std::size_t n = 0; n < nodes().size(); ++n) {
            if (nodes()[n].kind != NodeKind::joint || goal_of_[n] >= 0) continue;
            if (nodes()[n].parent < 0) return refuse("a root that is gone");
            take_out(static_cast<int>(n));
        }
        for (const int joint : goal_joints_) {
            const int parent = at(goal_.nodes, joint).parent;
            if (at(file_of_, joint) >= 0) continue;
            if (parent < 0 || at(goal_.nodes, parent).kind != NodeKind::joint)
                return refuse("root " + at(goal_.nodes, joint).name);
            if (at(file_of_, parent) >= 0) add(joint, at(file_of_, parent));
        }
        if (auto done = put_columns(); !done) return tl::unexpected(done.error());
        return edits_.apply(text_);
    }

  private:
    [[nodiscard]] const std::vector<Node>& nodes() const { return file_.document.nodes; }
    [[nodiscard]] tl::unexpected<Error> refuse(const std::string& what) const {
        return no_place_in_bvh(goal_, what);
    }

    /// Matches joints by names in order, and their parents: one that has another is taken out and added.
    void match() {
        const auto name_in_file = [&](std::size_t i) -> const std::string& {
            return at(nodes(), file_joints_[i]).name;
        };
        const auto name_in_goal = [&](std::size_t i) -> const std::string& {
            return at(goal_.nodes, goal_joints_[i]).name;
        };
        const ListMatch found =
            match_in_order(file_joints_.size(), goal_joints_.size(),
                           [&](std::size_t a, std::size_t b) { return name_in_file(a) == name_in_goal(b); });
        goal_of_.assign(nodes().size(), -1);
        file_of_.assign(goal_.nodes.size(), -1);
        is_same_ = file_joints_.size() == goal_joints_.size();
        for (std::size_t i = 0; i < goal_joints_.size(); ++i) {
            const int joint = goal_joints_[i];
            const int there = found.from[i] < 0 ? -1 : at(file_joints_, found.from[i]);
            const bool has_same_parent =
                there >= 0 && at(goal_of_, there) < 0 && parent_left(there) == parent_in_file(joint);
            is_same_ = is_same_ && has_same_parent && at(nodes(), there).parent == parent_in_file(joint);
            if (!has_same_parent) continue;
            at(file_of_, joint) = there;
            at(goal_of_, there) = joint;
        }
    }

    /// Returns the file's joint that the joint's parent is; -1: none, -2: a new one.
    [[nodiscard]] int parent_in_file(int joint) const {
        const int parent = at(goal_.nodes, joint).parent;
        if (parent < 0 || at(goal_.nodes, parent).kind != NodeKind::joint) return -1;
        return at(file_of_, parent) < 0 ? -2 : at(file_of_, parent);
    }

    /// Returns the nearest joint above that stays; parents are matched first.
    [[nodiscard]] int parent_left(int joint) const {
        int parent = at(nodes(), joint).parent;
        while (parent >= 0 && at(goal_of_, parent) < 0) parent = at(nodes(), parent).parent;
        return parent;
    }

    [[nodiscard]] const BvhPlaces::OfNode& place(int node) const { return at(file_.places.nodes, node); }

    [[nodiscard]] std::uint32_t line_begin(std::uint32_t at) const {
        const std::size_t end = text_.substr(0, at).rfind('\n');
        return end == std::string_view::npos ? 0 : static_cast<std::uint32_t>(end + 1);
    }
    [[nodiscard]] std::string indent_of(std::uint32_t at) const {
        const std::string_view line = text_.substr(line_begin(at));
        return std::string(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
    }
    /// Returns the whole lines of the range where nothing else is on them.
    [[nodiscard]] BvhRange whole_lines(BvhRange range) const {
        std::uint32_t begin = range.begin;
        while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
        std::uint32_t end = range.end;
        while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r')) ++end;
        if (end >= text_.size() || text_[end] != '\n' || (begin > 0 && text_[begin - 1] != '\n'))
            return range;
        return {begin, end + 1};
    }

    [[nodiscard]] std::vector<int> children_of(int joint) const {
        std::vector<int> out;
        for (std::size_t n = 0; n < nodes().size(); ++n) {
            if (nodes()[n].parent == joint) out.push_back(static_cast<int>(n));
        }
        return out;
    }

    /// Whether the file's joint has child joints when all is done.
    [[nodiscard]] bool keeps_children(int joint) const {
        const int now = at(goal_of_, joint);
        return std::any_of(goal_joints_.begin(), goal_joints_.end(),
                           [&](int child) { return at(goal_.nodes, child).parent == now; });
    }

    /// Removes the joint's block but what is in it; its End Site goes to a parent without children, else goes too.
    void take_out(int joint) {
        const BvhPlaces::OfNode& own = place(joint);
        const std::vector<int> children = children_of(joint);
        const bool drops_end = parent_left(joint) < 0 || keeps_children(parent_left(joint));
        std::uint32_t done = own.block.begin;
        for (const int child : children) {
            if (at(nodes(), child).kind == NodeKind::site && drops_end) continue;
            const BvhRange inner = whole_lines(place(child).block);
            if (inner.begin > done) edits_.replace(from_line(done, inner.begin), "");
            done = inner.end;
        }
        const BvhRange all = whole_lines(own.block);
        edits_.replace(from_line(done, all.end), "");
        removed_.push_back(joint);
    }
    /// Returns the range from the beginning of its first line, where nothing but blanks precedes.
    [[nodiscard]] BvhRange from_line(std::uint32_t begin, std::uint32_t end) const {
        const std::uint32_t line = line_begin(begin);
        const bool is_first =
            text_.substr(line, begin - line).find_first_not_of(" \t") == std::string_view::npos;
        return {is_first ? line : begin, end};
    }

    /// Adds the joint with its descendants, which are new too, to the file's joint `parent`.
    void add(int joint, int parent) {
        const std::vector<int> children = children_of(parent);
        const std::string own = indent_of(place(parent).block.begin);
        std::string inner = own + '\t';
        if (!place(parent).offset[0].empty()) {
            const std::string said = indent_of(place(parent).offset[0].begin);
            if (said.size() > own.size() && said.starts_with(own)) inner = said;
        }
        step_ = inner.substr(own.size());
        new_line_ = text_.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
        for (const int child : children) {
            const bool is_end = at(nodes(), child).kind == NodeKind::site;
            if (is_end && !dropped_ends_.contains(child) && dropped_ends_.insert(child).second)
                edits_.replace(whole_lines(place(child).block), "");
        }
        const int next = next_in_file(joint, parent);
        const std::uint32_t before = next < 0 ? place(parent).block.end - 1 : place(next).block.begin;
        const std::size_t column = next < 0 ? end_of_file_columns(parent) : at(column_, next);
        const std::uint32_t line = line_begin(before);
        const bool is_alone =
            text_.substr(line, before - line).find_first_not_of(" \t") == std::string_view::npos;
        std::string block = block_of(joint, inner, column);
        if (!is_alone) block = new_line_ + block + own;
        edits_.replace({is_alone ? line : before, is_alone ? line : before}, std::move(block));
    }

    /// Returns the file's joint before which a new one of `parent` goes: the next sibling that stays; -1: none.
    [[nodiscard]] int next_in_file(int joint, int parent) const {
        for (std::size_t n = static_cast<std::size_t>(joint) + 1; n < goal_.nodes.size(); ++n) {
            const bool is_sibling = goal_.nodes[n].parent == at(goal_of_, parent);
            if (is_sibling && file_of_[n] >= 0 && at(nodes(), file_of_[n]).parent == parent)
                return file_of_[n];
        }
        return -1;
    }

    /// Returns the column behind those of the file's joint and all its descendants.
    [[nodiscard]] std::size_t end_of_file_columns(int joint) const {
        std::size_t last = static_cast<std::size_t>(joint);
        for (std::size_t n = last + 1;
             n < nodes().size() && place(static_cast<int>(n)).block.end < place(joint).block.end; ++n)
            last = n;
        return column_[last] + file_.channels[last].size();
    }

    /// Returns the text of a new joint, whose numbers in the frames are inserted before `column`.
    std::string block_of(int joint, const std::string& indent, std::size_t column) {
        const Node& node = at(goal_.nodes, joint);
        const vec3& offset = node.rest.translation;
        const auto line = [&](int depth, const std::string& words) {
            std::string out = indent;
            for (int i = 0; i < depth; ++i) out += step_;
            return out + words + new_line_;
        };
        const auto numbers = [](const vec3& v) { return fmt::format("{:.8g} {:.8g} {:.8g}", v.x, v.y, v.z); };
        std::string out = line(0, "JOINT " + bvh_word(node.name)) + line(0, "{");
        out += line(1, "OFFSET " + numbers(offset));
        out += line(1, "CHANNELS 3 " + turns());
        added_columns_.push_back(column);
        bool has_children = false;
        for (const int child : goal_joints_) {
            if (at(goal_.nodes, child).parent != joint) continue;
            out += block_of(child, indent + step_, column);
            has_children = true;
        }
        if (!has_children) {
            out += line(1, "End Site") + line(1, "{") + line(2, "OFFSET " + numbers(0.5F * offset)) +
                   line(1, "}");
        }
        return out + line(0, "}");
    }

    /// Returns the rotation channels in the file's order.
    [[nodiscard]] std::string turns() const {
        constexpr std::array<const char*, 3> names{"Xrotation", "Yrotation", "Zrotation"};
        for (const BvhChannels& channels : file_.channels) {
            std::string out;
            int count = 0;
            for (const int channel : channels) {
                if (channel < 3 || channel > 5) continue;
                out += std::string(count++ == 0 ? "" : " ") + names.at(static_cast<std::size_t>(channel - 3));
            }
            if (count == 3) return out;
        }
        return "Zrotation Xrotation Yrotation";
    }

    /// Removes the numbers of joints that are gone from each frame, and inserts those of new ones.
    Result<void> put_columns() {
        const std::size_t rows = columns_ == 0 ? 0 : file_.motion.frames;
        const auto place_at = [&](std::size_t row, std::size_t column) {
            return file_.places.values[row * columns_ + column];
        };
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t c = 0; c < columns_; ++c) {
                if (place_at(row, c).empty()) return refuse("joints in frames that lack numbers");
            }
            for (const int joint : removed_) {
                const std::size_t first = at(column_, joint);
                const std::size_t count = at(file_.channels, joint).size();
                if (count == 0) continue;
                edits_.replace({place_at(row, first - 1).end, place_at(row, first + count - 1).end}, "");
            }
            for (const std::size_t column : added_columns_) {
                const BvhRange before = place_at(row, column - 1);
                const std::string zero =
                    number_like(0.0, text_.substr(before.begin, before.end - before.begin));
                edits_.replace({before.end, before.end}, fmt::format(" {0} {0} {0}", zero));
            }
        }
        return {};
    }

    const Document& goal_;
    std::string_view text_;
    const TracedBvh& file_;
    std::vector<int> goal_joints_;
    std::vector<int> file_joints_;
    std::vector<int> goal_of_;         // per node of the file: of `goal`, -1: gone
    std::vector<int> file_of_;         // per node of `goal`: of the file, -1: new
    std::vector<std::size_t> column_;  // per node of the file: its first number of a frame
    std::size_t columns_ = 0;
    bool is_same_ = false;
    std::vector<int> removed_;
    std::vector<std::size_t> added_columns_;  // per new joint, in the file's order
    std::set<int> dropped_ends_;
    std::string step_;
    std::string new_line_;
    BvhEdits edits_;
};

}  // namespace

std::vector<int> joints_in_file_order(const Document& document) {
    const auto count = document.nodes.size();
    std::vector<std::vector<int>> children(count);
    std::vector<int> waiting;
    for (std::size_t n = count; n-- > 0;) {
        const Node& node = document.nodes[n];
        if (node.parent >= 0) at(children, node.parent).push_back(static_cast<int>(n));
        if (node.parent < 0) waiting.push_back(static_cast<int>(n));
    }
    std::vector<int> out;
    while (!waiting.empty()) {
        const int node = waiting.back();
        waiting.pop_back();
        if (at(document.nodes, node).kind == NodeKind::joint) out.push_back(node);
        waiting.insert(waiting.end(), at(children, node).begin(), at(children, node).end());
    }
    return out;
}

Result<std::string> with_joints_of(const Document& goal, std::string_view text, const TracedBvh& file) {
    return JointsPatcher(goal, text, file).patched();
}

}  // namespace vitruvian
