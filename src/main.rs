//! The command `gimlet`: a C compiler that takes GCC's options and leaves GCC's dumps. All of it is in the library.

use gimlet::allocator::CountingAllocator;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator(mimalloc::MiMalloc);

fn main() -> ExitCode {
    gimlet::command::main()
}
