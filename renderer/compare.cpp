#include "renderer/compare.h"
