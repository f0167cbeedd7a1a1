//! Pass `local-pure-const`: finds functions without side effects.
