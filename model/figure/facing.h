// Rotation of a document such that its first figure faces +Z with +Y up, as required by H-Anim ("Modeling the
// Humanoid") and VRM 1.0 (VRMC_vrm 1.0, tpose.md).
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// Returns the rotation of the world that makes the figure face +Z with +Y up; the identity if it does
/// already, if its front is unknown, or if it does not exist.
[[nodiscard]] quat turn_to_front(const Document& document, int humanoid);

/// Adds the note "turned-to-front", for a document written with that rotation.
void note_turn(const Document& document, int humanoid, const quat& turn, std::string_view standard,
               Diagnostics& notes);

/// Rotates everything in a document about the world's origin; channels of nodes without a parent are
/// recomputed. Rests of H-Anim, which only contain centres, get a rotation by it.
void turn_world(Document& document, const quat& turn);

/// A document for formats in which figures face +Z.
struct FacedDocument {
    Document document;
    quat turn = identity_quat;
    int humanoid = -1;  // the one rotated to the front; -1: none
};

/// Returns a document rotated such that its first figure faces +Z, if it comes from glTF or BVH. H-Anim
/// figures are unchanged, as are documents in which some figure already faces +Z.
[[nodiscard]] FacedDocument faced_forward(const Document& document);

/// The same for formats in which +Y is up, for a document from BVH whose first figure does not stand along it, and a
/// world whose figures are all modelled with another axis up (robots of OpenHRP). Others are unchanged, whichever way
/// they face.
[[nodiscard]] FacedDocument stood_up(const Document& document);

}  // namespace vitruvian
