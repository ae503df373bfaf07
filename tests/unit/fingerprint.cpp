#include "tests/unit/fingerprint.h"

#include <fmt/format.h>

namespace vitruvian::test {
namespace {

template <int N, class V>
std::string numbers(const V& v) {
    std::string out;
    for (int i = 0; i < N; ++i) out += fmt::format(" {:a}", v[i]);
    return out;
}

std::string text(const std::optional<vec3>& v) {
    return v ? numbers<3>(*v) : " none";
}

std::string text(const Transform& t) {
    return numbers<3>(t.translation) + numbers<4>(t.rotation) + numbers<3>(t.scale) +
           numbers<4>(t.scale_orientation);
}

}  // namespace

std::string fingerprint(const Document& document) {
    std::string out;
    for (const Node& node : document.nodes) {
        out += fmt::format("{} {}{}{}{}\n", node.name, node.parent, text(node.rest), text(node.delta),
                           numbers<3>(node.frame_offset));
    }
    for (const Humanoid& h : document.humanoids) {
        out += h.name + "\n";
        for (const Joint& j : h.joints) {
            out += fmt::format("{}{}{}{}{}\n", j.node, numbers<3>(j.centre), text(j.lower_limit),
                               text(j.upper_limit), text(j.stiffness));
        }
        for (const Segment& s : h.segments) out += fmt::format("{} {}\n", s.name, s.joint);
    }
    for (const Displacer& d : document.displacers) out += fmt::format("{} {:a}\n", d.name, d.weight);
    for (const Viewpoint& v : document.viewpoints) out += numbers<3>(v.position) + "\n";
    return out;
}

}  // namespace vitruvian::test
