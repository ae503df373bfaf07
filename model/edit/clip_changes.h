// Functions shared by the commands on clips.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <functional>
#include <optional>

namespace vitruvian {

/// Calls `change` with a copy of the clip, or of each clip, and stores the copies if all calls succeed.
/// Errors: "edit-no-such-clip", "edit-no-clip", those of `change` and "edit-out-of-range".
[[nodiscard]] Result<void> change_clips(const std::optional<Item>& which, Document& document,
                                        const std::function<Result<void>(Clip&)>& change);

/// Returns the duration of the clip including all its channels.
[[nodiscard]] float length_of(const Clip& clip);

/// "edit-bad-time" if the time is not valid for a key.
[[nodiscard]] Result<void> expect_key_time(float time);

}  // namespace vitruvian
