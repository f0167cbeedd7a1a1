//! Memory: globals, heap and stack in one 64-bit address space, little-endian.

use super::heap::Heap;
use super::shade::MemoryShades;
use super::{Decision, ErrorKind};

const GLOBALS: u64 = 0x1_0000;
const HEAP: u64 = 0x10_0000_0000;
const STACK: u64 = 0x40_0000_0000;
/// Where functions "are": 16 bytes each.
pub(super) const FUNCTIONS: u64 = 0x100_0000_0000;
/// Where labels "are": 4 bytes each, by uid.
pub(super) const LABELS: u64 = 0x200_0000_0000;

type Result<T> = std::result::Result<T, ErrorKind>;

/// The program's memory.
pub(super) struct Memory {
    globals: Vec<u8>,
    heap: Heap,
    stack: Vec<u8>,
    /// When each byte was written, if that is watched.
    pub watch: Option<Box<Watch>>,
    /// Which bits nothing was written to, if that is asked.
    pub shades: Option<Box<MemoryShades>>,
    /// What is read decides something: the library reads.
    pub strict: bool,
}

/// When bytes were written, by the ticks of a clock. The tables have the order of the regions and end where nothing was
/// written after it.
pub(super) struct Watch {
    clock: u32,
    written: [Vec<u32>; 3],
    /// What is written now does not count, but that it may be read again; and what is read is there.
    quiet: bool,
    /// What is claimed of bytes that nothing may read; their marks are [`DEAD`] and the place here.
    dead: Vec<String>,
}

/// Marks from here on are no ticks: nothing may read the byte.
const DEAD: u32 = 1 << 31;

/// What every byte of an object that has ended holds.
const ENDED: u8 = 0xa5;

/// The region of an address, and where in it.
pub(super) fn place(address: u64) -> (usize, usize) {
    match address {
        STACK.. => (2, (address - STACK) as usize),
        HEAP.. => (1, (address - HEAP) as usize),
        _ => (0, address.wrapping_sub(GLOBALS) as usize),
    }
}

impl Watch {
    fn new(stack: usize) -> Watch {
        // The stack is written from its end downwards.
        let written = [Vec::new(), Vec::new(), vec![0; stack]];
        Watch { clock: 0, written, quiet: false, dead: Vec::new() }
    }

    /// Begins another tick, the number of which it returns.
    pub fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// Notes that bytes within a region are written.
    #[cold]
    fn note(&mut self, address: u64, size: usize) {
        if self.quiet {
            self.revive(address, size);
        } else {
            self.mark(address, size, self.clock);
        }
    }

    fn mark(&mut self, address: u64, size: usize, mark: u32) {
        let (region, start) = place(address);
        let table = &mut self.written[region];
        if table.len() < start + size {
            table.resize(start + size, 0);
        }
        table[start..start + size].fill(mark);
    }

    /// What is claimed of a byte of a range that nothing may read.
    #[cold]
    fn claim_of_dead(&self, address: u64, size: usize) -> Option<&String> {
        if self.quiet {
            return None;
        }
        let (region, start) = place(address);
        let table = &self.written[region];
        let end = start.saturating_add(size).min(table.len());
        let mark = table.get(start..end)?.iter().find(|&&byte| byte >= DEAD)?;
        self.dead.get((mark - DEAD) as usize)
    }

    /// Forgets that nothing may read a range: it is another object now.
    #[cold]
    fn revive(&mut self, address: u64, size: usize) {
        let (region, start) = place(address);
        let table = &mut self.written[region];
        let end = start.saturating_add(size).min(table.len());
        for byte in table.get_mut(start..end).into_iter().flatten() {
            *byte = if *byte >= DEAD { 0 } else { *byte };
        }
    }

    /// Whether some of the bytes have been written since a tick.
    pub fn is_written_since(&self, address: u64, size: usize, tick: u32) -> bool {
        let (region, start) = place(address);
        let table = &self.written[region];
        let end = start.saturating_add(size).min(table.len());
        table.get(start..end).is_some_and(|bytes| bytes.iter().any(|&byte| byte >= tick))
    }
}

impl Memory {
    pub fn new(stack: usize, heap_limit: usize) -> Memory {
        Memory {
            globals: Vec::new(),
            heap: Heap::new(heap_limit),
            stack: vec![0; stack],
            watch: None,
            shades: None,
            strict: false,
        }
    }

    /// The address after the stack's last byte: where it begins to grow down from.
    pub fn stack_top(&self) -> u64 {
        STACK + self.stack.len() as u64
    }

    /// The lowest address of the stack.
    pub fn stack_bottom(&self) -> u64 {
        STACK
    }

    /// Room for a global, zeroed.
    pub fn add_global(&mut self, size: u64, align: u64) -> Result<u64> {
        let start = (self.globals.len() as u64).next_multiple_of(align.max(16));
        let end = start + size.max(1);
        if end > 1 << 32 {
            return Err(ErrorKind::OutOfMemory);
        }
        self.globals.resize(end as usize, 0);
        Ok(GLOBALS + start)
    }

    #[inline]
    fn region(&self, address: u64) -> (&[u8], u64) {
        if address >= STACK {
            (&self.stack, STACK)
        } else if address >= HEAP {
            (&self.heap.bytes, HEAP)
        } else {
            (&self.globals, GLOBALS)
        }
    }

    #[inline]
    fn region_mut(&mut self, address: u64) -> (&mut [u8], u64) {
        if address >= STACK {
            (&mut self.stack, STACK)
        } else if address >= HEAP {
            (&mut self.heap.bytes, HEAP)
        } else {
            (&mut self.globals, GLOBALS)
        }
    }

    /// The bytes of a range. Where what is read decides something, each must have been written.
    #[inline]
    pub fn bytes(&self, address: u64, size: usize) -> Result<&[u8]> {
        if self.strict
            && let Some(shades) = &self.shades
            && shades.any(address, size)
        {
            return Err(ErrorKind::Uninitialized(Decision::Read));
        }
        self.copied_bytes(address, size)
    }

    /// The bytes of a range that are only copied.
    #[inline]
    pub fn copied_bytes(&self, address: u64, size: usize) -> Result<&[u8]> {
        if let Some(watch) = &self.watch
            && let Some(claim) = watch.claim_of_dead(address, size)
        {
            return Err(ErrorKind::FalseClaim(claim.clone()));
        }
        let (region, base) = self.region(address);
        let start = address.wrapping_sub(base) as usize;
        match start.checked_add(size).and_then(|end| region.get(start..end)) {
            Some(bytes) if base != HEAP || self.heap.owns(start, size) => Ok(bytes),
            _ => Err(self.fault(address, size, false)),
        }
    }

    /// The bytes of a range, to be written.
    #[inline]
    pub fn bytes_mut(&mut self, address: u64, size: usize) -> Result<&mut [u8]> {
        self.note_write(address, size);
        if !self.contains(address, size) {
            return Err(self.fault(address, size, true));
        }
        if let Some(shades) = &mut self.shades {
            shades.fill(address, size, 0);
        }
        let (region, base) = self.region_mut(address);
        let start = address.wrapping_sub(base) as usize;
        Ok(&mut region[start..start + size])
    }

    /// The error of an access that goes to nothing.
    #[cold]
    fn fault(&self, address: u64, size: usize, write: bool) -> ErrorKind {
        let heap = if (HEAP..STACK).contains(&address) {
            self.heap.place((address - HEAP) as usize, size)
        } else {
            None
        };
        ErrorKind::Fault { address, size: size as u64, write, heap }
    }

    #[inline]
    fn note_write(&mut self, address: u64, size: usize) {
        if self.watch.is_some()
            && size != 0
            && self.contains(address, size)
            && let Some(watch) = &mut self.watch
        {
            watch.note(address, size);
        }
    }

    /// Whether a range may be accessed.
    #[inline]
    fn contains(&self, address: u64, size: usize) -> bool {
        let (region, base) = self.region(address);
        let start = address.wrapping_sub(base) as usize;
        let within = start.checked_add(size).is_some_and(|end| end <= region.len());
        within && (base != HEAP || self.heap.owns(start, size))
    }

    /// Nothing may read a range until it is written, as a claim says.
    pub fn bury(&mut self, address: u64, size: usize, claim: String) {
        if size != 0
            && self.contains(address, size)
            && let Some(watch) = &mut self.watch
        {
            if watch.dead.last() != Some(&claim) {
                watch.dead.push(claim);
            }
            watch.mark(address, size, DEAD + watch.dead.len() as u32 - 1);
        }
    }

    /// A range becomes an object.
    pub fn begin_object(&mut self, address: u64, size: u64) {
        if let Some(watch) = &mut self.watch
            && !watch.dead.is_empty()
        {
            watch.revive(address, size as usize);
        }
        if let Some(shades) = &mut self.shades {
            shades.fill(address, size as usize, !0);
        }
    }

    /// An object ends. Whoever reads it afterwards finds what no program has written there; claims about its bytes end with
    /// it, and it is not written in the sense of claims about loads.
    pub fn end_object(&mut self, address: u64, size: usize) -> Result<()> {
        let quiet = self.set_quiet(true);
        let filled = self.fill(address, ENDED, size);
        self.set_quiet(quiet);
        if filled.is_ok()
            && let Some(shades) = &mut self.shades
        {
            shades.fill(address, size, !0);
        }
        filled
    }

    /// Notes from now on which bits nothing was written to.
    pub fn begin_shades(&mut self) {
        self.shades = Some(Box::new(MemoryShades::new(self.stack.len())));
    }

    /// Notes from now on when bytes are written.
    pub fn begin_watch(&mut self) {
        self.watch = Some(Box::new(Watch::new(self.stack.len())));
    }

    /// Writes from now on do not count as such, or do again. Returns how it was.
    pub fn set_quiet(&mut self, quiet: bool) -> bool {
        self.watch.as_mut().is_some_and(|watch| std::mem::replace(&mut watch.quiet, quiet))
    }

    /// Whether an address is in the region of what is there from the beginning: globals and strings.
    pub fn is_global(&self, address: u64) -> bool {
        (GLOBALS..GLOBALS + self.globals.len() as u64).contains(&address)
    }

    /// The bytes from an address to the end of its region, or of its block.
    pub fn tail(&self, address: u64) -> Result<&[u8]> {
        let (region, base) = self.region(address);
        let start = address.wrapping_sub(base) as usize;
        let end = if base == HEAP { self.heap.end_of_block(start) } else { region.len() };
        region.get(start..end).ok_or_else(|| self.fault(address, 1, false))
    }

    #[inline]
    pub fn load_u8(&self, address: u64) -> Result<u8> {
        Ok(self.bytes(address, 1)?[0])
    }

    #[inline]
    pub fn load_u16(&self, address: u64) -> Result<u16> {
        let bytes = self.bytes(address, 2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    #[inline]
    pub fn load_u32(&self, address: u64) -> Result<u32> {
        let bytes = self.bytes(address, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    #[inline]
    pub fn load_u64(&self, address: u64) -> Result<u64> {
        let mut word = [0; 8];
        word.copy_from_slice(self.bytes(address, 8)?);
        Ok(u64::from_le_bytes(word))
    }

    /// Writes the low `size` (at most 8) bytes of a value.
    #[inline]
    pub fn store(&mut self, address: u64, value: u64, size: usize) -> Result<()> {
        let bytes = self.bytes_mut(address, size)?;
        bytes.copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }

    /// Copies a range that may overlap its destination.
    pub fn copy(&mut self, to: u64, from: u64, size: usize) -> Result<()> {
        if size == 0 {
            return Ok(());
        }
        self.copied_bytes(from, size)?;
        let shades = self.shades.as_ref().map(|shades| shades.of(from, size));
        self.bytes_mut(to, size)?;
        if let (Some(shades), Some(copied)) = (&mut self.shades, shades) {
            shades.set(to, &copied);
        }
        let region = |address: u64| (address >= STACK, address >= HEAP);
        if region(to) == region(from) {
            let (bytes, base) = self.region_mut(to);
            let start = (from - base) as usize;
            bytes.copy_within(start..start + size, (to - base) as usize);
            return Ok(());
        }
        let copied = self.copied_bytes(from, size)?.to_vec();
        let (bytes, base) = self.region_mut(to);
        let start = (to - base) as usize;
        bytes[start..start + size].copy_from_slice(&copied);
        Ok(())
    }

    /// Sets a range to one byte.
    pub fn fill(&mut self, address: u64, byte: u8, size: usize) -> Result<()> {
        self.bytes_mut(address, size)?.fill(byte);
        Ok(())
    }

    /// The bytes of a string, without its terminator.
    pub fn c_str(&self, address: u64) -> Result<&[u8]> {
        let (region, base) = self.region(address);
        let tail = region.get(address.wrapping_sub(base) as usize..).unwrap_or_default();
        match tail.iter().position(|&byte| byte == 0) {
            Some(length) => Ok(&self.bytes(address, length + 1)?[..length]),
            None => Err(self.fault(address, tail.len().max(1), false)),
        }
    }

    /// `malloc` and `aligned_alloc`; `None` where there is no room.
    pub fn allocate(&mut self, size: u64, align: u64) -> Option<u64> {
        let (room, align) = (usize::try_from(size).ok()?, usize::try_from(align).ok()?);
        let address = HEAP + self.heap.allocate(room, align)? as u64;
        self.begin_object(address, size);
        Some(address)
    }

    /// `free`; false for what `malloc` did not return.
    pub fn release(&mut self, address: u64) -> bool {
        address == 0 || self.heap.release(address.wrapping_sub(HEAP) as usize)
    }

    /// Size of a heap block.
    pub fn block_size(&self, address: u64) -> Option<usize> {
        self.heap.size(address.wrapping_sub(HEAP) as usize)
    }
}
