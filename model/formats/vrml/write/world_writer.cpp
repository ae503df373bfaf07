#include "model/formats/vrml/write/world_writer.h"

#include "model/formats/vrml/write/carry_media.h"
#include "model/formats/vrml/write/emit.h"
#include "model/formats/vrml/write/finite_numbers.h"
#include "model/formats/vrml/write/scene_maker.h"
#include "model/formats/vrml/write/world_can_store.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// Lengths of VRML97 are metres: all that has a place is scaled as one.
void put_in_metres(vrml::OutputScene& scene, float metres) {
    std::vector<vrml::OutputNode> placed;
    std::vector<vrml::OutputNode> roots;
    for (vrml::OutputNode& node : scene.roots)
        (node.type == "WorldInfo" ? roots : placed).push_back(std::move(node));
    vrml::OutputNode scaled{"Transform", {}, false, {}};
    scaled.set("scale", vec3(metres));
    scaled.set_nodes("children", std::move(placed));
    roots.push_back(std::move(scaled));
    scene.roots = std::move(roots);
}

Document without_unit(Document document) {
    document.metres_per_unit.reset();
    return document;
}

/// Whether the document is from X3D and has another unit of length, which VRML97 lacks.
bool has_unit_of_x3d(const Document& document) {
    return document.metres_per_unit && document.format != FileFormat::vrml97;
}

void note_metres(const Document& document, Diagnostics& notes) {
    notes.note("in-metres",
               fmt::format("VRML97 has metres only: the world is in a Transform that scales it by {:g}",
                           *document.metres_per_unit),
               {document.file, 0, 0, {}});
}

}  // namespace

Result<EncodedDocument> write_world(const Document& document, const SaveOptions& options) {
    EncodedDocument out;
    vrml::OutputScene scene = vrml::make_scene(document, options, out);
    vrml::carry_media(document, options, scene, out);
    if (options.format == FileFormat::vrml97 && has_unit_of_x3d(document)) {
        put_in_metres(scene, *document.metres_per_unit);
        note_metres(document, out.notes);
        vrml::note_what_worlds_lack(without_unit(document), options.format, out.notes);
    } else {
        scene.metres_per_unit = document.metres_per_unit;
        vrml::note_what_worlds_lack(document, options.format, out.notes);
    }
    if (vrml::make_finite(scene) > 0) {
        out.notes.warn("world-not-finite", "products out of the range of float32 are written as 0",
                       {document.file, 0, 0, {}});
    }
    std::string text;
    switch (options.format) {
        case FileFormat::vrml97:
            text = vrml::emit_vrml97(scene);
            break;
        case FileFormat::x3d_classic:
            text = vrml::emit_x3d_classic(scene);
            break;
        case FileFormat::x3d_xml:
            text = vrml::emit_x3d_xml(scene);
            break;
        case FileFormat::x3d_json:
            text = vrml::emit_x3d_json(scene);
            break;
        default:
            return fail("format-not-written", "a world is written as VRML97 or X3D",
                        {document.file, 0, 0, {}});
    }
    out.bytes.resize(text.size());
    std::memcpy(out.bytes.data(), text.data(), text.size());
    return out;
}

}  // namespace vitruvian
