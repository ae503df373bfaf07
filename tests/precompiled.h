// Headers for the tests in addition to the model's precompiled header.
#pragma once

#include "model/precompiled_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
