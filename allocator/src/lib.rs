//! The allocator: mimalloc, counting what it hands out for `-ftime-report`.
//!
//! It does not ask for huge pages (`no_thp`): a compiler fills many tables a little at a time and ends soon, and zeroing
//! two megabytes for each costs more than the faults it spares (sqlite at `-O2`: 0.5 s of system time against 0.17 s,
//! 162 MB against 142 MB). Of its versions the second finds the space of dropped tables again where the third takes more
//! (30,000 branches at `-O2`: 157 MB against 172 MB; sqlite: 147 MB against 156 MB). Pages go back to the system when that is said ([`keep_pages`], [`give_back_pages`]).

use dumps::timing::record_alloc;
use nix::sys::mman::{MRemapFlags, MapFlags, ProtFlags, mmap_anonymous, mremap, munmap};
use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_int, c_long, c_void};
use std::num::NonZeroUsize;
use std::ptr::{NonNull, null_mut};
use std::sync::{Mutex, PoisonError};

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
/// to the system, -1 for never, not even when asked to.
const PURGE_DELAY: c_int = 15;

/// A delay of days.
const LATE: c_long = 1 << 30;

/// Blocks from this size on are moved when they become shorter: mimalloc leaves them where they are until half of them is
/// unused, and what asks for less room holds what it has for long.
const MOVED: usize = 256;

#[allow(unsafe_code)]
unsafe extern "C" {
    // mimalloc's own functions, which its crate does not declare.
    fn mi_option_set(option: c_int, value: c_long);
    fn mi_collect(force: bool);
    fn mi_malloc(size: usize) -> *mut c_void;
    fn mi_zalloc(size: usize) -> *mut c_void;
    fn mi_realloc(pointer: *mut c_void, size: usize) -> *mut c_void;
}

/// Lets mimalloc keep the pages of tables that have been dropped: the next pass needs as many, and a page that comes back
/// from the system costs a fault. To be called first of all. (With mimalloc 3, a function of 30,000 branches at
/// `-O2`: 1.62 s against 1.77 s and 172 MB against 145 MB; sqlite: 4.4 s against 4.6 s and 156 MB against 141 MB.)
pub fn keep_pages() {
    // SAFETY: the function takes any two numbers, and there is one thread yet.
    #[allow(unsafe_code)]
    unsafe {
        mi_option_set(PURGE_DELAY, LATE);
    }
}

/// Gives the pages that nothing is in back to the system: between passes over the whole unit, where what was needed for one
/// step is in the way of the next, which needs blocks of other sizes. (sqlite at `-O2`: 226 MB at most without this.)
pub fn give_back_pages() {
    // SAFETY: the function may be called at any time.
    #[allow(unsafe_code)]
    unsafe {
        mi_collect(true);
    }
}

/// mimalloc, and the system for what is huge, with a count of the bytes asked for.
pub struct CountingAllocator(mimalloc::MiMalloc);

/// Whether a block is mapped. Its layout tells, so that nothing has to be kept about it.
fn is_huge(size: usize, align: usize) -> bool {
    size >= HUGE && align <= PAGE
}

/// Whether mimalloc aligns a block so without being asked. Its crate always asks, which one in 60 of the compiler's
/// instructions was spent on.
fn is_aligned_anyway(layout: Layout) -> bool {
    layout.align() <= size_of::<usize>() && layout.size() >= layout.align()
}

/// A mapped block that is given back, for the next one that is asked for: its pages have been touched, and unmapping them
/// would cost as much as touching others. One is enough, as few tables of a function are so large.
struct Spare(Option<(NonNull<c_void>, usize)>);

// SAFETY: who holds the spare block is its only owner.
#[allow(unsafe_code)]
unsafe impl Send for Spare {}

static SPARE: Mutex<Spare> = Mutex::new(Spare(None));

/// Puts a block aside, or nothing, and takes what has been there.
fn exchange_spare(block: Option<(NonNull<c_void>, usize)>) -> Option<(NonNull<c_void>, usize)> {
    std::mem::replace(&mut SPARE.lock().unwrap_or_else(PoisonError::into_inner).0, block)
}

/// A block of any content.
fn map_or_reuse(size: usize) -> *mut u8 {
    match exchange_spare(None) {
        // SAFETY: the spare block is a mapping of this length that nobody uses.
        #[allow(unsafe_code)]
        Some((block, length)) => unsafe { remap(block, length, size) },
        None => map(size),
    }
}

/// Makes a mapping longer or shorter, which may move it.
///
/// # Safety
///
/// The block must be a mapping of this length.
#[allow(unsafe_code)]
unsafe fn remap(block: NonNull<c_void>, length: usize, size: usize) -> *mut u8 {
    // SAFETY: as the caller says.
    let moved = unsafe { mremap(block, length, size, MRemapFlags::MREMAP_MAYMOVE, None) };
    moved.map_or(null_mut(), |block| block.as_ptr().cast())
}

/// Takes a block back. One that was put aside before is unmapped for it.
///
/// # Safety
///
/// The block must be a mapping of this length that nobody uses any more.
#[allow(unsafe_code)]
unsafe fn give_back(block: NonNull<c_void>, length: usize) {
    if let Some((block, length)) = exchange_spare(Some((block, length))) {
        // SAFETY: nobody uses the one put aside.
        let unmapped = unsafe { munmap(block, length) };
        debug_assert!(unmapped.is_ok());
    }
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

impl Default for CountingAllocator {
    fn default() -> CountingAllocator {
        CountingAllocator::new()
    }
}

impl CountingAllocator {
    /// It holds nothing of its own.
    pub const fn new() -> CountingAllocator {
        CountingAllocator(mimalloc::MiMalloc)
    }

    /// A block that may be mapped. Few are so large: what is done for them stands apart, and costs the others nothing.
    ///
    /// # Safety
    ///
    /// As of `GlobalAlloc::alloc`.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    unsafe fn alloc_large(&self, layout: Layout, zeroed: bool) -> *mut u8 {
        match (is_huge(layout.size(), layout.align()), zeroed) {
            (true, true) => map(layout.size()),
            (true, false) => map_or_reuse(layout.size()),
            // SAFETY: as the caller says.
            (false, true) => unsafe { self.0.alloc_zeroed(layout) },
            // SAFETY: as the caller says.
            (false, false) => unsafe { self.0.alloc(layout) },
        }
    }

    /// Takes back a block that may be mapped.
    ///
    /// # Safety
    ///
    /// As of `GlobalAlloc::dealloc`.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    unsafe fn dealloc_large(&self, pointer: *mut u8, layout: Layout) {
        if !is_huge(layout.size(), layout.align()) {
            // SAFETY: as the caller says.
            return unsafe { self.0.dealloc(pointer, layout) };
        }
        if let Some(block) = NonNull::new(pointer) {
            // SAFETY: the block is a mapping of this size, and the caller has no use for it any more.
            unsafe { give_back(block.cast(), layout.size()) };
        }
    }

    /// Makes a block larger or smaller that may be mapped, or is to be.
    ///
    /// # Safety
    ///
    /// As of `GlobalAlloc::realloc`.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    unsafe fn realloc_large(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (is_huge(layout.size(), layout.align()), is_huge(size, layout.align())) {
            // SAFETY: as the caller says.
            (false, false) => unsafe { self.0.realloc(pointer, layout, size) },
            (true, true) => {
                let Some(block) = NonNull::new(pointer) else { return null_mut() };
                // SAFETY: the block is a mapping of this size.
                unsafe { remap(block.cast(), layout.size(), size) }
            }
            // SAFETY: as the caller says.
            _ => unsafe { self.move_block(pointer, layout, size) },
        }
    }

    /// Puts what is in a block into another one, larger or smaller.
    ///
    /// # Safety
    ///
    /// As of `GlobalAlloc::realloc`.
    #[cold]
    #[inline(never)]
    #[allow(unsafe_code)]
    unsafe fn move_block(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
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

// SAFETY: a block is either mimalloc's or mapped, as its layout says, all its life: `realloc` moves it where that changes.
// Counting does not allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        if layout.size() >= HUGE {
            // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
            return unsafe { self.alloc_large(layout, false) };
        }
        if is_aligned_anyway(layout) {
            // SAFETY: the function takes any size.
            return unsafe { mi_malloc(layout.size()) }.cast();
        }
        // SAFETY: as above.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record_alloc(layout.size());
        if layout.size() >= HUGE {
            // SAFETY: as above.
            return unsafe { self.alloc_large(layout, true) };
        }
        if is_aligned_anyway(layout) {
            // SAFETY: the function takes any size.
            return unsafe { mi_zalloc(layout.size()) }.cast();
        }
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if layout.size() >= HUGE {
            // SAFETY: as above.
            return unsafe { self.dealloc_large(pointer, layout) };
        }
        // SAFETY: as above.
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        record_alloc(size.saturating_sub(layout.size()));
        if layout.size() >= HUGE || size >= HUGE {
            // SAFETY: as above.
            return unsafe { self.realloc_large(pointer, layout, size) };
        }
        if size < layout.size() - layout.size() / 8 && size >= MOVED {
            // SAFETY: as above.
            return unsafe { self.move_block(pointer, layout, size) };
        }
        if is_aligned_anyway(layout) && size >= layout.align() {
            // SAFETY: the block is mimalloc's.
            return unsafe { mi_realloc(pointer.cast(), size) }.cast();
        }
        // SAFETY: as above.
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(unsafe_code)]
    unsafe extern "C" {
        fn mi_option_get(option: c_int) -> c_long;
    }

    /// A mapped block keeps what is in it however long it becomes, and one that is used again is zeroed where that is asked.
    #[test]
    fn mapped_blocks_hold_what_they_should() {
        let allocator = CountingAllocator::new();
        let layout = |size| Layout::from_size_align(size, 16).expect("a layout that can be");
        // SAFETY: each block is used within its size, and given back once, as what it is by then.
        #[allow(unsafe_code)]
        unsafe {
            let small = allocator.alloc(layout(HUGE / 2));
            small.write(1);
            let large = allocator.realloc(small, layout(HUGE / 2), HUGE + PAGE);
            large.add(HUGE).write(2);
            let larger = allocator.realloc(large, layout(HUGE + PAGE), 3 * HUGE);
            larger.add(3 * HUGE - 1).write(3);
            assert_eq!([larger.read(), larger.add(HUGE).read()], [1, 2]);
            allocator.dealloc(larger, layout(3 * HUGE));
            for size in [HUGE, 2 * HUGE] {
                let again = allocator.alloc(layout(size));
                again.add(size - 1).write(4);
                allocator.dealloc(again, layout(size));
                let zeroed = allocator.alloc_zeroed(layout(size));
                assert_eq!([zeroed.read(), zeroed.add(size - 1).read()], [0, 0]);
                allocator.dealloc(zeroed, layout(size));
            }
        }
    }

    /// What becomes a little shorter is moved into a block of its size, and holds what it did.
    #[test]
    fn what_is_shortened_is_moved() {
        let allocator = CountingAllocator::new();
        let layout = |size| Layout::from_size_align(size, 8).expect("a layout that can be");
        // SAFETY: each block is used within its size, and given back once, as what it is by then.
        #[allow(unsafe_code)]
        unsafe {
            let long = allocator.alloc(layout(4096));
            long.write(1);
            long.add(2999).write(2);
            let short = allocator.realloc(long, layout(4096), 3000);
            assert_ne!(short, long);
            assert_eq!([short.read(), short.add(2999).read()], [1, 2]);
            let same = allocator.realloc(short, layout(3000), 2900);
            assert_eq!(same, short);
            allocator.dealloc(same, layout(2900));
        }
        give_back_pages();
    }

    /// The number is the right one if it is of the option that is 10 by default.
    #[test]
    fn purge_delay_is_the_option_that_is_set() {
        // SAFETY: the function takes any number.
        #[allow(unsafe_code)]
        let get = |option| unsafe { mi_option_get(option) };
        assert_eq!(get(PURGE_DELAY), 10);
        keep_pages();
        assert_eq!(get(PURGE_DELAY), LATE);
    }
}
