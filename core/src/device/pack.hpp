#pragma once
/// Packs: their type, their loads and stores, and functions of their numbers.
#include "device/pack_memory.hpp"
#include "device/pack_numbers.hpp"
#include "device/pack_type.hpp"
