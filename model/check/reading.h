// Parts of a file that its reader could not interpret.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

/// READ: files that could only be read in part, since they are truncated, damaged or malformed. (Files that
/// cannot be read at all produce no document; the loader reports those.)
void check_reading(const Subject& subject, Findings& findings);

}  // namespace vitruvian::check
