// `vitruvian view`: the window.
#include "app/cli/commands.h"
#include "app/gui/window.h"

namespace vitruvian {

ExitCode run_view(const ViewOptions& options, const Console&) {
    WindowOptions window;
    window.files.assign(options.files.begin(), options.files.end());
    return static_cast<ExitCode>(run_window(window));
}

}  // namespace vitruvian
