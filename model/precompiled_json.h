// As precompiled.h, and JSON: for the folders that read and write it.
#pragma once

#include "model/core/json.h"
#include "model/precompiled.h"
