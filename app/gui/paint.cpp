#include "app/gui/gui.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

namespace vitruvian {

void Gui::paint() const {
    // The area between the panels. Cleared, since drawing a rectangle of the window's size is slow in
    // software renderers.
    glDisable(GL_SCISSOR_TEST);
    glClearColor(theme_.window.x, theme_.window.y, theme_.window.z, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace vitruvian
