// A recorded editing session on a large figure: a figure of 150 joints and 200,000 vertices is posed, its
// limits are dragged, its weights painted, its clip scrubbed and edited, in the window without a display. The
// processor time of each frame, except for drawing the figure itself (which would measure the software
// renderer), must stay below 33 ms: the median and the worst frame of each part of the session are printed.
#include "app/gui/gui.h"
#include "model/core/at.h"
#include "model/edit/skin_brush.h"
#include "model/pose/skinning.h"
#include "renderer/headless_context.h"
#include "tests/bench/smoke.h"

#include <backends/imgui_impl_opengl3.h>
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

constexpr int joint_count = 150;
const int rings = is_smoke() ? 2 : 46;  // of a joint's piece of skin
constexpr int corners = 29;
const int vertex_count = joint_count * rings * corners;

// ---- the figure

struct Bone {
    std::string name;
    int parent = -1;
    vec3 centre{0.0F};
};

/// A person of fourteen joints, and tails at hands, feet and head for the rest.
std::vector<Bone> make_bones() {
    std::vector<Bone> out{{"humanoid_root", -1, {0.0F, 0.95F, 0.0F}},
                          {"sacroiliac", 0, {0.0F, 0.98F, 0.0F}},
                          {"l_hip", 1, {0.1F, 0.92F, 0.0F}},
                          {"l_knee", 2, {0.1F, 0.5F, 0.0F}},
                          {"l_talocrural", 3, {0.1F, 0.08F, 0.0F}},
                          {"r_hip", 1, {-0.1F, 0.92F, 0.0F}},
                          {"r_knee", 5, {-0.1F, 0.5F, 0.0F}},
                          {"r_talocrural", 6, {-0.1F, 0.08F, 0.0F}},
                          {"vl5", 0, {0.0F, 1.05F, 0.0F}},
                          {"skullbase", 8, {0.0F, 1.55F, 0.0F}},
                          {"l_shoulder", 8, {0.2F, 1.42F, 0.0F}},
                          {"l_elbow", 10, {0.45F, 1.42F, 0.0F}},
                          {"l_radiocarpal", 11, {0.7F, 1.42F, 0.0F}},
                          {"r_shoulder", 8, {-0.2F, 1.42F, 0.0F}},
                          {"r_elbow", 13, {-0.45F, 1.42F, 0.0F}},
                          {"r_radiocarpal", 14, {-0.7F, 1.42F, 0.0F}}};
    constexpr std::array ends = {4, 7, 9, 12, 15};
    std::array<int, ends.size()> last = ends;
    for (int i = static_cast<int>(out.size()); i < joint_count; ++i) {
        const auto tail = static_cast<std::size_t>(i) % ends.size();
        const float side = tail == 3 ? 1.0F : tail == 4 ? -1.0F : 0.0F;
        const vec3 way(0.012F * side, tail == 2 ? 0.006F : 0.0F, side == 0.0F && tail != 2 ? 0.006F : 0.0F);
        out.push_back({fmt::format("tail_{}", i), last.at(tail), at(out, last.at(tail)).centre + way});
        last.at(tail) = i;
    }
    return out;
}

void write_joint(const std::vector<Bone>& bones, int index, std::ofstream& out) {
    const Bone& bone = at(bones, index);
    out << fmt::format(
        "DEF {0} HAnimJoint {{ name \"{0}\" center {1} {2} {3} llimit [ -1 -1 -1 ] ulimit [ 1 1 1 ] ",
        bone.name, bone.centre.x, bone.centre.y, bone.centre.z);
    // Its own piece, half of it shared with the joint above.
    std::string weights;
    out << "skinCoordIndex [ ";
    const auto add = [&](int owner, bool above) {
        for (int i = 0; i < rings * corners; ++i) {
            const float share =
                std::min(static_cast<float>(i / corners) / (0.5F * static_cast<float>(rings)), 0.999F);
            const float own = 0.5F + 0.5F * share;
            out << owner * rings * corners + i << ' ';
            weights += fmt::format("{:.3f} ", above ? 1.0F - own : own);
        }
    };
    add(index, false);
    for (int child = 0; child < joint_count; ++child) {
        if (at(bones, child).parent == index) add(child, true);
    }
    out << "] skinCoordWeight [ " << weights << "] children [ ";
    for (int child = 0; child < joint_count; ++child) {
        if (at(bones, child).parent == index) write_joint(bones, child, out);
    }
    out << "] }\n";
}

/// Tubes about the joints, and a clip that turns them all.
std::filesystem::path write_figure() {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "vitruvian_edit_bench.x3dv";
    const std::vector<Bone> bones = make_bones();
    std::ofstream out(path);
    out << "#X3D V4.0 utf8\nPROFILE Immersive\nDEF figure HAnimHumanoid { name \"large\" version \"2.0\" "
           "skeleton [\n";
    write_joint(bones, 0, out);
    out << "] joints [ ";
    for (const Bone& bone : bones) out << "USE " << bone.name << ' ';
    out << "]\nskinCoord DEF points Coordinate { point [\n";
    for (const Bone& bone : bones) {
        for (int i = 0; i < rings * corners; ++i) {
            const float turn = 6.2832F * static_cast<float>(i % corners) / corners;
            const float along = static_cast<float>(i / corners) / static_cast<float>(rings);
            const vec3 place =
                bone.centre + vec3(0.05F * std::cos(turn), 0.1F * along, 0.05F * std::sin(turn));
            out << fmt::format("{:.4f} {:.4f} {:.4f}\n", place.x, place.y, place.z);
        }
    }
    out << "] }\nskin Shape { geometry IndexedFaceSet { coord USE points coordIndex [\n";
    for (int piece = 0; piece < joint_count; ++piece) {
        for (int ring = 0; ring + 1 < rings; ++ring) {
            for (int corner = 0; corner < corners; ++corner) {
                const int a = (piece * rings + ring) * corners;
                const int next = (corner + 1) % corners;
                out << fmt::format("{} {} {} {} -1\n", a + corner, a + next, a + corners + next,
                                   a + corners + corner);
            }
        }
    }
    out << "] } } }\nDEF clock TimeSensor { cycleInterval 2 loop TRUE }\n";
    for (const Bone& bone : bones) {
        out << fmt::format("DEF turn_{} OrientationInterpolator {{ key [ ", bone.name);
        for (int key = 0; key <= 30; ++key) out << static_cast<float>(key) / 30.0F << ' ';
        out << "] keyValue [ ";
        for (int key = 0; key <= 30; ++key)
            out << fmt::format("1 0 0 {:.3f} ", 0.1F * std::sin(0.2094F * static_cast<float>(key)));
        out << "] }\n";
    }
    for (const Bone& bone : bones) {
        out << fmt::format(
            "ROUTE clock.fraction_changed TO turn_{0}.set_fraction\n"
            "ROUTE turn_{0}.value_changed TO {0}.set_rotation\n",
            bone.name);
    }
    return path;
}

// ---- the session

/// Intents, frame by frame; computing them counts as work of the frame.
struct Part {
    const char* name;
    int frames = 0;
    std::function<Intents(const Session&, int frame)> intents;
    SideTab tab = SideTab::inspector;  // the visible side panel
};

Selection joint_of(const Session& session, const char* name) {
    const OpenFigure& figure = session.figures().front();
    return {figure.id, find_joints(figure.document(), name).front()};
}

/// A drag: every frame an edit of one gesture.
Part drag(const char* name, const char* joint, const std::function<Command(const Item&, float)>& command) {
    constexpr int frames = 10;
    return {
        name, frames, [=](const Session& session, int frame) {
            const Selection what = joint_of(session, joint);
            Intents out;
            if (frame == 0) out.emplace_back(Select{what, false});
            if (frame == 0) out.emplace_back(BeginGesture{what.figure});
            out.emplace_back(Edit{what.figure, command(what.item, 0.02F * static_cast<float>(frame + 1))});
            if (frame == frames - 1) out.emplace_back(EndGesture{});
            return out;
        }};
}

/// Like the panel: relative to the meshes at the time of the button press.
struct Stroke {
    std::shared_ptr<const Mesh> before;
    std::vector<vec3> places;
    std::vector<float> amounts;
};

Intents paint(const Session& session, Stroke& stroke, int frame, int frames) {
    const Selection what = joint_of(session, "l_elbow");
    const OpenFigure& figure = *session.figure(what.figure);
    const MeshInstance& instance = figure.document().meshes.front();
    Intents out;
    if (frame == 0) {
        stroke.before = instance.mesh;
        stroke.places.resize(instance.mesh->positions.size());
        skin_positions(instance, figure.world, figure.pose.weights, stroke.places);
        stroke.amounts.assign(stroke.places.size(), 0.0F);
        out.emplace_back(BeginGesture{figure.id});
    }
    const vec3 origin(0.40F + 0.004F * static_cast<float>(frame), 1.45F, 2.0F);
    const auto hit = hit_surface(*stroke.before, stroke.places, origin, vec3(0.0F, 0.0F, -1.0F));
    const vec3 middle = hit ? hit->point : vec3(origin.x, origin.y, 0.05F);
    add_to_stroke(stroke.amounts, dab_at(stroke.places, middle, 0.08F, 0.4F));
    const int entry = skin_entry(*instance.skin, node_of(figure.document(), what.item));
    auto weights = stroke_weights(*stroke.before, entry, BrushMode::add, stroke.amounts);
    out.emplace_back(
        Edit{figure.id, PaintWeights{Item{ItemKind::mesh, -1, 0}, what.item, std::move(weights)}});
    if (frame == frames - 1) out.emplace_back(EndGesture{});
    return out;
}

std::vector<Part> recorded_session(Stroke& stroke) {
    std::vector<Part> out;
    out.push_back({"turn the camera", 10, [](const Session&, int) {
                       return Intents{OrbitCamera{0.02F, 0.0F}};
                   }});
    out.push_back({"select joints", 10, [](const Session& session, int frame) {
                       const std::uint64_t id = session.figures().front().id;
                       return Intents{ChooseClip{id, -1, 0}, Select{{id, joint_item(0, frame * 7)}, false}};
                   }});
    out.push_back(drag("turn a joint", "l_shoulder", [](const Item& joint, float way) {
        return SetJointRotation{joint, glm::angleAxis(way, vec3(0.0F, 0.0F, 1.0F))};
    }));
    out.push_back(drag("drag a limit", "l_shoulder", [](const Item& joint, float way) {
        return SetJointLimits{joint, vec3(-1.0F), vec3(1.0F + way)};
    }));
    out.push_back(drag("drag stiffness", "l_shoulder", [](const Item& joint, float way) {
        return SetJointStiffness{joint, vec3(way)};
    }));
    out.push_back(drag("move a joint's centre", "l_elbow", [](const Item& joint, float way) {
        return SetJointCentre{joint, vec3(0.45F + 0.1F * way, 1.42F, 0.0F)};
    }));
    out.push_back({"paint weights", 10,
                   [&stroke](const Session& session, int frame) { return paint(session, stroke, frame, 10); },
                   SideTab::weights});
    out.push_back({"undo and redo", 10,
                   [](const Session&, int frame) { return frame < 5 ? Intents{Undo{}} : Intents{Redo{}}; }});
    out.push_back({"scrub the clip", 10, [](const Session& session, int frame) {
                       const std::uint64_t id = session.figures().front().id;
                       Intents intents;
                       if (frame == 0) intents.emplace_back(ChooseClip{id, 0, 0});
                       intents.emplace_back(SetTime{0.12 * frame});
                       return intents;
                   }});
    out.push_back({"play", 10, [](const Session&, int frame) {
                       return frame == 0 ? Intents{SetPlaying{true}} : Intents{};
                   }});
    out.push_back({"all layers", 5, [](const Session&, int frame) {
                       Show show;
                       show.joints = show.bones = show.limits = show.labels = show.sites = frame < 4;
                       return Intents{SetPlaying{false}, SetShow{show}};
                   }});
    return out;
}

// ---- measuring

/// Processor time of this thread: other programs, and background checks, are not included.
double milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Cost {
    double frame = 0.0;    // milliseconds, without the renderer
    double session = 0.0;  // time for the intents
    double drawing = 0.0;
};

/// Draws a frame of the window without a display.
Cost frame(Gui& gui, Session& session, const Part& part, int number) {
    Cost out;
    const double begin = milliseconds();
    for (const Intent& intent : part.intents(session, number)) session.execute(intent);
    session.update(1.0 / 30.0);
    out.session = milliseconds() - begin;
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(1280.0F, 720.0F);
    io.DeltaTime = 1.0F / 30.0F;
    ImGui_ImplOpenGL3_NewFrame();
    const double panels = milliseconds();
    ImGui::NewFrame();
    gui.frame(session, {});
    out.drawing = 1e3 * gui.viewport().drawing_took();
    out.frame = out.session + milliseconds() - panels - out.drawing;
    return out;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

void recorded_session_frames(benchmark::State& state) {
    const auto context = HeadlessContext::create();
    if (!context) return state.SkipWithError("no OpenGL");
    const auto renderer = Renderer::create(HeadlessContext::loader());
    if (!renderer) return state.SkipWithError("no OpenGL 4.1");
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplOpenGL3_Init("#version 410 core");
    const std::filesystem::path file = write_figure();
    std::vector<double> all;
    for (auto _ : state) {
        Session session;
        Gui gui(**renderer, Settings{});
        gui.set_scale(1.0F, 1.0F);
        gui.state().settings.timeline_tab = 1;
        Stroke stroke;
        if (!session.open_now({file})) return state.SkipWithError("the figure cannot be read");
        const Part still{"", 0, [](const Session&, int) { return Intents{}; }};
        for (int i = 0; i < 3; ++i) static_cast<void>(frame(gui, session, still, i));
        fmt::print("{:<24}{:>10}{:>10}{:>18}{:>14}\n", "ms a frame", "median", "worst", "worst of intents",
                   "drawing aside");
        for (const Part& part : recorded_session(stroke)) {
            std::vector<double> frames;
            std::vector<double> drawing;
            double session_worst = 0.0;
            gui.state().settings.side_tab = static_cast<int>(part.tab);
            for (int i = 0; i < part.frames; ++i) {
                const Cost cost = frame(gui, session, part, i);
                frames.push_back(cost.frame);
                drawing.push_back(cost.drawing);
                session_worst = std::max(session_worst, cost.session);
            }
            all.insert(all.end(), frames.begin(), frames.end());
            fmt::print("{:<24}{:>10.1f}{:>10.1f}{:>18.1f}{:>14.1f}\n", part.name, median(frames),
                       *std::max_element(frames.begin(), frames.end()), session_worst, median(drawing));
            std::fflush(stdout);
        }
        session.discard_unsaved_edits();
    }
    state.counters["median_ms"] = median(all);
    state.counters["worst_ms"] = *std::max_element(all.begin(), all.end());
    state.counters["vertices"] = vertex_count;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
    std::filesystem::remove(file);
}
BENCHMARK(recorded_session_frames)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vitruvian
