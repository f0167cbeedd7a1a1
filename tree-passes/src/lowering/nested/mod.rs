//! Functions nested in one another become functions of the unit (`lower_nested_functions`).
//!
//! ```text
//! int outer (int n)                     int inner (int x)
//! {                                     {
//!   int inner (int x) { n += x; }         D.1 = CHAIN.1->n;
//!                                         D.2 = D.1 + x;
//!   inner (3);                            CHAIN.1->n = D.2;
//! }                                     }
//!                                       int outer (int n)
//!                                       {
//!                                         struct FRAME.outer FRAME.0;
//!
//!                                         FRAME.0.n = n;
//!                                         inner (3); [static-chain: &FRAME.0]
//!                                       }
//! ```
//!
//! What an inner function uses of an outer one's variables moves into a record of the outer one, its frame, whose address
//! the inner one is called with beside its arguments: the static chain. A function three levels in finds the frames
//! further out through the chains kept in the frames between. Where a nested function's address is taken, a trampoline in
//! the frame stands for it: code that sets the chain and jumps. A jump to a label of an outer function restores that
//! function's frame and stack pointers, which its frame keeps as well.
//!
//! The steps go over all functions, innermost ones first: references to variables of functions around (`references`),
//! references to one's own variables that others use, jumps (`jumps`), addresses of functions and calls (`calls`), and
//! what each function has to set up at its start (`finish`). The technique is that of Breuel, "Lexical Closures for C++"
//! (1988), which GCC's manual names.

mod calls;
mod finish;
mod frame;
mod jumps;
mod references;

use gimple::code::TreeCode;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::{Function, Level};
use gimple::stmt::{Seq, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// What nesting makes of a function.
struct Info {
    /// Its frame among all frames.
    frame: Option<usize>,
    /// The parameter that holds the frame of the function around, or `NONE`.
    chain: DeclId,
    /// Labels that inner functions jump to, and the ones that receive those jumps.
    receivers: FxHashMap<DeclId, DeclId>,
    /// Temporaries made here.
    temps: Vec<DeclId>,
    /// Whether it is called with a chain.
    takes_chain: bool,
    /// Whether a parameter has a field in the frame.
    parameter_in_frame: bool,
    /// Whether a memory reference is based on a field's address.
    refers_to_field: bool,
}

impl Info {
    fn new() -> Info {
        Info {
            frame: None,
            chain: DeclId::NONE,
            receivers: FxHashMap::default(),
            temps: Vec::new(),
            takes_chain: false,
            parameter_in_frame: false,
            refers_to_field: false,
        }
    }
}

/// The step at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// References to variables of functions around.
    Outer,
    /// References to one's own variables that are in the frame.
    Own,
    Gotos,
    Receivers,
    /// Nested functions' addresses.
    Addresses,
    Calls,
    /// Memory references based on a field's address.
    Fold,
}

/// Lowers functions nested in one another.
struct Lowering<'a> {
    unit: &'a mut Unit,
    functions: Vec<Function>,
    outer: Vec<Option<usize>>,
    info: Vec<Info>,
    frames: Vec<frame::Frame>,
    by_decl: FxHashMap<DeclId, usize>,
    /// Inner functions before those around them, functions of one level in order.
    order: Vec<usize>,
    /// Statements that go before and after the one at hand.
    before: Vec<StmtId>,
    after: Vec<StmtId>,
    /// The statement at hand.
    at: StmtId,
}

/// Lowers a function with those nested in it; the first is the outermost. They come back innermost first.
pub fn lower(unit: &mut Unit, levels: Vec<Level>, optimize: bool) -> Vec<Function> {
    if levels.len() < 2 {
        return levels.into_iter().map(|level| level.function).collect();
    }
    let order = innermost_first(&levels);
    let (mut functions, mut outer) = (Vec::new(), Vec::new());
    for level in levels {
        functions.push(level.function);
        outer.push(level.outer);
    }
    let info = functions.iter().map(|_| Info::new()).collect();
    let by_decl = functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
    let mut lowering = Lowering {
        unit,
        functions,
        outer,
        info,
        frames: Vec::new(),
        by_decl,
        order,
        before: Vec::new(),
        after: Vec::new(),
        at: StmtId::NONE,
    };
    for step in [Step::Outer, Step::Own, Step::Gotos, Step::Receivers] {
        lowering.walk_all(step);
    }
    lowering.resolve_calls(optimize);
    for index in lowering.order.clone() {
        lowering.finish(index);
    }
    let order = lowering.order;
    let mut done: Vec<Option<Function>> = lowering.functions.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| done[index].take()).collect()
}

/// The order of the walks: what is nested in a function, each with what is nested in it, then the function.
fn innermost_first(levels: &[Level]) -> Vec<usize> {
    let mut inner = vec![Vec::new(); levels.len()];
    for (index, level) in levels.iter().enumerate() {
        if let Some(outer) = level.outer {
            inner[outer].push(index);
        }
    }
    // The reverse of: each function, then what is nested in it, last one first.
    let mut order = Vec::with_capacity(levels.len());
    let mut work = vec![0];
    while let Some(index) = work.pop() {
        order.push(index);
        work.extend(&inner[index]);
    }
    order.reverse();
    order
}

impl Lowering<'_> {
    fn walk_all(&mut self, step: Step) {
        for index in self.order.clone() {
            self.walk(index, step);
        }
    }

    /// Takes a step over a function's statements.
    fn walk(&mut self, index: usize, step: Step) {
        let body = self.functions[index].body;
        self.functions[index].body = self.sequence(index, body, step);
    }

    /// Takes a step over a sequence, and returns what becomes of it. Recursion is bounded by how deep the gimplifier lets
    /// statements nest.
    fn sequence(&mut self, index: usize, seq: Seq, step: Step) -> Seq {
        let mut out = Seq::EMPTY;
        let mut next = seq.first;
        while next.is_some() {
            let stmt = next;
            next = self.functions[index].stmts[stmt].next;
            match self.functions[index].stmts[stmt].kind {
                StmtKind::Bind { body, .. } => {
                    let new = self.sequence(index, body, step);
                    if let StmtKind::Bind { body, .. } = &mut self.functions[index].stmts[stmt].kind
                    {
                        *body = new;
                    }
                }
                StmtKind::Try { body, cleanup, kind } => {
                    let new = self.sequence(index, body, step);
                    let last = self.sequence(index, cleanup, step);
                    let otherwise = self.sequence(index, kind.otherwise(), step);
                    if let StmtKind::Try { body, cleanup, kind } =
                        &mut self.functions[index].stmts[stmt].kind
                    {
                        (*body, *cleanup) = (new, last);
                        kind.replace_otherwise(otherwise);
                    }
                }
                _ => {
                    self.at = stmt;
                    self.statement(index, stmt, step, out.last);
                }
            }
            let f = &mut self.functions[index];
            for stmt in self.before.drain(..).chain([stmt]).chain(self.after.drain(..)) {
                f.seq_push(&mut out, stmt);
            }
        }
        out
    }

    fn statement(&mut self, index: usize, stmt: StmtId, step: Step, previous: StmtId) {
        match step {
            Step::Outer | Step::Own => self.references(index, stmt, step),
            Step::Gotos => self.goto(index, stmt),
            Step::Receivers => self.receiver(index, stmt, previous),
            Step::Addresses => self.function_addresses(index, stmt),
            Step::Calls => self.call(index, stmt),
            Step::Fold => self.fold_references(index, stmt),
        }
    }

    // Statements and temporaries made on the way.

    /// A variable of the compiler's in a function.
    fn temporary(&mut self, index: usize, ty: TypeId) -> DeclId {
        let mut decl = Decl::new(DeclKind::Var, None, ty, gimple::location::Location::UNKNOWN);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED;
        decl.context = self.functions[index].decl;
        let decl = self.unit.decls.push(decl);
        self.info[index].temps.push(decl);
        decl
    }

    /// A statement at the place of the one at hand.
    fn new_stmt(&mut self, index: usize, kind: StmtKind) -> StmtId {
        let f = &mut self.functions[index];
        match self.at.expand() {
            Some(at) => f.new_stmt_at(at, kind),
            None => f.new_stmt(kind, gimple::location::Location::UNKNOWN),
        }
    }

    fn assignment(&mut self, index: usize, lhs: Operand, code: TreeCode, value: Operand) -> StmtId {
        let stmt = self.new_stmt(index, StmtKind::assign(lhs, code, [value]));
        if self.unit.is_volatile_operand(lhs) || self.unit.is_volatile_operand(value) {
            self.functions[index].stmts[stmt].flags |= StmtFlags::VOLATILE;
        }
        stmt
    }

    /// `D.1 = value;` before the statement at hand.
    fn loaded(&mut self, index: usize, code: TreeCode, value: Operand, ty: TypeId) -> Operand {
        let temp = Operand::Decl(self.temporary(index, ty));
        let stmt = self.assignment(index, temp, code, value);
        self.before.push(stmt);
        temp
    }

    /// `place = D.1;` after the statement at hand, which is to set `D.1`.
    fn stored(&mut self, index: usize, place: Operand, ty: TypeId) -> Operand {
        let temp = Operand::Decl(self.temporary(index, ty));
        let stmt = self.assignment(index, place, TreeCode::Single, temp);
        self.after.push(stmt);
        temp
    }

    /// The address of an object as a value: where it is not constant in the function, in a temporary.
    fn address_value(&mut self, index: usize, object: Operand, ty: TypeId) -> Operand {
        let address = self.unit.address_of(object, ty);
        self.as_value(index, address)
    }

    fn as_value(&mut self, index: usize, address: Operand) -> Operand {
        let ty = self.unit.type_of(&self.functions[index], address);
        match self.unit.addressed(address) {
            Some(object) if !self.is_constant_place(object) => {
                self.loaded(index, TreeCode::Single, address, ty)
            }
            _ => address,
        }
    }

    /// Whether an object is at a constant distance from a declaration's start.
    fn is_constant_place(&self, mut op: Operand) -> bool {
        while let Operand::Tree(id) = op {
            match *self.unit.trees.kind(id) {
                TreeKind::ArrayRef { index, .. } if index.constant().is_none() => return false,
                TreeKind::PlacedComponentRef { .. } | TreeKind::SizedArrayRef { .. } => {
                    return false;
                }
                TreeKind::MemRef { base, .. } => match self.unit.addressed(base) {
                    Some(object) => op = object,
                    None => return false,
                },
                _ => op = self.unit.trees.base(id),
            }
        }
        true
    }

    /// Whether a declaration is a variable or parameter that lives in a function's frame.
    fn is_automatic(&self, decl: DeclId) -> bool {
        let d = &self.unit.decls[decl];
        matches!(d.kind, DeclKind::Var | DeclKind::Parm)
            && d.flags & (flag::STATIC | flag::EXTERNAL) == 0
            && d.context.is_some()
    }

    /// The function among these that a declaration is local to.
    fn owner(&self, decl: DeclId) -> Option<usize> {
        self.by_decl.get(&self.unit.decls[decl].context.expand()?).copied()
    }
}
