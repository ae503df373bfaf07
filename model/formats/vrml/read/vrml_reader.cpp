#include "model/formats/vrml/read/vrml_reader.h"

#include "model/figure/bone_map.h"
#include "model/formats/vrml/read/clips.h"
#include "model/formats/vrml/read/motions.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/read/survey.h"
#include "model/formats/vrml/read/walk.h"
#include "model/formats/vrml/x3d/x3d_tree.h"
#include "model/io/gzip.h"
#include "model/io/release_pages.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <utility>

namespace vitruvian {
namespace {

FileFormat format_of(vrml::Encoding encoding) {
    switch (encoding) {
        case vrml::Encoding::x3d_classic:
            return FileFormat::x3d_classic;
        case vrml::Encoding::x3d_xml:
            return FileFormat::x3d_xml;
        case vrml::Encoding::x3d_json:
            return FileFormat::x3d_json;
        default:
            return FileFormat::vrml97;
    }
}

Result<Document> read_text(std::string_view text, const std::string& name,
                           const std::filesystem::path& folder, const LoadOptions& options) {
    Result<std::unique_ptr<vrml::OpenedWorld>> opened = vrml::open_world(text, name, folder, options);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    return std::move((*opened)->document);
}

}  // namespace

Result<Document> read_vrml(std::string_view text, const std::string& name,
                           const std::filesystem::path& folder, const LoadOptions& options) {
    if (!text.starts_with("\x1F\x8B")) return read_text(text, name, folder, options);
    const Result<Inflated> inflated =
        inflate_gzip(std::as_bytes(std::span(text)), name, options.limits.max_inflated_bytes);
    if (!inflated) return tl::unexpected(inflated.error());
    const std::string_view unpacked(reinterpret_cast<const char*>(inflated->bytes.data()),
                                    inflated->bytes.size());
    Result<Document> document = read_text(unpacked, name, folder, options);
    if (document && !inflated->complete) {
        document->diagnostics.warn("gzip-damaged",
                                   "the compressed data is damaged; what could be decompressed is shown",
                                   {name, 0, 0, ""});
    }
    return document;
}

namespace vrml {

namespace {

/// Reads X3D's UNIT statements.
void read_units(const SyntaxTree& tree, Document& document) {
    if (tree.length_unit != 1.0) document.metres_per_unit = static_cast<float>(tree.length_unit);
    if (tree.angle_unit != 1.0) {
        document.diagnostics.note("x3d-unit-angle",
                                  "a UNIT statement gives angles in another unit; they are shown in degrees",
                                  {document.file, 0, 0, ""});
    }
}

}  // namespace

Result<std::unique_ptr<OpenedWorld>> open_world(std::string_view text, const std::string& name,
                                                const std::filesystem::path& folder,
                                                const LoadOptions& options) {
    auto opened = std::make_unique<OpenedWorld>(folder, options);
    Document& document = opened->document;
    World& world = opened->world;
    document.file = name;
    document.format = format_of(encoding_of(text));
    const Result<const Environment*> root = world.open(text, name);
    if (!root) return tl::unexpected(root.error());
    opened->root = *root;
    read_units((*root)->file->tree, document);
    release_pages(std::as_bytes(std::span(text)));
    const Survey survey = survey_world(world, **root);
    if (world.is_refused()) return tl::unexpected(*world.refusal());
    std::optional<BuiltNodes> built = build_world(world, survey, document, **root);
    if (!built) return fail("cancelled", "reading was cancelled", {name, 0, 0, ""});
    std::vector<BuiltClip> clips = add_clips(world, survey, *built, document);
    add_motions(world, *built, document);
    if (world.is_refused()) return tl::unexpected(*world.refusal());
    BoneMapper mapper(document);
    for (Humanoid& humanoid : document.humanoids) mapper.map_hanim(humanoid);
    if (const std::optional<std::string> broken = expect_valid(document)) {
        return fail("vrml-internal", fmt::format("the file was read to something inconsistent: {}", *broken),
                    {name, 0, 0, ""});
    }
    opened->built = std::move(*built);
    opened->built.clips = std::move(clips);
    if (options.progress != nullptr) options.progress->store(1.0F);
    return opened;
}

}  // namespace vrml

}  // namespace vitruvian
