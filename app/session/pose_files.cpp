// Pose files with the joints' global matrices: import to and export from the selected figure.
#include "app/session/handlers.h"
#include "app/session/new_file.h"
#include "app/session/session.h"
#include "model/humanik/pose_matrices.h"
#include "model/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Returns the humanoid of a selection; the first if there is none.
int humanoid_of(const Selection& selection, const Document& document) {
    return std::max(humanoid_of(document, selection.item), 0);
}

Result<Pose> pose_from_file(const fs::path& file, const Document& document, int humanoid, const Pose& base,
                            Diagnostics& remarks) {
    constexpr std::size_t max_bytes = std::size_t{64} << 20;
    const Result<std::vector<std::byte>> bytes = read_file(file, max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto matrices = read_pose_matrices(text, file.filename().string(), remarks);
    if (!matrices) return tl::unexpected(matrices.error());
    return posed_by_matrices(document, humanoid, *matrices, base, remarks);
}

}  // namespace

bool is_pose_file(const fs::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending == ".csv" || ending == ".json";
}

void handle(Parts& s, const ImportPose& intent) {
    const std::string name = intent.file.filename().string();
    const OpenFigure* figure = active_figure(s);
    if (figure == nullptr || figure->document().humanoids.empty()) {
        s.notices.say(Severity::warning, fmt::format("{} poses nothing", name),
                      "There is no humanoid to pose.");
        return;
    }
    const Document& document = figure->document();
    Diagnostics remarks;
    const Result<Pose> pose = pose_from_file(
        intent.file, document, humanoid_of(s.viewing.settings.selected, document), figure->pose, remarks);
    if (!pose) {
        s.notices.say(Severity::error, fmt::format("{} cannot be used", name), pose.error().text());
        return;
    }
    ApplyPose edit;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (pose->local[n] != figure->pose.local[n] || document.nodes[n].kind == NodeKind::joint)
            edit.locals.emplace_back(static_cast<int>(n), pose->local[n]);
    }
    // A clip would hide the pose that the figure now stores.
    const std::uint64_t id = figure->id;
    handle(s, ChooseClip{id, -1});
    handle(s, Edit{id, std::move(edit)});
    std::string text;
    for (const Diagnostic& remark : remarks.list()) {
        text += fmt::format("{}{}", text.empty() ? "" : "\n", remark.message);
    }
    const bool odd = std::any_of(remarks.list().begin(), remarks.list().end(),
                                 [](const Diagnostic& d) { return d.severity != Severity::info; });
    s.notices.say(odd ? Severity::warning : Severity::info, fmt::format("Posed by {}", name),
                  std::move(text));
}

void handle(Parts& s, const ExportPose& /*intent*/) {
    const OpenFigure* figure = active_figure(s);
    if (figure == nullptr || figure->document().humanoids.empty()) return;
    const std::string table = to_csv(pose_matrices(
        figure->document(), humanoid_of(s.viewing.settings.selected, figure->document()), figure->world));
    const fs::path folder = figure->path.empty() ? fs::path(".") : figure->path.parent_path();
    const std::string stem = figure->path.empty() ? "figure" : figure->path.stem().string();
    const auto name = [&](int number) {
        return number == 1 ? stem + "-pose.csv" : fmt::format("{}-pose-{}.csv", stem, number);
    };
    const Result<NewFile> written =
        write_new_file(folder, UserFolder::documents, name, std::as_bytes(std::span(table)));
    if (!written) {
        s.notices.say(Severity::error, "The pose was not written", written.error().text());
        return;
    }
    s.notices.say(Severity::info, fmt::format("Pose written to {}", written->path.filename().string()),
                  said_of(*written));
}

}  // namespace vitruvian
