// Edits inside a field's list: only the numbers and strings that differ.
#include "model/formats/vrml/patch/field_patch.h"
#include "model/formats/vrml/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Extends a deleted range by the blanks and commas after it, or by its line where that would become empty.
SourceRange without_gap(std::string_view text, SourceRange gone) {
    const auto is_gap = [](char c) { return c == ' ' || c == '\t' || c == ','; };
    std::uint32_t end = gone.end;
    while (end < text.size() && is_gap(text[end])) ++end;
    if (end >= text.size() || text[end] != '\n') return {gone.begin, end};
    std::uint32_t begin = gone.begin;
    while (begin > 0 && is_gap(text[begin - 1])) --begin;
    if (begin > 0 && text[begin - 1] == '\n') return {begin, end + 1};
    return gone;
}

bool is_only_gap(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    return text.substr(begin, end - begin).find_first_not_of(" \t\r\n,") == std::string_view::npos;
}

/// A string of a list: where it is written, with its quotes, and what it says.
struct WrittenText {
    SourceRange range;
    std::string text;
};

/// Replaces XML's references other than `&quot;`; nullopt where there are others.
std::optional<std::string> without_references(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, char>, 4> known{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}}};
    std::string out;
    while (!text.empty()) {
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const auto& pair) { return text.starts_with(pair.first); });
        if (found == known.end() && text.front() == '&') return std::nullopt;
        out += found == known.end() ? text.front() : found->second;
        text.remove_prefix(found == known.end() ? 1 : found->first.size());
    }
    return out;
}

/// Returns the strings of an XML attribute's value that begins at `begin` of the file; their quotes are
/// quotation marks, or `&quot;` where these enclose the attribute. Nullopt where strings have escapes.
std::optional<std::vector<WrittenText>> xml_texts(std::string_view value, std::uint32_t begin,
                                                  std::string_view quote) {
    std::vector<WrittenText> out;
    if (value.find('\\') != std::string_view::npos) return std::nullopt;
    for (std::size_t open = value.find(quote); open != std::string_view::npos;) {
        const std::size_t close = value.find(quote, open + quote.size());
        if (close == std::string_view::npos) return std::nullopt;
        const std::optional<std::string> text =
            without_references(value.substr(open + quote.size(), close - open - quote.size()));
        if (!text) return std::nullopt;
        const std::size_t end = close + quote.size();
        out.push_back(
            {{begin + static_cast<std::uint32_t>(open), begin + static_cast<std::uint32_t>(end)}, *text});
        open = value.find(quote, end);
    }
    return out;
}

/// Returns the strings of a list between brackets; nullopt where JSON's escapes are in it, which the lexer does
/// not know.
std::optional<std::vector<WrittenText>> bracketed_texts(std::string_view value, std::uint32_t begin,
                                                        Encoding encoding) {
    if (!value.starts_with('[')) return std::nullopt;
    if (encoding == Encoding::x3d_json && value.find('\\') != std::string_view::npos) return std::nullopt;
    std::vector<WrittenText> out;
    Lexer lexer(value);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        if (token.kind != TokenKind::string) continue;
        bool odd = false;
        out.push_back({{begin + token.offset, begin + lexer.last_end()}, unescape(token.text, odd)});
    }
    return out;
}

}  // namespace

bool FieldPatcher::splice(const std::vector<NumberToken>& tokens, const FieldValue& value) {
    const std::vector<float>& numbers = value.numbers;
    const std::size_t least = std::min(tokens.size(), numbers.size());
    std::size_t before = 0;
    while (before < least && tokens[before].value == numbers[before]) ++before;
    // Whole values are added or removed, with the text around them.
    const std::size_t stride = value.type == "MFRotation" ? 4 : value.type == "MFVec3f" ? 3 : 1;
    before -= before % stride;
    std::size_t behind = 0;
    while (behind < least - before &&
           tokens[tokens.size() - 1 - behind].value == numbers[numbers.size() - 1 - behind])
        ++behind;
    behind -= behind % stride;
    if (append(tokens, numbers, numbers.size() - before - behind)) return true;
    if (before == 0 && behind == 0) return false;
    const std::string_view between = encoding_ == Encoding::x3d_json ? ", " : " ";
    std::string added;
    for (std::size_t i = before; i < numbers.size() - behind; ++i)
        added += (added.empty() ? std::string() : std::string(between)) + number_text(numbers[i]);
    const std::size_t end = tokens.size() - behind;  // of what is removed
    SourceRange gone{tokens[std::min(before, tokens.size() - 1)].range.begin, 0};
    gone.end = end > before ? tokens[end - 1].range.end : gone.begin;
    if (end > before && added.empty()) {
        const bool is_last = end == tokens.size() && before > 0;
        if ((encoding_ == Encoding::x3d_json && before > 0) ||
            (is_last && is_only_gap(text(), tokens[before - 1].range.end, gone.begin))) {
            gone.begin = tokens[before - 1].range.end;
        } else if (encoding_ == Encoding::x3d_json) {
            gone.end = tokens[end].range.begin;
        } else {
            gone = without_gap(text(), gone);
        }
    } else if (end == before && before > 0) {
        gone = {tokens[before - 1].range.end, tokens[before - 1].range.end};
        added.insert(0, between);
    } else if (end == before) {
        added += between;
    }
    return edits_.replace(gone, added);
}

/// Changes, adds and removes strings of a list between a common beginning and end; returns false where that is
/// not possible.
bool FieldPatcher::splice_texts(SourceRange range, const std::vector<std::string>& texts) {
    const std::string_view all = text().substr(range.begin, range.end - range.begin);
    const bool is_json = encoding_ == Encoding::x3d_json;
    const bool is_xml = encoding_ == Encoding::x3d_xml;
    const bool in_apostrophes = is_xml && range.begin > 0 && text()[range.begin - 1] == '\'';
    const auto found = is_xml ? xml_texts(all, range.begin, in_apostrophes ? "\"" : "&quot;")
                              : bracketed_texts(all, range.begin, encoding_);
    if (!found || found->empty() || texts.empty()) return false;
    std::vector<SourceRange> old;
    std::vector<std::string> old_texts;
    for (const WrittenText& one : *found) {
        old.push_back(one.range);
        old_texts.push_back(one.text);
    }
    const std::size_t least = std::min(old.size(), texts.size());
    std::size_t before = 0;
    while (before < least && old_texts[before] == texts[before]) ++before;
    std::size_t behind = 0;
    while (behind < least - before && old_texts[old.size() - 1 - behind] == texts[texts.size() - 1 - behind])
        ++behind;
    const auto written = [&](const std::string& one) {
        if (!is_xml) return value_text({"SFString", {}, one}, encoding_);
        std::string out = value_text({"MFString", {}, {}, {one}}, encoding_);
        if (!in_apostrophes) return out;
        // Between apostrophes, quotation marks stand for themselves.
        for (std::size_t at = out.find("&quot;"); at != std::string::npos; at = out.find("&quot;", at))
            out.replace(at, 6, "\"");
        return out;
    };
    if (old.size() == texts.size()) {
        for (std::size_t i = before; i < old.size() - behind; ++i) {
            if (old_texts[i] != texts[i] && !edits_.replace(old[i], written(texts[i]))) return false;
        }
        return true;
    }
    const auto is_gap = [&](std::size_t i) { return is_only_gap(text(), old[i].end, old[i + 1].begin); };
    const std::size_t near = before > 1 ? before - 2 : 0;
    const std::string between =
        old.size() > 1 && is_gap(near)
            ? std::string(text().substr(old[near].end, old[near + 1].begin - old[near].end))
        : is_json ? ", "
                  : " ";
    std::string added;
    for (std::size_t i = before; i < texts.size() - behind; ++i)
        added += (added.empty() ? "" : between) + written(texts[i]);
    const std::size_t end = old.size() - behind;  // of what is replaced
    if (before == end) {
        edits_.insert(before > 0 ? old[before - 1].end : old[0].begin,
                      before > 0 ? between + added : added + between);
        return true;
    }
    // What is removed alone goes with the gap before it, or behind the first.
    const std::size_t first = added.empty() && before > 0 ? before - 1 : before;
    const std::size_t last = added.empty() && before == 0 ? end : end - 1;
    for (std::size_t i = first; i < last; ++i) {
        if (!is_gap(i)) return false;
    }
    return edits_.replace(
        {first < before ? old[first].end : old[first].begin, last < end ? old[last].end : old[last].begin},
        added);
}

/// Extends a list most of whose numbers stay in place: the rest is appended. Returns false where another way
/// changes fewer than `most` numbers.
bool FieldPatcher::append(const std::vector<NumberToken>& tokens, const std::vector<float>& numbers,
                          std::size_t most) {
    if (tokens.empty() || numbers.size() <= tokens.size()) return false;
    std::size_t changed = numbers.size() - tokens.size();
    for (std::size_t i = 0; i < tokens.size(); ++i) changed += tokens[i].value != numbers[i] ? 1 : 0;
    if (changed >= most) return false;
    std::string added;
    for (std::size_t i = tokens.size(); i < numbers.size(); ++i)
        added += (encoding_ == Encoding::x3d_json ? ", " : " ") + number_text(numbers[i]);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].value == numbers[i]) continue;
        if (!edits_.replace(tokens[i].range, number_text(numbers[i]))) return false;
    }
    edits_.insert(tokens.back().range.end, added);
    return true;
}

}  // namespace vitruvian::vrml
