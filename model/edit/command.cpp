#include "model/edit/command.h"

namespace vitruvian {

Command::Command() = default;
Command::~Command() = default;
Command::Command(const Command&) = default;
Command::Command(Command&&) noexcept = default;
Command& Command::operator=(const Command&) = default;
Command& Command::operator=(Command&&) noexcept = default;
bool Command::operator==(const Command& other) const = default;

}  // namespace vitruvian
