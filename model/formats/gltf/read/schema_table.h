// The properties of glTF's objects (glTF 2.0, chapter 5) as a table, for schema.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vitruvian::gltf {

enum class Kind {
    boolean,
    number,
    integer,  // non-negative
    text,
    index,          // into the list `list`
    indices,        // an array of indices; an invalid one makes the property invalid
    loose_indices,  // an array of indices; invalid ones are left out
    numbers,        // an array of `count` numbers, or of any number of them if 0
    index_map,      // names to accessor indices
    index_maps,     // an array of index maps
    object,
    objects,
};

struct Shape;

/// A property of a kind of object (glTF 2.0, chapter 5).
struct Rule {
    std::string_view name;
    Kind kind;
    bool required = false;
    std::string_view list = {};
    const Shape* shape = nullptr;
    std::size_t count = 0;
};

struct Shape {
    std::span<const Rule> rules;
};

/// A top-level list of the file. Limited because tinygltf's types take up to 3 KB for an element of two
/// bytes.
struct List {
    std::string_view name;
    Shape shape;
    std::size_t max_count;
};

[[nodiscard]] std::span<const List> schema_lists();

}  // namespace vitruvian::gltf
