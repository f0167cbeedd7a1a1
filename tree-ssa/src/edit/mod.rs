//! Statements made and put into their place: what passes make GIMPLE with.
//!
//! A [`Cursor`] is a place in a block and a place in the source. What it makes is linked when it comes back: its operands'
//! uses, the names it defines, and whether it reads or writes memory. What one cursor makes stands in the order in which it
//! was made, wherever the cursor was put.
//!
//! ```text
//!   let mut at = Cursor::before(stmt).like(f, stmt);              _4 = (unsigned int) i_2;
//!   let wide = at.temporary(unit, f, uint, Nop, [i]);             _5 = _4 + 3;
//!   at.temporary(unit, f, uint, Plus, [wide, three]);        =>   stmt
//! ```
//!
//! Which state of memory a statement reads, a cursor knows that was told ([`Cursor::reading`]); else `update_ssa` finds out.
//! In a function that is not in SSA form yet statements without a cursor are linked by `into_ssa`.

pub mod cfg_edit;
pub mod late_names;
pub mod locals;
pub mod reference;

use crate::edit::cfg_edit::ends_block;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::SsaName;
use gimple::stmt::{ScopeId, StmtFlags, StmtId, StmtInfo, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

#[cfg(test)]
mod tests;

/// Where the next statement goes.
#[derive(Clone, Copy)]
enum Place {
    Before(StmtId),
    After(StmtId),
    /// After the labels of a block.
    Start(BlockId),
    End(BlockId),
    /// Into no block: who makes the statements inserts them, on an edge for instance.
    Nowhere,
}

/// A place for new statements.
#[derive(Clone, Copy)]
pub struct Cursor {
    place: Place,
    info: StmtInfo,
    /// The state of memory that is read here, or none.
    state: SsaName,
}

impl Cursor {
    const fn to(place: Place) -> Cursor {
        Cursor { place, info: StmtInfo::UNKNOWN, state: SsaName::NONE }
    }

    /// Before a statement. What is made is of no line of the source, as with the others here.
    pub const fn before(stmt: StmtId) -> Cursor {
        Cursor::to(Place::Before(stmt))
    }

    /// After a statement.
    pub const fn after(stmt: StmtId) -> Cursor {
        Cursor::to(Place::After(stmt))
    }

    /// At the start of a block, after its φs and labels.
    pub const fn start(block: BlockId) -> Cursor {
        Cursor::to(Place::Start(block))
    }

    /// At the end of a block.
    pub const fn end(block: BlockId) -> Cursor {
        Cursor::to(Place::End(block))
    }

    /// At the end of a block, before the statement that ends it, if there is one.
    pub fn before_end(unit: &Unit, f: &Function, block: BlockId) -> Cursor {
        match f.last_stmt(block) {
            Some(last) if ends_block(unit, f, last) => Cursor::before(last),
            _ => Cursor::end(block),
        }
    }

    /// In no block yet.
    pub const fn nowhere() -> Cursor {
        Cursor::to(Place::Nowhere)
    }

    /// The same, where another statement is in the source: its line, its lexical block and its landing pad.
    pub fn like(self, f: &Function, stmt: StmtId) -> Cursor {
        Cursor { info: f.stmt_info[stmt], ..self }
    }

    /// The same, after another statement.
    pub const fn moved_after(self, stmt: StmtId) -> Cursor {
        Cursor { place: Place::After(stmt), ..self }
    }

    /// The same, at a line of the source.
    pub const fn at(self, loc: Location) -> Cursor {
        Cursor { info: StmtInfo { loc, ..self.info }, ..self }
    }

    /// The same, in a lexical block.
    pub const fn within(self, scope: ScopeId) -> Cursor {
        Cursor { info: StmtInfo { scope, ..self.info }, ..self }
    }

    /// The same, where memory is in a known state: that is what statements that touch memory read.
    pub const fn reading(self, state: SsaName) -> Cursor {
        Cursor { state, ..self }
    }

    /// Makes a statement.
    pub fn make(&mut self, unit: &Unit, f: &mut Function, kind: StmtKind) -> StmtId {
        let stmt = f.new_stmt(kind, self.info.loc);
        f.stmt_info[stmt] = self.info;
        self.put(unit, f, stmt);
        stmt
    }

    /// Puts a statement that is in no block here.
    pub fn put(&mut self, unit: &Unit, f: &mut Function, stmt: StmtId) {
        match self.place {
            Place::Before(at) => f.insert_before(at, stmt),
            Place::After(at) => f.insert_after(at, stmt),
            Place::Start(block) => f.insert_after_labels(block, stmt),
            Place::End(block) => f.append_to_block(block, stmt),
            Place::Nowhere => {}
        }
        if let Place::After(_) | Place::Start(_) = self.place {
            self.place = Place::After(stmt);
        }
        f.update_stmt(unit, stmt);
        if self.state.is_some() && f.stmts[stmt].has(StmtFlags::VUSE) {
            f.set_vuse(stmt, self.state);
        }
    }

    /// `lhs = code rhs…`.
    pub fn assign<const N: usize>(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        lhs: Operand,
        code: TreeCode,
        rhs: [Operand; N],
    ) -> StmtId {
        self.make(unit, f, StmtKind::assign(lhs, code, rhs))
    }

    /// `lhs = value`.
    pub fn copy(&mut self, unit: &Unit, f: &mut Function, lhs: Operand, value: Operand) -> StmtId {
        self.make(unit, f, StmtKind::copy(lhs, value))
    }

    /// `_N = code rhs…`, to a new name that prints by its number; returns the name.
    pub fn temporary<const N: usize>(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        ty: TypeId,
        code: TreeCode,
        rhs: [Operand; N],
    ) -> Operand {
        let name = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        self.assign(unit, f, name, code, rhs);
        name
    }

    /// `if (a code b)`, the last statement of a block.
    pub fn cond(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        code: TreeCode,
        operands: [Operand; 2],
    ) -> StmtId {
        self.make(unit, f, StmtKind::cond(code, operands))
    }

    /// `lhs = callee (args…)`, without a result where `lhs` is none.
    pub fn call(
        &mut self,
        unit: &Unit,
        f: &mut Function,
        lhs: Operand,
        callee: DeclId,
        args: Vec<Operand>,
    ) -> StmtId {
        self.make(unit, f, StmtKind::call(unit, lhs, callee, args))
    }

    /// A call that ends the program.
    pub fn trap(&mut self, unit: &mut Unit, f: &mut Function) -> StmtId {
        let void = unit.common.void;
        let callee = unit.implicit_builtin(gimple::builtins::Builtin::Trap, void, &[], false);
        self.call(unit, f, Operand::None, callee, Vec::new())
    }
}

/// Lets a statement do something else, where it is.
pub fn replace(unit: &Unit, f: &mut Function, stmt: StmtId, kind: StmtKind) {
    f.stmts[stmt].kind = kind;
    f.update_stmt(unit, stmt);
}

/// Lets an assignment, or a call with a result, compute its result in another way.
pub fn set_rhs<const N: usize>(
    unit: &Unit,
    f: &mut Function,
    stmt: StmtId,
    code: TreeCode,
    rhs: [Operand; N],
) {
    let lhs = f.stmts[stmt].kind.lhs();
    debug_assert!(lhs.is_some(), "only what has a result can be computed in another way");
    replace(unit, f, stmt, StmtKind::assign(lhs, code, rhs));
}

/// Lets an assignment, or a call with a result, be a copy of a value to it.
pub fn set_value(unit: &Unit, f: &mut Function, stmt: StmtId, value: Operand) {
    set_rhs(unit, f, stmt, TreeCode::Single, [value]);
}
