// Turning what a file shows until its first figure looks along +Z with +Y up, as H-Anim ("Modeling the Humanoid") and
// VRM 1.0 (VRMC_vrm 1.0, tpose.md) have it.
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// The turn of the world after which the figure looks along +Z with +Y up; the identity where it does, and where its
/// front cannot be told or it is not there.
[[nodiscard]] quat turn_to_front(const Document& document, int humanoid);

/// "turned-to-front", of a document that is written so.
void note_turn(const Document& document, int humanoid, const quat& turn, std::string_view standard,
               Diagnostics& notes);

/// Turns all that a document holds about the world's origin; what moves nodes without a parent is recomputed. Rests of
/// H-Anim, which only say where centres are, get a rotation by it.
void turn_world(Document& document, const quat& turn);

/// A document for formats in which figures look along +Z.
struct FacedDocument {
    Document document;
    quat turn = identity_quat;
    int humanoid = -1;  // that has been turned to the front; -1: none
};

/// A document turned so that its first figure looks along +Z, where it comes from glTF or BVH. H-Anim figures stay as their
/// files have them, and so does a document of which some figure looks there already.
[[nodiscard]] FacedDocument faced_forward(const Document& document);

}  // namespace vitruvian
