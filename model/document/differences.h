// Field-by-field comparison of two documents. The in-place file writers, the verification of what they wrote,
// the tests and the comparison of two rigs all use it. It is exhaustive because it walks the lists of
// members.h. Derived values and source positions are not compared.
#pragma once

#include "model/document/difference.h"

#include <string_view>
#include <vector>

namespace vitruvian {

/// Returns all differences from `a` to `b`, in the order of the document's lists. Numbers are equal if they
/// differ by at most `tolerance` times the largest of the field's numbers, or times 1 if that is larger; with
/// 0 only if they are identical. Lists of equal length are compared in order; otherwise elements are matched
/// by name, and references are equal if they refer to matching objects. Meshes, skins, images and clips that
/// both documents share are skipped.
[[nodiscard]] std::vector<Difference> differences(const Document& a, const Document& b,
                                                  float tolerance = 0.0F);

/// Selects the fields of interest, for each kind of object.
using FieldFilter = bool (*)(Part part, std::string_view field);

/// Returns the values in the document that differ from those of newly created objects, as Differences from
/// the latter, for the selected fields.
[[nodiscard]] std::vector<Difference> given(const Document& document, FieldFilter wanted);

}  // namespace vitruvian
