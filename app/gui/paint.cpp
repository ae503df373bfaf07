#include "app/gui/gui.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

namespace vitruvian {

void Gui::paint() const {
    // Between the panels. Cleared: a rectangle of the window's size is not, where a processor draws.
    glDisable(GL_SCISSOR_TEST);
    glClearColor(theme_.window.x, theme_.window.y, theme_.window.z, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace vitruvian
