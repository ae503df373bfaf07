// Every corpus file truncated at each 1/64 and with changed bytes, in one process (also under the
// sanitizers): an Error with its location or a valid document, never a crash, 10 s of work, or 1 GiB.
#include "model/formats/load.h"
#include "model/io/file.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include "under_sanitizer.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

const fs::path& corpus() {
    static const fs::path folder = vitruvian::shared_folder() / "corpus";
    return folder;
}

/// Relative paths of all files that there are readers for.
std::vector<std::string> corpus_files() {
    std::vector<std::string> out;
    for (const char* folder :
         {"hanim/vrml97", "hanim/x3d", "hanim/robots", "gltf", "vrm", "bvh", "ext", "malformed", "torture"}) {
        if (!fs::exists(corpus() / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(corpus() / folder)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file() || extension == ".bin" || extension == ".md") continue;
            out.push_back(fs::relative(entry.path(), corpus()).generic_string());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Ends the process, naming the case, after 10 s of processor time: other load does not count.
class Watchdog {
  public:
    explicit Watchdog(const std::string& what) {
        std::strncpy(text().data(), what.c_str(), text().size() - 1);
        std::signal(SIGPROF, [](int) {
            constexpr std::string_view prefix = "more than 10 s: ";
            (void)!write(STDERR_FILENO, prefix.data(), prefix.size());
            (void)!write(STDERR_FILENO, text().data(), std::strlen(text().data()));
            std::abort();
        });
        set(10);
    }
    ~Watchdog() { set(0); }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    static std::array<char, 512>& text() {
        static std::array<char, 512> buffer{};
        return buffer;
    }
    static void set(int seconds) {
        const itimerval timer{{0, 0}, {seconds, 0}};
        setitimer(ITIMER_PROF, &timer, nullptr);
    }
};

/// The next steps of a viewer: whatever was read must be computable.
void play(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (!document.clips.empty()) sample(*document.clips[0], document.clips[0]->duration / 2, skeleton, pose);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    if (!document.meshes.empty()) {
        const MeshInstance& instance = document.meshes.front();
        EXPECT_EQ(skinned_positions(instance, world, pose.weights).size(), instance.mesh->positions.size());
    }
}

void expect_sane(std::span<const std::byte> bytes, const fs::path& path, const std::string& what) {
    const Watchdog watchdog(what);
    const Result<Document> document = load_document(bytes, path.filename().string(), path.parent_path());
    if (!document) {
        EXPECT_FALSE(document.error().message.empty()) << what;
        EXPECT_FALSE(document.error().where.text().empty()) << what << ": " << document.error().text();
        return;
    }
    ASSERT_EQ(expect_valid(*document), std::nullopt) << what;
    play(*document);
}

void expect_small_process() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr long gibibyte_in_kib = 1L << 20;
    // The sanitizer's shadow memory and quarantine are not the program's memory.
    EXPECT_TRUE(under_sanitizer || usage.ru_maxrss < gibibyte_in_kib) << usage.ru_maxrss << " KiB";
}

class Hostile : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        path_ = corpus() / GetParam();
        const auto bytes = read_file(path_, std::size_t{1} << 30);
        ASSERT_TRUE(bytes) << bytes.error().text();
        bytes_ = *bytes;
    }
    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  private:
    fs::path path_;
    std::vector<std::byte> bytes_;
};

/// As many rounds as read 4 MiB, within limits: most of a large file are similar numbers, and its structure is
/// that of small ones repeated.
std::size_t rounds_for(std::size_t size, std::size_t least, std::size_t most) {
    constexpr std::size_t bytes_read = std::size_t{4} << 20;
    return std::clamp(bytes_read / std::max<std::size_t>(size, 1), least, most);
}

TEST_P(Hostile, CutShort) {
    const std::size_t cuts = rounds_for(bytes().size(), 8, 64);
    for (std::size_t i = 0; i < cuts; ++i) {
        // A separate copy, so that the sanitizer detects reads past the end.
        const std::span<const std::byte> part = bytes().first(bytes().size() * i / cuts);
        const std::vector<std::byte> cut(part.begin(), part.end());
        expect_sane(cut, path(), fmt::format("{} cut at {}/{}", GetParam(), i, cuts));
        if (HasFatalFailure()) return;
    }
    expect_small_process();
}

/// Changes one to four bytes anywhere; every other time near the start, where headers and structure are.
void change_bytes(std::vector<std::byte>& data, int round, std::mt19937& bits) {
    constexpr std::size_t near_start = 8192;
    const std::size_t range = round % 2 == 0 ? data.size() : std::min(data.size(), near_start);
    const int count = 1 + static_cast<int>(bits() % 4U);
    for (int i = 0; i < count; ++i) data[bits() % range] = static_cast<std::byte>(bits() & 0xFFU);
}

TEST_P(Hostile, WithBytesChanged) {
    if (bytes().empty()) return;
    std::mt19937 bits(20261);
    const auto rounds = static_cast<int>(rounds_for(bytes().size(), 8, 64));
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::byte> changed(bytes().begin(), bytes().end());
        change_bytes(changed, round, bits);
        expect_sane(changed, path(), fmt::format("{} with bytes changed, round {}", GetParam(), round));
        if (HasFatalFailure()) return;
    }
    expect_small_process();
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Hostile);
INSTANTIATE_TEST_SUITE_P(Corpus, Hostile, testing::ValuesIn(corpus_files()), [](const auto& info) {
    std::string name = info.param;
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
});

TEST(HostileCorpus, IsThere) {
    if (!fs::exists(corpus())) GTEST_SKIP() << "no corpus at " << corpus() << ": hostile input is not tested";
    EXPECT_GT(corpus_files().size(), 50U);
}

}  // namespace
}  // namespace vitruvian
