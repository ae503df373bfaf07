// VRM's expressions. They are not played; what they are called tells what displacers without a name do.
#include "model/gltf/definitions.h"

#include <fmt/format.h>

#include <string_view>

namespace vitruvian::gltf {
namespace {

class ExpressionReader {
  public:
    explicit ExpressionReader(Reading& reading) : reading_(reading) {}

    /// VRMC_vrm: {"preset": {"happy": {"morphTargetBinds": [{node, index, weight}]}}, "custom": {...}}.
    void read_vrm1(const Json& expressions) {
        for (const char* group : {"preset", "custom"}) {
            const Json* list = member(expressions, group);
            if (list == nullptr || !list->is_object()) continue;
            for (const auto& [name, expression] : list->items()) {
                add(name, member(expression, "morphTargetBinds"), "node", 1.0F);
            }
        }
    }

    /// VRM 0.x: [{name, presetName, "binds": [{mesh, index, weight}]}].
    void read_vrm0(const Json& groups) {
        for (std::size_t i = 0; groups.is_array() && i < groups.size(); ++i) {
            const std::string preset = text_or_empty(groups[i], "presetName");
            const std::string own = text_or_empty(groups[i], "name");
            const std::string& name = own.empty() ? preset : own;
            if (!name.empty()) add(name, member(groups[i], "binds"), "mesh", 100.0F);
        }
    }

    [[nodiscard]] const std::string& names() const { return names_; }

  private:
    void add(const std::string& name, const Json* binds, const char* holder, float full) {
        names_ += (names_.empty() ? "" : ", ") + name;
        if (binds == nullptr || !binds->is_array() || binds->size() != 1) return;
        const Json& bind = binds->front();
        const int owner = int_or(bind, holder, -1);
        const int target = int_or(bind, "index", -1);
        if (owner < 0 || target < 0 || float_or(bind, "weight", full) < 0.5F * full) return;
        for (std::size_t n = 0; n < reading_.scene.nodes.size(); ++n) {
            const bool by_node = std::string_view(holder) == "node";
            if ((by_node ? static_cast<int>(n) : reading_.scene.nodes[n].mesh) == owner)
                name_displacer(reading_.document_node[n], static_cast<std::size_t>(target), name);
        }
    }

    void name_displacer(int node, std::size_t target, const std::string& name) {
        const auto found = reading_.displacers_of_node.find(node);
        if (found == reading_.displacers_of_node.end() || target >= found->second.size()) return;
        Displacer& displacer = reading_.document.displacers[static_cast<std::size_t>(found->second[target])];
        if (displacer.name == unnamed_target(target)) displacer.name = name;
    }

    Reading& reading_;
    std::string names_;
};

}  // namespace

std::string read_expressions(Reading& reading, const Json& json) {
    constexpr std::size_t most_groups = 4096;
    ExpressionReader reader(reading);
    if (const Json* expressions = member(json, "expressions")) reader.read_vrm1(*expressions);
    const Json* master = member(json, "blendShapeMaster");
    const Json* groups = master == nullptr ? nullptr : member(*master, "blendShapeGroups");
    if (groups != nullptr && groups->size() <= most_groups) reader.read_vrm0(*groups);
    return reader.names();
}

}  // namespace vitruvian::gltf
