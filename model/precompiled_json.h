// As precompiled.h, and JSON: for the files that read and write it.
#pragma once

#include "model/precompiled.h"

#include <nlohmann/json.hpp>
