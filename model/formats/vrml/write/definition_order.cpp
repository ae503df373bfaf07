#include "model/formats/vrml/write/definition_order.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian::vrml {
namespace {

class Order {
  public:
    void find(std::vector<OutputNode>& nodes) {
        for (OutputNode& node : nodes) {
            if (!node.is_use && !node.def.empty()) definitions_[node.def] = &node;
            each_list(node, [this](std::vector<OutputNode>& children) { find(children); });
        }
    }

    void arrange(std::vector<OutputNode>& nodes) {
        for (OutputNode& node : nodes) {
            if (node.is_use && !seen_.contains(node.def)) {
                const auto meant = definitions_.find(node.def);
                // The contained nodes stay in place in memory: only the owners' members are swapped.
                if (meant != definitions_.end()) std::swap(node, *meant->second);
            }
            if (!node.is_use && !node.def.empty()) seen_.insert(node.def);
            each_list(node, [this](std::vector<OutputNode>& children) { arrange(children); });
        }
    }

  private:
    template <class Action>
    static void each_list(OutputNode& node, const Action& action) {
        for (OutputField& field : node.fields) {
            if (auto* children = std::get_if<std::vector<OutputNode>>(&field.value)) action(*children);
        }
    }

    std::unordered_map<std::string, OutputNode*> definitions_;
    std::unordered_set<std::string> seen_;
};

}  // namespace

void put_definitions_first(std::vector<OutputNode>& roots) {
    Order order;
    order.find(roots);
    order.arrange(roots);
}

}  // namespace vitruvian::vrml
