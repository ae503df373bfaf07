// Makes assets/manikin/manikin.wrl: make_manikin FOLDER_WITH_THE_TABLES OUTPUT.
#include "assets/manikin/vrml_writer.h"

#include <cstdio>
#include <fstream>

using namespace vitruvian::manikin;

int main(int argc, char** argv) {
    if (argc != 3) give_up("usage: make_manikin FOLDER_WITH_THE_TABLES OUTPUT.wrl");
    const Skeleton skeleton = read_skeleton(argv[1]);
    Shells shells;
    add_head(skeleton, shells);
    add_trunk(skeleton, shells);
    add_hands(skeleton, shells);
    add_feet(skeleton, shells);
    add_arms(skeleton, shells);
    add_legs(skeleton, shells);
    std::size_t triangles = 0;
    for (const Shell& shell : shells) {
        for (const std::array<int, 4>& face : shell.faces) triangles += face[3] < 0 ? 1 : 2;
    }
    const std::vector<Motion> motions = {make_walk(skeleton), make_idle(skeleton), make_run(skeleton),
                                         make_wave(skeleton), make_calisthenic(skeleton)};
    const std::string text = to_vrml(skeleton, shells, make_displacers(shells), motions);
    std::ofstream file(argv[2], std::ios::binary);
    file << text;
    file.close();
    if (!file) give_up(std::string("cannot write ") + argv[2]);
    std::printf("%s: %zu triangles, %zu bytes\n", argv[2], triangles, text.size());
    return 0;
}
