// What the file that a document was read from has beside the document: words about itself, which go along,
// and what a new file cannot have, which is reported.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/metadata.h"
#include "model/formats/vrml/write/output_node.h"
#include "model/formats/vrml/write/sensors.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct SourceWorld;

struct SourceWords {
    std::vector<std::string> comments;                       // before the first node
    std::vector<std::pair<std::string, std::string>> metas;  // X3D's META: name, content
    std::string title;                                       // WorldInfo
    std::vector<std::string> info;
    std::optional<OutputNode> navigation;  // the first NavigationInfo
    std::vector<NodeMetadata> metadata;
    std::vector<NodeComments> node_comments;
    Sensors sensors;
};

/// Instances of PROTOs that are written as such, and the names of those PROTOs.
struct WrittenProtos {
    std::set<NodeId> instances;
    std::set<std::string, std::less<>> names;
};

/// Empty where the document was made here. Notes name kinds of nodes, ROUTEs and extensions that are not
/// carried over, with how many there are and where the first is. VRML97 has no metadata: it is reported.
[[nodiscard]] SourceWords read_source_words(const Document& document, const SourceWorld& source,
                                            const WrittenProtos& protos, bool vrml97, Diagnostics& notes);

}  // namespace vitruvian::vrml
