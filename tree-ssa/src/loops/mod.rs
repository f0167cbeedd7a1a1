//! Loops: finding them, what is known of their iterations, and the passes that change them.

pub mod ch;
pub mod closed_form;
pub mod contiguous;
pub mod ivopts;
pub mod latches;
pub mod ldist;
pub mod lim;
pub mod loopinit;
pub mod natural_loops;
pub mod niter;
pub mod pcom;
pub mod preheader;
pub mod sccp;
pub mod slp;
pub mod unroll;
pub mod unswitch;
