// Movies and sounds that a world uses, and images in PROTOs: a document does not hold them. They are copied
// when the world is written to another folder (VRML97, 4.5; ISO/IEC 19775-1, 9.2.1).
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/io/save_options.h"

#include <string_view>

namespace vitruvian::vrml {

/// Whether the node's `url` refers to an image, movie or sound.
[[nodiscard]] bool refers_to_media(std::string_view type);

/// Processes each MovieTexture and AudioClip that `scene` has from the document's source, and each
/// ImageTexture in a PROTO or given to an instance: where a relative URL refers to an image, movie or sound
/// in the source's folder and the scene is written to another one, the file is copied beside it and the URL
/// adapted. What cannot be copied is noted ("reference-not-carried").
void carry_media(const Document& document, const SaveOptions& options, OutputScene& scene,
                 EncodedDocument& encoded);

}  // namespace vitruvian::vrml
