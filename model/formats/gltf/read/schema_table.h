// The properties of glTF's objects (glTF 2.0, chapter 5), as a table. For schema.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vitruvian::gltf {

enum class Kind {
    boolean,
    number,
    integer,  // not negative
    text,
    index,          // into the list `list`
    indices,        // an array of them; wrong ones make the property wrong
    loose_indices,  // an array of them; wrong ones are left out
    numbers,        // an array of `count` numbers, or of any where 0
    index_map,      // names to accessors
    index_maps,     // an array of those
    object,
    objects,
};

struct Shape;

/// One property of one kind of object (glTF 2.0, chapter 5).
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

/// A list at the top of the file. tinygltf's types take up to 3 KB for an element of two bytes, hence the limits.
struct List {
    std::string_view name;
    Shape shape;
    std::size_t max_count;
};

[[nodiscard]] std::span<const List> schema_lists();

}  // namespace vitruvian::gltf
