//! Memory: globals, heap and stack in one 64-bit address space, little-endian.

use super::ErrorKind;
use rustc_hash::FxHashMap;

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
    heap: Vec<u8>,
    stack: Vec<u8>,
    heap_limit: usize,
    /// Sizes of the heap's blocks by address.
    blocks: FxHashMap<u64, usize>,
    /// Freed blocks by size.
    free: FxHashMap<usize, Vec<u64>>,
}

fn fault(address: u64, size: usize, write: bool) -> ErrorKind {
    ErrorKind::Fault { address, size: size as u64, write }
}

impl Memory {
    pub fn new(stack: usize, heap_limit: usize) -> Memory {
        Memory {
            globals: Vec::new(),
            heap: Vec::new(),
            stack: vec![0; stack],
            heap_limit,
            blocks: FxHashMap::default(),
            free: FxHashMap::default(),
        }
    }

    /// The address behind the stack's last byte: where it begins to grow down from.
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
            (&self.heap, HEAP)
        } else {
            (&self.globals, GLOBALS)
        }
    }

    /// The bytes of a range.
    #[inline]
    pub fn bytes(&self, address: u64, size: usize) -> Result<&[u8]> {
        let (region, base) = self.region(address);
        let start = address.wrapping_sub(base) as usize;
        match start.checked_add(size).and_then(|end| region.get(start..end)) {
            Some(bytes) => Ok(bytes),
            None => Err(fault(address, size, false)),
        }
    }

    /// The bytes of a range, to be written.
    #[inline]
    pub fn bytes_mut(&mut self, address: u64, size: usize) -> Result<&mut [u8]> {
        let (region, base) = if address >= STACK {
            (&mut self.stack, STACK)
        } else if address >= HEAP {
            (&mut self.heap, HEAP)
        } else {
            (&mut self.globals, GLOBALS)
        };
        let start = address.wrapping_sub(base) as usize;
        match start.checked_add(size).and_then(|end| region.get_mut(start..end)) {
            Some(bytes) => Ok(bytes),
            None => Err(fault(address, size, true)),
        }
    }

    /// The bytes from an address to the end of its region.
    pub fn tail(&self, address: u64) -> Result<&[u8]> {
        let (region, base) = self.region(address);
        region.get(address.wrapping_sub(base) as usize..).ok_or(fault(address, 1, false))
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
        self.bytes(from, size)?;
        self.bytes_mut(to, size)?;
        let region = |address: u64| (address >= STACK, address >= HEAP);
        if region(to) == region(from) {
            let (bytes, base) = if to >= STACK {
                (&mut self.stack, STACK)
            } else if to >= HEAP {
                (&mut self.heap, HEAP)
            } else {
                (&mut self.globals, GLOBALS)
            };
            let start = (from - base) as usize;
            bytes.copy_within(start..start + size, (to - base) as usize);
            return Ok(());
        }
        let copied = self.bytes(from, size)?.to_vec();
        self.bytes_mut(to, size)?.copy_from_slice(&copied);
        Ok(())
    }

    /// Sets a range to one byte.
    pub fn fill(&mut self, address: u64, byte: u8, size: usize) -> Result<()> {
        self.bytes_mut(address, size)?.fill(byte);
        Ok(())
    }

    /// The bytes of a string, without its terminator.
    pub fn c_str(&self, address: u64) -> Result<&[u8]> {
        let tail = self.tail(address)?;
        match tail.iter().position(|&byte| byte == 0) {
            Some(length) => Ok(&tail[..length]),
            None => Err(fault(address, tail.len(), false)),
        }
    }

    /// `malloc`; `None` where there is no room.
    pub fn allocate(&mut self, size: u64) -> Option<u64> {
        let rounded = usize::try_from(size.max(1)).ok()?.checked_next_multiple_of(16)?;
        if let Some(address) = self.free.get_mut(&rounded).and_then(Vec::pop) {
            self.blocks.insert(address, rounded);
            return Some(address);
        }
        let start = self.heap.len();
        let end = start.checked_add(rounded).filter(|&end| end <= self.heap_limit)?;
        self.heap.resize(end, 0);
        let address = HEAP + start as u64;
        self.blocks.insert(address, rounded);
        Some(address)
    }

    /// `free`; false for what `malloc` did not return.
    pub fn release(&mut self, address: u64) -> bool {
        if address == 0 {
            return true;
        }
        match self.blocks.remove(&address) {
            Some(size) => {
                self.free.entry(size).or_default().push(address);
                true
            }
            None => false,
        }
    }

    /// Room of a heap block.
    pub fn block_size(&self, address: u64) -> Option<usize> {
        self.blocks.get(&address).copied()
    }
}
