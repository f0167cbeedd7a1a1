//! The allocator: mimalloc, counting what it hands out for `-ftime-report`.
//!
//! It does not ask for huge pages (`no_thp`): a compiler fills many tables a little at a time and ends soon, and zeroing
//! two megabytes for each costs more than the faults it spares (sqlite at `-O2`: 0.5 s of system time against 0.17 s,
//! 162 MB against 142 MB). Of its versions the second finds the space of dropped tables again where the third takes more
//! (30,000 branches at `-O2`: 157 MB against 172 MB; sqlite: 147 MB against 156 MB). Nor does it give pages back to the system before the process ends ([`keep_pages`]).

use dumps::timing::record_alloc;
use nix::sys::mman::{MRemapFlags, MapFlags, ProtFlags, mmap_anonymous, mremap, munmap};
use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_int, c_long};
use std::num::NonZeroUsize;
use std::ptr::{NonNull, null_mut};

/// Blocks of at least this many bytes are the system's, mapped each for itself.
///
/// The tables of the IR double as they grow. Those of a function of a million statements have hundreds of megabytes, and
/// copying them, most of all the faults for the pages they are copied to, was half of the cost of a pass that adds to
/// them. A mapped table grows by moving its pages (`mremap`): nothing is copied, and no page is touched before it is used.
/// Large pages were tried for them and cost more than they spare here, too: four times the system time, for tables that are
/// reserved and filled in part. Below this size blocks are better had from mimalloc, which has pages that were used
/// before, and need not be zeroed.
const HUGE: usize = 64 << 20;

/// What every mapping is aligned to.
const PAGE: usize = 4096;

/// mimalloc's option `purge_delay`, as `mimalloc.h` numbers it: the milliseconds after which unused pages are given back
/// to the system, -1 for never.
const PURGE_DELAY: c_int = 15;

#[allow(unsafe_code)]
unsafe extern "C" {
    /// mimalloc's own function, which its crate does not declare.
    fn mi_option_set(option: c_int, value: c_long);
}

/// Lets mimalloc keep the pages of tables that have been dropped: the next pass needs as many, and a page that comes back
/// from the system costs a fault. To be called first of all. (With mimalloc 3, a function of 30,000 branches at
/// `-O2`: 1.62 s against 1.77 s and 172 MB against 145 MB; sqlite: 4.4 s against 4.6 s and 156 MB against 141 MB.)
pub fn keep_pages() {
    // SAFETY: the function takes any two numbers, and there is one thread yet.
    #[allow(unsafe_code)]
    unsafe {
        mi_option_set(PURGE_DELAY, -1);
    }
}

/// mimalloc, and the system for what is huge, with a count of the bytes asked for.
pub struct CountingAllocator(pub mimalloc::MiMalloc);

/// Whether a block is mapped. Its layout tells, so that nothing has to be kept about it.
fn is_huge(size: usize, align: usize) -> bool {
    size >= HUGE && align <= PAGE
}

/// Maps a block, all zeros.
fn map(size: usize) -> *mut u8 {
    let Some(length) = NonZeroUsize::new(size) else { return null_mut() };
    let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
    // SAFETY: a new private mapping overlaps nothing.
    #[allow(unsafe_code)]
    let mapped = unsafe { mmap_anonymous(None, length, access, MapFlags::MAP_PRIVATE) };
    mapped.map_or(null_mut(), |block| block.as_ptr().cast())
}

// SAFETY: a block is either mimalloc's or mapped, as its layout says, all its life: `realloc` moves it where that changes.
// Counting does not allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        if is_huge(layout.size(), layout.align()) {
            return map(layout.size());
        }
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        if is_huge(layout.size(), layout.align()) {
            return map(layout.size());
        }
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if is_huge(layout.size(), layout.align()) {
            if let Some(block) = NonNull::new(pointer) {
                // SAFETY: the block is a mapping of this size, and the caller has no use for it any more.
                let unmapped = unsafe { munmap(block.cast(), layout.size()) };
                debug_assert!(unmapped.is_ok());
            }
            return;
        }
        // SAFETY: as above.
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        record_alloc(size.saturating_sub(layout.size()));
        match (is_huge(layout.size(), layout.align()), is_huge(size, layout.align())) {
            // SAFETY: as above.
            (false, false) => unsafe { self.0.realloc(pointer, layout, size) },
            (true, true) => {
                let Some(block) = NonNull::new(pointer) else { return null_mut() };
                let may_move = MRemapFlags::MREMAP_MAYMOVE;
                // SAFETY: the block is a mapping of this size.
                let moved = unsafe { mremap(block.cast(), layout.size(), size, may_move, None) };
                moved.map_or(null_mut(), |block| block.as_ptr().cast())
            }
            _ => {
                // SAFETY: the caller vouches for the size with this alignment.
                let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
                // SAFETY: both blocks hold what is copied, and the old one is given back as what it was.
                unsafe {
                    let block = self.alloc(new);
                    if !block.is_null() {
                        block.copy_from_nonoverlapping(pointer, size.min(layout.size()));
                        self.dealloc(pointer, layout);
                    }
                    block
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(unsafe_code)]
    unsafe extern "C" {
        fn mi_option_get(option: c_int) -> c_long;
    }

    /// The number is the right one if it is of the option that is 10 by default.
    #[test]
    fn purge_delay_is_the_option_that_is_set() {
        // SAFETY: the function takes any number.
        #[allow(unsafe_code)]
        let get = |option| unsafe { mi_option_get(option) };
        assert_eq!(get(PURGE_DELAY), 10);
        keep_pages();
        assert_eq!(get(PURGE_DELAY), -1);
    }
}
