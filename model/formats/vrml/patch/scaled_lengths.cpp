#include "model/formats/vrml/patch/scaled_lengths.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/added_values.h"
#include "model/formats/vrml/patch/field_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

struct LengthField {
    std::string_view type;  // of the node, without "HAnim"
    std::string_view field;
    int power = 1;
    std::string_view by_default = {};  // the default of a node without the field
};

/// Fields of any node that has them, and fields of certain nodes (VRML97 6; ISO/IEC 19775-1; ISO/IEC 19774-1,
/// 6).
constexpr std::array anywhere{"translation", "center",        "bboxCenter",
                              "bboxSize",    "displacements", "centerOfMass"};
constexpr std::array<LengthField, 37> of_nodes{{
    {"Segment", "momentsOfInertia", 2},
    {"Humanoid", "jointBindingPositions"},
    {"Viewpoint", "position"},
    {"Viewpoint", "centerOfRotation"},
    {"OrthoViewpoint", "position"},
    {"OrthoViewpoint", "fieldOfView"},
    {"PointLight", "location"},
    {"PointLight", "radius"},
    {"SpotLight", "location"},
    {"SpotLight", "radius"},
    {"Box", "size", 1, "2 2 2"},
    {"Sphere", "radius", 1, "1"},
    {"Cone", "bottomRadius", 1, "1"},
    {"Cone", "height", 1, "2"},
    {"Cylinder", "radius", 1, "1"},
    {"Cylinder", "height", 1, "2"},
    {"Coordinate", "point"},
    {"CoordinateDouble", "point"},
    {"ElevationGrid", "height"},
    {"ElevationGrid", "xSpacing", 1, "1"},
    {"ElevationGrid", "zSpacing", 1, "1"},
    {"Extrusion", "spine", 1, "0 0 0 0 1 0"},
    {"Extrusion", "crossSection", 1, "1 1 1 -1 -1 -1 -1 1 1 1"},
    {"Rectangle2D", "size", 1, "2 2"},
    {"Disk2D", "innerRadius"},
    {"Disk2D", "outerRadius", 1, "1"},
    {"Circle2D", "radius", 1, "1"},
    {"FontStyle", "size", 1, "1"},
    {"Text", "length"},
    {"Text", "maxExtent"},
    {"LOD", "range"},
    {"Fog", "visibilityRange"},
    {"NavigationInfo", "avatarSize"},
    {"NavigationInfo", "visibilityLimit"},
    {"ProximitySensor", "size"},
    {"VisibilitySensor", "size"},
    {"CoordinateInterpolator", "keyValue"},
}};

std::string_view plain_type(std::string_view type) {
    const std::string_view prefix = "HAnim";
    return type.starts_with(prefix) ? type.substr(prefix.size()) : type;
}

class Scaler {
  public:
    Scaler(const SyntaxTree& tree, Encoding encoding, double factor)
        : tree_(&tree), encoding_(encoding), factor_(factor) {
        // Meanings of interface fields: bodies may instantiate earlier PROTOs.
        for (int round = 0; round < 4; ++round) {
            for (const SyntaxNode& node : tree.nodes) {
                for (const Field& field : node.fields) {
                    const auto* is = std::get_if<IsName>(&field.value);
                    const int power = is != nullptr && node.scope != none ? power_of(node, field.name) : 0;
                    if (power > 0) interfaces_[{node.scope, std::string(is->name)}] = power;
                }
            }
        }
        for (const Route& route : tree.routes) {
            const bool moves = route.from != none && tree.nodes[route.from].type == "PositionInterpolator" &&
                               route.to_field.find("scale") == std::string_view::npos;
            if (moves) moving_.push_back(route.from);
        }
    }

    TextEdits run() {
        for (std::size_t n = 0; n < tree_->nodes.size(); ++n) scale_node(static_cast<NodeId>(n));
        for (std::size_t p = 0; p < tree_->protos.size(); ++p) {
            for (const InterfaceField& line : tree_->protos[p].interface) {
                const auto meant = interfaces_.find({static_cast<ProtoId>(p), std::string(line.name)});
                if (meant == interfaces_.end() || !line.has_value) continue;
                scale_default(line, meant->second);
            }
        }
        static_cast<void>(added_.write(*tree_, encoding_, edits_));
        return std::move(edits_);
    }

  private:
    [[nodiscard]] int power_of(const SyntaxNode& node, std::string_view field) const {
        if (node.proto != none) {
            const auto meant = interfaces_.find({node.proto, std::string(field)});
            if (meant != interfaces_.end()) return meant->second;
        }
        if (std::find(anywhere.begin(), anywhere.end(), field) != anywhere.end())
            return node.type == "TextureTransform" ? 0 : 1;
        const std::string_view type = plain_type(node.type);
        const auto found = std::find_if(of_nodes.begin(), of_nodes.end(), [&](const LengthField& f) {
            return f.type == type && f.field == field;
        });
        return found == of_nodes.end() ? 0 : found->power;
    }

    void scale_node(NodeId id) {
        const SyntaxNode& node = tree_->nodes[id];
        if (node.is_use) return;
        const bool moves = std::find(moving_.begin(), moving_.end(), id) != moving_.end();
        for (const Field& field : node.fields) {
            const int power = moves && field.name == "keyValue" ? 1 : power_of(node, field.name);
            if (power > 0) scale_range(value_range(tree_->text, field, encoding_), field.name, power);
        }
        if (node.proto != none) return;
        for (const LengthField& length : of_nodes) {
            if (length.by_default.empty() || length.type != node.type) continue;
            const bool given = std::any_of(node.fields.begin(), node.fields.end(),
                                           [&](const Field& field) { return field.name == length.field; });
            if (!given) write_default(id, length);
        }
    }

    void scale_range(SourceRange range, std::string_view field, int power) {
        const auto tokens = number_tokens(tree_->text, range, encoding_);
        // A size of -1 -1 -1 means none.
        if (!tokens || (field == "bboxSize" && !tokens->empty() && tokens->front().value < 0.0F)) return;
        for (const NumberToken& token : *tokens) {
            const float scaled = times_factor(token.value, power);
            if (scaled != token.value) static_cast<void>(edits_.replace(token.range, number_text(scaled)));
        }
    }

    void scale_default(const InterfaceField& line, int power) {
        // Its value follows its name; in XML it is in the quotes of `value`, in JSON after "@value".
        const std::string_view all = tree_->text.substr(line.range.begin, line.range.end - line.range.begin);
        const bool in_braces = encoding_ == Encoding::vrml97 || encoding_ == Encoding::x3d_classic;
        const std::string_view before = in_braces                        ? line.name
                                        : encoding_ == Encoding::x3d_xml ? "value="
                                                                         : "\"@value\"";
        std::size_t at = in_braces ? all.rfind(before) : all.find(before);
        if (at == std::string_view::npos) return;
        at += before.size();
        std::size_t end = all.size();
        if (encoding_ == Encoding::x3d_xml) {
            end = all.find(all[at], at + 1);
            ++at;
        } else if (encoding_ == Encoding::x3d_json) {
            at = all.find_first_not_of(": \t\r\n", at);
            if (at == std::string_view::npos) return;
            // A list, or one number.
            const std::size_t closed = all.find(']', at);
            end = all[at] != '['                     ? all.find_first_of(",}", at)
                  : closed == std::string_view::npos ? closed
                                                     : closed + 1;
        }
        if (end == std::string_view::npos) return;
        const auto offset = [&](std::size_t place) {
            return line.range.begin + static_cast<std::uint32_t>(place);
        };
        scale_range({offset(at), offset(end)}, line.name, power);
    }

    void write_default(NodeId id, const LengthField& length) {
        FieldValue value{"SFVec3f", {}, {}};
        const char* at = length.by_default.data();
        const char* end = at + length.by_default.size();
        while (at < end) {
            char* next = nullptr;
            value.numbers.push_back(times_factor(std::strtof(at, &next), length.power));
            at = next;
        }
        if (length.type == "Extrusion") value.type = "MFFloat";
        if (value.numbers.size() == 1) value.type = "SFFloat";
        const std::string written = value_text(value, encoding_);
        const SyntaxNode& node = tree_->nodes[id];
        if (gets_added_values(tree_->text, node, encoding_)) return added_.add(id, length.field, written);
        const auto where = field_insertion(tree_->text, node, length.field, written, encoding_);
        if (where) edits_.insert(where->at, where->text);
    }

    [[nodiscard]] float times_factor(float value, int power) const {
        return static_cast<float>(static_cast<double>(value) * (power == 2 ? factor_ * factor_ : factor_));
    }

    const SyntaxTree* tree_;
    Encoding encoding_;
    double factor_;
    std::map<std::pair<ProtoId, std::string>, int> interfaces_;
    std::vector<NodeId> moving_;
    TextEdits edits_;
    AddedValues added_;
};

/// Compares the lengths of two documents.
class Ratio {
  public:
    void add(const vec3& a, const vec3& b) {
        for (int i = 0; i < 3; ++i) {
            if (std::abs(a[i]) > 1e-4F) pairs_.emplace_back(a[i], b[i]);
        }
    }

    /// The ratio of the longest length, which nearly all share.
    [[nodiscard]] std::optional<double> common() const {
        const auto longest = std::max_element(pairs_.begin(), pairs_.end(), [](const auto& x, const auto& y) {
            return std::abs(x.first) < std::abs(y.first);
        });
        // A few may have been edited individually by the same ratio.
        constexpr std::size_t least = 12;
        if (pairs_.size() < least) return std::nullopt;
        const double ratio = static_cast<double>(longest->second) / static_cast<double>(longest->first);
        if (!(ratio > 0.0) || std::abs(ratio - 1.0) < 1e-5) return std::nullopt;
        const auto fitting = std::count_if(pairs_.begin(), pairs_.end(), [ratio](const auto& pair) {
            const double expected = ratio * static_cast<double>(pair.first);
            return std::abs(static_cast<double>(pair.second) - expected) <= 1e-4 * std::abs(expected);
        });
        if (static_cast<double>(fitting) < 0.9 * static_cast<double>(pairs_.size())) return std::nullopt;
        // Most likely the factor as typed.
        const double plain = std::strtod(fmt::format("{:.5g}", ratio).c_str(), nullptr);
        return std::abs(plain - ratio) <= 3e-7 * ratio ? plain : ratio;
    }

  private:
    std::vector<std::pair<float, float>> pairs_;
};

}  // namespace

std::optional<double> scale_between(const Document& from, const Document& to) {
    Ratio ratio;
    if (from.nodes.size() != to.nodes.size() || from.meshes.size() != to.meshes.size()) return std::nullopt;
    for (std::size_t n = 0; n < from.nodes.size(); ++n) {
        ratio.add(from.nodes[n].frame_offset, to.nodes[n].frame_offset);
        ratio.add(from.nodes[n].rest.translation, to.nodes[n].rest.translation);
    }
    for (std::size_t m = 0; m < from.meshes.size(); ++m) {
        const std::vector<vec3>& a = from.meshes[m].mesh->positions;
        const std::vector<vec3>& b = to.meshes[m].mesh->positions;
        const std::size_t most = 16;
        for (std::size_t v = 0; v < std::min({a.size(), b.size(), most}); ++v) ratio.add(a[v], b[v]);
    }
    return ratio.common();
}

TextEdits scaled_lengths(const SyntaxTree& tree, Encoding encoding, double factor) {
    return Scaler(tree, encoding, factor).run();
}

}  // namespace vitruvian::vrml
