// What the commands on clips share.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <functional>
#include <optional>

namespace vitruvian {

/// Calls `change` with a copy of the clip, or of each, and keeps them where it succeeds with all. Errors:
/// "edit-no-such-clip", "edit-no-clip", those of `change` and "edit-out-of-range".
[[nodiscard]] Result<void> change_clips(const std::optional<Item>& which, Document& document,
                                        const std::function<Result<void>(Clip&)>& change);

/// How long the clip and all its channels are.
[[nodiscard]] float length_of(const Clip& clip);

/// "edit-bad-time" for what is not a time of a key.
[[nodiscard]] Result<void> expect_key_time(float time);

}  // namespace vitruvian
