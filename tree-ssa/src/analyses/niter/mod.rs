//! Numbers of iterations: how often a loop's latch runs, exactly, at most, and probably.
//!
//! ```text
//!   # i_1 = PHI <0(2), i_3(4)>              exit condition [1, + , 1](no_overflow) < n_2(D)
//!   i_3 = i_1 + 1;                          zero if n_2(D) < 1
//!   if (i_3 < n_2(D)) goto <bb 4>; ...      # of iterations (unsigned int) n_2(D) + 4294967295
//! ```
//!
//! The number of one exit (`exit`) holds under assumptions, which are simplified by what is tested before the loop
//! (`implied`). Where both sides of a test come of constants it may also be found by doing what the loop does
//! ([`evaluate`]). Bounds (`bounds`) come from all exits, and from statements that would not be defined in a later iteration:
//! arrays end, signed values and addresses do not overflow.

mod bounds;
pub mod claims;
mod condition;
mod constant;
mod difference;
pub mod evaluate;
mod exit;
mod implied;
mod overflow;
mod popcount;
mod undefined;
mod upper;
mod walk;

use crate::analyses::scev::Affine;
use crate::analyses::scev::expr::ExprId;
pub use constant::Rounds;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::stmt::StmtId;

/// What is known of a loop's iterations.
#[derive(Default)]
pub struct LoopFacts {
    /// The edges by which it is left, where these are not recorded with the loop and somebody has asked.
    pub exits: Option<Vec<EdgeId>>,
    /// How often the latch runs; `None` where nobody has asked yet.
    latch_executions: Option<ExprId>,
    /// The latch runs at most so often by the exits alone; `None` where nobody has asked yet.
    most_by_exits: Option<Option<i128>>,
    /// Whether bounds have been looked for.
    estimated: bool,
    /// The latch runs at most so often (`nb_iterations_upper_bound`).
    pub upper: Option<i128>,
    /// It hardly runs more often than this.
    pub likely: Option<i128>,
    /// How often it runs on average.
    pub estimate: Option<i128>,
    /// Statements that are executed a limited number of times.
    bounds: Vec<Bound>,
    /// Values by which exits are decided and that do not overflow before.
    control_ivs: Vec<Affine>,
}

/// A statement is executed at most `most + 1` times.
#[derive(Clone, Copy)]
pub struct Bound {
    pub stmt: StmtId,
    /// It is the condition of an exit, by which the loop is left then.
    pub is_exit: bool,
    pub most: i128,
}

/// How often a loop's latch runs until it is left by an exit (`tree_niter_desc`).
#[derive(Clone, Copy)]
pub struct Niter {
    /// What has to hold for the rest to be so.
    pub assumptions: ExprId,
    /// When the number is zero, whatever the formula says.
    pub may_be_zero: ExprId,
    pub count: ExprId,
    /// The number is at most this, if the assumptions hold.
    pub most: i128,
    /// The value that decides.
    pub control: Option<Affine>,
    /// What that counts up to.
    pub bound: Option<ExprId>,
    /// The loop goes on while the value that decides is less, or greater, than something.
    pub while_is: Option<(TreeCode, ExprId)>,
}
