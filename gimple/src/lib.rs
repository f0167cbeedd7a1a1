//! The GIMPLE IR: types, declarations, statements, the CFG and SSA names; its text, its verifiers, its interpreter; the
//! pass interface and the pass manager.
//!
//! Entities are 32-bit indices into dense tables ([`mod@entity`]). What all functions share is the [`unit::Unit`]; a
//! [`function::Function`] owns its statements, blocks, edges and names. Nothing here knows C or a machine.

pub mod aside;
pub mod bit_calls;
pub mod builtins;
pub mod call_graph;
pub mod cfg;
pub mod charset;
pub mod claims;
pub mod code;
pub mod constant;
pub mod coverage;
pub mod debug_counter;
mod debug_reach;
pub mod debug_stmts;
pub mod decl;
pub mod declared_types;
pub mod diagnostic;
pub mod edge_list;
pub mod entity;
mod flag_set;
pub mod fold_call;
pub mod fold_const;
pub mod fold_string;
pub mod function;
pub mod hash_index;
pub mod interp;
pub mod known_bits;
pub mod known_bytes;
pub mod labels;
mod layout;
pub mod ledger;
pub mod location;
pub mod loops;
pub mod macro_log;
pub mod modref;
pub mod nonzero_bits;
pub mod operand_equal;
pub mod operands;
pub mod option_data;
pub mod option_row;
pub mod options;
pub mod partitions;
pub mod pass;
pub mod pass_manager;
pub mod pass_state;
pub mod print;
pub mod range_test;
pub mod read;
mod real_math;
pub mod remark;
pub mod sanitize;
pub mod simplify;
pub mod ssa;
pub mod static_vars;
pub mod stmt;
pub mod symbol;
mod table_order;
pub mod target;
pub mod tree;
mod type_uids;
pub mod typed_subject;
pub mod types;
pub mod types_compatible;
pub mod unit;
pub mod verify;

pub use dumps::complain;
