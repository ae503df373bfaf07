// Makes the manikin's files: make_manikin FOLDER_WITH_THE_TABLES OUTPUT_FOLDER.
#include "model/formats/save.h"

#include "assets/manikin/figure.h"
#include "assets/manikin/segments.h"
#include "assets/manikin/t_pose_figure.h"

#include <cstdio>
#include <fstream>

using namespace vitruvian;
using namespace vitruvian::manikin;

namespace {

void write(const std::filesystem::path& path, const char* bytes, std::size_t size) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes, static_cast<std::streamsize>(size));
    file.close();
    if (!file) give_up("cannot write " + path.string());
    std::printf("%s: %zu bytes\n", path.string().c_str(), size);
}

void write(const std::filesystem::path& path, const Document& document, const SaveOptions& options) {
    const Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) give_up(encoded.error().text());
    for (const Diagnostic& note : encoded->notes.list()) std::printf("%s\n", note.message.c_str());
    write(path, reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) give_up("usage: make_manikin FOLDER_WITH_THE_TABLES OUTPUT_FOLDER");
    const std::filesystem::path folder = argv[2];
    const Skeleton skeleton = read_skeleton(argv[1]);
    const std::vector<Motion> motions = {make_walk(skeleton), make_idle(skeleton), make_run(skeleton),
                                         make_wave(skeleton), make_calisthenic(skeleton)};
    const manikin::Skin skin = make_skin(skeleton);
    std::printf("skin: %zu points, %zu faces\n", skin.surface.points.size(), skin.surface.faces.size());
    Shells loose;
    add_eyes(skeleton, loose);
    add_brows(loose);

    Shells rigid;
    add_segments(skeleton, skin, rigid);
    add_joint_balls(skeleton, rigid);
    add_hidden_sides(skeleton, rigid);
    rigid.insert(rigid.end(), loose.begin(), loose.end());
    SaveOptions vrml;
    vrml.format = FileFormat::vrml97;
    vrml.hanim_version = HanimVersion::v1_1;
    write(folder / "manikin.wrl", segmented_figure(skeleton, rigid, make_displacers(rigid), motions), vrml);

    const Document figure = skinned_figure(skeleton, skin, loose, solids_of(rigid), motions);
    SaveOptions options;
    options.format = FileFormat::x3d_xml;
    options.hanim_version = HanimVersion::v2_0;
    write(folder / "manikin.x3d", figure, options);

    SaveOptions glb;
    glb.format = FileFormat::glb;
    Document in_t_pose = t_pose_figure(figure);
    in_t_pose.humanoids.front().version = "1.1";  // whose names its joints have
    write(folder / "manikin.glb", in_t_pose, glb);
    write(folder / "manikin_clips.glb", clips_alone(figure), glb);
    return 0;
}
