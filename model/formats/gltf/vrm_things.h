// What a VRM file says that a Document does not hold: where the figure looks, what the first person sees, springs,
// colliders, constraints, and all but the first of meta's lists. Flat values with names, for comparing two files.
#pragma once

#include "model/document/difference.h"
#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::gltf {

struct VrmField {
    std::string name;  // as in the file, in lower case: "hit_radius"
    Value value;       // defaults of the specification where the file gives none
    std::string_view unit;
};

struct VrmThing {
    std::string name;  // "lookAt", "spring joint hair_1", "collider of head"; different for each
    std::vector<VrmField> fields;
};

/// Nodes go by the names that they have in the document. Empty if the document was not read from a VRM file, or that
/// was changed by another program since.
[[nodiscard]] std::vector<VrmThing> vrm_things(const Document& document);

}  // namespace vitruvian::gltf
