// Which props figures held, remembered from one run to the next: opened again, they are in the hand again. No part of any
// document. Knows nothing of ImGui.
#pragma once

#include "app/session/intent.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

class Session;

/// All by name: absolute paths, and the site's name in the holder.
struct KeptProp {
    std::string prop;
    std::string holder;
    std::string site;
    bool operator==(const KeptProp&) const = default;
};

/// Remembers what the open figure `prop` hangs on now, or forgets it where that is nothing. The built-in figure, which is no
/// file, is not remembered.
void keep_prop(std::vector<KeptProp>& kept, const Session& session, std::uint64_t prop);

/// What puts props back, after the figure `opened` has come: it is the prop, or what holds one, and the other is open too.
[[nodiscard]] std::vector<AttachProp> props_to_attach(const std::vector<KeptProp>& kept,
                                                      const Session& session, std::uint64_t opened);

}  // namespace vitruvian
