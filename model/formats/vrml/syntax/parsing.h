// The parser of VRML97's and classic X3D's grammar (ISO/IEC 14772-1, annex A), in parser.cpp,
// parse_declarations.cpp and parse_values.cpp; only included by these.
#pragma once

#include "model/formats/vrml/syntax/lexer.h"
#include "model/formats/vrml/syntax/names.h"
#include "model/formats/vrml/syntax/parser.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// A word of the file for a message, truncated where it is long.
[[nodiscard]] std::string shown(std::string_view text);

[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// A value while it is parsed: numbers, strings or nodes; the first item determines which.
struct ValueParts {
    NumberRun numbers;
    std::vector<std::string> strings;
    std::vector<NodeId> nodes;
};

class Parser {
  public:
    Parser(std::string_view text, SyntaxTree& tree, Reporter& reporter, const LoadOptions& options)
        : lexer_(text),
          tree_(&tree),
          reporter_(&reporter),
          options_(&options),
          names_(tree, reporter),
          is_x3d_(text.starts_with("#X3D")) {}

    std::optional<Error> parse();

  private:
    enum class Place { file, proto_body };
    void parse_statements(Place place, std::vector<NodeId>& roots);
    bool parse_declaration(const Token& token);
    bool parse_x3d_statement(const Token& token);
    void parse_sharing(std::uint32_t begin, bool import);
    void parse_route(std::uint32_t begin);
    void parse_proto(std::uint32_t begin, bool external);
    std::vector<InterfaceField> parse_interface(bool external);
    InterfaceField parse_interface_field(Access access, std::uint32_t begin, bool with_value);
    /// Parses a node; none where there is no node at the next token (which is then skipped and reported).
    NodeId parse_node();
    NodeId parse_use(std::uint32_t begin);
    NodeId parse_definition(std::uint32_t begin, std::string_view def, const Token& type);
    void parse_body(NodeId id, const Token& type);
    void parse_field(const Token& name, std::vector<Field>& fields);
    Value parse_value(std::string_view owner);
    Value parse_list(std::string_view owner);
    bool parse_word_value(const Token& word, Value& value, std::string_view owner);
    std::string string_value(const Token& token);
    Value finish(ValueParts&& parts, bool list);

    [[nodiscard]] bool keyword(const Token& token, std::string_view word);
    [[nodiscard]] bool stopped() const { return error_.has_value(); }
    void complain(std::uint32_t offset, std::string code, std::string message);
    void abort(std::uint32_t offset, std::string code, std::string message);
    void tick();

    Lexer lexer_;
    SyntaxTree* tree_;
    Reporter* reporter_;
    const LoadOptions* options_;
    NameScopes names_;
    bool is_x3d_;
    std::optional<Error> error_;        // why parsing was aborted
    std::optional<Error> first_fault_;  // the first error that was skipped
    std::size_t faults_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace vitruvian::vrml
