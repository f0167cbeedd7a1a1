//! The pass in a program that has Gimlet as a library.

#[path = "../../plugin/src/masks.rs"]
mod masks;

use gimlet::Session;
use gimlet::gimple::pass::Hook;
use masks::RedundantMasks;

fn main() -> Result<(), gimlet::session::Error> {
    let mut session = Session::new(["-O1", "-fdump-tree-masks=stdout"])?;
    session.register("ccp", 1, Hook::Before, RedundantMasks { limit: None });
    let file = std::env::args().nth(1).unwrap_or_default();
    session.open(&file)?.run_to("masks")
}
