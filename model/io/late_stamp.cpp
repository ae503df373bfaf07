#include "model/io/late_stamp.h"

#include "model/core/check.h"

#include <mutex>

namespace vitruvian {

struct LateStamp::State {
    FileStamp stamp;
    FileBytes bytes;
    std::once_flag is_known;
};

LateStamp::LateStamp(const FileStamp& known) : state_(std::make_shared<State>()) {
    state_->stamp = known;
}

LateStamp::LateStamp(const FileBytes& bytes, std::int64_t modified) : state_(std::make_shared<State>()) {
    state_->stamp = {bytes.size(), modified, 0};
    state_->bytes = bytes;
}

const FileStamp& LateStamp::operator*() const {
    VT_CHECK(state_ != nullptr);
    std::call_once(state_->is_known, [&state = *state_] {
        if (state.bytes.size() != 0 && state.bytes.intact())
            state.stamp = stamp_of(state.bytes.span(), state.stamp.modified);
        state.bytes = {};
    });
    return state_->stamp;
}

}  // namespace vitruvian
