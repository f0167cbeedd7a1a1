//! Alias analysis.

/// Points-to sets.
pub struct PointsTo;
