#include "model/check/source_world_syntax.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/world/world_node.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian::check {
namespace {

using vrml::Field;
using vrml::NodeId;
using vrml::SyntaxNode;
using vrml::SyntaxTree;

std::optional<WorldFacts::Kind> kind_of(const SyntaxNode& node) {
    switch (vrml::node_kind(node.type)) {
        case vrml::WorldNode::humanoid:
            return WorldFacts::Kind::humanoid;
        case vrml::WorldNode::joint:
            return WorldFacts::Kind::joint;
        case vrml::WorldNode::segment:
            return WorldFacts::Kind::segment;
        case vrml::WorldNode::site:
            return WorldFacts::Kind::site;
        case vrml::WorldNode::displacer:
            return WorldFacts::Kind::displacer;
        default:
            return std::nullopt;
    }
}

bool is_list(std::string_view field) {
    return field == "joints" || field == "segments" || field == "sites" || field == "viewpoints";
}

/// Returns the numbers of a value, nullopt where it has another type.
std::optional<std::vector<double>> numbers_of(const vrml::Value& value) {
    if (const auto* one = std::get_if<double>(&value)) return std::vector<double>{*one};
    if (const auto* reals = std::get_if<std::vector<float>>(&value))
        return std::vector<double>(reals->begin(), reals->end());
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&value))
        return std::vector<double>(wholes->begin(), wholes->end());
    return std::nullopt;
}

std::size_t count_of(const vrml::Value& value) {
    if (std::holds_alternative<double>(value)) return 1;
    if (const auto* reals = std::get_if<std::vector<float>>(&value)) return reals->size();
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&value)) return wholes->size();
    return 0;
}

const Field* find_field(const SyntaxNode& node, std::string_view name) {
    const auto found = std::find_if(node.fields.begin(), node.fields.end(),
                                    [name](const Field& field) { return field.name == name; });
    return found == node.fields.end() ? nullptr : &*found;
}

/// Whether the text contains a NaN or an infinity, which the parser replaces.
bool says_not_finite(std::string_view text) {
    for (std::size_t i = 0; i + 3 <= text.size(); ++i) {
        const auto lower = [&](std::size_t k) { return static_cast<char>(text[i + k] | 0x20); };
        const std::string word{lower(0), lower(1), lower(2)};
        if (word == "nan" || word == "inf") return true;
    }
    return false;
}

class Collector {
  public:
    explicit Collector(const SyntaxTree& tree) : tree_(tree), holder_(tree.nodes.size(), vrml::none) {
        find_lines();
    }

    WorldFacts run() {
        for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
            if (kind_of(node(id)) && !node(id).is_use) add_node(id);
            for_each_child(id, [&](NodeId child, std::string_view) { holder_[child] = id; });
        }
        for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
            for_each_child(id, [&](NodeId child, std::string_view field) { add_place(id, child, field); });
            add_interpolator(id);
            if (node(id).type == "Normal" && !node(id).is_use) add_normals(id);
            if (node(id).type.ends_with("Set") && !node(id).is_use)
                out_.face_sets.push_back({fact_around(id), where(node(id).range.begin)});
        }
        for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
            const int index = fact_of(id);
            if (index < 0) continue;
            if (at(out_.nodes, index).kind == WorldFacts::Kind::segment) find_drawn_points(id, index);
            if (at(out_.nodes, index).kind == WorldFacts::Kind::humanoid) find_skin(id, index);
        }
        for (const vrml::Route& route : tree_.routes) add_route(route);
        return std::move(out_);
    }

  private:
    [[nodiscard]] const SyntaxNode& node(NodeId id) const { return tree_.nodes[id]; }

    void find_lines() {
        const std::string_view text = tree_.text;
        for (std::uint32_t i = 0; i < text.size(); ++i) {
            const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
            if (text[i] == '\n' || (text[i] == '\r' && !crlf)) lines_.push_back(i + 1);
            if (continues_character(text[i])) continuations_.push_back(i);
        }
    }

    [[nodiscard]] Location where(std::uint32_t offset) const {
        const auto line = std::upper_bound(lines_.begin(), lines_.end(), offset) - 1;
        const auto continuations = [&](std::uint32_t before) {
            return std::lower_bound(continuations_.begin(), continuations_.end(), before);
        };
        const auto more_bytes = continuations(offset) - continuations(*line);
        return {tree_.file,
                static_cast<int>(line - lines_.begin()) + 1,
                static_cast<int>(offset - *line - more_bytes) + 1,
                {}};
    }

    template <class Visit>
    void for_each_child(NodeId id, Visit&& visit) const {
        for (const Field& field : node(id).fields) {
            const auto* ids = std::get_if<std::vector<NodeId>>(&field.value);
            if (ids == nullptr) continue;
            for (const NodeId child : *ids) visit(child, field.name);
        }
    }

    /// Returns the definition that a USE refers to; none where it is unbound.
    [[nodiscard]] NodeId definition(NodeId id) const { return node(id).is_use ? node(id).use_of : id; }

    [[nodiscard]] int fact_of(NodeId id) const {
        const auto found = fact_of_.find(id);
        return found == fact_of_.end() ? -1 : found->second;
    }

    void add_node(NodeId id) {
        const SyntaxNode& from = node(id);
        fact_of_[id] = static_cast<int>(out_.nodes.size());
        WorldFacts::Node& made = out_.nodes.emplace_back();
        made.kind = *kind_of(from);
        made.is_x3d = from.type.starts_with("HAnim");
        made.def = from.def;
        made.where = where(from.range.begin);
        if (const Field* name = find_field(from, "name")) {
            const auto* strings = std::get_if<std::vector<std::string>>(&name->value);
            if (strings != nullptr && !strings->empty()) made.name = strings->front();
        }
        for (const Field& field : from.fields) {
            if (field.name == "skin")
                made.has_skin = std::holds_alternative<std::vector<NodeId>>(field.value);
            if (field.name == "jointType" || field.name == "jointAxis") made.is_robot = true;
            auto numbers = numbers_of(field.value);
            if (!numbers) {
                // An empty list counts as a list of numbers.
                const bool is_empty = std::holds_alternative<std::monostate>(field.value);
                if (is_empty) made.numbers.emplace(field.name, std::vector<double>());
                continue;
            }
            made.numbers.emplace(field.name, std::move(*numbers));
            const std::string_view text =
                tree_.text.substr(field.range.begin, field.range.end - field.range.begin);
            if (made.kind == WorldFacts::Kind::displacer && says_not_finite(text))
                made.not_finite.emplace_back(field.name);
        }
        made.points = points_of(from, made.kind == WorldFacts::Kind::segment ? "coord" : "skinCoord");
    }

    [[nodiscard]] WorldFacts::Points points_of(const SyntaxNode& from, std::string_view field) const {
        WorldFacts::Points out;
        const Field* found = find_field(from, field);
        const auto* ids = found == nullptr ? nullptr : std::get_if<std::vector<NodeId>>(&found->value);
        if (ids == nullptr || ids->empty()) return out;
        out.def = node(ids->front()).def;
        const NodeId points = definition(ids->front());
        if (points == vrml::none) return out;
        out.node = static_cast<int>(points);
        if (const Field* list = find_field(node(points), "point"))
            out.count = static_cast<int>(count_of(list->value) / 3);
        return out;
    }

    void add_place(NodeId holder, NodeId child, std::string_view field) {
        const SyntaxNode& written = node(child);
        const bool is_in_list = is_list(field) && fact_of(holder) >= 0 &&
                                at(out_.nodes, fact_of(holder)).kind == WorldFacts::Kind::humanoid;
        const NodeId meant = definition(child);
        const int fact = meant == vrml::none ? -1 : fact_of(meant);
        if (is_in_list) {
            out_.listed.push_back({fact_of(holder), std::string(field), std::string(written.def), fact,
                                   written.is_use, meant != vrml::none, where(written.range.begin)});
        }
        if (fact < 0) return;
        WorldFacts::Place place;
        place.field = field;
        place.is_direct = fact_of(holder) >= 0;
        place.is_use = written.is_use;
        place.where = where(written.range.begin);
        place.holder = fact_around(holder);
        auto& places = at(out_.nodes, fact).places;
        places.insert(written.is_use ? places.end() : places.begin(), std::move(place));
    }

    /// Returns the nearest H-Anim node that is or contains a node; -1: none.
    [[nodiscard]] int fact_around(NodeId id) const {
        int fact = -1;
        for (; id != vrml::none && fact < 0; id = holder_[id]) fact = fact_of(id);
        return fact;
    }

    void add_normals(NodeId id) {
        constexpr double rounding = 1e-3;
        const Field* field = find_field(node(id), "vector");
        const auto vectors = field == nullptr ? std::nullopt : numbers_of(field->value);
        if (!vectors) return;
        std::vector<float> lengths;
        bool is_off = false;
        for (std::size_t i = 0; i + 3 <= vectors->size(); i += 3) {
            const double length = std::hypot((*vectors)[i], (*vectors)[i + 1], (*vectors)[i + 2]);
            is_off = is_off || !(std::abs(length - 1.0) <= rounding);
            lengths.push_back(static_cast<float>(length));
        }
        if (is_off)
            out_.normals.push_back({fact_around(id), std::move(lengths), where(node(id).range.begin)});
    }

    void add_interpolator(NodeId id) {
        const SyntaxNode& from = node(id);
        if (from.is_use || vrml::node_kind(from.type) != vrml::WorldNode::interpolator) return;
        const Field* key = find_field(from, "key");
        const Field* values = find_field(from, "keyValue");
        const auto is_is = [](const Field* field) {
            return field != nullptr && std::holds_alternative<vrml::IsName>(field->value);
        };
        if (is_is(key) || is_is(values)) return;
        WorldFacts::Interpolator out{
            std::string(from.type), std::string(from.def), {}, 0, where(from.range.begin)};
        if (key != nullptr) out.keys = numbers_of(key->value).value_or(std::vector<double>());
        if (values != nullptr) out.values = count_of(values->value);
        out_.interpolators.push_back(std::move(out));
    }

    /// Visits the descendants of a field of a node, following USEs, each node once.
    template <class Visit>
    void walk(NodeId top, std::string_view below, Visit&& visit) const {
        std::unordered_set<NodeId> seen;
        std::vector<NodeId> stack;
        const auto push = [&](NodeId child) {
            const NodeId meant = definition(child);
            if (meant != vrml::none && seen.insert(meant).second) stack.push_back(meant);
        };
        for_each_child(top, [&](NodeId child, std::string_view field) {
            if (field == below) push(child);
        });
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            visit(id);
            // Shapes of a deeper joint are drawn with that joint.
            const auto kind = kind_of(node(id));
            if (kind == WorldFacts::Kind::joint || kind == WorldFacts::Kind::segment) continue;
            for_each_child(id, [&](NodeId child, std::string_view) { push(child); });
        }
    }

    void find_drawn_points(NodeId segment, int index) {
        WorldFacts::Node& fact = at(out_.nodes, index);
        if (fact.points.node < 0) return;
        walk(segment, "children", [&](NodeId id) {
            if (points_of(node(id), "coord").node == fact.points.node) fact.points_are_drawn = true;
        });
    }

    void find_skin(NodeId humanoid, int index) {
        walk(humanoid, "skin", [&](NodeId id) {
            const Field* geometry = find_field(node(id), "geometry");
            const auto* ids =
                geometry == nullptr ? nullptr : std::get_if<std::vector<NodeId>>(&geometry->value);
            if (ids == nullptr || ids->empty() || definition(ids->front()) == vrml::none) return;
            const SyntaxNode& faces = node(definition(ids->front()));
            if (find_field(faces, "coord") == nullptr) return;
            // Named by its Shape, as in other findings.
            const std::string_view def = node(id).def.empty() ? faces.def : node(id).def;
            out_.skin_shapes.push_back({index, std::string(faces.type), std::string(def),
                                        points_of(faces, "coord"), where(faces.range.begin)});
        });
    }

    /// By the node's interface if it has one, otherwise by its type.
    [[nodiscard]] std::string type_of_event(NodeId id, std::string_view event, bool is_source) const {
        const SyntaxNode& end = node(id);
        const std::string_view plain = vrml::plain_event_name(event);
        const auto declared = [&](const std::vector<vrml::InterfaceField>& list) -> std::string {
            for (const vrml::InterfaceField& field : list) {
                if (field.name == event || vrml::plain_event_name(field.name) == plain)
                    return std::string(field.type);
            }
            return {};
        };
        std::string found = declared(end.interface);
        if (end.proto != vrml::none && found.empty()) {
            found = declared(tree_.protos[end.proto].interface);
            if (found.empty()) return tree_.protos[end.proto].external ? "" : "-";
        }
        const bool is_open = end.type == "Script" || end.is_use;
        if (found.empty()) found = event_type(end.type, event, is_source);
        return found == "-" && is_open ? std::string() : found;
    }

    void add_route(const vrml::Route& route) {
        if (route.from == vrml::none || route.to == vrml::none) return;
        out_.routes.push_back({std::string(node(route.from).def), std::string(route.from_field),
                               type_of_event(route.from, route.from_field, true),
                               std::string(node(route.to).def), std::string(route.to_field),
                               type_of_event(route.to, route.to_field, false), where(route.range.begin)});
    }

    const SyntaxTree& tree_;
    std::vector<std::uint32_t> lines_{0};
    std::vector<std::uint32_t> continuations_;  // bytes within characters of several
    std::vector<NodeId> holder_;                // per node, the one that it is written in
    std::unordered_map<NodeId, int> fact_of_;
    WorldFacts out_;
};

struct Event {
    std::string_view name;
    std::string_view type;
};

constexpr std::array placing{
    Event{"translation", "SFVec3f"}, Event{"rotation", "SFRotation"},         Event{"scale", "SFVec3f"},
    Event{"center", "SFVec3f"},      Event{"scaleOrientation", "SFRotation"},
};
constexpr std::array timing{
    Event{"fraction", "SFFloat"},   Event{"time", "SFTime"},       Event{"cycleTime", "SFTime"},
    Event{"isActive", "SFBool"},    Event{"enabled", "SFBool"},    Event{"loop", "SFBool"},
    Event{"startTime", "SFTime"},   Event{"stopTime", "SFTime"},   Event{"cycleInterval", "SFTime"},
    Event{"pauseTime", "SFTime"},   Event{"resumeTime", "SFTime"}, Event{"isPaused", "SFBool"},
    Event{"elapsedTime", "SFTime"},
};

/// The type of an interpolator's `value_changed`.
std::string_view value_type(std::string_view interpolator) {
    static constexpr std::array<Event, 9> types{{{"OrientationInterpolator", "SFRotation"},
                                                 {"SplinePositionInterpolator", "SFVec3f"},
                                                 {"SplineScalarInterpolator", "SFFloat"},
                                                 {"SquadOrientationInterpolator", "SFRotation"},
                                                 {"PositionInterpolator", "SFVec3f"},
                                                 {"ScalarInterpolator", "SFFloat"},
                                                 {"ColorInterpolator", "SFColor"},
                                                 {"CoordinateInterpolator", "MFVec3f"},
                                                 {"NormalInterpolator", "MFVec3f"}}};
    const auto* found = std::find_if(types.begin(), types.end(),
                                     [&](const Event& type) { return type.name == interpolator; });
    return found == types.end() ? std::string_view() : found->type;
}

template <class Table>
std::string_view in_table(const Table& table, std::string_view event) {
    const std::string_view plain = vrml::plain_event_name(event);
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Event& known) { return known.name == plain; });
    if (found != table.end()) return found->type;
    return vrml::is_known_field(plain) ? "" : "-";
}

}  // namespace

std::string_view event_type(std::string_view node_type, std::string_view event, bool is_source) {
    const std::string_view plain = vrml::plain_event_name(event);
    if (const std::string_view value = value_type(node_type); !value.empty()) {
        if (plain == "value") return is_source ? value : "-";
        if (plain == "fraction") return is_source ? "-" : "SFFloat";
        return plain == "key" || plain == "keyValue" ? "" : "-";
    }
    switch (vrml::node_kind(node_type)) {
        case vrml::WorldNode::time_sensor:
            return in_table(timing, event);
        case vrml::WorldNode::transform:
        case vrml::WorldNode::humanoid:
        case vrml::WorldNode::joint:
        case vrml::WorldNode::site:
            return in_table(placing, event);
        case vrml::WorldNode::displacer:
            return plain == "weight" ? "SFFloat" : "";
        default:
            return node_type.starts_with("Coordinate") && plain == "point" ? "MFVec3f" : "";
    }
}

WorldFacts collect_world_facts(const vrml::SyntaxTree& tree) {
    return Collector(tree).run();
}

std::string read_name_of(const WorldFacts::Node& node) {
    if (node.name && !node.name->empty()) return *node.name;
    return std::string(vrml::name_without_prefix(node.def));
}

}  // namespace vitruvian::check
