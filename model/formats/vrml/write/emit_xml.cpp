// X3D's XML encoding (ISO/IEC 19776-1): values are attributes, nodes are elements, and a node in a field
// other than the default for its type has a containerField.
#include "model/formats/vrml/write/emit.h"
#include "model/formats/vrml/write/hanim_protos.h"
#include "model/formats/vrml/x3d/x3d_containers.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

namespace vitruvian::vrml {
namespace {

/// Text within single quotes. Characters that XML 1.0 does not allow are left out.
void append_escaped(std::string& out, std::string_view text) {
    for (const char c : utf8_text(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '\'':
                out += "&apos;";
                break;
            case '\n':
                out += "&#10;";
                break;
            case '\r':
                out += "&#13;";
                break;
            case '\t':
                out += "&#9;";
                break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20U) out += c;
        }
    }
}

/// Two hyphens would end it (XML 1.0, 2.5).
void append_comment(std::string& out, std::string_view text) {
    out += "<!-- ";
    char last = ' ';
    for (const char c : utf8_text(text)) {
        const bool is_space = c == '\n' || c == '\t';
        if (static_cast<unsigned char>(c) < 0x20U && !is_space) continue;
        if (c == '-' && last == '-') out += ' ';
        out += last = c;
    }
    out += " -->\n";
}

class XmlWriter {
  public:
    std::string out;

    void node(const OutputNode& node, std::string_view field) {
        for (const std::string& comment : node.comments) {
            indent();
            append_comment(out, comment);
        }
        indent();
        out += '<';
        out += node.type;
        const bool is_instance = !node.proto.empty();
        if (is_instance) attribute("name", node.proto);
        if (!node.def.empty()) attribute(node.is_use ? "USE" : "DEF", node.def);
        // X_ITE treats metadata without it as a MetadataSet's value.
        const bool is_metadata = node.type.starts_with("Metadata");
        if (!field.empty() && (is_metadata || container_of(node.type, {}, {}, node.is_use) != field)) {
            attribute("containerField", field);
        }
        bool has_children = !node.interface.empty() || !node.connects.empty();
        for (const OutputField& f : node.fields) {
            if (std::holds_alternative<std::vector<OutputNode>>(f.value)) {
                has_children = true;
                continue;
            }
            out += ' ';
            out += f.name;
            out += "='";
            std::visit([&](const auto& value) { this->value(f, value); }, f.value);
            out += '\'';
        }
        if (!has_children) {
            out += "/>\n";
            return;
        }
        out += ">\n";
        ++depth_;
        for (const OutputInterface& line : node.interface)
            interface(line, is_instance ? "fieldValue" : "field");
        if (!node.connects.empty()) connects(node.connects);
        for (const OutputField& f : node.fields) {
            const auto* nodes = std::get_if<std::vector<OutputNode>>(&f.value);
            if (nodes == nullptr) continue;
            for (const OutputNode& child : *nodes) this->node(child, f.name);
        }
        --depth_;
        indent();
        fmt::format_to(std::back_inserter(out), "</{}>\n", node.type);
    }

    void attribute(std::string_view name, std::string_view text) {
        out += ' ';
        out += name;
        out += "='";
        append_escaped(out, text);
        out += '\'';
    }

    void proto(const OutputProto& proto) {
        indent();
        out += proto.is_external ? "<ExternProtoDeclare" : "<ProtoDeclare";
        attribute("name", proto.name);
        if (proto.is_external) {
            out += " url='";
            value({}, proto.urls);
            out += "'>\n";
        } else {
            out += ">\n";
        }
        ++depth_;
        if (!proto.is_external && !proto.interface.empty()) {
            line("<ProtoInterface>");
            ++depth_;
        }
        for (const OutputInterface& field : proto.interface) interface(field, "field", !proto.is_external);
        if (!proto.is_external) {
            if (!proto.interface.empty()) {
                --depth_;
                line("</ProtoInterface>");
            }
            line("<ProtoBody>");
            ++depth_;
            for (const OutputNode& n : proto.body) node(n, {});
            for (const OutputRoute& r : proto.routes) route(r);
            --depth_;
            line("</ProtoBody>");
        }
        --depth_;
        line(proto.is_external ? "</ExternProtoDeclare>" : "</ProtoDeclare>");
    }

    void route(const OutputRoute& route) {
        indent();
        fmt::format_to(std::back_inserter(out),
                       "<ROUTE fromNode='{}' fromField='{}' toNode='{}' toField='{}'/>\n", route.from,
                       route.from_field, route.to, route.to_field);
    }

    void indent() { out.append(2 * depth_, ' '); }
    void deeper(std::size_t by) { depth_ += by; }

  private:
    void connects(const std::vector<OutputConnect>& list) {
        line("<IS>");
        ++depth_;
        for (const OutputConnect& c : list) {
            indent();
            out += "<connect";
            attribute("nodeField", c.node_field);
            attribute("protoField", c.proto_field);
            out += "/>\n";
        }
        --depth_;
        line("</IS>");
    }

    void line(std::string_view text) {
        indent();
        out += text;
        out += '\n';
    }

    void interface(const OutputInterface& line, std::string_view element = "field", bool has_value = true) {
        indent();
        out += '<';
        out += element;
        if (element == "field") {
            attribute("accessType", line.access);
            attribute("type", line.type);
        }
        attribute("name", line.name);
        if (!has_value) {
            out += "/>\n";
            return;
        }
        const auto* nodes = line.value ? std::get_if<std::vector<OutputNode>>(&line.value->value) : nullptr;
        if (nodes == nullptr) {
            if (line.value) {
                out += " value='";
                std::visit([&](const auto& value) { this->value(*line.value, value); }, line.value->value);
                out += '\'';
            }
            out += "/>\n";
            return;
        }
        out += ">\n";
        ++depth_;
        for (const OutputNode& node : *nodes) this->node(node, {});
        --depth_;
        indent();
        fmt::format_to(std::back_inserter(out), "</{}>\n", element);
    }

    void value(const OutputField& /*f*/, bool v) { out += v ? "true" : "false"; }
    void value(const OutputField& /*f*/, std::int32_t v) { fmt::format_to(std::back_inserter(out), "{}", v); }
    void value(const OutputField& /*f*/, float v) { append_number(out, v); }
    void value(const OutputField& /*f*/, double v) { append_number(out, v); }
    void value(const OutputField& /*f*/, const std::string& v) { append_escaped(out, v); }
    void value(const OutputField& f, const std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) out += f.many && f.stride > 1 && i % f.stride == 0 ? ", " : " ";
            append_number(out, values[i]);
        }
    }
    void value(const OutputField& f, const std::vector<std::int32_t>& values) {
        if (!f.many) append_image(out, values);
        for (std::size_t i = 0; f.many && i < values.size(); ++i) {
            if (i > 0) out += ' ';
            fmt::format_to(std::back_inserter(out), "{}", values[i]);
        }
    }
    void value(const OutputField& /*f*/, const std::vector<std::string>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::string quoted;
            for (const char c : values[i]) {
                if (c == '"' || c == '\\') quoted += '\\';
                quoted += c;
            }
            out += i > 0 ? " \"" : "\"";
            append_escaped(out, quoted);
            out += '"';
        }
    }
    static void value(const OutputField& /*f*/, const std::vector<OutputNode>& /*nodes*/) {}

    std::size_t depth_ = 0;
};

}  // namespace

std::string emit_x3d_xml(const OutputScene& scene) {
    XmlWriter writer;
    writer.out = "<?xml version='1.0' encoding='UTF-8'?>\n";
    for (const std::string& comment : scene.comments) append_comment(writer.out, comment);
    writer.out +=
        "<X3D profile='Immersive' version='4.0' xmlns:xsd='http://www.w3.org/2001/XMLSchema-instance' "
        "xsd:noNamespaceSchemaLocation='https://www.web3d.org/specifications/x3d-4.0.xsd'>\n  <head>\n";
    if (scene.has_humanoids) {
        writer.out += fmt::format("    <component name='HAnim' level='{}'/>\n", hanim_level(scene));
    }
    if (scene.metres_per_unit) {
        writer.out += fmt::format("    <unit category='length' name='{}' conversionFactor='",
                                  unit_name(*scene.metres_per_unit));
        append_number(writer.out, *scene.metres_per_unit);
        writer.out += "'/>\n";
    }
    for (const auto& [name, content] : scene.metas) {
        writer.out += "    <meta";
        writer.attribute("name", name);
        writer.attribute("content", content);
        writer.out += "/>\n";
    }
    writer.out += "  </head>\n  <Scene>\n";
    writer.deeper(2);
    for (const OutputProto& proto : scene.protos) writer.proto(proto);
    for (const OutputNode& node : scene.roots) writer.node(node, {});
    for (const OutputRoute& route : scene.routes) writer.route(route);
    writer.out += "  </Scene>\n</X3D>\n";
    return std::move(writer.out);
}

}  // namespace vitruvian::vrml
