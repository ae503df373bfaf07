// `vitruvian view`: the window.
#include "app/cli/commands.h"
#include "app/gui/window.h"

namespace vitruvian {

ExitCode run_view(const ViewOptions& options, const Console& console) {
    WindowOptions window;
    window.files.assign(options.files.begin(), options.files.end());
    const Result<void> shown = run_window(window);
    return shown ? ExitCode::done : console.failed(shown.error(), ExitCode::no_opengl);
}

}  // namespace vitruvian
