#include "model/check/figure_nodes.h"

namespace vitruvian::check {

std::vector<int> body_nodes(const Document& document, const Figure& figure) {
    std::vector<char> is_of_body(document.nodes.size(), 0);
    for (const Joint& joint : figure.humanoid->joints) at(is_of_body, joint.node) = 1;
    for (const int node : figure.humanoid->bones.node) {
        if (node >= 0) at(is_of_body, node) = 1;
    }
    if (!figure.hanim && figure.has(Bone::hips)) {
        int above = at(document.nodes, figure.humanoid->bones[Bone::hips]).parent;
        for (; above >= 0; above = at(document.nodes, above).parent) at(is_of_body, above) = 0;
    }
    std::vector<int> out;
    for (int n = 0; n < static_cast<int>(is_of_body.size()); ++n) {
        if (at(is_of_body, n) != 0) out.push_back(n);
    }
    return out;
}

Object joint_object(const Subject& subject, const Figure& figure, const std::vector<int>& joint_of_node,
                    int node) {
    const int joint = at(joint_of_node, node);
    return joint >= 0 ? subject.joint(figure, joint) : subject.node(node);
}

int carrier_of(const Document& document, const std::vector<int>& joint_of_node, int node) {
    while (node >= 0 && at(joint_of_node, node) < 0) node = at(document.nodes, node).parent;
    return node;
}

bool has_ancestor(const Document& document, int node, const std::vector<char>& marked) {
    for (; node >= 0; node = at(document.nodes, node).parent) {
        if (at(marked, node) != 0) return true;
    }
    return false;
}

}  // namespace vitruvian::check
