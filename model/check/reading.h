// What a reader could not make sense of in the file itself.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

/// READ: files of which a reader could use a part alone, since they are cut off, damaged or not well-formed. (Those of which
/// nothing can be used make no document, and whoever loads them says so.)
void check_reading(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
