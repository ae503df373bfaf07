// Several commands as one.
#include "model/edit/command_table.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

Result<void> run_batch(const Batch& batch, Document& document) {
    if (batch.commands.empty()) return fail("edit-empty", "The batch has no commands.");
    Document changed = document;
    for (std::size_t i = 0; i < batch.commands.size(); ++i) {
        Result<void> done = apply(batch.commands[i], changed);
        if (done) continue;
        Error error = std::move(done.error());
        error.message = fmt::format("{}: {}", title_of(batch.commands[i], changed), error.message);
        error.where.pointer = fmt::format("/commands/{}{}", i, error.where.pointer);
        return tl::unexpected(std::move(error));
    }
    document = std::move(changed);
    return {};
}

}  // namespace

bool Batch::operator==(const Batch& other) const {
    return title == other.title && commands == other.commands;
}

std::vector<CommandKind> batch_commands() {
    return {command_kind<Batch, run_batch>(
        "batch", "{title}", "Runs several commands as one undo step: all of them or none.",
        {command_field<&Batch::title>("title", "", "its name in the undo menu"),
         command_field<&Batch::commands>("commands", "", "a list of commands, applied in order")})};
}

}  // namespace vitruvian
