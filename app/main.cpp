// The program: the command line determines what is run.
#include "app/cli/commands.h"

int main(int argc, char** argv) {
    return vitruvian::run_command_line(argc, argv);
}
