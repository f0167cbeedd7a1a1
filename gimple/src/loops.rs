//! The loop tree of a function (`struct loops`); found by the tree passes, kept with the function.

use crate::cfg::{BlockId, EdgeId};

/// A natural loop. Loop 0 is the function itself, header entry, latch exit.
#[derive(Clone, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The only latch, or `NONE` where there are several.
    pub latch: BlockId,
    /// The loop around this one; `u32::MAX` for the outermost.
    pub outer: u32,
    /// First loop inside, and the next one beside this.
    pub inner: u32,
    pub next: u32,
    pub depth: u32,
    pub exits: Vec<EdgeId>,
    pub live: bool,
}

/// All loops of a function, by number.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    pub table: Vec<Loop>,
    /// The `cfg_version` the tree was made for.
    pub version: u32,
    /// Latches and preheaders are kept simple: a latch is not merged with its header.
    pub simple_latches: bool,
}
