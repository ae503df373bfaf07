// Reordering of a document's lists together with the references into them.
#pragma once

#include "model/core/at.h"
#include "model/document/rearrange.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace vitruvian {

/// For each index of the new order, the previous index.
using Order = std::vector<int>;

/// Returns for each previous index its index in the new order; `order` is a permutation.
[[nodiscard]] inline Order inverse_of(const Order& order) {
    Order out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) at(out, order[i]) = static_cast<int>(i);
    return out;
}

template <class T>
void put_in_order(std::vector<T>& list, const Order& order) {
    std::vector<T> out;
    out.reserve(list.size());
    for (const int old : order) out.push_back(std::move(at(list, old)));
    list = std::move(out);
}

/// `list` is the document's list that `which` identifies.
template <class T>
void put_in_order(Document& document, std::vector<T>& list, const List& which, const Order& order) {
    if (std::is_sorted(order.begin(), order.end())) return;
    put_in_order(list, order);
    renumber(document, which, inverse_of(order));
}

}  // namespace vitruvian
