// `vitruvian pose`: prints the position of every joint, site and vertex at a time.
#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/formats/gltf/read/gltf_reader.h"
#include "model/humanik/pose_matrices.h"
#include "model/standard/humanik.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace vitruvian {
namespace {

/// One line of output: a joint of an H-Anim humanoid, or any node of a glTF file.
struct JointRow {
    std::string name;
    std::optional<Bone> bone;
    int parent = -1;  // into the rows
    int node = -1;    // glTF node index; -1 for H-Anim
    mat4 global{1.0F};
    mat4 local{1.0F};  // from this row's frame to the parent row's (or the world)
};

/// Returns the nodes to list, parents first: every node if the file is not H-Anim, otherwise the humanoid's
/// joints.
std::vector<int> listed_nodes(const Document& document, int humanoid) {
    std::vector<int> nodes;
    if (humanoid >= 0 && at(document.humanoids, humanoid).kind == HumanoidKind::hanim) {
        for (const Joint& joint : at(document.humanoids, humanoid).joints) nodes.push_back(joint.node);
        return nodes;
    }
    for (std::size_t i = 0; i < document.nodes.size(); ++i) nodes.push_back(static_cast<int>(i));
    return nodes;
}

/// Absurd transforms of a file multiply to numbers beyond float32: such values are left out.
void leave_out(std::string_view what, std::string_view name, Diagnostics& remarks) {
    remarks.warn("pose-not-finite", fmt::format("a {} is skipped: its position is not finite", what),
                 {std::string(name), 0, 0, {}});
}

/// Returns the nearest ancestor that has a row, or -1; `local` becomes relative to it. (In double precision,
/// for the frames in between.)
int row_above(const Document& document, const Pose& pose, std::span<const int> row_of, int node,
              mat4& local) {
    glm::dmat4 from_row(to_matrix(at(pose.local, node)));
    int above = at(document.nodes, node).parent;
    for (; above >= 0 && at(row_of, above) < 0; above = at(document.nodes, above).parent) {
        from_row = glm::dmat4(to_matrix(at(pose.local, above))) * from_row;
    }
    local = mat4(from_row);
    return above >= 0 ? at(row_of, above) : -1;
}

std::vector<JointRow> joint_rows(const Document& document, const PosedFigure& figure,
                                 std::span<const mat4> world, Diagnostics& remarks) {
    std::vector<int> row_of(document.nodes.size(), -1);
    std::vector<JointRow> rows;
    for (const int node : listed_nodes(document, figure.humanoid)) {
        const Node& source = at(document.nodes, node);
        JointRow row{.name = source.name,
                     .bone = {},
                     .parent = -1,
                     .node = source.source_index,
                     .global = at(world, node),
                     .local = {}};
        // Frames between listed joints (groups) are included in the joint below, so that global = parent's
        // global * local.
        // * local.
        row.parent = row_above(document, figure.pose, row_of, node, row.local);
        if (!is_finite(row.global) || !is_finite(row.local)) {
            leave_out("joint", source.name, remarks);
            continue;
        }
        if (figure.humanoid >= 0) row.bone = at(document.humanoids, figure.humanoid).bones.bone_of(node);
        at(row_of, node) = static_cast<int>(rows.size());
        rows.push_back(std::move(row));
    }
    return rows;
}

std::span<const float> numbers(const mat4& matrix) {
    return {&matrix[0][0], 16};
}

Json matrix_json(const mat4& matrix) {
    Json out = Json::array();
    for (const float value : numbers(matrix)) out.push_back(value);
    return out;
}

Json joints_json(const std::vector<JointRow>& rows) {
    Json out = Json::array();
    for (const JointRow& row : rows) {
        Json joint = {{"name", row.name},
                      {"bone", row.bone ? Json(to_string(*row.bone)) : Json()},
                      {"parent", row.parent >= 0 ? Json(at(rows, row.parent).name) : Json()},
                      {"global", matrix_json(row.global)},
                      {"local", matrix_json(row.local)}};
        if (row.node >= 0) joint["node"] = row.node;
        out.push_back(std::move(joint));
    }
    return out;
}

Json sites_json(const Document& document, int humanoid, std::span<const mat4> world, Diagnostics& remarks) {
    Json out = Json::array();
    if (humanoid < 0) return out;
    const Humanoid& figure = at(document.humanoids, humanoid);
    for (const Site& site : figure.sites) {
        const std::string& name = at(document.nodes, site.node).name;
        if (!is_finite(at(world, site.node))) {
            leave_out("site", name, remarks);
            continue;
        }
        out.push_back({{"name", name},
                       {"segment", site.segment >= 0 ? Json(at(figure.segments, site.segment).name) : Json()},
                       {"global", matrix_json(at(world, site.node))}});
    }
    return out;
}

Json meshes_json(const Document& document, const PosedFigure& figure, std::span<const mat4> world,
                 Diagnostics& remarks) {
    Json out = Json::array();
    const std::vector<int> file_node = nodes_of_meshes(document);
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const MeshInstance& instance = document.meshes[m];
        const std::vector<vec3> points = skinned_source_positions(instance, world, figure.pose.weights);
        if (!std::all_of(points.begin(), points.end(), [](const vec3& p) { return is_finite(p); })) {
            leave_out("mesh", instance.name, remarks);
            continue;
        }
        Json positions = Json::array();
        for (const vec3& p : points) positions.push_back({p.x, p.y, p.z});
        Json mesh = {{"name", instance.name}};
        if (file_node[m] >= 0) mesh["node"] = file_node[m];
        if (instance.primitive >= 0) mesh["primitive"] = instance.primitive;
        mesh["count"] = points.size();
        mesh["positions"] = std::move(positions);
        out.push_back(std::move(mesh));
    }
    return out;
}

std::string quoted_csv(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

std::string pose_csv(const std::vector<JointRow>& rows) {
    std::string out = "name,bone,parent,node";
    for (int i = 0; i < 16; ++i) out += fmt::format(",m{}", i);
    out += '\n';
    for (const JointRow& row : rows) {
        out += fmt::format("{},{},{},{}", quoted_csv(row.name), row.bone ? to_string(*row.bone) : "",
                           row.parent >= 0 ? quoted_csv(at(rows, row.parent).name) : "",
                           row.node >= 0 ? std::to_string(row.node) : "");
        for (const float value : numbers(row.global)) out += fmt::format(",{}", value);
        out += '\n';
    }
    return out;
}

/// Columns are separated by tabs, without quotes: control characters in names are escaped, so that they do
/// not add columns.
std::string pose_humanik(const Document& document, int humanoid, const std::vector<JointRow>& rows) {
    std::string out;
    for (const JointRow& row : rows) {
        std::optional<int> id;
        if (row.bone) id = humanik_node_id(at(document.humanoids, humanoid).bones, *row.bone);
        out += fmt::format("{}\t{}", visible_text(row.name), id ? std::to_string(*id) : "");
        for (const float value : numbers(row.global)) out += fmt::format("\t{}", value);
        out += '\n';
    }
    return out;
}

HumanText pose_text(const PosedFigure& figure, const std::vector<JointRow>& rows) {
    HumanText out;
    if (figure.clip) out.add("clip {} at {:.3f} s\n", figure.clip->name, figure.time);
    for (const Reached& reached : figure.reached)
        out.add("{} is {:.4f} from where it was to reach\n", reached.effector, reached.distance);
    std::size_t width = 4;
    for (const JointRow& row : rows) width = std::max(width, visible_text(row.name).size());
    out.add("{:<{}}  {:>10} {:>10} {:>10}  bone\n", "name", width, "x", "y", "z");
    for (const JointRow& row : rows) {
        out.add("{:<{}}  {:>10.4f} {:>10.4f} {:>10.4f}  {}\n", row.name, width, row.global[3].x,
                row.global[3].y, row.global[3].z, row.bone ? to_string(*row.bone) : "");
    }
    return out;
}

Json reach_json(const PosedFigure& figure) {
    Json out = Json::array();
    for (const Reached& reached : figure.reached) {
        const vec3& target = reached.target;
        out.push_back({{"effector", reached.effector},
                       {"target", {target.x, target.y, target.z}},
                       {"distance", reached.distance}});
    }
    return out;
}

std::string pose_json(const PoseOptions& options, const Document& document, const PosedFigure& figure,
                      const std::vector<JointRow>& rows, std::span<const mat4> world, Diagnostics& remarks) {
    Json out = {
        {"file", options.file},
        {"humanoid", figure.humanoid >= 0 ? Json(at(document.humanoids, figure.humanoid).name) : Json()},
        {"clip", figure.clip ? Json(figure.clip->name) : Json()},
        {"time", figure.time},
        {"joints", joints_json(rows)},
        {"sites", sites_json(document, figure.humanoid, world, remarks)}};
    if (!figure.reached.empty()) out["reach"] = reach_json(figure);
    if (options.vertices) out["meshes"] = meshes_json(document, figure, world, remarks);
    return json_text(out, 2);
}

/// Returns HumanIK's rows of the joints with finite matrices.
std::vector<PoseMatrix> humanik_rows(const Document& document, int humanoid, std::span<const mat4> world,
                                     Diagnostics& remarks) {
    std::vector<PoseMatrix> out = pose_matrices(document, humanoid, world);
    std::erase_if(out, [&](const PoseMatrix& row) {
        if (is_finite(row.global)) return false;
        leave_out("joint", row.joint, remarks);
        return true;
    });
    return out;
}

Result<void> write_pose(const PoseOptions& options, const Document& document, const PosedFigure& figure,
                        Diagnostics& remarks) {
    const std::vector<mat4> world = world_matrices(figure.skeleton, figure.pose);
    if (options.format == PoseFormat::humanik_csv || options.format == PoseFormat::humanik_json) {
        std::vector<PoseMatrix> rows = humanik_rows(document, figure.humanoid, world, remarks);
        if (options.format == PoseFormat::humanik_json) return write_output(options.output, to_json(rows));
        if (is_terminal(options.output)) {
            for (PoseMatrix& row : rows) row.joint = visible_text(row.joint);
        }
        return write_output(options.output, to_csv(rows));
    }
    std::vector<JointRow> rows = joint_rows(document, figure, world, remarks);
    switch (options.format) {
        case PoseFormat::json:
            return write_output(options.output, pose_json(options, document, figure, rows, world, remarks));
        case PoseFormat::csv:
            if (is_terminal(options.output)) {
                for (JointRow& row : rows) row.name = visible_text(row.name);
            }
            return write_output(options.output, pose_csv(rows));
        case PoseFormat::humanik:
            return write_output(options.output, pose_humanik(document, figure.humanoid, rows));
        default:
            return write_output(options.output, pose_text(figure, rows).text());
    }
}

}  // namespace

ExitCode run_pose(const PoseOptions& options, const Console& console) {
    if (options.vertices && options.format != PoseFormat::json) {
        console.error("--vertices needs --json: the other formats write the joints alone");
        return ExitCode::usage;
    }
    const auto document = load_input(options.file);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    console.report(document->diagnostics);
    auto figure = pose_figure(*document, options.posing);
    if (!figure) return console.failed(figure.error(), exit_code_of(figure.error()));
    const bool by_names =
        options.format == PoseFormat::humanik_csv || options.format == PoseFormat::humanik_json;
    if (by_names && figure->humanoid < 0) {
        console.error("this file has no humanoid, and HumanIK's names are of humanoids");
        return ExitCode::usage;
    }
    Diagnostics& remarks = figure->remarks;
    const auto written = write_pose(options, *document, *figure, remarks);
    console.report(remarks);
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
