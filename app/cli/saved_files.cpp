#include "app/cli/saved_files.h"

#include <fmt/format.h>

namespace vitruvian {

void report_saved(const Console& console, const SavedDocument& saved) {
    console.report(saved.notes);
    for (std::size_t i = 1; i < saved.files.size(); ++i) {
        const WrittenFile& file = saved.files[i];
        if (!file.was_there)
            console.note(fmt::format("{}: written beside it, {} bytes [side-file]", file.path.string(),
                                     file.stamp.size));
    }
}

Json files_json(const SavedDocument& saved) {
    Json out = Json::array();
    for (const WrittenFile& file : saved.files) {
        out.push_back({{"path", file.path.string()}, {"written", !file.was_there}});
    }
    return out;
}

}  // namespace vitruvian
