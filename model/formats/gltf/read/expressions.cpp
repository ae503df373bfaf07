// Reads VRM's expressions: which displacers each drives, and in a VRMA which node's translation is its
// weight. Their names are also used for displacers without a name.
#include "model/core/at.h"
#include "model/formats/gltf/read/definitions.h"
#include "model/formats/gltf/read/displacer_expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace vitruvian::gltf {
namespace {

/// Returns VRM 1.0's name of a preset of VRM 0.x, or the name itself.
std::string vrm1_expression(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> renamed{{
        {"joy", "happy"},
        {"sorrow", "sad"},
        {"fun", "relaxed"},
        {"a", "aa"},
        {"i", "ih"},
        {"u", "ou"},
        {"e", "ee"},
        {"o", "oh"},
        {"blink_l", "blinkLeft"},
        {"blink_r", "blinkRight"},
        {"lookup", "lookUp"},
        {"lookdown", "lookDown"},
        {"lookleft", "lookLeft"},
        {"lookright", "lookRight"},
    }};
    const auto found = std::find_if(renamed.begin(), renamed.end(),
                                    [&name](const auto& entry) { return entry.first == name; });
    return found == renamed.end() ? name : std::string(found->second);
}

constexpr std::size_t max_expressions = 4096;

ExpressionOverride override_of(const JsonValue& json, const char* key) {
    const std::string text = text_or_empty(json, key);
    if (text == "block") return ExpressionOverride::block;
    return text == "blend" ? ExpressionOverride::blend : ExpressionOverride::none;
}

class ExpressionReader {
  public:
    explicit ExpressionReader(Reading& reading) : reading_(reading) {}

    /// VRMC_vrm: {"preset": {"happy": {"morphTargetBinds": [{node, index, weight}]}}, "custom": {...}};
    /// VRMC_vrm_animation has {"happy": {node}} there.
    void read_vrm1(const JsonValue& expressions) {
        for (const char* group : {"preset", "custom"}) {
            const JsonValue* list = member(expressions, group);
            if (list == nullptr || !list->is_object()) continue;
            for (const auto& [name, json] : list->items()) {
                if (out_.list.size() == max_expressions) return;
                const JsonValue* extras = member(json, "extras");
                if (extras != nullptr && flag_or(*extras, displacer_expression, false)) continue;
                Expression& expression = add(std::string(name), std::string(name));
                const int node = int_or(json, "node", -1);
                if (node >= 0 && static_cast<std::size_t>(node) < reading_.document_node.size())
                    expression.node = at(reading_.document_node, node);
                expression.binary = flag_or(json, "isBinary", false);
                expression.override_blink = override_of(json, "overrideBlink");
                expression.override_look_at = override_of(json, "overrideLookAt");
                expression.override_mouth = override_of(json, "overrideMouth");
                read_binds(expression, member(json, "morphTargetBinds"), "node", 1.0F);
                add_material_changes(reading_, json, false, expression, lost_);
            }
        }
    }

    /// VRM 0.x: [{name, presetName, "binds": [{mesh, index, weight}]}], weights in percent.
    void read_vrm0(const JsonValue& groups) {
        for (std::size_t i = 0; groups.is_array() && i < groups.size(); ++i) {
            const std::string preset = text_or_empty(groups[i], "presetName");
            const std::string own = text_or_empty(groups[i], "name");
            const std::string& shown = own.empty() ? preset : own;
            if (shown.empty()) continue;
            const bool is_preset = !preset.empty() && preset != "unknown";
            Expression& expression = add(is_preset ? vrm1_expression(preset) : own, shown);
            expression.binary = flag_or(groups[i], "isBinary", false);
            read_binds(expression, member(groups[i], "binds"), "mesh", 100.0F);
            add_material_changes(reading_, groups[i], true, expression, lost_);
        }
    }

    [[nodiscard]] ExpressionsRead take() {
        if (!lost_.empty()) {
            reading_.warn(
                "vrm-expression-material",
                fmt::format("something that expressions do to materials is not known and is left out: {}",
                            fmt::join(lost_, ", ")),
                {});
        }
        return std::move(out_);
    }

  private:
    static constexpr std::size_t max_binds = 100'000;  // for all expressions together

    Expression& add(const std::string& name, const std::string& shown) {
        out_.names += (out_.names.empty() ? "" : ", ") + shown;
        Expression& out = out_.list.emplace_back();
        out.name = name;
        shown_ = shown;
        return out;
    }

    void read_binds(Expression& expression, const JsonValue* binds, const char* holder, float full) {
        if (binds == nullptr || !binds->is_array()) return;
        for (const JsonValue& bind : *binds) {
            const int target = int_or(bind, "index", -1);
            const float weight = float_or(bind, "weight", full) / full;
            if (target < 0) continue;
            for (const int node : nodes_of(int_or(bind, holder, -1), holder)) {
                if (++binds_ > max_binds) return;
                bind_displacer(expression, node, static_cast<std::size_t>(target), weight,
                               binds->size() == 1);
            }
        }
    }

    void bind_displacer(Expression& expression, int node, std::size_t target, float weight, bool alone) {
        const auto found = reading_.displacers_of_node.find(node);
        if (found == reading_.displacers_of_node.end() || target >= found->second.size()) return;
        expression.binds.emplace_back(found->second[target], weight);
        Displacer& moved = at(reading_.document.displacers, found->second[target]);
        if (alone && weight >= 0.5F && moved.name == unnamed_target(target)) moved.name = shown_;
    }

    /// Returns the document's nodes: the one of that index, or all that have the mesh of that index.
    [[nodiscard]] std::vector<int> nodes_of(int owner, std::string_view holder) {
        const std::size_t count = reading_.scene.nodes.size();
        if (owner < 0) return {};
        if (holder == "node") {
            if (static_cast<std::size_t>(owner) >= count) return {};
            return {at(reading_.document_node, owner)};
        }
        if (nodes_of_mesh_.empty()) {
            for (std::size_t n = 0; n < count; ++n)
                nodes_of_mesh_[reading_.scene.nodes[n].mesh].push_back(reading_.document_node[n]);
        }
        const auto found = nodes_of_mesh_.find(owner);
        return found == nodes_of_mesh_.end() ? std::vector<int>() : found->second;
    }

    Reading& reading_;
    ExpressionsRead out_;
    std::string shown_;
    std::map<int, std::vector<int>> nodes_of_mesh_;
    std::size_t binds_ = 0;
    std::set<std::string> lost_;  // what expressions do to materials beyond what is known
};

}  // namespace

ExpressionsRead read_expressions(Reading& reading, const JsonValue& json) {
    ExpressionReader reader(reading);
    if (const JsonValue* expressions = member(json, "expressions")) reader.read_vrm1(*expressions);
    const JsonValue* master = member(json, "blendShapeMaster");
    const JsonValue* groups = master == nullptr ? nullptr : member(*master, "blendShapeGroups");
    if (groups != nullptr && groups->size() <= max_expressions) reader.read_vrm0(*groups);
    return reader.take();
}

}  // namespace vitruvian::gltf
