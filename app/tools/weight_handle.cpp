// The handle of a displacer's weight.
#include "app/tools/gizmo.h"
#include "app/tools/limit_handles.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float way = 90.0F;  // length of the handle from weight 0 to 1, in design units
constexpr std::size_t max_vectors = 400;
constexpr vec4 feature_color{0.98F, 0.45F, 0.62F, 1.0F};
constexpr float weight_step = 0.1F;

}  // namespace

std::optional<WeightHandle> weight_handle(const OpenFigure& figure, const Item& item) {
    const Document& document = figure.document();
    if (item.kind != ItemKind::displacer || !exists(document, item)) return std::nullopt;
    if (!is_in_file(at(document.displacers, item.index))) return std::nullopt;
    WeightHandle out;
    out.displacer = item;
    out.weight = at(figure.pose.weights, item.index);
    std::vector<float> weights = figure.pose.weights;
    vec3 from(0.0F);
    vec3 to(0.0F);
    float count = 0.0F;
    for (const MeshInstance& mesh : document.meshes) {
        const auto target = std::find(mesh.displacers.begin(), mesh.displacers.end(), item.index);
        if (target == mesh.displacers.end()) continue;
        at(weights, item.index) = 0.0F;
        const std::vector<vec3> before = skinned_positions(mesh, figure.world, weights);
        at(weights, item.index) = 1.0F;
        const std::vector<vec3> after = skinned_positions(mesh, figure.world, weights);
        const auto& vertices =
            mesh.mesh->targets[static_cast<std::size_t>(target - mesh.displacers.begin())].vertices;
        const std::size_t stride = vertices.size() / max_vectors + 1;
        for (std::size_t i = 0; i < vertices.size(); i += stride) {
            const vec3 a(figure.placement * vec4(before[vertices[i]], 1.0F));
            const vec3 b(figure.placement * vec4(after[vertices[i]], 1.0F));
            out.vectors.push_back({a, b});
            from += a;
            to += b;
            count += 1.0F;
        }
    }
    // A displacer that only lists vertices has no direction.
    const bool moves = std::any_of(out.vectors.begin(), out.vectors.end(),
                                   [](const std::array<vec3, 2>& way) { return way[0] != way[1]; });
    if (!moves) return std::nullopt;
    out.from = from / count;
    const vec3 moved = (to - from) / count;
    out.direction = glm::length(moved) > 1e-9F ? glm::normalize(moved) : figure.shape.stance.up;
    return out;
}

vec3 place_of_weight(const WeightHandle& handle, const ToolView& view, float weight) {
    return handle.from + handle.direction * (weight * way * view.length_of_px(handle.from));
}

void draw_weight(const WeightHandle& handle, bool lit, MarkPen& pen) {
    for (const auto& [a, b] : handle.vectors) pen.line(a, b, vec4(vec3(feature_color), 0.45F), 1.0F);
    const vec3 zero = place_of_weight(handle, pen.view(), 0.0F);
    const vec3 one = place_of_weight(handle, pen.view(), 1.0F);
    const vec3 now = place_of_weight(handle, pen.view(), handle.weight);
    pen.line(zero, one, vec4(0.0F, 0.0F, 0.0F, 0.35F), 5.0F);
    pen.line(zero, one, vec4(vec3(feature_color), 0.5F), 2.0F);
    pen.line(zero, now, feature_color, 3.5F);
    pen.disc(zero, 2.5F, feature_color);
    pen.disc(one, 2.5F, feature_color);
    pen.disc(now, lit ? 8.5F : 6.5F, lit ? lit_color(feature_color) : feature_color,
             vec4(0.07F, 0.08F, 0.09F, 0.9F));
}

WeightDrag::WeightDrag(SeizedFigure figure, WeightHandle handle, const ToolInput& input)
    : figure_(std::move(figure)),
      handle_(std::move(handle)),
      view_(input.view),
      last_(input.at),
      value_(handle_.weight) {}

void WeightDrag::follow(const ToolInput& input) {
    view_ = input.view;
    snaps_ = input.ctrl;
    const vec2 moved = (input.at - last_) * (input.shift ? 0.1F : 1.0F);
    last_ = input.at;
    if (moved == vec2(0.0F)) return;
    moved_ = true;
    const std::optional<vec2> zero = view_.place(place_of_weight(handle_, view_, 0.0F));
    const std::optional<vec2> one = view_.place(place_of_weight(handle_, view_, 1.0F));
    if (!zero || !one) return;
    const vec2 along = *one - *zero;
    // If the direction points at the eye, it is dragged upwards.
    const bool seen = glm::length(along) > view_.px(12.0F);
    const vec2 unit = seen ? along / glm::dot(along, along) : vec2(0.0F, -1.0F) / view_.px(way);
    value_ += glm::dot(moved, unit);
}

bool WeightDrag::type(const ToolKey& key) {
    return number_.type(key);
}

float WeightDrag::value() const {
    if (const std::optional<float> typed = number_.value()) return *typed;
    const float dragged = snaps_ ? std::round(value_ / weight_step) * weight_step : value_;
    return std::clamp(dragged, 0.0F, 1.0F);
}

std::optional<Command> WeightDrag::command() const {
    if (!moved_ && !number_.value()) return std::nullopt;
    return figure_.edit({}, {SetDisplacerWeight{handle_.displacer, value()}});
}

void WeightDrag::draw(MarkPen& pen) const {
    WeightHandle now = handle_;
    now.weight = value();
    draw_weight(now, true, pen);
}

std::string WeightDrag::readout() const {
    if (number_.value()) return fmt::format("weight  [{}]", number_.text());
    return fmt::format("weight  {:.2f}", value());
}

}  // namespace vitruvian
