#include "app/tools/number_entry.h"

#include <cstdlib>

namespace vitruvian {

bool NumberEntry::type(const ToolKey& key) {
    constexpr std::size_t max_digits = 9;
    if (key.key >= '0' && key.key <= '9' && !key.shift) {
        if (digits_.size() < max_digits) digits_ += static_cast<char>(key.key);
        started_ = true;
        return true;
    }
    if (key.key == '.' || key.key == ',') {
        if (digits_.find('.') == std::string::npos) digits_ += '.';
        started_ = true;
        return true;
    }
    if (key.key == '-') {
        negative_ = !negative_;
        started_ = true;
        return true;
    }
    if (key.key == ToolKey::backspace) {
        if (!digits_.empty()) {
            digits_.pop_back();
        } else {
            clear();
        }
        return true;
    }
    return false;
}

void NumberEntry::clear() {
    *this = {};
}

std::optional<float> NumberEntry::value() const {
    if (!started_) return std::nullopt;
    const float magnitude = digits_.empty() ? 0.0F : std::strtof(digits_.c_str(), nullptr);
    return negative_ ? -magnitude : magnitude;
}

std::string NumberEntry::text() const {
    return (negative_ ? "-" : "") + digits_;
}

}  // namespace vitruvian
