// A location in a glTF file, as a JSON pointer that is only formatted when a message needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vitruvian::gltf {

/// A step from another pointer, or a whole pointer. Neither is copied: both must outlive this object.
class Pointer {
  public:
    /// The whole file.
    Pointer() = default;
    Pointer(const std::string& text) : name_(text) {}  // NOLINT(google-explicit-constructor)
    /// A member of `owner`.
    Pointer(const Pointer& owner, std::string_view name) : owner_(&owner), name_(name) {}
    /// An element of a list that is a member of `owner`.
    Pointer(const Pointer& owner, std::string_view list, std::size_t index)
        : owner_(&owner), name_(list), index_(index) {}

    [[nodiscard]] std::string text() const {
        std::string out = owner_ == nullptr ? std::string() : owner_->text().append("/");
        out += name_;
        return index_ == no_index ? out : out.append("/").append(std::to_string(index_));
    }

  private:
    static constexpr auto no_index = static_cast<std::size_t>(-1);
    const Pointer* owner_ = nullptr;
    std::string_view name_;
    std::size_t index_ = no_index;
};

}  // namespace vitruvian::gltf
