"""What a C++ text offers to make an op of: functions, registrations, op structs."""
