//! Pass `mergephi`: joins blocks that hold nothing but φs into their successors.
