// The program: the command line determines what is run.
#include "app/cli/commands.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const int code = vitruvian::run_command_line(argc, argv);
    std::fflush(nullptr);
    // The system takes everything back; the exit handlers of graphics drivers would take longer.
    std::_Exit(code);
}
