// Reads pose matrices. Untrusted text: every error has its location.
#include "model/core/at.h"
#include "model/core/parse_json.h"
#include "model/humanik/pose_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t max_rows = 100'000;

/// Sets the last row of the matrix to HumanIK's; other numbers there have no meaning.
void settle_last_row(PoseMatrix& row, Diagnostics& diagnostics) {
    bool odd = false;
    for (int c = 0; c < 4; ++c) {
        const float wanted = c == 3 ? 1.0F : 0.0F;
        odd = odd || std::abs(row.global[c][3] - wanted) > 1e-6F;
        row.global[c][3] = wanted;
    }
    if (odd) {
        diagnostics.warn("pose-matrix-not-affine",
                         "numbers 3, 7, 11 and 15 of a matrix are not 0, 0, 0 and 1", row.where);
    }
}

struct Cell {
    std::string text;
    int column = 1;  // of its first character, 1-based
};

/// Returns the length of the first row, without the line feed that ends it. Quotes may enclose line feeds; those
/// that are never closed do not.
std::size_t length_of_row(std::string_view text, char separator) {
    bool begins_cell = true;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (begins_cell && text[at] == '"') {
            std::size_t end = text.find('"', at + 1);
            while (end != std::string_view::npos && end + 1 < text.size() && text[end + 1] == '"')
                end = text.find('"', end + 2);
            if (end != std::string_view::npos) at = end;
            begins_cell = false;
            continue;
        }
        if (text[at] == '\n') return at;
        begins_cell = text[at] == separator;
    }
    return text.size();
}

/// Cells of one row; quotes may enclose the separator, line feeds, and spaces at the ends.
std::vector<Cell> cells_of(std::string_view line, char separator) {
    std::vector<Cell> out;
    std::size_t at = 0;
    for (;;) {
        Cell cell;
        cell.column = static_cast<int>(at) + 1;
        const bool is_quoted = at < line.size() && line[at] == '"';
        if (is_quoted) {
            for (++at; at < line.size(); ++at) {
                if (line[at] == '"' && (at + 1 == line.size() || line[at + 1] != '"')) break;
                if (line[at] == '"') ++at;
                cell.text += line[at];
            }
            at = std::min(line.find(separator, at), line.size());
        } else {
            const std::size_t end = std::min(line.find(separator, at), line.size());
            cell.text = std::string(line.substr(at, end - at));
            at = end;
        }
        const std::size_t first = is_quoted ? 0 : cell.text.find_first_not_of(" \r");
        const std::size_t last = is_quoted ? cell.text.size() : cell.text.find_last_not_of(" \r");
        cell.text = first == std::string::npos ? "" : cell.text.substr(first, last - first + 1);
        out.push_back(std::move(cell));
        if (at >= line.size()) return out;
        ++at;
    }
}

std::optional<float> to_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    float value = 0.0F;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<int> to_id(std::string_view text) {
    int value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The column of each value; -1: none.
struct Columns {
    int joint = 0;
    int node = -1;
    int id = 1;
    int file_node = -1;
    int first = -1;  // of the 16 numbers
};

std::optional<Columns> columns_of_titles(const std::vector<Cell>& titles) {
    Columns out{-1, -1, -1, -1, -1};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const std::string& title = titles[i].text;
        const int at = static_cast<int>(i);
        if (title == "joint" || title == "name") out.joint = at;
        if (title == "humanik") out.node = at;
        if (title == "id") out.id = at;
        if (title == "node") out.file_node = at;
        if (title == "m0") out.first = at;
    }
    if (out.first < 0) return std::nullopt;
    return out;
}

class TableReader {
  public:
    TableReader(std::string_view text, const std::string& name, Diagnostics& diagnostics)
        : text_(text), name_(name), diagnostics_(diagnostics) {}

    Result<std::vector<PoseMatrix>> read() {
        const std::string_view head = text_.substr(0, text_.find('\n'));
        for (const char candidate : {'\t', ';', ','}) {
            if (head.find(candidate) != std::string_view::npos) {
                separator_ = candidate;
                break;
            }
        }
        while (!text_.empty()) {
            const std::string_view row = text_.substr(0, length_of_row(text_, separator_));
            ++line_;
            if (Result<void> read = read_line(row); !read) return tl::unexpected(read.error());
            line_ += static_cast<int>(std::count(row.begin(), row.end(), '\n'));
            text_.remove_prefix(std::min(row.size() + 1, text_.size()));
        }
        if (out_.empty())
            return fail("pose-matrices-empty", "there is no matrix in the file", {name_, 0, 0, {}});
        return std::move(out_);
    }

  private:
    [[nodiscard]] Location at(int column) const { return {name_, line_, column, {}}; }

    Result<void> read_line(std::string_view line) {
        const std::vector<Cell> cells = cells_of(line, separator_);
        if (cells.size() == 1 && cells[0].text.empty()) return {};
        if (out_.empty() && !titled_) {
            if (const std::optional<Columns> titles = columns_of_titles(cells)) {
                columns_ = *titles;
                titled_ = true;
                return {};
            }
        }
        if (out_.size() == max_rows) return fail("pose-matrices-many", "more than 100,000 matrices", at(1));
        PoseMatrix row;
        row.where = at(1);
        const std::size_t first = columns_.first >= 0 ? static_cast<std::size_t>(columns_.first)
                                                      : std::max<std::size_t>(cells.size(), 16) - 16;
        if (cells.size() < first + 16 || (!titled_ && first > 2)) {
            return fail("pose-matrices-columns",
                        fmt::format("a matrix needs 16 numbers; this line has {} cells", cells.size()),
                        at(1));
        }
        const auto text_at = [&](int column) {
            const bool there =
                column >= 0 && static_cast<std::size_t>(column) < (titled_ ? cells.size() : first);
            return there ? cells[static_cast<std::size_t>(column)].text : std::string();
        };
        row.joint = text_at(columns_.joint);
        row.node = text_at(columns_.node);
        row.id = to_id(text_at(columns_.id));
        row.file_node = to_id(text_at(columns_.file_node));
        for (std::size_t i = 0; i < 16; ++i) {
            const Cell& cell = cells[first + i];
            const std::optional<float> number = to_number(cell.text);
            if (!number) {
                return fail("pose-matrices-number",
                            fmt::format("'{}' is not a finite number", cell.text.substr(0, 40)),
                            at(cell.column));
            }
            row.global[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = *number;
        }
        settle_last_row(row, diagnostics_);
        out_.push_back(std::move(row));
        return {};
    }

    std::string_view text_;
    const std::string& name_;
    Diagnostics& diagnostics_;
    Columns columns_;
    bool titled_ = false;
    char separator_ = ',';
    int line_ = 0;
    std::vector<PoseMatrix> out_;
};

using Json = nlohmann::json;

Result<PoseMatrix> matrix_of(const Json& joint, const std::string& name, const std::string& pointer,
                             Diagnostics& diagnostics) {
    PoseMatrix row;
    row.where = {name, 0, 0, pointer};
    if (!joint.is_object()) return fail("pose-matrices-type", "a joint is not an object", row.where);
    const auto text = [&joint](const char* key) {
        const auto found = joint.find(key);
        return found != joint.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    row.joint = text("name");
    row.node = text("humanik");
    const auto index = [&joint](const char* key, std::int64_t most) -> std::optional<int> {
        const auto found = joint.find(key);
        if (found == joint.end() || !found->is_number_integer()) return std::nullopt;
        const auto number = found->get<std::int64_t>();
        return number >= 0 && number < most ? std::optional(static_cast<int>(number)) : std::nullopt;
    };
    row.id = index("id", 10'000);
    row.file_node = index("node", 1'000'000'000);
    const auto numbers = joint.find("global");
    if (numbers == joint.end() || !numbers->is_array() || numbers->size() != 16) {
        return fail("pose-matrices-columns", "a joint's 'global' must hold 16 numbers",
                    {name, 0, 0, pointer + "/global"});
    }
    for (std::size_t i = 0; i < 16; ++i) {
        const Json& number = (*numbers)[i];
        const double value = number.is_number() ? number.get<double>() : NAN;
        if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
            return fail("pose-matrices-number", "a matrix has a value that is not a finite number",
                        {name, 0, 0, fmt::format("{}/global/{}", pointer, i)});
        }
        row.global[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = static_cast<float>(value);
    }
    settle_last_row(row, diagnostics);
    return row;
}

Result<std::vector<PoseMatrix>> read_json(std::string_view text, const std::string& name,
                                          Diagnostics& diagnostics) {
    Result<Json> parsed = parse_json<Json>(text, "pose-matrices-json", name);
    if (!parsed) return tl::unexpected(parsed.error());
    Json& root = *parsed;
    const Json* joints = root.is_array() ? &root : nullptr;
    if (root.is_object() && root.contains("joints")) joints = &root["joints"];
    const std::string pointer = root.is_array() ? "" : "/joints";
    if (joints == nullptr || !joints->is_array() || joints->empty()) {
        return fail("pose-matrices-empty", "there is no list of joints in the file", {name, 0, 0, "/joints"});
    }
    if (joints->size() > max_rows)
        return fail("pose-matrices-many", "more than 100,000 matrices", {name, 0, 0, pointer});
    std::vector<PoseMatrix> out;
    for (std::size_t i = 0; i < joints->size(); ++i) {
        Result<PoseMatrix> row = matrix_of((*joints)[i], name, fmt::format("{}/{}", pointer, i), diagnostics);
        if (!row) return tl::unexpected(row.error());
        out.push_back(std::move(*row));
    }
    return out;
}

}  // namespace

Result<std::vector<PoseMatrix>> read_pose_matrices(std::string_view text, const std::string& name,
                                                   Diagnostics& diagnostics) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    return is_json ? read_json(text, name, diagnostics) : TableReader(text, name, diagnostics).read();
}

}  // namespace vitruvian
