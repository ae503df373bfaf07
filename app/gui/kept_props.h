// The props that figures hold, remembered between runs: when the files are opened again, the props are
// attached again. Not part of any document. Independent of ImGui.
#pragma once

#include "app/session/intent.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

class Session;

/// `prop` and `holder` are absolute paths; `site` is the name of a site of the holder.
struct KeptProp {
    std::string prop;
    std::string holder;
    std::string site;
    bool operator==(const KeptProp&) const = default;
};

/// Remembers what the open figure `prop` is attached to, or forgets it if it is attached to nothing. The
/// built-in figure has no file and is not remembered.
void keep_prop(std::vector<KeptProp>& kept, const Session& session, std::uint64_t prop);

/// The intents that attach remembered props again after `opened` was loaded, as the prop or as the holder,
/// provided that the other one is open too.
[[nodiscard]] std::vector<AttachProp> props_to_attach(const std::vector<KeptProp>& kept,
                                                      const Session& session, std::uint64_t opened);

}  // namespace vitruvian
