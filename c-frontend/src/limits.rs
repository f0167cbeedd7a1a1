//! How deep a program may nest: as deep as the stack is large.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The stack for which limits are given, in bytes: what the command compiles on where it can have that much.
pub const USUAL_STACK: usize = 1 << 30;

static STACK: AtomicUsize = AtomicUsize::new(USUAL_STACK);

/// Says how large the stack is on which programs are compiled, where it is smaller than the usual one.
pub fn set_stack(bytes: usize) {
    STACK.store(bytes.min(USUAL_STACK), Ordering::Relaxed);
}

/// A limit of depth on the stack there is; `usual` is that on the usual one.
pub fn depth(usual: u32) -> u32 {
    let megabytes = STACK.load(Ordering::Relaxed) >> 20;
    let usual_megabytes = USUAL_STACK >> 20;
    (usual as usize * megabytes / usual_megabytes) as u32
}
