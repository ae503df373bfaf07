// Computes the rows of the scene tree.
#include "app/gui/tree_panel.h"
#include "app/session/session.h"
#include "model/core/ascii.h"
#include "model/core/at.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

std::uint64_t key_of(const Selection& what) {
    std::uint64_t key = what.figure;
    key = key * 16U + static_cast<std::uint64_t>(what.item.kind);
    key = key * 4096U + static_cast<std::uint64_t>(what.item.humanoid + 1);
    return key * 16'777'216U + static_cast<std::uint64_t>(what.item.index + 1);
}

/// By node: the names of the bones that joints are mapped to.
std::map<int, std::string_view> names_of_bones(const Humanoid& humanoid) {
    std::map<int, std::string_view> out;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const auto bone = static_cast<Bone>(b);
        if (humanoid.bones[bone] >= 0) out.emplace(humanoid.bones[bone], to_string(bone));
    }
    return out;
}

class RowMaker {
  public:
    RowMaker(const std::unordered_set<std::uint64_t>& toggled, const std::string& search)
        : toggled_(toggled), search_(lower_case(search)) {}

    void add_file(const OpenFigure& figure) {
        const Document& document = figure.document();
        const Selection what{figure.id, {}};
        const bool open = begin(what, figure.name(), "", 2, true);
        if (open) {
            for (std::size_t h = 0; h < document.humanoids.size(); ++h) add_humanoid(what, document, h);
            const auto mesh_name = [&](std::size_t i) { return document.meshes[i].name; };
            add_list(figure.id, ItemKind::mesh, -1, "Meshes", document.meshes.size(), mesh_name);
            const auto clip_name = [&](std::size_t i) { return document.clips[i]->name; };
            add_list(figure.id, ItemKind::clip, -1, "Clips", document.clips.size(), clip_name);
        }
        end();
    }

    std::vector<TreeRow> take() {
        std::vector<char> keep(rows_.size(), 1);
        for (const std::size_t index : unwanted_) keep[index] = 0;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (keep[i] != 0 && kept++ != i) rows_[kept - 1] = std::move(rows_[i]);
        }
        rows_.resize(kept);
        return std::move(rows_);
    }

  private:
    /// Adds a row and goes one level down. Returns true if its children are to be added. `other_names` are
    /// searched too, and the matching one is shown.
    bool begin(const Selection& what, std::string label, std::string detail, std::size_t children, bool opens,
               const std::vector<std::string>& other_names = {}) {
        TreeRow row;
        row.what = what;
        row.heading = what.item.kind != ItemKind::none && what.item.index < 0;
        row.depth = static_cast<int>(open_rows_.size());
        row.indent = open_rows_.empty() ? 0.0F : open_rows_.back().child_indent;
        row.has_children = children > 0;
        row.key = key_of(what);
        row.open = row.has_children && (!search_.empty() || (toggled_.count(row.key) > 0) != opens);
        row.label = label.empty() ? fmt::format("{} {}", kind_name(what.item.kind), what.item.index)
                                  : std::move(label);
        row.detail = std::move(detail);
        const bool open = row.open;
        const auto found_in = [&](std::string_view name) {
            return !row.heading && lower_case(name).find(search_) != std::string::npos;
        };
        const bool by_label = found_in(row.label);
        const auto other = std::find_if(other_names.begin(), other_names.end(), found_in);
        const bool matches = by_label || other != other_names.end();
        row.is_hit = !search_.empty() && matches;
        if (row.is_hit && !by_label) row.detail = *other;
        // A chain of single children (a spine) is hardly indented, otherwise fingers would be outside the
        // panel.
        const bool is_joint = what.item.kind == ItemKind::joint && !row.heading;
        const float step = is_joint && !search_.empty() ? 0.0F : children == 1 && !row.heading ? 4.0F : 12.0F;
        const float child_indent = row.indent + step;
        rows_.push_back(std::move(row));
        open_rows_.push_back({rows_.size() - 1, matches, matches, child_indent});
        return open;
    }

    /// Goes back up; removes rows that do not match a search.
    void end() {
        const OpenRow row = open_rows_.back();
        open_rows_.pop_back();
        if (search_.empty()) return;
        if (!row.wanted) {
            rows_.resize(row.index);
            return;
        }
        if (!open_rows_.empty()) open_rows_.back().wanted = true;
        // A finger is found without listing the whole spine above it.
        const TreeRow& kept = rows_[row.index];
        if (!row.matches && kept.what.item.kind == ItemKind::joint && !kept.heading)
            unwanted_.push_back(row.index);
    }

    template <class Name>
    void add_list(std::uint64_t figure, ItemKind kind, int humanoid, const char* title, std::size_t count,
                  Name name, bool opens = false) {
        if (count == 0) return;
        if (begin({figure, {kind, humanoid, -1}}, title, std::to_string(count), count, opens)) {
            for (std::size_t i = 0; i < count; ++i) {
                begin({figure, {kind, humanoid, static_cast<int>(i)}}, name(i), "", 0, false);
                end();
            }
        }
        end();
    }

    void add_humanoid(const Selection& file, const Document& document, std::size_t h) {
        const Humanoid& humanoid = document.humanoids[h];
        const std::uint64_t figure = file.figure;
        const int index = static_cast<int>(h);
        const std::string name = humanoid.name.empty() ? "Humanoid" : humanoid.name;
        if (begin({figure, {ItemKind::humanoid, -1, index}}, name, "", 2, true)) {
            add_joints(figure, index, document);
            const auto segment_name = [&](std::size_t i) { return humanoid.segments[i].name; };
            add_list(figure, ItemKind::segment, index, "Segments", humanoid.segments.size(), segment_name);
            const auto site_name = [&](std::size_t i) {
                return at(document.nodes, humanoid.sites[i].node).name;
            };
            add_list(figure, ItemKind::site, index, "Sites", humanoid.sites.size(), site_name);
            add_displacers(figure, index, document);
        }
        end();
    }

    void add_displacers(std::uint64_t figure, int humanoid, const Document& document) {
        std::vector<int> own;
        for (std::size_t i = 0; i < document.displacers.size(); ++i) {
            // Displacers of meshes outside any humanoid are listed with the first.
            const Displacer& displacer = document.displacers[i];
            const bool here = std::max(displacer.humanoid, 0) == humanoid && is_in_file(displacer);
            if (here) own.push_back(static_cast<int>(i));
        }
        if (own.empty()) return;
        if (begin({figure, {ItemKind::displacer, humanoid, -1}}, "Displacers", std::to_string(own.size()),
                  own.size(), false)) {
            for (const int i : own) {
                begin({figure, displacer_item(i)}, at(document.displacers, i).name, "", 0, false);
                end();
            }
        }
        end();
    }

    void add_joints(std::uint64_t figure, int h, const Document& document) {
        const Humanoid& humanoid = at(document.humanoids, h);
        if (humanoid.joints.empty()) return;
        std::vector<int> joint_of(document.nodes.size(), -1);
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
            at(joint_of, humanoid.joints[j].node) = static_cast<int>(j);
        }
        std::vector<std::vector<int>> children(humanoid.joints.size());
        std::vector<int> roots;
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
            int node = at(document.nodes, humanoid.joints[j].node).parent;
            while (node >= 0 && at(joint_of, node) < 0) {
                node = at(document.nodes, node).parent;
            }
            auto& siblings = node < 0 ? roots : at(children, at(joint_of, node));
            siblings.push_back(static_cast<int>(j));
        }
        const Selection group{figure, {ItemKind::joint, h, -1}};
        // Closed, so that all of a figure's parts are visible; its joints are searched, or clicked in the
        // picture.
        if (begin(group, "Joints", std::to_string(humanoid.joints.size()), roots.size(), false)) {
            for (const int root : roots) add_joint(figure, h, document, children, root);
        }
        end();
    }

    // Uses an explicit stack: files may nest a thousand joints.
    void add_joint(std::uint64_t figure, int h, const Document& document,
                   const std::vector<std::vector<int>>& children, int root) {
        const Humanoid& humanoid = at(document.humanoids, h);
        struct Visit {
            int joint;
            std::size_t next_child;
            bool open;
        };
        std::vector<Visit> stack;
        const std::map<int, std::string_view> bones = names_of_bones(humanoid);
        const auto enter = [&](int joint) {
            const int node = at(humanoid.joints, joint).node;
            const std::vector<int>& own = at(children, joint);
            const std::string& name = at(document.nodes, node).name;
            std::vector<std::string> others;
            if (!search_.empty()) {
                if (const auto bone = bones.find(node); bone != bones.end())
                    others.emplace_back(bone->second);
                for (const HanimVersion version : {HanimVersion::v1_1, HanimVersion::v2_0}) {
                    VersionedName other = hanim_joint_name(name, version);
                    if (other.has_counterpart && other.name != name) others.push_back(std::move(other.name));
                }
            }
            const bool open = begin({figure, joint_item(h, joint)}, name, "", own.size(), true, others);
            stack.push_back({joint, 0, open});
        };
        enter(root);
        while (!stack.empty()) {
            Visit& top = stack.back();
            const std::vector<int>& own = at(children, top.joint);
            if (top.open && top.next_child < own.size()) {
                enter(own[top.next_child++]);
            } else {
                stack.pop_back();
                end();
            }
        }
    }

    struct OpenRow {
        std::size_t index;
        bool matches;
        bool wanted;  // it or a descendant matches
        float child_indent;
    };
    const std::unordered_set<std::uint64_t>& toggled_;
    std::string search_;
    std::vector<TreeRow> rows_;
    std::vector<OpenRow> open_rows_;
    std::vector<std::size_t> unwanted_;  // ancestors of matches only
};

}  // namespace

std::vector<TreeRow> tree_rows(const Session& session, const std::unordered_set<std::uint64_t>& toggled,
                               const std::string& search) {
    RowMaker maker(toggled, search);
    for (const OpenFigure& figure : session.figures()) maker.add_file(figure);
    return maker.take();
}

std::vector<Selection> items_between(const std::vector<TreeRow>& rows, const Selection& from,
                                     const Selection& to) {
    const auto row_of = [&](const Selection& what) {
        return std::find_if(rows.begin(), rows.end(),
                            [&](const TreeRow& row) { return !row.heading && row.what == what; });
    };
    auto first = row_of(from);
    auto last = row_of(to);
    if (first == rows.end() || last == rows.end() || from.figure != to.figure) return {to};
    if (last < first) std::swap(first, last);
    std::vector<Selection> out;
    if (from.item.kind == to.item.kind) out.push_back(from);
    for (auto row = first; row <= last; ++row) {
        const bool fits =
            !row->heading && row->what.figure == to.figure && row->what.item.kind == to.item.kind;
        if (fits && row->what != from) out.push_back(row->what);
    }
    return out;
}

}  // namespace vitruvian
