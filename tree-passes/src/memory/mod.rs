//! Memory: what may overlap, what is stored in vain, how large objects are, which of their parts can be registers.

pub mod bswap;
pub mod cselim;
pub mod dse;
pub mod laddress;
pub mod nrv;
pub mod phiprop;
mod redundant_stores;
pub mod retslot;
pub mod sra;
pub mod store_merging;
pub mod strlen;
mod trim;
