#include "model/formats/gltf/read/schema_table.h"

#include <array>

namespace vitruvian::gltf {
namespace {

constexpr bool required = true;

constexpr std::array buffer_rules{Rule{"byteLength", Kind::integer, required}, Rule{"uri", Kind::text},
                                  Rule{"name", Kind::text}};
constexpr std::array view_rules{Rule{"buffer", Kind::index, required, "buffers"},
                                Rule{"byteLength", Kind::integer, required},
                                Rule{"byteOffset", Kind::integer}, Rule{"byteStride", Kind::integer}};
constexpr std::array sparse_indices_rules{Rule{"bufferView", Kind::index, required, "bufferViews"},
                                          Rule{"byteOffset", Kind::integer},
                                          Rule{"componentType", Kind::integer, required}};
constexpr Shape sparse_indices{sparse_indices_rules};
constexpr std::array sparse_values_rules{Rule{"bufferView", Kind::index, required, "bufferViews"},
                                         Rule{"byteOffset", Kind::integer}};
constexpr Shape sparse_values{sparse_values_rules};
constexpr std::array sparse_rules{Rule{"count", Kind::integer, required},
                                  Rule{"indices", Kind::object, required, {}, &sparse_indices},
                                  Rule{"values", Kind::object, required, {}, &sparse_values}};
constexpr Shape sparse{sparse_rules};
constexpr std::array accessor_rules{Rule{"bufferView", Kind::index, false, "bufferViews"},
                                    Rule{"byteOffset", Kind::integer},
                                    Rule{"componentType", Kind::integer, required},
                                    Rule{"normalized", Kind::boolean},
                                    Rule{"count", Kind::integer, required},
                                    Rule{"type", Kind::text, required},
                                    Rule{"sparse", Kind::object, false, {}, &sparse}};
constexpr std::array image_rules{Rule{"uri", Kind::text}, Rule{"mimeType", Kind::text},
                                 Rule{"name", Kind::text},
                                 Rule{"bufferView", Kind::index, false, "bufferViews"}};
constexpr std::array primitive_rules{Rule{"attributes", Kind::index_map, required},
                                     Rule{"indices", Kind::index, false, "accessors"},
                                     Rule{"material", Kind::index, false, "materials"},
                                     Rule{"mode", Kind::integer}, Rule{"targets", Kind::index_maps}};
constexpr Shape primitive{primitive_rules};
constexpr std::array mesh_rules{Rule{"name", Kind::text},
                                Rule{"primitives", Kind::objects, required, {}, &primitive},
                                Rule{"weights", Kind::numbers}};
constexpr std::array target_rules{Rule{"node", Kind::index, false, "nodes"},
                                  Rule{"path", Kind::text, required}};
constexpr Shape channel_target{target_rules};
constexpr std::array channel_rules{Rule{"sampler", Kind::integer, required},
                                   Rule{"target", Kind::object, required, {}, &channel_target}};
constexpr Shape channel{channel_rules};
constexpr std::array animation_sampler_rules{Rule{"input", Kind::index, required, "accessors"},
                                             Rule{"output", Kind::index, required, "accessors"},
                                             Rule{"interpolation", Kind::text}};
constexpr Shape animation_sampler{animation_sampler_rules};
constexpr std::array animation_rules{Rule{"name", Kind::text},
                                     Rule{"channels", Kind::objects, required, {}, &channel},
                                     Rule{"samplers", Kind::objects, required, {}, &animation_sampler}};
constexpr std::array node_rules{Rule{"name", Kind::text},
                                Rule{"children", Kind::loose_indices, false, "nodes"},
                                Rule{"skin", Kind::index, false, "skins"},
                                Rule{"mesh", Kind::index, false, "meshes"},
                                Rule{"camera", Kind::index, false, "cameras"},
                                Rule{"matrix", Kind::numbers, false, {}, nullptr, 16},
                                Rule{"translation", Kind::numbers, false, {}, nullptr, 3},
                                Rule{"rotation", Kind::numbers, false, {}, nullptr, 4},
                                Rule{"scale", Kind::numbers, false, {}, nullptr, 3},
                                Rule{"weights", Kind::numbers}};
constexpr std::array scene_rules{Rule{"name", Kind::text},
                                 Rule{"nodes", Kind::loose_indices, false, "nodes"}};
constexpr std::array skin_rules{
    Rule{"name", Kind::text}, Rule{"inverseBindMatrices", Kind::index, false, "accessors"},
    Rule{"skeleton", Kind::index, false, "nodes"}, Rule{"joints", Kind::indices, required, "nodes"}};
constexpr std::array texture_info_rules{Rule{"index", Kind::index, required, "textures"},
                                        Rule{"texCoord", Kind::integer}, Rule{"scale", Kind::number},
                                        Rule{"strength", Kind::number}};
constexpr Shape texture_info{texture_info_rules};
constexpr std::array surface_rules{Rule{"baseColorFactor", Kind::numbers, false, {}, nullptr, 4},
                                   Rule{"baseColorTexture", Kind::object, false, {}, &texture_info},
                                   Rule{"metallicFactor", Kind::number},
                                   Rule{"roughnessFactor", Kind::number},
                                   Rule{"metallicRoughnessTexture", Kind::object, false, {}, &texture_info}};
constexpr Shape surface{surface_rules};
constexpr std::array material_rules{Rule{"name", Kind::text},
                                    Rule{"pbrMetallicRoughness", Kind::object, false, {}, &surface},
                                    Rule{"normalTexture", Kind::object, false, {}, &texture_info},
                                    Rule{"occlusionTexture", Kind::object, false, {}, &texture_info},
                                    Rule{"emissiveTexture", Kind::object, false, {}, &texture_info},
                                    Rule{"emissiveFactor", Kind::numbers, false, {}, nullptr, 3},
                                    Rule{"alphaMode", Kind::text},
                                    Rule{"alphaCutoff", Kind::number},
                                    Rule{"doubleSided", Kind::boolean}};
constexpr std::array texture_rules{Rule{"sampler", Kind::index, false, "samplers"},
                                   Rule{"source", Kind::index, false, "images"}, Rule{"name", Kind::text}};
constexpr std::array sampler_rules{Rule{"magFilter", Kind::integer}, Rule{"minFilter", Kind::integer},
                                   Rule{"wrapS", Kind::integer}, Rule{"wrapT", Kind::integer}};
constexpr std::array perspective_rules{Rule{"yfov", Kind::number, required},
                                       Rule{"znear", Kind::number, required},
                                       Rule{"aspectRatio", Kind::number}, Rule{"zfar", Kind::number}};
constexpr Shape perspective{perspective_rules};
constexpr std::array orthographic_rules{
    Rule{"xmag", Kind::number, required}, Rule{"ymag", Kind::number, required},
    Rule{"zfar", Kind::number, required}, Rule{"znear", Kind::number, required}};
constexpr Shape orthographic{orthographic_rules};
constexpr std::array camera_rules{Rule{"name", Kind::text}, Rule{"type", Kind::text, required},
                                  Rule{"perspective", Kind::object, false, {}, &perspective},
                                  Rule{"orthographic", Kind::object, false, {}, &orthographic}};

constexpr std::size_t few = 16'384;
constexpr std::size_t many = 262'144;
constexpr std::array lists{
    List{"buffers", {buffer_rules}, few},      List{"bufferViews", {view_rules}, many},
    List{"accessors", {accessor_rules}, many}, List{"images", {image_rules}, few},
    List{"meshes", {mesh_rules}, many},        List{"animations", {animation_rules}, few},
    List{"nodes", {node_rules}, many},         List{"scenes", {scene_rules}, few},
    List{"skins", {skin_rules}, few},          List{"materials", {material_rules}, few},
    List{"textures", {texture_rules}, few},    List{"samplers", {sampler_rules}, few},
    List{"cameras", {camera_rules}, few},
};

}  // namespace

std::span<const List> schema_lists() {
    return lists;
}

}  // namespace vitruvian::gltf
