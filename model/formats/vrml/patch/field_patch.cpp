#include "model/formats/vrml/patch/field_patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {
namespace {

constexpr int max_steps = 64;

const InterfaceField* find_interface(const Proto& proto, std::string_view name) {
    const auto found = std::find_if(proto.interface.begin(), proto.interface.end(),
                                    [name](const InterfaceField& f) { return f.name == name; });
    return found == proto.interface.end() ? nullptr : &*found;
}

const Field* find_field(const SyntaxNode& node, std::string_view name) {
    const auto found = std::find_if(node.fields.begin(), node.fields.end(),
                                    [name](const Field& f) { return f.name == name; });
    return found == node.fields.end() ? nullptr : &*found;
}

/// Returns the default of a field, as VRML writes it.
std::string_view default_text(std::string_view type, std::string_view field) {
    if (type.starts_with("MF")) return "[ ]";
    if (type == "SFString") return "\"\"";
    if (type == "SFRotation") return "0 0 1 0";
    if (type == "SFFloat") return field == "intensity" ? "1" : "0";
    if (type == "SFBool") return "TRUE";
    return field == "scale" || field == "color" ? "1 1 1" : "0 0 0";
}

bool is_between(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == '"' || c == '\'' || c == '[' ||
           c == ']';
}

/// True for what a joint, site or displacer has where its field is not stated.
bool is_default(std::string_view field, const std::vector<float>& numbers) {
    if (field == "rotation" || field == "limitOrientation" || field == "scaleOrientation")
        return numbers.size() == 4 && numbers[3] == 0.0F;
    const float common = field == "scale" ? 1.0F : 0.0F;
    const bool is_known = field == "scale" || field == "translation" || field == "weight";
    return is_known && std::all_of(numbers.begin(), numbers.end(), [&](float n) { return n == common; });
}

/// Empty for a value that is not of numbers.
std::vector<float> numbers_of(const Value& value) {
    if (const auto* numbers = std::get_if<std::vector<float>>(&value)) return *numbers;
    if (const auto* number = std::get_if<double>(&value)) return {static_cast<float>(*number)};
    std::vector<float> out;
    if (const auto* whole = std::get_if<std::vector<std::int32_t>>(&value)) {
        for (const std::int32_t number : *whole) out.push_back(static_cast<float>(number));
    }
    return out;
}

/// True for zeros and for an empty list of numbers.
bool are_zeros(const Value& value) {
    const bool has_numbers = std::holds_alternative<std::vector<std::int32_t>>(value) ||
                             std::holds_alternative<std::vector<float>>(value);
    const std::vector<float> numbers = numbers_of(value);
    return has_numbers && std::all_of(numbers.begin(), numbers.end(), [](float n) { return n == 0.0F; });
}

}  // namespace

tl::unexpected<Error> FieldPatcher::refuse(NodeRef node, std::string code, std::string message) const {
    return fail(std::move(code), std::move(message),
                world_->tree(node).location(world_->syntax(node).range.begin));
}

/// Follows one IS, rename or hoisted field outwards. Returns false where there is none to follow.
bool FieldPatcher::step_outwards(Place& place, bool& arrived) {
    const Environment& env = *place.node.env;
    const SyntaxNode& syntax = world_->syntax(place.node);
    const auto moved = hoisted_.find({env.proto, place.node.id, place.name});
    place.field = find_field(syntax, place.name);
    const IsName* is = place.field != nullptr ? std::get_if<IsName>(&place.field->value) : nullptr;
    if (env.file == file_ && moved != hoisted_.end()) {
        place = {env.instance, moved->second, nullptr};
    } else if (is != nullptr) {
        if (env.proto == none) return false;
        place = {env.instance, std::string(is->name), nullptr};
    } else if (place.field == nullptr && syntax.proto != none) {
        // An H-Anim PROTO may name its field differently: `center IS pivot`.
        arrived = true;
        const Environment* body = world_->body(place.node);
        if (body == nullptr) return true;
        const SyntaxTree& tree = body->file->tree;
        const Proto& proto = tree.protos[body->proto];
        if (find_interface(proto, place.name) != nullptr || proto.roots.empty()) return true;
        const Field* renamed = find_field(tree.nodes[proto.roots.front()], place.name);
        const IsName* outer = renamed != nullptr ? std::get_if<IsName>(&renamed->value) : nullptr;
        if (outer == nullptr || outer->name == place.name) return true;
        place.name = outer->name;
        arrived = false;
    } else {
        arrived = true;
    }
    return true;
}

Result<FieldPatcher::Place> FieldPatcher::find(NodeRef node, std::string_view field) {
    Place place{node, std::string(field), nullptr};
    bool arrived = false;
    for (int step = 0; step < max_steps && !arrived; ++step) {
        if (!place.node.valid() || !step_outwards(place, arrived)) break;
    }
    if (!arrived) {
        return refuse(
            node, "save-no-place",
            fmt::format("the field \"{}\" leads to no place in the file that could be changed", field));
    }
    if (place.node.env->file != file_) {
        return refuse(place.node, "save-other-file",
                      fmt::format("\"{}\" is in another file, {}, which is not written", field,
                                  place.node.env->file->tree.file));
    }
    return place;
}

Result<void> FieldPatcher::set(NodeRef node, std::string_view field, const FieldValue& value) {
    Result<Place> place = find(node, field);
    if (!place) return tl::unexpected(place.error());
    const Environment& env = *place->node.env;
    if (!world_->is_shared(env)) return write(*place, value);
    if (shared_ == SharedText::apart) return hoist(*place, value);
    return world_->is_first_instance(env) ? write(*place, value) : Result<void>{};
}

Result<void> FieldPatcher::write(const Place& place, const FieldValue& value) {
    return place.field != nullptr ? overwrite(place, value) : insert(place, value);
}

Result<void> FieldPatcher::overwrite(const Place& place, const FieldValue& value) {
    if (removes_added(place, value)) return {};
    const SourceRange range = value_range(text(), *place.field, encoding_);
    const auto conflict = [&] {
        return refuse(place.node, "save-shared",
                      fmt::format("the file has one \"{}\" for several parts, which now differ", place.name));
    };
    if (!value.is_text()) {
        // Only the numbers that changed are replaced, so that layout, commas and comments are kept.
        const auto tokens = number_tokens(text(), range, encoding_);
        if (tokens && tokens->size() == value.numbers.size()) {
            for (std::size_t i = 0; i < tokens->size(); ++i) {
                const NumberToken& token = (*tokens)[i];
                if (token.value == value.numbers[i]) continue;
                if (!edits_.replace(token.range, number_text(value.numbers[i]))) return conflict();
            }
            return {};
        }
        if (tokens && value.type.starts_with("MF") && splice(*tokens, value)) return {};
    }
    if (value.type == "MFString" && splice_texts(range, value.texts)) return {};
    FieldValue typed = value;
    if (!value.is_text() && !declared_type(place).empty()) typed.type = declared_type(place);
    if (!edits_.replace(range, value_text(typed, encoding_))) return conflict();
    return {};
}

/// Removes a field whose value becomes its default, where it stands as insert() adds it: before the node's name.
bool FieldPatcher::removes_added(const Place& place, const FieldValue& value) {
    if (value.is_text() || !is_default(place.name, value.numbers)) return false;
    const SyntaxNode& node = world_->syntax(place.node);
    if (const InterfaceField* declared = declared_by_body(place);
        declared != nullptr && declared->has_value) {
        if (!is_default(place.name, numbers_of(declared->value))) return false;
    }
    const Field* name = find_field(node, "name");
    if (name == nullptr) return false;
    std::size_t first = name->range.begin;
    if (encoding_ == Encoding::x3d_xml && !node.def.empty())
        first = static_cast<std::size_t>(node.def.data() - text().data());
    const std::optional<SourceRange> all = field_removal(text(), *place.field, encoding_);
    return all && all->begin < first && edits_.replace(*all, "");
}

/// Returns the field in the interface of the PROTO that the node is an instance of; null: it is of none.
const InterfaceField* FieldPatcher::declared_by_body(const Place& place) {
    const bool is_instance = world_->syntax(place.node).proto != none;
    const Environment* body = is_instance ? world_->body(place.node) : nullptr;
    return body == nullptr ? nullptr : find_interface(body->file->tree.protos[body->proto], place.name);
}

/// Returns the type that the PROTO's interface gives a field; empty where it does not.
std::string_view FieldPatcher::declared_type(const Place& place) const {
    const ProtoId proto = world_->syntax(place.node).proto;
    if (proto == none) return {};
    const InterfaceField* declared = find_interface(world_->tree(place.node).protos[proto], place.name);
    return declared == nullptr ? std::string_view() : declared->type;
}

Result<void> FieldPatcher::insert(const Place& place, const FieldValue& value) {
    const SyntaxNode& syntax = world_->syntax(place.node);
    const auto [known, fresh] = inserted_.try_emplace({place.node.key(), place.name}, value);
    if (!fresh) {
        if (known->second == value) return {};
        return refuse(place.node, "save-shared",
                      fmt::format("the file has one \"{}\" for several parts, which now differ", place.name));
    }
    const std::string_view type = declared_type(place);
    FieldValue typed = value;
    if (!type.empty() && !value.is_text()) typed.type = type;
    const bool in_braces = encoding_ == Encoding::vrml97 || encoding_ == Encoding::x3d_classic;
    if (syntax.proto != none && type.empty() && in_braces && !file_->tree.protos[syntax.proto].external) {
        // The figure's own PROTO lacks the field: other programs would reject it.
        const std::string fallback(default_text(value.type, place.name));
        if (Result<void> done = declare(syntax.proto, value.type, place.name, fallback); !done) return done;
    }
    if (gets_added_values(text(), syntax, encoding_)) {
        given_.add(place.node.id, place.name, value_text(typed, encoding_));
        return {};
    }
    const std::optional<Insertion> where =
        field_insertion(text(), syntax, place.name, value_text(typed, encoding_), encoding_);
    if (!where) {
        return refuse(place.node, "save-no-place",
                      fmt::format("there is no place in this node for \"{}\"", place.name));
    }
    edits_.insert(where->at, where->text);
    return {};
}

Result<TextEdits> FieldPatcher::finish() {
    if (!given_.write(file_->tree, encoding_, edits_)) {
        return fail("save-no-place", "there is no place for the new value of a PROTO instance",
                    file_->tree.location(0));
    }
    return edits_;
}

Result<void> FieldPatcher::declare(ProtoId proto, std::string_view type, const std::string& name,
                                   const std::string& fallback) {
    if (!declared_.insert({proto, name}).second) return {};
    const char* access = encoding_ == Encoding::x3d_classic ? "inputOutput" : "exposedField";
    const std::optional<Insertion> where = interface_insertion(
        text(), file_->tree.protos[proto], fmt::format("{} {} {} {}", access, type, name, fallback));
    if (!where) {
        return fail("save-no-place", "a PROTO of this file has no interface", file_->tree.location(0));
    }
    edits_.insert(where->at, where->text);
    return {};
}

/// Gives this instance of a PROTO a value of its own instead of one that all instances share.
Result<void> FieldPatcher::hoist(const Place& place, const FieldValue& value) {
    const Environment& env = *place.node.env;
    const Proto& proto = file_->tree.protos[env.proto];
    if (encoding_ == Encoding::x3d_xml || encoding_ == Encoding::x3d_json) {
        return refuse(place.node, "save-shared",
                      fmt::format("\"{}\" is in the ProtoDeclare {}, which several instances share",
                                  place.name, proto.name));
    }
    std::string name = place.name;
    for (int number = 2; find_interface(proto, name) != nullptr || declared_.contains({env.proto, name});
         ++number) {
        name = fmt::format("{}_{}", place.name, number);
    }
    std::string fallback(default_text(value.type, place.name));
    if (place.field != nullptr) {
        const SourceRange range = value_range(text(), *place.field, encoding_);
        fallback = text().substr(range.begin, range.end - range.begin);
        if (!edits_.replace(range, "IS " + name)) {
            return refuse(place.node, "save-shared",
                          fmt::format("\"{}\" is shared by the instances of {}", place.name, proto.name));
        }
    } else {
        const std::optional<Insertion> where =
            field_insertion(text(), world_->syntax(place.node), place.name, "IS " + name, encoding_);
        if (!where) return refuse(place.node, "save-no-place", "there is no place for a field in this node");
        edits_.insert(where->at, where->text);
    }
    if (Result<void> done = declare(env.proto, value.type, name, fallback); !done) return done;
    hoisted_[{env.proto, place.node.id, place.name}] = name;
    return set(env.instance, name, value);
}

Result<void> FieldPatcher::clear(NodeRef node, std::string_view field, std::string_view type,
                                 ZeroDefault zeros) {
    Result<Place> place = find(node, field);
    if (!place) return tl::unexpected(place.error());
    const FieldValue nothing{type, {}, {}};
    if (world_->is_shared(*place->node.env)) {
        if (shared_ == SharedText::apart) return hoist(*place, nothing);
        if (!world_->is_first_instance(*place->node.env)) return {};
    }
    const InterfaceField* declared = declared_by_body(*place);
    const bool has_default = declared != nullptr && declared->has_value &&
                             !std::holds_alternative<std::monostate>(declared->value) &&
                             !(zeros == ZeroDefault::means_none && are_zeros(declared->value));
    if (place->field == nullptr) return has_default ? insert(*place, nothing) : Result<void>{};
    const std::optional<SourceRange> all =
        has_default ? std::nullopt : field_removal(text(), *place->field, encoding_);
    if (!all) return overwrite(*place, nothing);
    // The comma in between may belong to a removed neighbour.
    return edits_.replace(*all, "") ? Result<void>{} : overwrite(*place, nothing);
}

Result<void> FieldPatcher::replace_word(NodeRef node, std::string_view field, const std::string& word,
                                        const std::string& by) {
    Result<Place> place = find(node, field);
    if (!place) return tl::unexpected(place.error());
    if (place->field == nullptr || word.empty()) return {};
    const SourceRange range = value_range(text(), *place->field, encoding_);
    const std::string_view all = text().substr(0, range.end);
    const std::string written = value_text({"SFString", {}, by}, encoding_);
    const bool quoted = encoding_ != Encoding::x3d_xml;
    const std::string inner = quoted ? written.substr(1, written.size() - 2) : written;
    for (std::size_t at = all.find(word, range.begin); at != std::string_view::npos;
         at = all.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool whole =
            (at == range.begin || is_between(all[at - 1])) && (end == all.size() || is_between(all[end]));
        if (!whole) continue;
        const SourceRange place_of_word{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
        if (!edits_.replace(place_of_word, inner)) {
            return refuse(node, "save-shared", "this name is shared by two joints that now differ");
        }
    }
    return {};
}

}  // namespace vitruvian::vrml
