// The folders are the architecture: model <- renderer <- app. The GL and ImGui headers lie in /usr/include,
// so linking does not catch a wrong include; this does.
#include "tests/folders.h"

#include <gtest/gtest.h>

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
    std::vector<std::string_view> forbidden;  // in what an #include names, lower case
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

/// True where a part of the path begins so: "gl/" is not in "model/openal-gl/".
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

TEST(Layering, TheScannerSeesIncludes) {
    EXPECT_EQ(included("#include <GL/gl.h>"), "gl/gl.h");
    EXPECT_EQ(included("  #  include \"imgui.h\"  // no"), "imgui.h");
    EXPECT_EQ(included("// include <imgui.h>"), "");
    EXPECT_TRUE(names("gl/gl.h", "gl/"));
    EXPECT_FALSE(names("model/formats/gltf/read/gltf_reader.h", "gl/"));
    EXPECT_TRUE(names("backends/imgui_impl_glfw.h", "imgui"));
}

}  // namespace
