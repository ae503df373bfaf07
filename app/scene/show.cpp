#include "app/scene/frame.h"

#include <fmt/format.h>

#include <array>
#include <sstream>

namespace vitruvian {
namespace {

struct Flag {
    std::string_view name;
    bool Show::*member;
};

constexpr std::array flags = {
    Flag{"skin", &Show::skin},       Flag{"wireframe", &Show::wireframe},
    Flag{"joints", &Show::joints},   Flag{"bones", &Show::bones},
    Flag{"limits", &Show::limits},   Flag{"sites", &Show::sites},
    Flag{"normals", &Show::normals}, Flag{"displacers", &Show::displacers},
    Flag{"grid", &Show::grid},       Flag{"stiffness", &Show::stiffness},
    Flag{"weights", &Show::weights}, Flag{"labels", &Show::labels},
    Flag{"bounds", &Show::bounds},   Flag{"centre-of-mass", &Show::centre_of_mass},
    Flag{"sky", &Show::sky},         Flag{"lights", &Show::lights},
    Flag{"unlit", &Show::unlit},     Flag{"depth-tested", &Show::depth_tested},
};

}  // namespace

Result<Show> show_from_string(const std::string& list) {
    Show show;
    for (const Flag& flag : flags) show.*flag.member = false;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        if (word == "center-of-mass") word = "centre-of-mass";
        bool known = false;
        for (const Flag& flag : flags) {
            if (flag.name != word) continue;
            show.*flag.member = true;
            known = true;
        }
        if (known) continue;
        std::string names;
        for (const Flag& flag : flags) names += (names.empty() ? "" : ", ") + std::string(flag.name);
        return fail("unknown-layer",
                    fmt::format("there is no layer '{}' to show; choose from {}", word, names));
    }
    return show;
}

}  // namespace vitruvian
