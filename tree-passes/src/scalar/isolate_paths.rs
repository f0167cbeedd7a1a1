//! Pass `isolate-paths`: where control arrives with a null pointer that is then followed, or with 0 to divide by, the
//! program ends; the others need no longer count with those values.
//!
//! ```text
//!   <bb 4>:                                    <bb 4>:                      <bb 5>:        // from <bb 2>
//!   # p_1 = PHI <0B(2), q_3(D)(3)>             # p_1 = PHI <q_3(D)(3)>      # p_7 = PHI <0B(2)>
//!   g (1);                               =>    g (1);                       g (1);
//!   _6 = *p_1;                                 _6 = *p_1;                   _9 ={v} *p_7;
//!   ...                                        ...                          __builtin_trap ();
//! ```
//!
//! φs are looked at whose result is used so in their own block. The statement stays, as a volatile one, so that the system
//! sees the access. What is wrong whatever way control came ends its block likewise, and an address of a local variable that
//! is returned becomes null.

use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use tree_ssa::analyses::ranges::{View, fold};
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::effects::call_effects;
use tree_ssa::profile::cold;
use tree_ssa::profile::unlikely::may_end_here;
use tree_ssa::ssa::copy_blocks::copy_block;
use tree_ssa::ssa::update_ssa;

/// `isolate-paths` for the pass table.
pub const PASS: Pass =
    Pass::tree("isolate-paths", execute).gate(|options, _| wanted(options)).requires(Prop::CFG_SSA);

fn wanted(options: &Options) -> bool {
    options.on(Flag::IsolateErroneousPaths) || options.on(Flag::IsolateErroneousAttributes)
}

/// What is wrong with a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// A null pointer is followed.
    Dereference,
    /// One goes where the function called, or the caller, counts on none.
    Attribute,
    /// The divisor is 0.
    Division,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut pass = Isolation { cx, f, changed: false, cases: SwitchCases::default(), most: None };
    pass.ways_to_faults();
    pass.faults();
    if pass.changed { Todo::CLEANUP_CFG | Todo::UPDATE_SSA } else { Todo::NONE }
}

struct Isolation<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    changed: bool,
    cases: SwitchCases,
    /// How often the block runs that runs most often.
    most: Option<u64>,
}

impl Isolation<'_, '_> {
    // Values that φs bring.

    fn ways_to_faults(&mut self) {
        for block in self.f.block_order() {
            if self.f.blocks[block].phis.is_empty() {
                continue;
            }
            let complex = |edge: &EdgeId| self.f.edges[*edge].flags.intersects(EdgeFlags::COMPLEX);
            if self.f.blocks[block].succs.iter().any(complex) {
                continue;
            }
            let mut phi = self.f.blocks[block].phis.first;
            while phi.is_some() {
                if !self.f.is_virtual_phi(phi) {
                    self.arguments(block, phi);
                }
                phi = self.f.stmts[phi].next;
            }
        }
    }

    fn arguments(&mut self, block: BlockId, phi: StmtId) {
        let result = self.f.phi(phi).result;
        let mut duplicate = None;
        let mut index = 0;
        while let Some(arg) = self.f.phi(phi).args.get(index) {
            let value = arg.value;
            let edge = self.f.blocks[block].preds[index];
            let stmt = match value {
                _ if self.f.edges[edge].flags.intersects(EdgeFlags::COMPLEX) => None,
                Operand::Const(_) if self.cx.unit.as_int(value) == Some(0) => {
                    self.fault_of(block, result).map(|stmt| (stmt, false))
                }
                Operand::Tree(_) => {
                    self.returned_local(block, result, value).map(|stmt| (stmt, true))
                }
                _ => None,
            };
            match stmt {
                // The last argument is in the place of the one that has gone.
                Some((stmt, zero)) => {
                    duplicate = Some(self.isolate(block, duplicate, edge, stmt, (result, zero)));
                }
                None => index += 1,
            }
        }
    }

    /// The first statement of a block that goes wrong when a name is 0.
    fn fault_of(&mut self, block: BlockId, name: SsaName) -> Option<StmtId> {
        if self.f.has_zero_uses(name) {
            return None;
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            if let Some(fault) = self.fault(stmt, Operand::Ssa(name)) {
                if fault == Fault::Dereference {
                    self.warn(stmt, "potential null pointer dereference");
                }
                if self.isolates(fault) {
                    return Some(stmt);
                }
            }
            stmt = self.f.stmts[stmt].next;
        }
        None
    }

    fn isolates(&self, fault: Fault) -> bool {
        self.cx.options.on(match fault {
            Fault::Dereference | Fault::Division => Flag::IsolateErroneousPaths,
            Fault::Attribute => Flag::IsolateErroneousAttributes,
        })
    }

    /// What goes wrong in a statement if an operand is 0.
    fn fault(&self, stmt: StmtId, zero: Operand) -> Option<Fault> {
        let (unit, f) = (&*self.cx.unit, &*self.f);
        if let StmtKind::Assign { code: TreeCode::TruncDiv | TreeCode::TruncMod, rhs, .. } =
            f.stmts[stmt].kind
            && rhs[1] == zero
        {
            return Some(Fault::Division);
        }
        if !unit.types.is_pointer(unit.type_of(f, zero)) {
            return None;
        }
        if fold::dereferences(View { unit, f, options: self.cx.options }, stmt, zero) {
            return Some(Fault::Dereference);
        }
        let attribute =
            self.cx.options.on(Flag::DeleteNullPointerChecks) && self.is_refused(stmt, zero);
        attribute.then_some(Fault::Attribute)
    }

    /// Whether an operand goes where null is declared not to go.
    fn is_refused(&self, stmt: StmtId, op: Operand) -> bool {
        let (unit, f) = (&*self.cx.unit, &*self.f);
        match &f.stmts[stmt].kind {
            StmtKind::Call(call) => {
                call.args.iter().enumerate().any(|(index, &arg)| {
                    arg == op && call_effects::wants_nonnull(unit, call, index)
                })
            }
            StmtKind::Return(value) => {
                *value == op && unit.decls[f.decl].has(flag::RETURNS_NONNULL)
            }
            _ => false,
        }
    }

    /// Lets an edge end in a copy of the block, where control ends at a statement, or returns null there (`isolate_path`).
    fn isolate(
        &mut self,
        block: BlockId,
        duplicate: Option<BlockId>,
        edge: EdgeId,
        stmt: StmtId,
        (name, zero): (SsaName, bool),
    ) -> BlockId {
        let before = edge_count(self.f, edge);
        let first = self.f.blocks[block].stmts.first;
        let ahead = std::iter::successors(first.expand(), |&at| self.f.stmts[at].next.expand());
        let ends =
            ahead.take_while(|&at| at != stmt).any(|at| may_end_here(self.cx.unit, self.f, at));
        cold::make_rare(self.cx, self.f, edge, !ends, &mut self.most);
        let copy = duplicate.unwrap_or_else(|| self.copy(block, zero));
        let (all, after) = (self.f.block_info[block].count, edge_count(self.f, edge));
        if ![all, before, after].contains(&NO_COUNT) {
            self.f.block_info[block].count = all.saturating_sub(before).saturating_add(after);
        }
        let place =
            self.f.block_stmts(block).filter(|&at| !self.is_label(at)).position(|at| at == stmt);
        let args = cfg_edit::saved_phi_args(self.f, edge);
        if let Some(moved) =
            redirect_edge_and_branch(self.cx.unit, self.f, edge, copy, &mut self.cases)
        {
            let phis: Vec<StmtId> = self.f.phis(copy).collect();
            for (phi, arg) in phis.into_iter().zip(args) {
                self.f.add_phi_arg(phi, moved, arg.value, arg.loc);
            }
        }
        let at = place
            .and_then(|place| self.f.block_stmts(copy).filter(|&at| !self.is_label(at)).nth(place));
        if let Some(at) = at {
            match zero {
                true => self.return_null(at),
                false => self.trap(at, Operand::Ssa(name)),
            }
        }
        self.changed = true;
        copy
    }

    fn is_label(&self, stmt: StmtId) -> bool {
        matches!(self.f.stmts[stmt].kind, StmtKind::Label(_))
    }

    /// A copy of a block that is never entered yet; what control goes on to only if it returns.
    fn copy(&mut self, block: BlockId, goes_on: bool) -> BlockId {
        let last = self.f.prev_block(EXIT);
        let copy = copy_block(self.cx.unit, self.f, block, last);
        self.f.block_info[copy].count = 0;
        if goes_on {
            for edge in self.f.blocks[copy].succs.clone() {
                let dst = self.f.edges[edge].dst;
                if let Some(original) = self.f.find_edge(block, dst) {
                    cfg_edit::copy_phi_args(self.f, original, edge);
                }
            }
        } else {
            while let Some(&edge) = self.f.blocks[copy].succs.first() {
                self.f.remove_edge(edge);
            }
        }
        copy
    }

    // Statements that go wrong whatever way control came.

    fn faults(&mut self) {
        for block in self.f.block_order() {
            let mut stmt = self.f.blocks[block].stmts.first;
            while stmt.is_some() {
                if let Some((fault, zero)) = self.plain_fault(stmt) {
                    if fault == Fault::Dereference {
                        self.warn(stmt, "null pointer dereference");
                    }
                    if self.isolates(fault) {
                        self.trap(stmt, zero);
                        self.changed = true;
                        break;
                    }
                }
                self.returns_local(stmt);
                stmt = self.f.stmts[stmt].next;
            }
        }
    }

    /// What is wrong with a statement as it stands, and the operand that is 0.
    fn plain_fault(&self, stmt: StmtId) -> Option<(Fault, Operand)> {
        let unit = &*self.cx.unit;
        let is_zero = |op: Operand| unit.as_int(op) == Some(0);
        match &self.f.stmts[stmt].kind {
            StmtKind::Assign { code: TreeCode::TruncDiv | TreeCode::TruncMod, rhs, .. } => {
                is_zero(rhs[1]).then_some((Fault::Division, rhs[1]))
            }
            &StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => {
                let zero = self.null_base(lhs).or(self.null_base(rhs[0]))?;
                self.fault(stmt, zero).map(|fault| (fault, zero))
            }
            StmtKind::Call(call) => {
                let null =
                    std::iter::once(&call.lhs).chain(&call.args).find_map(|&op| self.null_base(op));
                let zero = null.or(call.args.iter().copied().find(|&arg| is_zero(arg)))?;
                self.fault(stmt, zero).map(|fault| (fault, zero))
            }
            &StmtKind::Return(op) if is_zero(op) => self.fault(stmt, op).map(|fault| (fault, op)),
            _ => None,
        }
    }

    /// The null pointer that a reference follows.
    fn null_base(&self, op: Operand) -> Option<Operand> {
        let unit = &*self.cx.unit;
        match *unit.trees.kind(unit.trees.base_address(op).tree()?) {
            TreeKind::MemRef { base: base @ Operand::Const(_), .. } => {
                unit.is_zero(base).then_some(base)
            }
            _ => None,
        }
    }

    /// Ends the program at a statement: after it if that accesses memory, before it else. What follows is cut off.
    fn trap(&mut self, stmt: StmtId, pointer: Operand) {
        let mut at = Cursor::before(stmt);
        if self.fault(stmt, pointer) == Some(Fault::Dereference) {
            self.keep_access(stmt);
            at = Cursor::after(stmt);
        }
        let trap = at.trap(self.cx.unit, self.f);
        update_ssa::mark_virtuals(self.f);
        let block = self.f.stmts[trap].block;
        let onwards = cfg_edit::split_block(self.f, block, trap);
        self.f.remove_edge(onwards);
    }

    /// Makes an access one that the program may be watched doing; what it stores is of no interest.
    fn keep_access(&mut self, stmt: StmtId) {
        let (unit, f) = (&mut *self.cx.unit, &mut *self.f);
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
            return;
        };
        let stores = unit.is_memory_operand(lhs);
        let ty = unit.type_of(f, lhs);
        let place = if stores { lhs } else { rhs[0] };
        let Some(id) = place.tree() else { return };
        let node = gimple::tree::TreeNode { volatile: true, ..unit.trees[id].clone() };
        let place = Operand::Tree(unit.trees.add_node(node));
        let (lhs, value) = match stores {
            true if unit.types.is_integral(ty) => {
                (place, Operand::Const(fold_const::zero(unit, ty)))
            }
            true => (place, rhs[0]),
            false => (lhs, place),
        };
        edit::replace(unit, f, stmt, StmtKind::copy(lhs, value));
    }

    // Addresses of local variables that are returned.

    /// The statement that returns a name, which is the address of a local variable where control comes by one edge.
    fn returned_local(&mut self, block: BlockId, name: SsaName, value: Operand) -> Option<StmtId> {
        let var = local_variable(self.cx.unit, self.f, value)?;
        let stmt = self.f.last_stmt(block)?;
        if !matches!(self.f.stmts[stmt].kind, StmtKind::Return(op) if op == Operand::Ssa(name)) {
            return None;
        }
        let said = self.warn_of(
            stmt,
            "return-local-addr",
            "function may return address of local variable",
        );
        if said {
            let loc = self.cx.unit.decls[var].loc;
            self.cx.unit.diagnostics.note(loc, "declared here");
        }
        self.isolates(Fault::Dereference).then_some(stmt)
    }

    fn returns_local(&mut self, stmt: StmtId) {
        let StmtKind::Return(op) = self.f.stmts[stmt].kind else { return };
        let Some(var) = local_variable(self.cx.unit, self.f, op) else { return };
        if self.warn_of(stmt, "return-local-addr", "function returns address of local variable") {
            let loc = self.cx.unit.decls[var].loc;
            self.cx.unit.diagnostics.note(loc, "declared here");
        }
        if self.isolates(Fault::Dereference) {
            self.return_null(stmt);
        }
    }

    fn return_null(&mut self, stmt: StmtId) {
        let StmtKind::Return(op) = self.f.stmts[stmt].kind else { return };
        let ty = self.cx.unit.type_of(self.f, op);
        self.f.stmts[stmt].kind = StmtKind::Return(self.cx.unit.int(ty, 0));
        self.f.update_stmt(self.cx.unit, stmt);
    }

    // What is said.

    fn warn(&mut self, stmt: StmtId, text: &str) {
        self.warn_of(stmt, "null-dereference", text);
    }

    fn warn_of(&mut self, stmt: StmtId, name: &str, text: &str) -> bool {
        let unit = &mut *self.cx.unit;
        let loc = self.f.stmt_info[stmt].loc;
        if !unit.diagnostics.warnings.enabled(name) || loc.is_unknown() {
            return false;
        }
        let function = unit.decl_name(self.f.decl).map(str::to_string);
        unit.diagnostics.set_function(function.as_deref());
        unit.diagnostics.warning(name, loc, text)
    }
}

/// The local variable that an operand is an address in.
fn local_variable(unit: &Unit, f: &Function, op: Operand) -> Option<DeclId> {
    let var = unit.trees.base_address(unit.addressed(op)?).decl()?;
    let decl = &unit.decls[var];
    let local = decl.kind == DeclKind::Var && !decl.is_global() && decl.context == f.decl;
    local.then_some(var)
}
