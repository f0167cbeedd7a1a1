//! The code on the stack that a nested function's address points to.
//!
//! ```text
//! auipc  t2,0
//! ld     t0,24(t2)
//! ld     t2,16(t2)
//! jr     t0
//! .dword chain, function
//! ```

/// The instructions, where words have 64 bits.
pub const CODE: [u32; 4] = [0x0000_0397, 0x0183_b283, 0x0103_b383, 0x0002_8067];
/// Where they have 32 bits, `lw` loads them, the second from 20.
pub const NARROW_CODE: [u32; 4] = [0x0000_0397, 0x0143_a283, 0x0103_a383, 0x0002_8067];
/// Where the static chain stands; the function's address is the next word after it.
pub const CHAIN_AT: i64 = 16;
/// Bytes set aside for it: GCC counts the two pointers' sizes in bits.
pub const SIZE: u32 = 16 + 2 * 64;
/// The library's function that makes the instructions just written visible to instruction fetch.
pub const FLUSH: &str = "__riscv_flush_icache";
