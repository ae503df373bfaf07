#include "app/jobs/finding_pictures.h"

#include "app/jobs/data_uri.h"
#include "app/scene/finding_marks.h"
#include "app/scene/frame.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"
#include "model/figure/reference_pose.h"
#include "renderer/headless_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace vitruvian {
namespace {

constexpr int finding_width = 400;
constexpr int finding_height = 300;
constexpr float aspect = static_cast<float>(finding_width) / static_cast<float>(finding_height);

/// Returns the item to highlight: for a node with a mesh that mesh, since a node by itself has no shape.
Item pictured_item(const Document& document, const Item& item) {
    const Item shown = shown_item(document, item);
    if (shown.kind != ItemKind::node) return shown;
    const int node = node_of(document, shown);
    const auto found = std::find_if(document.meshes.begin(), document.meshes.end(),
                                    [node](const MeshInstance& mesh) { return mesh.node == node; });
    return found == document.meshes.end()
               ? shown
               : Item{ItemKind::mesh, -1, static_cast<int>(found - document.meshes.begin())};
}

/// An open document, prepared for posing and drawing.
class Subject {
  public:
    explicit Subject(Document document)
        : document_(std::move(document)),
          skeleton_(make_skeleton(document_)),
          rest_(base_pose(document_, skeleton_)),
          shape_(make_figure_shape(document_, skeleton_)) {
        Diagnostics ignored;
        images_ = decode_images(document_.images, ignored, std::size_t{128} << 20);
    }

    RenderScene scene_of(const report::Finding& finding) {
        Pose pose = finding.marks.in_stored_pose ? file_pose(skeleton_) : rest_;
        const bool has_clip = finding.clip_index >= 0 && finding.time &&
                              static_cast<std::size_t>(finding.clip_index) < document_.clips.size();
        if (has_clip) sample(*at(document_.clips, finding.clip_index), *finding.time, skeleton_, pose);
        Figure figure{.document = &document_,
                      .skeleton = &skeleton_,
                      .shape = &shape_,
                      .pose = &pose,
                      .images = images_};
        const std::span figures(&figure, 1);
        ViewSettings view;
        view.selected = {0, pictured_item(document_, finding.item)};
        view.background.plain = true;  // the studio's gradient would be most of a picture's bytes
        view.show.bones =
            finding.kind == "joint" || finding.kind == "bone" || view.selected.item.kind == ItemKind::node;
        Camera camera = camera_for_view(figures, "best", aspect).value_or(Camera{});
        const ItemKind kind = view.selected.item.kind;
        const bool is_whole = (kind == ItemKind::humanoid || kind == ItemKind::none) &&
                              finding.marks.points.empty() && !finding.marks.from;
        if (!is_whole)
            camera = frame_bounds(camera, finding_bounds(figures, view.selected, finding.marks), aspect);
        RenderScene scene = compose_frame(figures, view, camera);
        add_finding_marks(figure, finding.marks, view.pixel_scale, scene);
        return scene;
    }

  private:
    Document document_;
    Skeleton skeleton_;
    Pose rest_;
    FigureShape shape_;
    std::vector<std::shared_ptr<const Image>> images_;
};

/// A finding by the index of its file and its index there.
using Place = std::pair<std::size_t, std::size_t>;

struct Wanted {
    std::vector<Place> findings;  // that share the picture
    report::Finding front;        // the first with marks, which are drawn
};

bool has_marks(const report::Finding& finding) {
    return !finding.marks.points.empty() || finding.marks.from.has_value();
}

/// Whether the picture of the one shows the other, too: of findings of the same object in the same pose.
bool can_share(const report::Finding& a, const report::Finding& b) {
    return !has_marks(a) || !has_marks(b) || a.marks == b.marks;
}

/// Chooses what is shown: findings share a picture of the same object in the same pose, unless they mark
/// different things.
class Chooser {
  public:
    Chooser(const report::Report& report, std::size_t most) : report_(report), max_(most) {}

    /// Errors of all files first; a check with many findings in a file gets only a few pictures before others
    /// have had theirs.
    std::map<std::size_t, std::vector<Wanted>> choose() {
        constexpr int few = 2;
        constexpr int several = 8;
        constexpr int all = std::numeric_limits<int>::max();
        using check::Level;
        for (const auto& [level, max_per_check] :
             {std::pair(Level::error, few), std::pair(Level::error, several), std::pair(Level::warning, few),
              std::pair(Level::info, few), std::pair(Level::error, all), std::pair(Level::warning, all),
              std::pair(Level::info, all)})
            choose(level, max_per_check);
        std::map<std::size_t, std::vector<Wanted>> out;
        for (auto& [key, of_object] : chosen_) {
            for (Wanted& wanted : of_object) out[std::get<0>(key)].push_back(std::move(wanted));
        }
        return out;
    }
    /// Whether some finding has no picture.
    [[nodiscard]] bool leaves_out() const { return leaves_out_; }

  private:
    using Key = std::tuple<std::size_t, int, int, int, int, double, bool>;

    void choose(check::Level level, int max_per_check) {
        for (std::size_t f = 0; f < report_.files.size(); ++f) {
            if (report_.files[f].counts().of(level) == 0) continue;
            const report::FileResult file = report_.files[f].unpacked();
            std::map<std::string, int> of_check;
            for (std::size_t i = 0; i < file.findings.size(); ++i) {
                const report::Finding& finding = file.findings[i];
                const bool can_be_shown =
                    finding.item.kind != ItemKind::none || !finding.marks.points.empty();
                if (finding.level == level && can_be_shown && of_check[finding.id]++ < max_per_check)
                    add({f, i}, finding);
            }
        }
    }

    void add(const Place& place, const report::Finding& finding) {
        const Key key{place.first,
                      static_cast<int>(finding.item.kind),
                      finding.item.humanoid,
                      finding.item.index,
                      finding.clip_index,
                      finding.time.value_or(-1.0),
                      finding.marks.in_stored_pose};
        const auto known = chosen_.find(key);
        if (known != chosen_.end()) {
            for (Wanted& wanted : known->second) {
                if (!can_share(wanted.front, finding)) continue;
                if (std::find(wanted.findings.begin(), wanted.findings.end(), place) == wanted.findings.end())
                    wanted.findings.push_back(place);
                if (!has_marks(wanted.front)) wanted.front = finding;
                return;
            }
        }
        if (pictures_ >= max_) {
            leaves_out_ = true;
            return;
        }
        ++pictures_;
        chosen_[key].push_back({{place}, finding});
    }

    const report::Report& report_;
    std::size_t max_;
    std::map<Key, std::vector<Wanted>> chosen_;
    std::size_t pictures_ = 0;
    bool leaves_out_ = false;
};

}  // namespace

void add_pictures(report::Report& report,
                  const std::function<Result<Document>(const std::string& file)>& load, std::size_t most) {
    Chooser chooser(report, most);
    const std::map<std::size_t, std::vector<Wanted>> files = chooser.choose();
    if (files.empty()) return;
    auto context = HeadlessContext::create();
    auto renderer = context ? Renderer::create(HeadlessContext::loader()) : tl::unexpected(context.error());
    if (!renderer) {
        report.picture_note = fmt::format("Without pictures: {}", renderer.error().message);
        return;
    }
    if (chooser.leaves_out()) report.picture_note = fmt::format("{} pictures, those of errors first.", most);
    RenderTarget target;
    target.resize(finding_width, finding_height);
    for (const auto& [file, wanted_of_file] : files) {
        Result<Document> document = load(report.files[file].file());
        if (!document) continue;
        Subject subject(std::move(*document));
        for (const Wanted& wanted : wanted_of_file) {
            (*renderer)->draw(subject.scene_of(wanted.front), target);
            for (const Place& place : wanted.findings) report.shown[place] = report.pictures.size();
            report.pictures.push_back(png_data_uri(target.read()));
        }
    }
}

}  // namespace vitruvian
