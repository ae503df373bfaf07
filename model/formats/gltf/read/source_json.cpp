#include "model/formats/gltf/read/source_json.h"

#include "model/core/utf8.h"
#include "model/formats/gltf/read/container.h"
#include "model/io/source.h"

#include <utility>

namespace vitruvian::gltf {

std::optional<Json> source_json(const DocumentSource& source) {
    if (!source.bytes.intact()) return std::nullopt;
    Diagnostics ignored;
    const Result<Container> container = open_container(without_bom(source.bytes.span()), {}, ignored);
    if (!container) return std::nullopt;
    Result<Json> root = parse_json(container->json, {}, ignored);
    return root ? std::optional(std::move(*root)) : std::nullopt;
}

}  // namespace vitruvian::gltf
