// Matching of the elements of a list with those of its edited version.
#pragma once

#include <cstddef>
#include <vector>

namespace vitruvian {

/// For each element of the earlier list its index in the later one, -1: removed; and the inverse, -1: added.
struct ListMatch {
    std::vector<int> to;
    std::vector<int> from;

    [[nodiscard]] bool is_identity() const {
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (to[i] != static_cast<int>(i)) return false;
        }
        return to.size() == from.size();
    }
};

/// Matches lists in which elements were added and removed but not moved: the longest common subsequence by
/// `same`; between its elements, if as many were removed as added, these are matched as renamed.
template <class Same>
ListMatch match_in_order(std::size_t from, std::size_t to, const Same& same) {
    ListMatch out{std::vector<int>(from, -1), std::vector<int>(to, -1)};
    const auto join = [&out](std::size_t a, std::size_t b) {
        out.to[a] = static_cast<int>(b);
        out.from[b] = static_cast<int>(a);
    };
    std::size_t begin = 0;
    while (begin < from && begin < to && same(begin, begin)) {
        join(begin, begin);
        ++begin;
    }
    std::size_t end_a = from;
    std::size_t end_b = to;
    while (end_a > begin && end_b > begin && same(end_a - 1, end_b - 1)) join(--end_a, --end_b);
    // Longest common subsequence of the remainder, unless the table would be too large.
    const std::size_t rows = end_a - begin;
    const std::size_t columns = end_b - begin;
    constexpr std::size_t max_cells = 16'000'000;
    if (rows != 0 && columns > max_cells / rows) return out;
    std::vector<std::size_t> length((rows + 1) * (columns + 1), 0);
    const auto cell = [&](std::size_t a, std::size_t b) -> std::size_t& {
        return length[a * (columns + 1) + b];
    };
    for (std::size_t a = rows; a-- > 0;) {
        for (std::size_t b = columns; b-- > 0;) {
            const bool is_pair = same(begin + a, begin + b);
            const std::size_t longer = cell(a + 1, b) > cell(a, b + 1) ? cell(a + 1, b) : cell(a, b + 1);
            cell(a, b) = is_pair ? cell(a + 1, b + 1) + 1 : longer;
        }
    }
    std::size_t gap_a = 0;
    std::size_t gap_b = 0;
    const auto close_gap = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; a - gap_a == b - gap_b && gap_a + i < a; ++i)
            join(begin + gap_a + i, begin + gap_b + i);
        gap_a = a + 1;
        gap_b = b + 1;
    };
    std::size_t a = 0;
    std::size_t b = 0;
    while (a < rows && b < columns) {
        if (same(begin + a, begin + b) && cell(a, b) == cell(a + 1, b + 1) + 1) {
            close_gap(a, b);
            join(begin + a++, begin + b++);
        } else if (cell(a + 1, b) >= cell(a, b + 1)) {
            ++a;
        } else {
            ++b;
        }
    }
    close_gap(rows, columns);
    return out;
}

}  // namespace vitruvian
