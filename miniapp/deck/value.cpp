#include "deck/value.hpp"

#include <nlohmann/json.hpp>

namespace isobar::deck {

Value::Value(bool value) : type(Type::boolean), boolean(value) {}
Value::Value(int value) : type(Type::integer), integer(value) {}
Value::Value(std::int64_t value) : type(Type::integer), integer(value) {}
Value::Value(double value) : type(Type::number), number(value) {}
Value::Value(const char* value) : type(Type::text), text(value) {}
Value::Value(std::string_view value) : type(Type::text), text(value) {}
Value::Value(const std::string& value) : type(Type::text), text(value) {}
Value::Value(List values) : type(Type::list), list(std::move(values)) {}

nlohmann::json to_json(const Value& value) {
  switch (value.type) {
  case Value::Type::boolean: return value.boolean;
  case Value::Type::integer: return value.integer;
  case Value::Type::number: return value.number;
  case Value::Type::text: return value.text;
  case Value::Type::list: {
    nlohmann::json list = nlohmann::json::array();
    for (const Value& entry : value.list) list.push_back(to_json(entry));
    return list;
  }
  default: return nullptr;
  }
}

} // namespace isobar::deck
