#include "model/humanik/pose_matrices.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/core/utf8.h"
#include "model/standard/humanik.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vitruvian {
namespace {

using OutputJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                        std::uint64_t, float>;

/// Axes further from perpendicular than this are sheared; rounding in other programs' text is smaller.
constexpr float square_enough = 1e-3F;

std::span<const float> numbers_of(const mat4& matrix) {
    return {&matrix[0][0], 16};
}

std::string quoted(const std::string& text) {
    const bool is_trimmed = text.starts_with(' ') || text.ends_with(' ');
    if (!is_trimmed && text.find_first_of(",;\t\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

}  // namespace

MatrixFacts facts_of(const mat4& global) {
    MatrixFacts out;
    const std::array<vec3*, 3> axes{&out.right, &out.up, &out.front};
    for (int i = 0; i < 3; ++i) {
        const vec3 column(global[i]);
        out.scale[i] = glm::length(column);
        *at(axes, i) = out.scale[i] > 0.0F ? column / out.scale[i] : vec3(0.0F);
    }
    out.left_handed = glm::dot(glm::cross(out.right, out.up), out.front) < 0.0F;
    for (const float cosine :
         {glm::dot(out.right, out.up), glm::dot(out.up, out.front), glm::dot(out.front, out.right)}) {
        out.shear = std::max(out.shear, std::abs(std::asin(std::clamp(cosine, -1.0F, 1.0F))));
    }
    return out;
}

std::vector<PoseMatrix> pose_matrices(const Document& document, int humanoid, std::span<const mat4> world) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    std::vector<PoseMatrix> out;
    for (const Joint& joint : figure.joints) {
        PoseMatrix row;
        row.joint = at(document.nodes, joint.node).name;
        row.global = at(world, joint.node);
        if (const std::optional<Bone> bone = figure.bones.bone_of(joint.node)) {
            row.id = humanik_node_id(figure.bones, *bone);
            if (row.id) row.node = humanik_node_name(*row.id);
        }
        out.push_back(std::move(row));
    }
    return out;
}

std::string to_csv(std::span<const PoseMatrix> matrices) {
    std::string out = "joint,humanik,id";
    for (int i = 0; i < 16; ++i) out += fmt::format(",m{}", i);
    out += '\n';
    for (const PoseMatrix& row : matrices) {
        out += fmt::format("{},{},{}", quoted(row.joint), row.node, row.id ? std::to_string(*row.id) : "");
        for (const float value : numbers_of(row.global)) out += fmt::format(",{}", value);
        out += '\n';
    }
    return out;
}

std::string to_json(std::span<const PoseMatrix> matrices) {
    std::string out = "{\"joints\": [\n";
    for (const PoseMatrix& row : matrices) {
        OutputJson numbers = OutputJson::array();
        for (const float value : numbers_of(row.global)) numbers.push_back(value);
        const OutputJson joint = {{"name", row.joint},
                                  {"humanik", row.node.empty() ? OutputJson() : OutputJson(row.node)},
                                  {"id", row.id ? OutputJson(*row.id) : OutputJson()},
                                  {"global", std::move(numbers)}};
        out += "  " + joint.dump(-1, ' ', false, OutputJson::error_handler_t::replace);
        out += &row == &matrices.back() ? "\n" : ",\n";
    }
    return visible_json(out + "]}\n");
}

namespace {

/// Finds the node for each matrix.
class Addressees {
  public:
    Addressees(const Document& document, int humanoid)
        : document_(document), figure_(at(document.humanoids, humanoid)) {
        for (const Joint& joint : figure_.joints) {
            nodes_of_name_[at(document.nodes, joint.node).name].push_back(joint.node);
            joints_.insert(joint.node);
        }
        for (std::size_t n = 0; n < document.nodes.size(); ++n)
            node_of_file_.try_emplace(document.nodes[n].source_index, static_cast<int>(n));
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            const std::optional<int> id = humanik_node_id(figure_.bones, bone);
            if (!id) continue;
            node_of_id_.try_emplace(*id, figure_.bones[bone]);
            node_of_humanik_.try_emplace(humanik_node_name(*id), figure_.bones[bone]);
        }
    }

    /// Returns -1 if there is none. Rows with the same name and without a glTF node are assigned to the
    /// joints of that name in turn.
    [[nodiscard]] int node_for(const PoseMatrix& row) {
        if (const int node = file_node_of(row); node >= 0) return joints_.contains(node) ? node : -1;
        if (const auto named = nodes_of_name_.find(row.joint); named != nodes_of_name_.end()) {
            const std::size_t turn = turns_[row.joint]++;
            return named->second[std::min(turn, named->second.size() - 1)];
        }
        if (const std::optional<Bone> bone = bone_from_string(row.joint); bone && figure_.bones[*bone] >= 0)
            return figure_.bones[*bone];
        for (const std::string& name : {row.node, row.joint}) {
            if (const int node = find(node_of_humanik_, name); node >= 0) return node;
        }
        return row.id ? find(node_of_id_, *row.id) : -1;
    }

  private:
    /// Returns the node of that glTF index if it also has the row's name, or -1.
    [[nodiscard]] int file_node_of(const PoseMatrix& row) const {
        const int node = row.file_node ? find(node_of_file_, *row.file_node) : -1;
        return node >= 0 && at(document_.nodes, node).name == row.joint ? node : -1;
    }

    template <class Map, class Key>
    static int find(const Map& map, const Key& key) {
        const auto found = map.find(key);
        return found == map.end() ? -1 : found->second;
    }

    const Document& document_;
    const Humanoid& figure_;
    std::unordered_map<std::string, std::vector<int>> nodes_of_name_;
    std::unordered_map<std::string, std::size_t> turns_;
    std::unordered_map<std::string, int> node_of_humanik_;
    std::unordered_map<int, int> node_of_id_;
    std::unordered_map<int, int> node_of_file_;  // by glTF index
    std::unordered_set<int> joints_;
};

/// Whether a joint can have this matrix.
bool is_usable(const PoseMatrix& row, Diagnostics& diagnostics) {
    const MatrixFacts facts = facts_of(row.global);
    constexpr float flat = 1e-6F;
    const float least = std::min({facts.scale.x, facts.scale.y, facts.scale.z});
    const float most = std::max({facts.scale.x, facts.scale.y, facts.scale.z});
    if (!(least > flat * most)) {
        diagnostics.warn("pose-matrix-flat", "a matrix without extent along some axis is left out",
                         row.where);
        return false;
    }
    if (facts.left_handed) {
        diagnostics.warn("pose-matrix-mirrored",
                         fmt::format("the matrix of {} is mirrored: its axes are left-handed", row.joint),
                         row.where);
    }
    if (facts.shear > square_enough) {
        diagnostics.warn("pose-matrix-sheared",
                         fmt::format("the matrix of {} is sheared: its axes are {:.2f} degrees off square",
                                     row.joint, facts.shear * 57.29578F),
                         row.where);
    }
    return true;
}

}  // namespace

Result<Pose> posed_by_matrices(const Document& document, int humanoid, std::span<const PoseMatrix> matrices,
                               const Pose& base, Diagnostics& diagnostics) {
    VT_CHECK(humanoid >= 0 && static_cast<std::size_t>(humanoid) < document.humanoids.size());
    Addressees addressees(document, humanoid);
    std::unordered_map<int, const PoseMatrix*> wanted;
    for (const PoseMatrix& row : matrices) {
        const int node = addressees.node_for(row);
        if (node < 0) {
            diagnostics.note("pose-matrix-unknown",
                             "matrices of joints that the figure does not have are left out", row.where);
        } else if (is_usable(row, diagnostics) && !wanted.try_emplace(node, &row).second) {
            diagnostics.warn("pose-matrix-twice", "a joint has several matrices; the first counts",
                             row.where);
        }
    }
    if (wanted.empty()) {
        return fail("pose-matrices-fit-nothing",
                    fmt::format("none of the {} matrices is of a joint of this figure", matrices.size()),
                    {matrices.empty() ? std::string() : matrices.front().where.file, 0, 0, {}});
    }
    Pose pose = base;
    std::vector<glm::dmat4> world(document.nodes.size());
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const int parent = document.nodes[n].parent;
        const glm::dmat4 above = parent < 0 ? glm::dmat4(1.0) : at(world, parent);
        if (const auto found = wanted.find(static_cast<int>(n)); found != wanted.end()) {
            const mat4 local(glm::inverse(above) * glm::dmat4(found->second->global));
            if (is_finite(local)) {
                pose.local[n] = to_transform(local);
            } else {
                diagnostics.warn("pose-matrix-flat",
                                 "a joint is a child of one without extent and stays as it was",
                                 found->second->where);
            }
        }
        world[n] = above * glm::dmat4(to_matrix(pose.local[n]));
    }
    return pose;
}

}  // namespace vitruvian
