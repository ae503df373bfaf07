// VRML97 and X3D's classic encoding: braces and brackets (ISO/IEC 14772-1, annex A; ISO/IEC 19776-2).
#include "model/formats/vrml/write/emit.h"
#include "model/formats/vrml/write/hanim_protos.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace vitruvian::vrml {

// Adding 0 makes a negative zero a plain one.
void append_number(std::string& out, float value) {
    fmt::format_to(std::back_inserter(out), "{}", value + 0.0F);
}

void append_number(std::string& out, double value) {
    fmt::format_to(std::back_inserter(out), "{}", value + 0.0);
}

std::string_view unit_name(float metres) {
    constexpr std::array<std::pair<float, std::string_view>, 4> known{
        {{0.01F, "centimetre"}, {0.001F, "millimetre"}, {0.0254F, "inch"}, {0.3048F, "foot"}}};
    for (const auto& [size, name] : known) {
        if (metres == size) return name;
    }
    return "unit";
}

void append_image(std::string& out, const std::vector<std::int32_t>& values) {
    const std::size_t header = 3;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out += ' ';
        const auto bits = static_cast<std::uint32_t>(values[i]);
        if (i < header) {
            fmt::format_to(std::back_inserter(out), "{}", bits);
        } else {
            fmt::format_to(std::back_inserter(out), "0x{:X}", bits);
        }
    }
}

namespace {

void append_whole(std::string& out, std::int32_t value) {
    fmt::format_to(std::back_inserter(out), "{}", value);
}

std::string_view vrml97_access(std::string_view access) {
    if (access == "inputOnly") return "eventIn";
    if (access == "inputOutput") return "exposedField";
    return access == "outputOnly" ? "eventOut" : "field";
}

/// Returns the IS connection of a node's field, or null.
const OutputConnect* connect_of(const OutputNode& node, std::string_view field) {
    const auto found = std::find_if(node.connects.begin(), node.connects.end(),
                                    [field](const OutputConnect& c) { return c.node_field == field; });
    return found == node.connects.end() ? nullptr : &*found;
}

bool has_line(const OutputNode& node, std::string_view field) {
    return std::any_of(node.interface.begin(), node.interface.end(),
                       [field](const OutputInterface& line) { return line.name == field; });
}

/// Only the quote and the backslash are escaped (VRML97 5.12).
void append_string(std::string& out, const std::string& text) {
    out += '"';
    for (const char c : utf8_text(text)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += '"';
}

/// Rows of numbers are indented by this much, however deep their node: otherwise a file would be mostly
/// spaces below finger joints.
constexpr std::size_t row_indent = 4;

/// Writes each line after a # of its own, and `indent`.
void append_lines(std::string& out, const std::string& comment, std::size_t indent) {
    const std::string text = utf8_text(comment);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out.append(indent, ' ');
        out += begin < end ? "# " : "#";
        out.append(text, begin, end - begin);
        out += '\n';
        begin = end + 1;
    }
}

void append_comments(std::string& out, const std::vector<std::string>& comments) {
    for (const std::string& comment : comments) {
        append_lines(out, comment, 0);
        out += '\n';
    }
}

class ClassicWriter {
  public:
    explicit ClassicWriter(bool vrml97) : vrml97_(vrml97) {}

    std::string out;

    void node(const OutputNode& node) {
        if (node.is_use) {
            out += "USE ";
            out += node.def;
            return;
        }
        if (!node.def.empty()) {
            out += "DEF ";
            out += node.def;
            out += ' ';
        }
        const bool is_instance = !node.proto.empty();
        out += is_instance ? node.proto : vrml97_ ? vrml97_type(node.type) : node.type;
        out += " {";
        if (node.fields.empty() && node.interface.empty() && node.connects.empty()) {
            out += " }";
            return;
        }
        ++depth_;
        for (const OutputInterface& line : node.interface) {
            if (is_instance) {
                given(line);
            } else {
                interface(line, connect_of(node, line.name));
            }
        }
        for (const OutputConnect& c : node.connects) {
            if (has_line(node, c.node_field)) continue;
            new_line();
            fmt::format_to(std::back_inserter(out), "{} IS {}", c.node_field, c.proto_field);
        }
        for (const OutputField& f : node.fields) {
            new_line();
            out += f.name;
            out += ' ';
            field(f);
        }
        --depth_;
        new_line();
        out += '}';
    }

    /// Called at the beginning of a line, after the node's indentation.
    void comments(const OutputNode& node) {
        if (node.comments.empty()) return;
        const std::size_t indent = 2 * depth_;
        out.resize(out.size() - indent);
        for (const std::string& comment : node.comments) append_lines(out, comment, indent);
        out.append(indent, ' ');
    }

    void proto(const OutputProto& proto) {
        fmt::format_to(std::back_inserter(out), "{}PROTO {} [", proto.is_external ? "EXTERN" : "",
                       proto.name);
        ++depth_;
        for (const OutputInterface& line : proto.interface) interface(line, nullptr, !proto.is_external);
        --depth_;
        out += proto.interface.empty() ? " ]" : "\n]";
        if (proto.is_external) {
            out += ' ';
            value({}, proto.urls);
            out += "\n\n";
            return;
        }
        out += " {";
        ++depth_;
        for (const OutputNode& n : proto.body) {
            new_line();
            node(n);
        }
        out += '\n';
        for (const OutputRoute& r : proto.routes) {
            out.append(2 * depth_, ' ');
            route(r);
        }
        --depth_;
        out += "}\n\n";
    }

    void route(const OutputRoute& route) {
        fmt::format_to(std::back_inserter(out), "ROUTE {}.{} TO {}.{}\n", route.from, route.from_field,
                       route.to, route.to_field);
    }

  private:
    void new_line() {
        out += '\n';
        out.append(2 * depth_, ' ');
    }

    /// Writes the value that an instance of a PROTO has for a field.
    void given(const OutputInterface& line) {
        new_line();
        out += line.name;
        out += ' ';
        if (line.value) {
            field(*line.value);
        } else {
            out += line.type.starts_with("MF") ? "[ ]" : "NULL";
        }
    }

    void interface(const OutputInterface& line, const OutputConnect* is = nullptr, bool has_value = true) {
        new_line();
        fmt::format_to(std::back_inserter(out), "{} {} {}",
                       vrml97_ ? vrml97_access(line.access) : line.access, line.type, line.name);
        if (is != nullptr) fmt::format_to(std::back_inserter(out), " IS {}", is->proto_field);
        if (is != nullptr || !has_value) return;
        if (line.access != "initializeOnly" && line.access != "inputOutput") return;
        out += ' ';
        if (line.value) {
            field(*line.value);
        } else {
            // Fields must have a value in this encoding.
            out += line.type.starts_with("MF") ? "[ ]" : "NULL";
        }
    }

    void field(const OutputField& f) {
        std::visit([&](const auto& value) { this->value(f, value); }, f.value);
    }

    void value(const OutputField& /*f*/, bool v) { out += v ? "TRUE" : "FALSE"; }
    void value(const OutputField& /*f*/, std::int32_t v) { append_whole(out, v); }
    void value(const OutputField& /*f*/, float v) { append_number(out, v); }
    void value(const OutputField& /*f*/, double v) { append_number(out, v); }
    void value(const OutputField& /*f*/, const std::string& v) { append_string(out, v); }

    template <class T>
    void numbers(const OutputField& f, const std::vector<T>& values, const auto& ends_row) {
        if (f.many) out += '[';
        ++depth_;
        const std::size_t short_list = 16;
        const bool rows = f.many && values.size() > short_list;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (rows && (i == 0 || ends_row(i))) {
                out += '\n';
                out.append(row_indent, ' ');
            } else if (f.many || i > 0) {
                out += f.many && f.stride > 1 && i > 0 && i % f.stride == 0 ? ", " : " ";
            }
            if constexpr (std::is_same_v<T, float>) {
                append_number(out, values[i]);
            } else {
                append_whole(out, values[i]);
            }
        }
        --depth_;
        if (rows) new_line();
        if (f.many) out += rows ? "]" : " ]";
    }

    void value(const OutputField& f, const std::vector<float>& values) {
        const std::size_t stride = std::max<std::size_t>(f.stride, 1);
        const std::size_t row = stride * std::max<std::size_t>(12 / stride, 1);
        numbers(f, values, [row](std::size_t i) { return i % row == 0; });
    }

    /// Faces, which end with -1, are written on lines of their own if they are short.
    void value(const OutputField& f, const std::vector<std::int32_t>& values) {
        if (!f.many) {
            append_image(out, values);
            return;
        }
        std::size_t in_row = 0;
        numbers(f, values, [&](std::size_t i) {
            const std::size_t enough = 12;
            const bool full = ++in_row >= enough;
            const bool after_face = values[i - 1] < 0 && in_row >= enough / 2;
            if (full || after_face) in_row = 0;
            return full || after_face;
        });
    }

    void value(const OutputField& /*f*/, const std::vector<std::string>& values) {
        out += '[';
        ++depth_;
        for (const std::string& v : values) {
            new_line();
            append_string(out, v);
        }
        --depth_;
        if (!values.empty()) new_line();
        out += ']';
    }

    void value(const OutputField& f, const std::vector<OutputNode>& nodes) {
        if (!f.many) {
            node(nodes.front());
            return;
        }
        out += '[';
        ++depth_;
        for (const OutputNode& n : nodes) {
            new_line();
            comments(n);
            node(n);
        }
        --depth_;
        new_line();
        out += ']';
    }

    bool vrml97_;
    std::size_t depth_ = 0;
};

void append_scene(ClassicWriter& writer, const OutputScene& scene) {
    for (const OutputProto& proto : scene.protos) writer.proto(proto);
    for (const OutputNode& node : scene.roots) {
        writer.comments(node);
        writer.node(node);
        writer.out += '\n';
    }
    for (const OutputRoute& route : scene.routes) writer.route(route);
}

}  // namespace

std::string emit_vrml97(const OutputScene& scene) {
    ClassicWriter writer(true);
    writer.out = "#VRML V2.0 utf8\n\n";
    append_comments(writer.out, scene.comments);
    if (scene.has_humanoids) writer.out += hanim_protos(scene.has_skins);
    append_scene(writer, scene);
    return std::move(writer.out);
}

std::string emit_x3d_classic(const OutputScene& scene) {
    ClassicWriter writer(false);
    writer.out = "#X3D V4.0 utf8\nPROFILE Immersive\n";
    if (scene.has_humanoids) writer.out += fmt::format("COMPONENT HAnim:{}\n", hanim_level(scene));
    if (scene.metres_per_unit) {
        writer.out += fmt::format("UNIT length {} ", unit_name(*scene.metres_per_unit));
        append_number(writer.out, *scene.metres_per_unit);
        writer.out += '\n';
    }
    for (const auto& [name, content] : scene.metas) {
        writer.out += "META ";
        append_string(writer.out, name);
        writer.out += ' ';
        append_string(writer.out, content);
        writer.out += '\n';
    }
    writer.out += '\n';
    append_comments(writer.out, scene.comments);
    append_scene(writer, scene);
    return std::move(writer.out);
}

}  // namespace vitruvian::vrml
