// Contents of a document's source file that the document does not hold: descriptive text, which is copied,
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

/// Instances of PROTOs that are written as instances, and the names of those PROTOs.
struct WrittenProtos {
    std::set<NodeId> instances;
    std::set<std::string, std::less<>> names;
};

/// Empty where the document has no source. Kinds of nodes, ROUTEs and extensions that are not copied are
/// noted, with their number and the place of the first. VRML97 has no metadata; it is reported.
[[nodiscard]] SourceWords read_source_words(const Document& document, const SourceWorld& source,
                                            const WrittenProtos& protos, bool vrml97, Diagnostics& notes);

/// Notes what files that are no worlds have no place for: sensors, Scripts, sound, fog, links, levels of detail and
/// metadata, with their number and the place of the first.
void note_without_world(const Document& document, Diagnostics& notes);

}  // namespace vitruvian::vrml
