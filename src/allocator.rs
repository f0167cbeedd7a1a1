//! The allocator: mimalloc, counting what it hands out for `-ftime-report`.

use dumps::timing::record_alloc;
use std::alloc::{GlobalAlloc, Layout};

/// mimalloc with a count of the bytes asked for.
pub struct CountingAllocator(pub mimalloc::MiMalloc);

// SAFETY: every call goes to mimalloc unchanged; counting does not allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        record_alloc(size.saturating_sub(layout.size()));
        // SAFETY: as above.
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}
