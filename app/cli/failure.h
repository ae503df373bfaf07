// An error of a command with its exit code.
#pragma once

#include "app/cli/console.h"
#include "model/core/result.h"

#include <utility>

namespace vitruvian {

struct Failure {
    Error error;
    ExitCode code;
};
template <class T>
using Outcome = tl::expected<T, Failure>;

[[nodiscard]] inline tl::unexpected<Failure> failure(Error error, ExitCode code) {
    return tl::unexpected(Failure{std::move(error), code});
}

}  // namespace vitruvian
