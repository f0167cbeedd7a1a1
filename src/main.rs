//! The command `gimlet`: a C compiler that takes GCC's options and leaves GCC's dumps. All of it is in the library.

use allocator::CountingAllocator;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Runs before the library is prepared, which opens what is closed.
#[used]
#[allow(unsafe_code)]
#[unsafe(link_section = ".init_array")]
static BEFORE_ALL: extern "C" fn() = {
    extern "C" fn before_all() {
        gimlet::driver::output::note_stdout();
    }
    before_all
};

fn main() -> ExitCode {
    gimlet::command::main()
}
