// `vitruvian info`: describes the contents of a file.
#include "app/cli/bone_output.h"
#include "app/cli/commands.h"
#include "app/cli/info_reference.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/figure/articulation.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_map.h"
#include "model/figure/figure_alone.h"
#include "model/figure/stance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// The data of one humanoid, computed once for both output formats.
struct HumanoidFacts {
    const Humanoid* humanoid = nullptr;
    Articulation articulation;
    std::size_t displacers = 0;
    std::size_t viewpoints = 0;
    bool skinned = false;
    bool unit_declared = false;  // by the file; otherwise guessed from the size
    Stance stance;               // height in the file's units
    ReferenceFacts reference;
    std::vector<std::pair<std::string_view, std::string>> bones;
    std::vector<MissingBone> missing;
};

/// Returns the humanoid's kind, except for joints that neither the file nor detection identifies as a
/// humanoid.
std::string_view kind_of(const Humanoid& humanoid) {
    const auto& nodes = humanoid.bones.node;
    const bool has_bones = std::any_of(nodes.begin(), nodes.end(), [](int node) { return node >= 0; });
    return humanoid.kind == HumanoidKind::inferred && !has_bones ? "skeleton" : to_string(humanoid.kind);
}

struct MeshFacts {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
};

/// Collects the data of the only humanoid of `document`.
HumanoidFacts facts_of(const Document& document) {
    HumanoidFacts facts;
    const Humanoid& humanoid = document.humanoids.front();
    facts.articulation = articulation_of(document, humanoid);
    facts.displacers = static_cast<std::size_t>(
        std::count_if(document.displacers.begin(), document.displacers.end(),
                      [](const Displacer& d) { return d.humanoid == 0 && is_in_file(d); }));
    facts.viewpoints =
        static_cast<std::size_t>(std::count_if(document.viewpoints.begin(), document.viewpoints.end(),
                                               [](const Viewpoint& view) { return view.humanoid == 0; }));
    facts.unit_declared = document.metres_per_unit.has_value();
    facts.skinned = std::any_of(document.meshes.begin(), document.meshes.end(), [](const MeshInstance& m) {
        return m.humanoid == 0 && m.mesh->is_skinned();
    });
    const Skeleton skeleton = make_skeleton(document);
    const Pose pose = file_pose(skeleton);
    facts.stance = find_stance(document, world_matrices(skeleton, pose), pose.weights, 0);
    facts.reference = reference_of(document, 0);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        const int node = humanoid.bones[bone];
        if (node >= 0) facts.bones.emplace_back(to_string(bone), at(document.nodes, node).name);
    }
    facts.missing = missing_bones(document, humanoid);
    return facts;
}

MeshFacts mesh_facts(const Document& document) {
    MeshFacts facts;
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        facts.vertices += mesh.source_vertex.empty() ? mesh.positions.size() : mesh.source_vertex_count;
        if (mesh.topology == Topology::triangles) facts.triangles += mesh.indices.size() / 3;
    }
    return facts;
}

Json articulation_json(const Articulation& a) {
    Json misspelt = Json::array();
    for (const MisspeltName& m : a.misspelt) misspelt.push_back({{"name", m.name}, {"meant", m.meant}});
    Json out = {{"loa", a.level}, {"declared_loa", nullptr}, {"names", to_string(a.names)}};
    if (a.declared) out["declared_loa"] = *a.declared;
    out["conforms"] = {{"1.1", a.conforms_to_1_1()}, {"2.0", a.conforms_to_2_0()}};
    out["missing_for_next"] = a.missing;
    out["names_1_1"] = a.names_1_1;
    out["names_2_0"] = a.names_2_0;
    out["names_of_both"] = a.names_of_both;
    out["extra"] = a.extra;
    out["non_standard"] = a.non_standard;
    out["misspelt"] = std::move(misspelt);
    out["repeated"] = a.repeated;
    return out;
}

Json bounds_json(const std::optional<Bounds>& bounds) {
    if (!bounds) return nullptr;
    const auto list = [](const vec3& v) { return Json::array({v.x, v.y, v.z}); };
    return {{"center", list(bounds->centre())}, {"size", list(bounds->size())}};
}

Json humanoid_json(const HumanoidFacts& facts) {
    const Humanoid& h = *facts.humanoid;
    Json info = Json::object();
    for (const auto& [tag, value] : h.info) info[tag] = value;
    Json bones = Json::object();
    for (const auto& [bone, joint] : facts.bones) bones[std::string(bone)] = joint;
    Json out = {{"name", h.name},
                {"version", h.version},
                {"info", std::move(info)},
                {"kind", kind_of(h)},
                {"loa", facts.articulation.level},
                {"joints", h.joints.size()},
                {"segments", h.segments.size()},
                {"sites", h.sites.size()},
                {"displacers", facts.displacers},
                {"viewpoints", facts.viewpoints},
                {"skinned", facts.skinned},
                {"height", facts.stance.height},
                {"bones", std::move(bones)}};
    out["unit"] = {{"name", facts.stance.unit},
                   {"metres", facts.stance.metres_per_unit},
                   {"declared", facts.unit_declared}};
    out["skeletal_configuration"] = h.skeletal_configuration;
    out["bounding_box"] = bounds_json(h.bounding_box);
    out["articulation"] = articulation_json(facts.articulation);
    out["bone_evidence"] = bone_evidence_json(h);
    out["reference"] = facts.reference.json;
    for (const MissingBone& bone : facts.missing)
        out["missing_bones"][std::string(to_string(bone.bone))] = bone.why;
    return out;
}

std::string info_json(const std::string& file, const Document& document,
                      const std::vector<HumanoidFacts>& humanoids) {
    Json out = {{"file", file}, {"format", to_string(document.format)}};
    out["humanoids"] = Json::array();
    for (const HumanoidFacts& facts : humanoids) out["humanoids"].push_back(humanoid_json(facts));
    out["clips"] = Json::array();
    for (const auto& clip : document.clips) {
        out["clips"].push_back({{"name", clip->name},
                                {"duration", clip->duration},
                                {"channels", clip->channels.size()},
                                {"targets", clip->targets_bones() ? "bones" : "joints"}});
    }
    const MeshFacts meshes = mesh_facts(document);
    out["meshes"] = {{"count", document.meshes.size()},
                     {"vertices", meshes.vertices},
                     {"triangles", meshes.triangles},
                     {"materials", document.materials.size()},
                     {"images", document.images.size()}};
    out["diagnostics"] = Json::array();
    for (const Diagnostic& d : document.diagnostics.list()) out["diagnostics"].push_back(diagnostic_json(d));
    return json_text(out, 3);
}

/// Formats names in lines of a fixed width, the first after `title`.
void add_names(std::string_view title, const std::vector<std::string>& names, HumanText& out) {
    if (names.empty()) return;
    constexpr std::size_t width = 100;
    out.add("  {:<12}", title);
    std::size_t column = 14;
    for (const std::string& name : names) {
        if (column + 1 + name.size() > width) {
            out.add("\n{:14}", "");
            column = 14;
        }
        out.add(" {}", name.empty() ? std::string_view("(no name)") : name);
        column += 1 + name.size();
    }
    out.add("\n");
}

void add_articulation(const Articulation& a, HumanText& out) {
    if (a.level >= 0) out.add("  LOA         {}", a.level);
    if (a.level < 0) out.add("  LOA         none: there is no HumanoidRoot");
    if (a.declared) out.add(", the file says {}", *a.declared);
    out.add("\n");
    add_names(fmt::format("to LOA {}", a.level + 1), a.missing, out);
    out.add("  names       {}: {} of both versions, {} of 1.1 alone, {} of 2.0 alone\n", to_string(a.names),
            a.names_of_both, a.names_1_1.size(), a.names_2_0.size());
    add_names("extra", a.extra, out);
    add_names("not standard", a.non_standard, out);
    std::vector<std::string> slips;
    for (const MisspeltName& m : a.misspelt) slips.push_back(fmt::format("{} ({}?)", m.name, m.meant));
    add_names("misspelt", slips, out);
    add_names("repeated", a.repeated, out);
}

/// Adds "1.750 m" and, if the file is not in metres, the value in the file's unit.
void add_height(const HumanoidFacts& facts, HumanText& out) {
    const Stance& stance = facts.stance;
    out.add("  height      {:.3f} m\n", stance.height * stance.metres_per_unit);
    const char* how = facts.unit_declared ? "as it says" : "by its size";
    if (stance.unit.empty()) {
        out.add("  units       {:.6g} high: no usual unit; one unit is taken for {:.6g} m ({})\n",
                stance.height, stance.metres_per_unit, how);
    } else if (stance.metres_per_unit != 1.0F) {
        out.add("  units       the file is in {} ({}), and the figure {:.3f} of them high\n", stance.unit,
                how, stance.height);
    }
}

void add_humanoid(const HumanoidFacts& facts, HumanText& out) {
    const Humanoid& h = *facts.humanoid;
    out.add("humanoid {}\n", h.name.empty() ? std::string_view("(no name)") : h.name);
    out.add("  kind        {}{}{}\n", kind_of(h), h.version.empty() ? "" : " ", h.version);
    if (h.kind == HumanoidKind::hanim) add_articulation(facts.articulation, out);
    if (!h.skeletal_configuration.empty()) out.add("  configured  {}\n", h.skeletal_configuration);
    if (h.bounding_box) {
        const vec3 size = h.bounding_box->size();
        out.add("  box         {:.3f} x {:.3f} x {:.3f} as the file gives it\n", size.x, size.y, size.z);
    }
    add_height(facts, out);
    out.add("  body        {}, {}, {}, {}, {}\n", counted(h.joints.size(), "joint", "joints"),
            counted(h.segments.size(), "segment", "segments"), counted(h.sites.size(), "site", "sites"),
            counted(facts.displacers, "displacer", "displacers"),
            facts.skinned ? "skinned" : "rigid segments");
    out.add("  viewpoints  {}\n", facts.viewpoints);
    for (const auto& [tag, value] : h.info) out.add("  {:<11} {}\n", tag, value);
    if (!facts.reference.line.empty()) out.add("  {}\n", facts.reference.line);
    if (!facts.bones.empty()) out.add("  bones       {} of {}\n", facts.bones.size(), bone_count);
    for (const auto& [bone, joint] : facts.bones) add_bone_line(h, bone, joint, out);
    for (const MissingBone& bone : facts.missing) {
        if (facts.bones.empty()) {
            out.add("  no bones    {}\n", bone.why);
        } else {
            out.add("    {:<22} missing: {}\n", to_string(bone.bone), bone.why);
        }
    }
}

HumanText info_text(const std::string& file, const Document& document,
                    const std::vector<HumanoidFacts>& humanoids) {
    HumanText out;
    out.add("{}: {}\n", file, to_string(document.format));
    for (const HumanoidFacts& facts : humanoids) add_humanoid(facts, out);
    if (humanoids.empty()) out.add("no humanoid\n");
    std::size_t index = 0;
    for (const auto& clip : document.clips) {
        out.add("clip {:<3} {:<30} {:8.3f} s  {}\n", index++, clip->name, clip->duration,
                counted(clip->channels.size(), "channel", "channels"));
    }
    const MeshFacts meshes = mesh_facts(document);
    out.add("{}: {}, {}; {}, {}\n", counted(document.meshes.size(), "mesh", "meshes"),
            counted(meshes.vertices, "vertex", "vertices"),
            counted(meshes.triangles, "triangle", "triangles"),
            counted(document.materials.size(), "material", "materials"),
            counted(document.images.size(), "image", "images"));
    return out;
}

}  // namespace

ExitCode run_info(const InfoOptions& options, const Console& console) {
    const auto document = load_input(options.file);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    const FigureExtractor figures(*document);
    std::vector<HumanoidFacts> humanoids;
    for (std::size_t i = 0; i < document->humanoids.size(); ++i) {
        humanoids.push_back(document->humanoids.size() == 1 ? facts_of(*document)
                                                            : facts_of(figures.alone(i)));
        humanoids.back().humanoid = &document->humanoids[i];
    }
    if (!options.json) console.report(document->diagnostics);
    const auto written = options.json ? write_output("-", info_json(options.file, *document, humanoids))
                                      : print(info_text(options.file, *document, humanoids));
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

}  // namespace vitruvian
