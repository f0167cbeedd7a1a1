//! Loops: finding them, what is known of their iterations, and the passes that change them.

pub mod ch;
pub mod ifcvt;
pub mod ivopts;
pub mod ldist;
pub mod lim;
pub mod linterchange;
pub mod loopinit;
pub mod lsplit;
pub mod lversion;
pub mod pcom;
pub mod sccp;
pub mod slp;
pub mod unroll;
pub mod unrolljam;
pub mod unswitch;
pub mod vect;
mod version;
