// The properties of glTF's objects (glTF 2.0, chapter 5), as a table. For schema.cpp and scene_text.cpp.
#pragma once

#include <cstddef>
#include <span>

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
    const char* name;
    Kind kind;
    bool required = false;
    const char* list = nullptr;
    const Shape* shape = nullptr;
    std::size_t count = 0;
};

struct Shape {
    std::span<const Rule> rules;
};

/// A list at the top of the file. tinygltf spends up to 3 KB on an element of two bytes, hence the limits.
struct List {
    const char* name;
    Shape shape;
    std::size_t max_count;
    bool for_tinygltf;
};

[[nodiscard]] std::span<const List> schema_lists();

}  // namespace vitruvian::gltf
