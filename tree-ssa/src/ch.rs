//! Pass `ch`: copies loop headers, so that loops test at their end.
