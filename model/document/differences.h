// What differs between two documents, field by field: the one comparison on which the writers that change a
// file in place, the check of what they wrote, tests and reports of two rigs stand. It is exhaustive because it
// walks the lists of members.h; what is worked out by readers, or says where in a file something stood, is not
// compared.
#pragma once

#include "model/document/difference.h"

#include <string_view>
#include <vector>

namespace vitruvian {

/// All differences that lead from `a` to `b`, in the order of the document's lists. Numbers are the same where
/// they differ by at most `tolerance` times the largest of the field's numbers, or times 1 where that is
/// larger; with 0 only where they are equal. Lists of equal length are compared in order; of others things of
/// the same name are, and what points into them is the same where it points to the same thing. Meshes, skins,
/// images and clips that both documents share are not looked into.
[[nodiscard]] std::vector<Difference> differences(const Document& a, const Document& b,
                                                  float tolerance = 0.0F);

/// Which fields of which kind of thing are of interest.
using FieldFilter = bool (*)(Part part, std::string_view field);

/// What a document's things say that newly made ones do not: Differences from those, of the fields asked for.
[[nodiscard]] std::vector<Difference> given(const Document& document, FieldFilter wanted);

}  // namespace vitruvian
