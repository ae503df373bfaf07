// X3D's JSON encoding: "@field" for values, "-field" for nodes, lists as lists (ISO/IEC 19776-5).
#include "model/formats/vrml/write/emit.h"
#include "model/formats/vrml/write/hanim_protos.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

namespace vitruvian::vrml {
namespace {

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : utf8_text(text)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20U) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

class JsonWriter {
  public:
    std::string out;

    /// Members and items on a line each, with commas between them.
    void open(char bracket) {
        out += bracket;
        ++depth_;
        first_ = true;
    }
    void close(char bracket) {
        --depth_;
        if (!first_) new_line();
        out += bracket;
        first_ = false;
    }
    void item() {
        if (!first_) out += ',';
        first_ = false;
        new_line();
    }
    void key(std::string_view prefix, std::string_view name) {
        item();
        out += '"';
        out += prefix;
        out += name;
        out += "\":";
    }
    void text(std::string_view name, std::string_view value) {
        key("@", name);
        append_quoted(out, value);
    }

    /// { "Type": { ... } }
    void node(const OutputNode& node) {
        open('{');
        key({}, node.type);
        open('{');
        const bool is_instance = !node.proto.empty();
        if (is_instance) text("name", node.proto);
        if (!node.def.empty()) text(node.is_use ? "USE" : "DEF", node.def);
        if (!node.interface.empty()) interface(node.interface, is_instance ? "fieldValue" : "field");
        if (!node.connects.empty()) connects(node.connects);
        for (const OutputField& f : node.fields) {
            std::visit([&](const auto& value) { field(f, value); }, f.value);
        }
        close('}');
        close('}');
    }

    /// Items of a list of nodes.
    void comments(const std::vector<std::string>& list) {
        for (const std::string& comment : list) {
            item();
            open('{');
            key({}, "#comment");
            append_quoted(out, comment);
            close('}');
        }
    }

    void proto(const OutputProto& proto) {
        open('{');
        key({}, proto.is_external ? "ExternProtoDeclare" : "ProtoDeclare");
        open('{');
        text("name", proto.name);
        if (proto.is_external) {
            if (!proto.interface.empty()) interface(proto.interface, "field", false);
            list({"url", {}}, proto.urls);
        } else {
            if (!proto.interface.empty()) {
                key({}, "ProtoInterface");
                open('{');
                interface(proto.interface, "field");
                close('}');
            }
            body(proto);
        }
        close('}');
        close('}');
    }

    void route(const OutputRoute& route) {
        open('{');
        key({}, "ROUTE");
        open('{');
        text("fromNode", route.from);
        text("fromField", route.from_field);
        text("toNode", route.to);
        text("toField", route.to_field);
        close('}');
        close('}');
    }

  private:
    void body(const OutputProto& proto) {
        key({}, "ProtoBody");
        open('{');
        key("-", "children");
        open('[');
        for (const OutputNode& n : proto.body) {
            item();
            node(n);
        }
        for (const OutputRoute& r : proto.routes) {
            item();
            route(r);
        }
        close(']');
        close('}');
    }

    void connects(const std::vector<OutputConnect>& list) {
        key({}, "IS");
        open('{');
        key({}, "connect");
        open('[');
        for (const OutputConnect& c : list) {
            item();
            open('{');
            text("nodeField", c.node_field);
            text("protoField", c.proto_field);
            close('}');
        }
        close(']');
        close('}');
    }

    void interface(const std::vector<OutputInterface>& lines, std::string_view element,
                   bool has_values = true) {
        key({}, element);
        open('[');
        for (const OutputInterface& line : lines) {
            item();
            open('{');
            if (element == "field") {
                text("accessType", line.access);
                text("type", line.type);
            }
            text("name", line.name);
            if (line.value && has_values) {
                OutputField value = *line.value;
                const bool holds_nodes = std::holds_alternative<std::vector<OutputNode>>(value.value);
                value.name = holds_nodes ? "children" : "value";
                value.many = value.many || holds_nodes;
                std::visit([&](const auto& held) { field(value, held); }, value.value);
            }
            close('}');
        }
        close(']');
    }

    void new_line() {
        out += '\n';
        out.append(depth_, ' ');
    }

    template <class T>
    void field(const OutputField& f, const T& value) {
        key("@", f.name);
        this->value(value);
    }
    template <class T>
    void list(const OutputField& f, const std::vector<T>& values) {
        key("@", f.name);
        out += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) out += ',';
            value(values[i]);
        }
        out += ']';
    }
    void field(const OutputField& f, const std::vector<float>& values) { list(f, values); }
    void field(const OutputField& f, const std::vector<std::int32_t>& values) {
        if (f.many) {
            list(f, values);
            return;
        }
        // An SFImage: pixels use all 32 bits.
        list(f, std::vector<std::uint32_t>(values.begin(), values.end()));
    }
    void field(const OutputField& f, const std::vector<std::string>& values) { list(f, values); }
    void field(const OutputField& f, const std::vector<OutputNode>& nodes) {
        key("-", f.name);
        if (!f.many) {
            node(nodes.front());
            return;
        }
        open('[');
        for (const OutputNode& n : nodes) {
            if (f.name == "children") comments(n.comments);
            item();
            node(n);
        }
        close(']');
    }

    void value(bool v) { out += v ? "true" : "false"; }
    void value(std::int32_t v) { fmt::format_to(std::back_inserter(out), "{}", v); }
    void value(std::uint32_t v) { fmt::format_to(std::back_inserter(out), "{}", v); }
    void value(float v) { append_number(out, v); }
    void value(double v) { append_number(out, v); }
    void value(const std::string& v) { append_quoted(out, v); }

    std::size_t depth_ = 0;
    bool first_ = true;
};

void append_head(JsonWriter& writer, const OutputScene& scene) {
    writer.key({}, "head");
    writer.open('{');
    if (scene.has_humanoids) {
        writer.key({}, "component");
        writer.open('[');
        writer.item();
        writer.open('{');
        writer.text("name", "HAnim");
        writer.key("@", "level");
        writer.out += fmt::format("{}", hanim_level(scene));
        writer.close('}');
        writer.close(']');
    }
    if (scene.metres_per_unit) {
        writer.key({}, "unit");
        writer.open('[');
        writer.item();
        writer.open('{');
        writer.text("category", "length");
        writer.text("name", unit_name(*scene.metres_per_unit));
        writer.key("@", "conversionFactor");
        append_number(writer.out, *scene.metres_per_unit);
        writer.close('}');
        writer.close(']');
    }
    if (!scene.metas.empty()) {
        writer.key({}, "meta");
        writer.open('[');
        for (const auto& [name, content] : scene.metas) {
            writer.item();
            writer.open('{');
            writer.text("name", name);
            writer.text("content", content);
            writer.close('}');
        }
        writer.close(']');
    }
    writer.close('}');
}

}  // namespace

std::string emit_x3d_json(const OutputScene& scene) {
    JsonWriter writer;
    writer.open('{');
    writer.key({}, "X3D");
    writer.open('{');
    writer.key({}, "encoding");
    writer.out += "\"UTF-8\"";
    writer.text("profile", "Immersive");
    writer.text("version", "4.0");
    writer.text("xsd:noNamespaceSchemaLocation", "https://www.web3d.org/specifications/x3d-4.0.xsd");
    writer.key({}, "JSON schema");
    writer.out += "\"https://www.web3d.org/specifications/x3d-4.0-JSONSchema.json\"";
    append_head(writer, scene);
    writer.key({}, "Scene");
    writer.open('{');
    writer.key("-", "children");
    writer.open('[');
    writer.comments(scene.comments);
    for (const OutputProto& proto : scene.protos) {
        writer.item();
        writer.proto(proto);
    }
    for (const OutputNode& node : scene.roots) {
        writer.comments(node.comments);
        writer.item();
        writer.node(node);
    }
    for (const OutputRoute& route : scene.routes) {
        writer.item();
        writer.route(route);
    }
    writer.close(']');
    writer.close('}');
    writer.close('}');
    writer.close('}');
    writer.out += '\n';
    return std::move(writer.out);
}

}  // namespace vitruvian::vrml
