// A world that was read and is kept with its syntax trees: what a writer needs to change the file in place.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/built_nodes.h"

#include <memory>

namespace vitruvian::vrml {

/// Cannot be moved: the world and its nodes point to each other.
struct OpenedWorld {
    OpenedWorld(const std::filesystem::path& folder, const LoadOptions& options)
        : options(options), world(folder, this->options, document.diagnostics) {}

    LoadOptions options;
    Document document;
    World world;
    const Environment* root = nullptr;
    BuiltNodes built;
};

/// Reads a world in any encoding. `text` must outlive the result. The same text gives the same document and
/// nodes in the same order.
[[nodiscard]] Result<std::unique_ptr<OpenedWorld>> open_world(std::string_view text, const std::string& name,
                                                              const std::filesystem::path& folder,
                                                              const LoadOptions& options);

}  // namespace vitruvian::vrml
