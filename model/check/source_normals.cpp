#include "model/check/source_normals.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/read/schema.h"
#include "model/io/source.h"

#include <cmath>
#include <cstring>
#include <set>

namespace vitruvian::check {
namespace {

std::vector<float> lengths_of(const std::vector<float>& values) {
    std::vector<float> out;
    for (std::size_t v = 0; v + 3 <= values.size(); v += 3)
        out.push_back(
            std::sqrt(values[v] * values[v] + values[v + 1] * values[v + 1] + values[v + 2] * values[v + 2]));
    return out;
}

}  // namespace

OffNormals off_normals(std::span<const float> lengths, float most) {
    OffNormals out;
    for (std::size_t v = 0; v < lengths.size(); ++v) {
        const float length = lengths[v];
        if (std::abs(length - 1.0F) <= most) continue;
        if (out.count++ == 0) {
            out.first = static_cast<int>(v);
            out.worst = length;
        }
        if (!(std::abs(length - 1.0F) <= std::abs(out.worst - 1.0F))) out.worst = length;
    }
    return out;
}

std::vector<OffNormals> find_off_normals(const Document& document, const GltfFacts& facts, float most) {
    std::vector<OffNormals> out;
    if (!document.source || !document.source->bytes.intact()) return out;
    Diagnostics ignored;
    const Result<gltf::Container> container =
        gltf::open_container(without_bom(document.source->bytes.span()), document.file, ignored);
    if (!container) return out;
    Result<gltf::JsonTree> json = gltf::parse_tree(container->json, document.file, ignored);
    if (!json || !gltf::check_json(json->root, document.file, ignored)) return out;
    Result<gltf::Data> data = gltf::Data::open(json->root, *container, document.file, document.source->folder,
                                               LoadOptions{}, ignored);
    if (!data) return out;
    for (int m = 0; m < static_cast<int>(facts.meshes.size()); ++m) {
        const std::vector<GltfPrimitive>& primitives = at(facts.meshes, m).primitives;
        std::set<int> seen;  // accessors
        OffNormals whole;
        for (int p = 0; p < static_cast<int>(primitives.size()); ++p) {
            const GltfPrimitive& primitive = at(primitives, p);
            const GltfAccessor* accessor = facts.accessor(primitive.normals);
            if (accessor == nullptr || primitive.compressed || !accessor->is_float() ||
                accessor->components != 3 || !seen.insert(primitive.normals).second)
                continue;
            const auto values = data->raw_floats(primitive.normals, 3, {});
            if (!values) continue;
            OffNormals found = off_normals(lengths_of(*values), most);
            if (found.count == 0) continue;
            found.mesh = m;
            found.primitive = p;
            if (whole.count == 0) {
                whole = found;
                continue;
            }
            whole.count += found.count;
            if (std::abs(found.worst - 1.0F) > std::abs(whole.worst - 1.0F)) whole.worst = found.worst;
        }
        if (whole.count > 0) out.push_back(whole);
    }
    return out;
}

}  // namespace vitruvian::check
