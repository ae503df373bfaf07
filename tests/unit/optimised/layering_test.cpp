// The folders are the architecture: model <- renderer <- app. The GL and ImGui headers are in /usr/include,
// so linking does not detect a wrong include; this test does.
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Layer {
    const char* folder;
    std::vector<std::string_view> forbidden;  // in an #include's name, lower case
};

const std::vector<Layer>& layers() {
    static const std::vector<Layer> list{
        {"model", {"gl/", "gles", "glad", "glfw", "imgui", "egl/", "x11/", "renderer/", "app/"}},
        {"renderer", {"glfw", "imgui", "x11/", "app/"}},
    };
    return list;
}

/// "imgui.h" of `#include <imgui.h>`, in lower case; empty for any other line.
std::string included(std::string line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    if (line.find("include", hash) == std::string::npos) return {};
    const std::size_t open = line.find_first_of("<\"");
    const std::size_t close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
    if (close == std::string::npos) return {};
    std::string out = line.substr(open + 1, close - open - 1);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

bool is_source(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".h" || extension == ".cpp" || extension == ".c" || extension == ".hpp" ||
           extension == ".inl";
}

/// Whether a part of the path begins so: "gl/" is not in "model/openal-gl/".
bool names(const std::string& header, std::string_view forbidden) {
    for (std::size_t at = header.find(forbidden); at != std::string::npos;
         at = header.find(forbidden, at + 1)) {
        if (at == 0 || header[at - 1] == '/') return true;
    }
    return false;
}

TEST(Layering, NoFolderIncludesWhatLiesAboveIt) {
    for (const Layer& layer : layers()) {
        const fs::path folder = vitruvian::source_folder() / layer.folder;
        ASSERT_TRUE(fs::is_directory(folder)) << folder;
        int files = 0;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file() || !is_source(entry.path())) continue;
            ++files;
            std::ifstream stream(entry.path());
            int number = 0;
            for (std::string line; std::getline(stream, line);) {
                ++number;
                const std::string header = included(line);
                for (const std::string_view forbidden : layer.forbidden) {
                    EXPECT_FALSE(!header.empty() && names(header, forbidden))
                        << entry.path().string() << ":" << number << ": " << layer.folder << " must not know "
                        << header;
                }
            }
        }
        EXPECT_GT(files, 5) << "nothing was looked at in " << folder;
    }
}

/// A folder, and the folders of the same part of the program that it may include.
struct Floor {
    std::string_view folder;
    std::vector<std::string_view> may_know;
};

// Longest names first where one folder contains another.
const std::vector<Floor>& floors() {
    static const std::vector<std::string_view> figures{"model/core", "model/standard", "model/document",
                                                       "model/pose", "model/figure"};
    static const auto and_of = [](std::vector<std::string_view> base, std::vector<std::string_view> more) {
        base.insert(base.end(), more.begin(), more.end());
        return base;
    };
    static const std::vector<std::string_view> readers = and_of(figures, {"model/io"});
    static const std::vector<std::string_view> model{"model"};
    static const std::vector<Floor> list{
        {"model/core", {}},
        {"model/standard", {"model/core"}},
        {"model/document", {"model/core", "model/standard"}},
        {"model/pose", {"model/core", "model/standard", "model/document"}},
        {"model/edit", and_of(figures, {"model/ik", "model/io"})},
        {"model/figure", {"model/core", "model/standard", "model/document", "model/pose"}},
        {"model/remap", figures},
        {"model/humanik", figures},
        {"model/ik", figures},
        {"model/rig_diff", and_of(figures, {"model/edit", "model/remap", "model/io", "model/formats/gltf"})},
        {"model/rom", and_of(figures, {"model/edit", "model/ik", "model/remap"})},
        {"model/io", {"model/core", "model/standard", "model/document"}},
        {"model/formats/bvh", readers},
        {"model/formats/gltf/read", readers},
        {"model/formats/gltf/write",
         and_of(readers, {"model/edit", "model/remap", "model/formats/gltf/read"})},
        {"model/formats/gltf/patch",
         and_of(readers, {"model/formats/gltf/read", "model/formats/gltf/write"})},
        {"model/formats/vrml/syntax", {"model/core", "model/io"}},
        {"model/formats/vrml/x3d", {"model/core", "model/io", "model/formats/vrml/syntax"}},
        {"model/formats/vrml/world",
         and_of(readers, {"model/formats/vrml/syntax", "model/formats/vrml/x3d"})},
        {"model/formats/vrml/shapes",
         and_of(readers, {"model/formats/vrml/syntax", "model/formats/vrml/world"})},
        {"model/formats/vrml/read",
         and_of(readers, {"model/formats/vrml/syntax", "model/formats/vrml/x3d", "model/formats/vrml/world",
                          "model/formats/vrml/shapes"})},
        {"model/formats/vrml/write",
         and_of(readers, {"model/formats/vrml/syntax", "model/formats/vrml/x3d", "model/formats/vrml/world",
                          "model/formats/vrml/read"})},
        {"model/formats/vrml/patch",
         and_of(readers,
                {"model/edit", "model/formats/vrml/syntax", "model/formats/vrml/x3d",
                 "model/formats/vrml/world", "model/formats/vrml/read", "model/formats/vrml/write"})},
        {"model/formats", and_of(readers, {"model/edit", "model/remap", "model/formats"})},
        {"model/check", and_of(readers, {"model/edit", "model/remap", "model/humanik", "model/formats"})},
        {"app/sandbox", model},
        {"app/scene", model},
        {"app/profiles", model},
        {"app/session", {"model", "app/scene", "app/profiles", "app/manikin.h"}},
        {"app/tools", {"model", "app/scene", "app/session"}},
        {"app/gui", {"model", "app/scene", "app/profiles", "app/session", "app/tools", "app/manikin.h"}},
        {"app/report", model},
        {"app/jobs", {"model", "app/scene", "app/profiles", "app/report"}},
        {"app/cli", {"model", "app"}},
    };
    return list;
}

bool lies_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// The layer of a file: that of the longest matching folder.
const Floor* floor_of(std::string_view file) {
    const Floor* out = nullptr;
    for (const Floor& floor : floors()) {
        if (lies_in(file, floor.folder) && (out == nullptr || floor.folder.size() > out->folder.size()))
            out = &floor;
    }
    return out;
}

bool may_include(const Floor& floor, std::string_view header) {
    const bool ours = header.starts_with("model/") || header.starts_with("app/");
    if (!ours || lies_in(header, floor.folder)) return true;
    return std::any_of(floor.may_know.begin(), floor.may_know.end(),
                       [&](std::string_view folder) { return lies_in(header, folder); });
}

TEST(Layering, EveryFloorKnowsOnlyThoseUnderIt) {
    int includes = 0;
    for (const char* part : {"model", "app"}) {
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(vitruvian::source_folder() / part)) {
            if (!entry.is_regular_file() || !is_source(entry.path())) continue;
            const std::string file = fs::relative(entry.path(), vitruvian::source_folder()).generic_string();
            const Floor* floor = floor_of(file);
            if (floor == nullptr) {
                // The files that compose everything, and precompiled headers.
                EXPECT_EQ(std::count(file.begin(), file.end(), '/'), 1)
                    << file << " lies in a folder without a floor";
                continue;
            }
            std::ifstream stream(entry.path());
            for (std::string line; std::getline(stream, line);) {
                const std::string header = included(line);
                includes += header.empty() ? 0 : 1;
                EXPECT_TRUE(may_include(*floor, header))
                    << file << ": " << floor->folder << " must not know " << header;
            }
        }
    }
    EXPECT_GT(includes, 1000);
}

TEST(Layering, FloorsAreDistinguished) {
    const Floor* shapes = floor_of("model/formats/vrml/shapes/text.cpp");
    ASSERT_NE(shapes, nullptr);
    EXPECT_EQ(shapes->folder, "model/formats/vrml/shapes");
    EXPECT_FALSE(may_include(*shapes, "model/formats/vrml/read/walk.h"));
    EXPECT_TRUE(may_include(*shapes, "model/formats/vrml/world/world.h"));
    EXPECT_FALSE(may_include(*floor_of("model/document/item.cpp"), "model/documentation/x.h"));
    EXPECT_EQ(floor_of("app/main.cpp"), nullptr);
}

TEST(Layering, TheScannerSeesIncludes) {
    EXPECT_EQ(included("#include <GL/gl.h>"), "gl/gl.h");
    EXPECT_EQ(included("  #  include \"imgui.h\"  // no"), "imgui.h");
    EXPECT_EQ(included("// include <imgui.h>"), "");
    EXPECT_TRUE(names("gl/gl.h", "gl/"));
    EXPECT_FALSE(names("model/formats/gltf/read/gltf_reader.h", "gl/"));
    EXPECT_TRUE(names("backends/imgui_impl_glfw.h", "imgui"));
}

}  // namespace
