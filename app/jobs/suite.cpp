#include "app/jobs/suite.h"

#include "app/jobs/shot_keys.h"
#include "model/core/at.h"
#include "model/core/parse_json.h"
#include "model/io/file.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <map>
#include <set>

namespace vitruvian {
namespace {

constexpr const char* schema = "vitruvian-suite-1";
constexpr std::size_t max_pictures = 100'000;

Location at_pointer(const std::string& file, std::string pointer) {
    return {file, 0, 0, std::move(pointer)};
}

class SuiteReader {
  public:
    explicit SuiteReader(const std::string& file) : file_(file) {}

    Result<Suite> read(const SuiteJson& root) {
        if (!root.is_object())
            return fail("suite-kind", "a suite is a JSON object: {\"schema\": \"vitruvian-suite-1\", ...}",
                        {file_, 0, 0, {}});
        for (const auto& [key, value] : root.items()) {
            if (key != "schema" && key != "approved" && key != "defaults" && key != "shots")
                return wrong(
                    "suite-unknown-key",
                    fmt::format("there is no key '{}'; a suite has schema, approved, defaults and shots",
                                key),
                    "/" + pointer_key(key));
        }
        const auto said = root.find("schema");
        if (said == root.end() || *said != schema)
            return wrong("suite-schema", fmt::format("\"schema\" is \"{}\" here", schema), "/schema");
        Suite out;
        out.folder = std::filesystem::path(file_).parent_path();
        const std::string approved = root.contains("approved") && root["approved"].is_string()
                                         ? root["approved"].get<std::string>()
                                         : std::string(root.contains("approved") ? "" : "approved");
        if (approved.empty())
            return wrong("suite-kind", "\"approved\" names the folder of the approved pictures", "/approved");
        out.approved = out.path_of(approved);
        ShotDraft defaults;
        if (const auto given = root.find("defaults"); given != root.end()) {
            if (given->is_object() && given->contains("name"))
                return wrong("suite-unknown-key", "shots have names, defaults have none", "/defaults/name");
            if (auto why = defaults.take(*given)) return wrong(*why, "/defaults");
        }
        const auto shots = root.find("shots");
        if (shots == root.end() || !shots->is_array())
            return wrong("suite-kind", "\"shots\" is a list of objects with a name and a file", "/shots");
        if (shots->empty()) return wrong("suite-empty", "a suite has at least one shot", "/shots");
        for (std::size_t i = 0; i < shots->size(); ++i) {
            if (const Result<void> added = add_shot((*shots)[i], i, defaults, out); !added)
                return tl::unexpected(added.error());
        }
        return out;
    }

  private:
    [[nodiscard]] tl::unexpected<Error> wrong(std::string code, std::string message,
                                              std::string pointer) const {
        return fail(std::move(code), std::move(message), at_pointer(file_, std::move(pointer)));
    }
    [[nodiscard]] tl::unexpected<Error> wrong(const ShotDraft::Wrong& why, const std::string& pointer) const {
        return wrong(why.code, why.message, pointer + why.pointer);
    }

    Result<void> add_shot(const SuiteJson& json, std::size_t index, const ShotDraft& defaults, Suite& out) {
        const std::string pointer = fmt::format("/shots/{}", index);
        ShotDraft draft = defaults;
        if (auto why = draft.take(json)) return wrong(*why, pointer);
        if (draft.shot.shot.empty())
            return wrong("suite-no-name", "a shot has a name that is not empty", pointer + "/name");
        if (draft.shot.file.empty())
            return wrong("suite-no-file", "a shot has a file that it shows", pointer + "/file");
        const auto [first, is_new] = shots_.emplace(draft.shot.shot, index);
        if (!is_new)
            return wrong("suite-duplicate",
                         fmt::format("shot {} has the name '{}' already", first->second, draft.shot.shot),
                         pointer + "/name");
        if (out.shots.size() + draft.count() > max_pictures)
            return wrong("suite-too-large", fmt::format("a suite has at most {} pictures", max_pictures),
                         pointer);
        for (Shot& shot : draft.pictures()) {
            if (!pictures_.insert(picture_file_name(shot.name)).second)
                return wrong("suite-duplicate",
                             fmt::format("a picture '{}' is in this suite twice", shot.name), pointer);
            if (picture_file_name(shot.name).size() > max_name)
                return wrong("suite-long-name",
                             fmt::format("the name '{}' is too long for a file", shot.name), pointer);
            out.shots.push_back(std::move(shot));
        }
        return {};
    }

    static constexpr std::size_t max_name = 240;

    std::string file_;
    std::map<std::string, std::size_t> shots_;  // by name
    std::set<std::string> pictures_;
};

}  // namespace

std::string Suite::path_of(const std::string& named) const {
    return named.empty() ? named : (folder / named).string();
}

Result<Suite> parse_suite(std::string_view text, const std::string& file) {
    const Result<SuiteJson> json = parse_json<SuiteJson>(text, "suite-json", file);
    if (!json) return tl::unexpected(json.error());
    return SuiteReader(file).read(*json);
}

Result<Suite> read_suite(const std::string& file) {
    constexpr std::size_t max_bytes = std::size_t{64} << 20;
    const auto bytes = read_file(file, max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return parse_suite({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file);
}

std::string picture_file_name(const std::string& name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        const bool is_special = byte < 0x20 || byte == 0x7F ||
                                std::string_view("/\\%:*?\"<>|").find(name[i]) != std::string_view::npos ||
                                (i == 0 && (byte == '.' || byte == '-'));
        if (is_special) {
            out += fmt::format("%{:02X}", byte);
        } else {
            out += name[i];
        }
    }
    return out + ".png";
}

bool is_meant(const Shot& shot, const std::string& glob) {
    return ::fnmatch(glob.c_str(), shot.name.c_str(), 0) == 0 ||
           ::fnmatch(glob.c_str(), shot.shot.c_str(), 0) == 0;
}

namespace {

/// Returns as much of the name, which is UTF-8, as gives a picture's file name of at most `most` bytes.
std::string shortened(std::string name, std::size_t most) {
    while (picture_file_name(name).size() > most) {
        const auto is_inside = [&] { return (static_cast<unsigned char>(name.back()) & 0xC0U) == 0x80U; };
        while (name.size() > 1 && is_inside()) name.pop_back();
        name.pop_back();
    }
    return name;
}

}  // namespace

std::string make_suite(const std::vector<SuiteFigure>& figures) {
    SuiteJson out = {{"schema", schema},
                     {"approved", "approved"},
                     {"defaults", {{"size", {640, 360}}, {"view", {"front", "side"}}, {"tolerance", 0.01}}},
                     {"shots", SuiteJson::array()}};
    std::set<std::string> names;
    // Leaves room for the longest suffix, such as "-12-clip@front-0.25".
    constexpr std::size_t longest = 200;
    const auto own = [&names](const std::string& wanted) {
        std::string name = wanted;
        for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}-{}", wanted, i);
        return name;
    };
    for (const SuiteFigure& figure : figures) {
        const std::string name = shortened(figure.name, longest);
        out["shots"].push_back({{"name", own(name)}, {"file", figure.file}});
        if (figure.clip.empty()) continue;
        out["shots"].push_back({{"name", own(name + "-clip")},
                                {"file", figure.file},
                                {"clip", figure.clip},
                                {"cycle", {0.0, 0.25, 0.5, 0.75}}});
    }
    return out.dump(2, ' ', false, SuiteJson::error_handler_t::replace) + "\n";
}

}  // namespace vitruvian
