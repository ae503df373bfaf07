#include "model/formats/vrml/read/survey.h"

#include "model/formats/vrml/syntax/known_fields.h"
#include "model/standard/hanim_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Characteristics of the OpenHRP and EPFL dialects: centers are zero (except for one edited here), and the
/// offsets are in the joints' translations.
/// the joints' translations.
struct JointStyle {
    int joints = 0;
    int with_center = 0;
    int with_translation = 0;
    [[nodiscard]] bool is_robot() const {
        const int max_share = 4;
        return joints >= 2 && with_translation > 0 && with_center * max_share <= with_translation;
    }
};

class Surveyor {
  public:
    explicit Surveyor(World& world) : world_(&world), survey_(world) {}

    Survey run(const Environment& root) {
        root_ = &root;
        note_links(survey_.events.add(root));
        JointStyle outside;
        for (const NodeRef node : world_->roots(root)) visit(node, &outside);
        if (joints_ == 0) adopt_named_transforms(outside);
        survey_.robot_without_humanoid = outside.is_robot();
        const std::unordered_set<std::uint64_t> moved = survey_.events.moved();
        carriers_.insert(carriers_.end(), moved.begin(), moved.end());
        mark_ancestors();
        survey_.weight_leaders = survey_.events.leaders("weight");
        return std::move(survey_);
    }

  private:
    enum class State : std::uint8_t { open, done };

    /// Whether to visit the node's contents.
    bool enter(NodeRef node) {
        const auto [known, fresh] = states_.try_emplace(node.key(), State::open);
        if (!fresh) {
            if (known->second == State::open) {
                world_->warn(node, "vrml-cycle", "a node contains itself; the circle is broken here");
            }
            return false;
        }
        if (!world_->allows_nodes(states_.size(), 1)) return false;
        if (depth_ >= world_->options().limits.max_depth + shape_levels) {
            world_->warn(node, "vrml-too-deep", "nodes nest too deep through USE, PROTO or Inline");
            return false;
        }
        return true;
    }

    void visit(NodeRef node, JointStyle* style) {
        node = world_->definition(node);
        if (!node.valid()) return;
        if (!world_->allows_nodes(++visits_, 4)) return;
        if (!open_.empty()) parents_[node.key()].push_back(open_.back());
        if (!enter(node)) return;
        ++depth_;
        open_.push_back(node.key());
        visit_inside(node, style);
        open_.pop_back();
        --depth_;
        states_[node.key()] = State::done;
    }

    /// Fields that no standard node has are ignored: misspelt, or extensions.
    void check_fields(NodeRef node) {
        const SyntaxNode& syntax = world_->syntax(node);
        for (const Field& field : syntax.fields) {
            const bool is_own =
                std::any_of(syntax.interface.begin(), syntax.interface.end(),
                            [&field](const InterfaceField& f) { return f.name == field.name; });
            if (is_own || is_known_field(field.name)) continue;
            world_->warn(Found{&field.value, node.env, false, field.range.begin}, "vrml-unknown-field",
                         fmt::format("{} nodes have no field \"{}\"; it is left out",
                                     syntax.type.substr(0, 60), field.name.substr(0, 60)));
        }
    }

    /// Transforms named like joints are a figure's joints if there are enough of them.
    void adopt_named_transforms(JointStyle& style) {
        std::set<std::pair<std::size_t, Side>> all;
        std::set<std::pair<std::size_t, Side>> marked;
        std::vector<const NamedTransform*> meant;
        for (const NamedTransform& t : named_) {
            const std::optional<HanimJointName> joint = hanim_joint_from_name(t.name);
            if (!joint) continue;
            meant.push_back(&t);
            all.emplace(joint->fact, joint->side);
            if (t.is_marked()) marked.emplace(joint->fact, joint->side);
        }
        const std::size_t enough = 5;
        const std::size_t enough_marked = 2;
        const bool take_all = all.size() >= enough;
        if (!take_all && marked.size() < enough_marked) return;
        for (const NamedTransform* t : meant) {
            if (!take_all && !t->is_marked()) continue;
            carriers_.push_back(t->node.key());
            survey_.named_joints.insert(t->node.key());
            note_style(t->node, &style);
        }
    }

    /// `instance_name` is the DEF of the PROTO instance whose body `node` is, if any.
    void note_name(NodeRef node, std::string_view instance_name) {
        const std::string_view name = instance_name.empty() ? world_->syntax(node).def : instance_name;
        if (!name.empty()) named_.push_back({node, name});
    }

    /// Visits the body of a PROTO instance, whose joint may be named by the instance's DEF.
    bool visit_instance(NodeRef node, std::string_view outer_name, JointStyle* style) {
        instance_name_ = outer_name.empty() ? world_->syntax(node).def : outer_name;
        const bool visited = visit_body(node, style);
        instance_name_ = {};
        return visited;
    }

    void visit_inside(NodeRef node, JointStyle* style) {
        const std::string_view instance_name = std::exchange(instance_name_, {});
        const WorldNode kind = world_->kind(node);
        if (kind != WorldNode::unknown && world_->syntax(node).proto == none) check_fields(node);
        if (is_hanim(kind) && world_->syntax(node).proto != none) {
            if (const Environment* body = world_->body(node))
                note_links(survey_.events.add_renames(node, *body));
        }
        if (world_->syntax(node).type == "Script") survey_.events.add_script(node);
        switch (kind) {
            case WorldNode::humanoid: {
                carriers_.push_back(node.key());
                JointStyle own;
                visit_fields(node, &own);
                if (own.is_robot()) survey_.robots.insert(node.key());
                return;
            }
            case WorldNode::transform:
                note_name(node, instance_name);
                break;
            case WorldNode::joint:
                ++joints_;
                carriers_.push_back(node.key());
                note_style(node, style);
                break;
            case WorldNode::site:
                carriers_.push_back(node.key());
                break;
            case WorldNode::time_sensor:
                survey_.timers.push_back(node);
                break;
            case WorldNode::inline_:
                visit_file(node, style);
                return;
            case WorldNode::unknown:
                if (world_->syntax(node).proto != none && visit_instance(node, instance_name, style)) return;
                break;
            default:
                break;
        }
        visit_fields(node, style);
    }

    /// Event links take memory too: about a quarter of a node.
    void note_links(std::size_t links) { visits_ += links / 4; }

    void note_style(NodeRef joint, JointStyle* style) {
        if (style == nullptr) return;
        ++style->joints;
        if (read_vec3(*world_, joint, "center", vec3(0.0F)) != vec3(0.0F)) ++style->with_center;
        if (read_vec3(*world_, joint, "translation", vec3(0.0F)) != vec3(0.0F)) ++style->with_translation;
    }

    void visit_fields(NodeRef node, JointStyle* style) {
        for (const Field& field : world_->syntax(node).fields) {
            const Found found = world_->follow(field, node);
            if (!found) continue;
            const auto* ids = std::get_if<std::vector<NodeId>>(found.value);
            if (ids == nullptr) continue;
            for (const NodeId id : *ids) visit({found.env, id}, style);
        }
    }

    bool visit_body(NodeRef node, JointStyle* style) {
        const Environment* body = world_->body(node);
        if (body == nullptr) return false;
        note_links(survey_.events.add(*body));
        for (const NodeRef root : world_->roots(*body)) visit(root, style);
        return true;
    }

    void visit_file(NodeRef node, JointStyle* style) {
        std::string fragment;
        const Environment* file = world_->load(node, read_strings(*world_, node, "url"), fragment);
        if (file == nullptr || file == root_) return;
        if (files_.insert(file).second) note_links(survey_.events.add(*file));
        for (const NodeRef root : world_->roots(*file)) visit(root, style);
    }

    void mark_ancestors() {
        while (!carriers_.empty()) {
            const std::uint64_t key = carriers_.back();
            carriers_.pop_back();
            if (!survey_.carries_frame.insert(key).second) continue;
            const auto above = parents_.find(key);
            if (above == parents_.end()) continue;
            carriers_.insert(carriers_.end(), above->second.begin(), above->second.end());
        }
    }

    struct NamedTransform {
        NodeRef node;
        std::string_view name;
        [[nodiscard]] bool is_marked() const { return name.starts_with("hanim_"); }
    };
    World* world_;
    std::vector<NamedTransform> named_;
    std::string_view instance_name_;
    std::size_t joints_ = 0;
    const Environment* root_ = nullptr;
    Survey survey_;
    std::unordered_map<std::uint64_t, State> states_;
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> parents_;
    std::unordered_set<const Environment*> files_;
    std::vector<std::uint64_t> open_;
    std::vector<std::uint64_t> carriers_;
    std::size_t depth_ = 0;
    std::size_t visits_ = 0;
};

}  // namespace

Survey survey_world(World& world, const Environment& root) {
    return Surveyor(world).run(root);
}

}  // namespace vitruvian::vrml
