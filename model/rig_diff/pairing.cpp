#include "model/rig_diff/pairing.h"

#include "model/core/at.h"

#include <algorithm>
#include <tuple>

namespace vitruvian::rig_diff {
namespace {

constexpr float enough = 0.5F;
constexpr float surely = 0.95F;
constexpr float by_its_name = 0.01F;

class Pairing {
  public:
    Pairing(const std::vector<std::string>& first, const std::vector<std::string>& second,
            const Likeness& likeness)
        : first_(first),
          second_(second),
          likeness_(likeness),
          second_of_first_(first.size(), -1),
          is_met_(second.size(), 0) {}

    /// Pairs elements with the same name, in order.
    void by_name(bool with_nameless) {
        for (int i = 0; i < static_cast<int>(first_.size()); ++i) {
            if (at(first_, i).empty() && !with_nameless) continue;
            for (int j = 0; at(second_of_first_, i) < 0 && j < static_cast<int>(second_.size()); ++j) {
                if (at(is_met_, j) == 0 && at(second_, j) == at(first_, i)) meet(i, j);
            }
        }
    }

    /// Pairs elements with the same name that are very similar.
    void by_name_and_likeness() {
        meet_most_alike(surely,
                        [](const std::string& a, const std::string& b) { return !a.empty() && a == b; });
    }

    void by_likeness() {
        meet_most_alike(enough, [](const std::string&, const std::string&) { return true; });
    }

    [[nodiscard]] std::vector<std::pair<int, int>> pairs() const {
        std::vector<std::pair<int, int>> out;
        for (int i = 0; i < static_cast<int>(second_of_first_.size()); ++i) {
            if (at(second_of_first_, i) >= 0) out.emplace_back(i, at(second_of_first_, i));
        }
        return out;
    }

  private:
    template <class MayBe>
    void meet_most_alike(float least, const MayBe& may_be) {
        std::vector<std::tuple<float, int, int>> all;
        for (int i = 0; i < static_cast<int>(first_.size()); ++i) {
            for (int j = 0; at(second_of_first_, i) < 0 && j < static_cast<int>(second_.size()); ++j) {
                if (at(is_met_, j) != 0 || !may_be(at(first_, i), at(second_, j))) continue;
                const float like = likeness_(i, j);
                const float hint = at(first_, i) == at(second_, j) ? by_its_name : 0.0F;
                if (like >= least) all.emplace_back(-like - hint, i, j);
            }
        }
        std::sort(all.begin(), all.end());
        for (const auto& [unlike, i, j] : all) {
            if (at(second_of_first_, i) < 0 && at(is_met_, j) == 0) meet(i, j);
        }
    }

    void meet(int i, int j) {
        at(second_of_first_, i) = j;
        at(is_met_, j) = 1;
    }

    const std::vector<std::string>& first_;
    const std::vector<std::string>& second_;
    const Likeness& likeness_;
    std::vector<int> second_of_first_;
    std::vector<char> is_met_;
};

}  // namespace

std::vector<std::pair<int, int>> pair_up(const std::vector<std::string>& first,
                                         const std::vector<std::string>& second, const Likeness& likeness,
                                         Names names) {
    Pairing pairing(first, second, likeness);
    if (names == Names::guess)
        pairing.by_name_and_likeness();
    else
        pairing.by_name(false);
    pairing.by_likeness();
    pairing.by_name(true);
    return pairing.pairs();
}

}  // namespace vitruvian::rig_diff
