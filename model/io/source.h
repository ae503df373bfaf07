// The original file of a document, kept so that saving changes only what was edited: the bytes, and the
// document as it was read. A writer parses the bytes again (reading is deterministic) and compares the two
// documents; nothing else needs to be kept.
#pragma once

#include "model/document/document.h"
#include "model/io/file_bytes.h"
#include "model/io/file_stamp.h"
#include "model/io/late_stamp.h"

#include <vector>

namespace vitruvian {

struct DocumentSource {
    FileBytes bytes;                // as on disk, gzipped or not
    std::filesystem::path folder;   // for relative references; empty: none allowed
    Document as_read;               // with a null `source`
    LateStamp stamp;                // of the file; of no file where the bytes are not from one
    std::vector<KnownFile> beside;  // the referenced files, as when they were read
    /// Per material of as_read: the first that is described identically in the file except for its name; -1
    /// where more than meshes refer to it. Null: a Material holds everything.
    std::vector<int> (*alike_materials)(const DocumentSource&) = nullptr;
};

}  // namespace vitruvian
