// Films and sounds that a world shows and plays, and pictures in PROTOs: a document does not hold them. A file that is
// written elsewhere takes them along (VRML97, 4.5; ISO/IEC 19775-1, 9.2.1).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/io/save_options.h"

#include <string_view>

namespace vitruvian::vrml {

/// True for nodes whose `url` is a picture's, film's or sound's.
[[nodiscard]] bool refers_to_media(std::string_view type);

/// For each MovieTexture and AudioClip that `scene` has from the document's source, and each ImageTexture in a PROTO and
/// what its instances are given for one: where a relative address means a picture, film or sound in the source's folder and
/// the scene goes to another one, the file goes beside it, and the address follows. What cannot go along is noted
/// ("reference-not-carried").
void carry_media(const Document& document, const SaveOptions& options, OutputScene& scene,
                 EncodedDocument& encoded);

}  // namespace vitruvian::vrml
