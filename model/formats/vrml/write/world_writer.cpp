#include "model/formats/vrml/write/world_writer.h"

#include "model/formats/vrml/write/carry_media.h"
#include "model/formats/vrml/write/emit.h"
#include "model/formats/vrml/write/finite_numbers.h"
#include "model/formats/vrml/write/scene_maker.h"
#include "model/formats/vrml/write/world_can_store.h"

#include <cstring>
#include <string>

namespace vitruvian {

Result<EncodedDocument> write_world(const Document& document, const SaveOptions& options) {
    EncodedDocument out;
    vrml::OutputScene scene = vrml::make_scene(document, options, out);
    vrml::carry_media(document, options, scene, out);
    if (vrml::make_finite(scene) > 0) {
        out.notes.warn("world-not-finite", "products out of the range of float32 are written as 0",
                       {document.file, 0, 0, {}});
    }
    vrml::note_what_worlds_lack(document, options.format, out.notes);
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
