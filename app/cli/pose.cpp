// `vitruvian pose`: where every joint, site and vertex is at a time.
#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "model/humanik/pose_matrices.h"
#include "model/humanoid/humanik.h"

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
    mat4 local{1.0F};  // parent row's frame (or the world) from this one's
};

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// The nodes that are listed, parents first: every node where the file is not H-Anim, else the humanoid's
/// joints.
std::vector<int> listed_nodes(const Document& document, int humanoid) {
    std::vector<int> nodes;
    if (humanoid >= 0 && document.humanoids[at(humanoid)].kind == HumanoidKind::hanim) {
        for (const Joint& joint : document.humanoids[at(humanoid)].joints) nodes.push_back(joint.node);
        return nodes;
    }
    for (std::size_t i = 0; i < document.nodes.size(); ++i) nodes.push_back(static_cast<int>(i));
    return nodes;
}

std::vector<JointRow> joint_rows(const Document& document, const PosedFigure& figure,
                                 std::span<const mat4> world) {
    const std::vector<int> nodes = listed_nodes(document, figure.humanoid);
    std::vector<int> row_of(document.nodes.size(), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i) row_of[at(nodes[i])] = static_cast<int>(i);
    std::vector<JointRow> rows;
    for (const int node : nodes) {
        const Node& source = document.nodes[at(node)];
        JointRow row{.name = source.name,
                     .bone = {},
                     .parent = -1,
                     .node = source.source_index,
                     .global = world[at(node)],
                     .local = to_matrix(figure.pose.local[at(node)])};
        if (figure.humanoid >= 0) row.bone = document.humanoids[at(figure.humanoid)].bones.bone_of(node);
        // Frames between listed joints (groups) count into the joint below, so that global = parent's global
        // * local.
        int above = source.parent;
        for (; above >= 0 && row_of[at(above)] < 0; above = document.nodes[at(above)].parent) {
            row.local = to_matrix(figure.pose.local[at(above)]) * row.local;
        }
        if (above >= 0) row.parent = row_of[at(above)];
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
                      {"parent", row.parent >= 0 ? Json(rows[at(row.parent)].name) : Json()},
                      {"global", matrix_json(row.global)},
                      {"local", matrix_json(row.local)}};
        if (row.node >= 0) joint["node"] = row.node;
        out.push_back(std::move(joint));
    }
    return out;
}

Json sites_json(const Document& document, int humanoid, std::span<const mat4> world) {
    Json out = Json::array();
    if (humanoid < 0) return out;
    const Humanoid& figure = document.humanoids[at(humanoid)];
    for (const Site& site : figure.sites) {
        out.push_back({{"name", document.nodes[at(site.node)].name},
                       {"segment", site.segment >= 0 ? Json(figure.segments[at(site.segment)].name) : Json()},
                       {"global", matrix_json(world[at(site.node)])}});
    }
    return out;
}

Json meshes_json(const Document& document, const PosedFigure& figure, std::span<const mat4> world) {
    Json out = Json::array();
    for (const MeshInstance& instance : document.meshes) {
        const std::vector<vec3> points = skinned_source_positions(instance, world, figure.pose.weights);
        Json positions = Json::array();
        for (const vec3& p : points) positions.push_back({p.x, p.y, p.z});
        Json mesh = {{"name", instance.name}};
        const int node = instance.node >= 0 ? document.nodes[at(instance.node)].source_index : -1;
        if (node >= 0) mesh["node"] = node;
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
                           row.parent >= 0 ? quoted_csv(rows[at(row.parent)].name) : "",
                           row.node >= 0 ? std::to_string(row.node) : "");
        for (const float value : numbers(row.global)) out += fmt::format(",{}", value);
        out += '\n';
    }
    return out;
}

std::string pose_humanik(const Document& document, int humanoid, const std::vector<JointRow>& rows) {
    std::string out;
    for (const JointRow& row : rows) {
        std::optional<int> id;
        if (row.bone) id = humanik_node_id(document.humanoids[at(humanoid)].bones, *row.bone);
        out += fmt::format("{}\t{}", row.name, id ? std::to_string(*id) : "");
        for (const float value : numbers(row.global)) out += fmt::format("\t{}", value);
        out += '\n';
    }
    return out;
}

std::string pose_text(const Document& document, const PosedFigure& figure,
                      const std::vector<JointRow>& rows) {
    std::string out;
    if (figure.clip >= 0)
        out += fmt::format("clip {} at {:.3f} s\n", document.clips[at(figure.clip)]->name, figure.time);
    std::size_t width = 4;
    for (const JointRow& row : rows) width = std::max(width, row.name.size());
    out += fmt::format("{:<{}}  {:>10} {:>10} {:>10}  bone\n", "name", width, "x", "y", "z");
    for (const JointRow& row : rows) {
        out += fmt::format("{:<{}}  {:>10.4f} {:>10.4f} {:>10.4f}  {}\n", row.name, width, row.global[3].x,
                           row.global[3].y, row.global[3].z, row.bone ? to_string(*row.bone) : "");
    }
    return out;
}

std::string pose_json(const PoseOptions& options, const Document& document, const PosedFigure& figure,
                      const std::vector<JointRow>& rows, std::span<const mat4> world) {
    Json out = {
        {"file", options.file},
        {"humanoid", figure.humanoid >= 0 ? Json(document.humanoids[at(figure.humanoid)].name) : Json()},
        {"clip", figure.clip >= 0 ? Json(document.clips[at(figure.clip)]->name) : Json()},
        {"time", figure.time},
        {"joints", joints_json(rows)},
        {"sites", sites_json(document, figure.humanoid, world)}};
    if (options.vertices) out["meshes"] = meshes_json(document, figure, world);
    return json_text(out, 2);
}

}  // namespace

ExitCode run_pose(const PoseOptions& options, const Console& console) {
    if (options.vertices && options.format != PoseFormat::json) {
        console.error("--vertices needs --json: the other formats write the joints alone");
        return ExitCode::usage;
    }
    auto document = load_input(options.file);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    PosingOptions posing = options.posing;
    const auto settled = settle_clip(*document, posing);
    console.report(document->diagnostics);
    if (!settled) return console.failed(settled.error(), exit_code_of(settled.error()));
    const auto figure = pose_figure(*document, posing);
    if (!figure) return console.failed(figure.error(), exit_code_of(figure.error()));
    console.report(figure->remarks);
    const std::vector<mat4> world = world_matrices(figure->skeleton, figure->pose);
    const std::vector<JointRow> rows = joint_rows(*document, *figure, world);
    std::string text;
    switch (options.format) {
        case PoseFormat::text:
            text = pose_text(*document, *figure, rows);
            break;
        case PoseFormat::json:
            text = pose_json(options, *document, *figure, rows, world);
            break;
        case PoseFormat::csv:
            text = pose_csv(rows);
            break;
        case PoseFormat::humanik:
            text = pose_humanik(*document, figure->humanoid, rows);
            break;
        case PoseFormat::humanik_csv:
        case PoseFormat::humanik_json: {
            if (figure->humanoid < 0) {
                console.error("this file has no humanoid, and HumanIK's names are of humanoids");
                return ExitCode::usage;
            }
            const std::vector<PoseMatrix> matrices = pose_matrices(*document, figure->humanoid, world);
            text = options.format == PoseFormat::humanik_csv ? to_csv(matrices) : to_json(matrices);
            break;
        }
    }
    const auto written = write_output(options.output, text);
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
