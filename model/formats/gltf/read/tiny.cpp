// Its parts that write files use this header also where they are not wanted.
#include <fstream>

#define TINYGLTF_IMPLEMENTATION
#include "model/formats/gltf/read/tiny.h"
