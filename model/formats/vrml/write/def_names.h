// DEF names for a file that is written from scratch: legal in every encoding, each used once. Knows nothing
// of nodes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace vitruvian::vrml {

class DefNames {
  public:
    /// Returns `wanted` with characters that VRML97's or XML's grammar does not allow replaced by '_', and a
    /// number appended where the name is taken. Never empty.
    [[nodiscard]] std::string make(std::string_view wanted);
    /// Frees a name whose node is not written.
    void release(const std::string& name) { taken_.erase(name); }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, unsigned> next_;
};

}  // namespace vitruvian::vrml
