//! Passes `cplxlower` and `cplxlower0`: arithmetic of complex numbers becomes arithmetic of their parts.
//!
//! ```text
//!   s_3 = a_1(D) + b_2(D);           a$real_5 = REALPART_EXPR <a_1(D)>;   a$imag_6 = IMAGPART_EXPR <a_1(D)>;
//!                                    b$real_7 = REALPART_EXPR <b_2(D)>;   b$imag_8 = IMAGPART_EXPR <b_2(D)>;
//!                              =>    s$real_9 = a$real_5 + b$real_7;
//!                                    s$imag_10 = a$imag_6 + b$imag_8;
//!                                    s_3 = COMPLEX_EXPR <s$real_9, s$imag_10>;
//! ```
//!
//! Each complex name has a name or constant for each part, made where it is first asked for or defined. Numbers that have
//! only one part (`lattice`) are not multiplied as if they had both. What the operations become is in `arithmetic`. Names of
//! complex numbers stay, put together of their parts, for what uses them whole; dead code goes later.
//!
//! Blocks are visited in reverse post-order, so that parts are known where they are used, but for arguments of φs over edges
//! back: their parts are names whose definition follows. A function that does no complex arithmetic stays as it is.

mod arithmetic;
mod lattice;

use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use lattice::{Lattice, Parts, complex_name, is_complex};
use rustc_hash::FxHashMap;
use tree_ssa::edit::cfg_edit::commit_edge_insertions;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::fold::propagate::propagate;
use tree_ssa::graph::analyses;
use tree_ssa::ssa::{out_of_ssa, update_ssa};

/// `cplxlower` for the pass table.
pub const PASS: Pass =
    Pass::tree("cplxlower", execute).requires(Prop::CFG_SSA).provides(Prop::GIMPLE_LCX);

/// `cplxlower0` for the pass table.
pub const WITHOUT_OPTIMIZATION: Pass = Pass::tree("cplxlower0", execute)
    .gate(complex_left)
    .requires(Prop::CFG_SSA)
    .provides(Prop::GIMPLE_LCX);

/// Whether complex arithmetic has not been lowered yet.
fn complex_left(_: &Options, f: &Function) -> bool {
    !f.properties.intersects(Prop::GIMPLE_LCX)
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let order = analyses::reverse_post_order(f);
    if !has_arithmetic(cx.unit, f, &order) {
        return Todo::NONE;
    }
    let mut lattice = Lattice::new(cx.unit, f, cx.options);
    propagate(cx.unit, f, &mut cx.dump, &mut lattice);
    let mut lowering = Lowering {
        parts: vec![[Operand::None; 2]; f.names.len()],
        cx,
        f,
        lattice,
        variables: FxHashMap::default(),
        pending: FxHashMap::default(),
        at: StmtId::NONE,
        memory: false,
    };
    let params = lowering.parameters();
    for &block in order.iter() {
        lowering.block(block);
    }
    let (pending, memory) = (std::mem::take(&mut lowering.pending), lowering.memory);
    if !params.is_empty() {
        let entry = f.blocks[ENTRY].succs[0];
        insert_on_edge(cx.unit, f, entry, &params, &mut Default::default());
        params.iter().for_each(|&stmt| f.update_stmt(cx.unit, stmt));
    }
    if !pending.is_empty() {
        commit_edge_insertions(cx.unit, f, pending);
    }
    if memory {
        update_ssa::mark_virtuals(f);
    }
    if update_ssa::is_needed(f) { Todo::UPDATE_SSA } else { Todo::NONE }
}

/// Whether anything is computed of complex numbers; a part of one that has no value counts, too.
fn has_arithmetic(unit: &Unit, f: &Function, order: &[BlockId]) -> bool {
    use TreeCode::{Conj, Eq, Minus, Mult, Ne, Negate, Plus, Rdiv, TruncDiv};
    order.iter().any(|&block| {
        f.block_stmts(block).any(|stmt| match f.stmts[stmt].kind {
            StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs } => match code {
                Plus | Minus | Mult | Rdiv | TruncDiv | Negate | Conj | Eq | Ne => {
                    is_complex(unit, unit.type_of(f, rhs[0]))
                }
                TreeCode::Single => part_of(unit, rhs[0])
                    .is_some_and(|(whole, _)| out_of_ssa::is_undefined(unit, f, whole)),
                _ => false,
            },
            StmtKind::Cond { code: Eq | Ne, lhs, .. } => is_complex(unit, unit.type_of(f, lhs)),
            _ => false,
        })
    })
}

/// The name that `REALPART_EXPR` or `IMAGPART_EXPR` takes a part of, and which.
fn part_of(unit: &Unit, op: Operand) -> Option<(SsaName, usize)> {
    match *unit.trees.kind(op.tree()?) {
        TreeKind::Realpart(whole) => Some((whole.ssa()?, 0)),
        TreeKind::Imagpart(whole) => Some((whole.ssa()?, 1)),
        _ => None,
    }
}

struct Lowering<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    lattice: Lattice,
    /// The real and the imaginary part of each complex name, where they have a name or are constant.
    parts: Vec<[Operand; 2]>,
    /// The variables that parts of variables are versions of.
    variables: FxHashMap<(DeclId, usize), DeclId>,
    /// What is to be put on edges after statements that end their block.
    pending: FxHashMap<EdgeId, Vec<StmtId>>,
    /// The statement before which operations are put.
    at: StmtId,
    /// Memory is read or written by new statements.
    memory: bool,
}

impl Lowering<'_, '_> {
    /// The statements that take parameters apart.
    fn parameters(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        for param in self.f.params.clone() {
            let Some(&name) = self.f.default_defs.get(&param) else { continue };
            if is_complex(self.cx.unit, self.f.names[name].ty) {
                stmts.extend(self.read_off(name, StmtId::NONE));
            }
        }
        stmts
    }

    fn block(&mut self, block: BlockId) {
        let mut phi = self.f.blocks[block].phis.first;
        let last = self.f.blocks[block].phis.last;
        while phi.is_some() {
            let next = self.f.stmts[phi].next;
            self.phi(block, phi);
            phi = if phi == last { StmtId::NONE } else { next };
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = self.f.stmts[stmt].next;
            self.at = stmt;
            self.statement(stmt);
            stmt = next;
        }
    }

    /// φs of the parts beside a φ of complex numbers.
    fn phi(&mut self, block: BlockId, phi: StmtId) {
        let result = self.f.phi(phi).result;
        if !is_complex(self.cx.unit, self.f.names[result].ty) {
            return;
        }
        let joined = [0, 1].map(|part| {
            let name = self.part_of_name(result, part).ssa()?;
            Some(self.f.create_phi(name, block))
        });
        for index in 0..self.f.phi(phi).args.len() {
            let value = self.f.phi(phi).args[index].value;
            for (part, new) in joined.into_iter().enumerate() {
                if let Some(new) = new {
                    let value = self.part(value, part);
                    self.f.set_phi_arg(new, index, value);
                }
            }
        }
    }

    fn statement(&mut self, stmt: StmtId) {
        use TreeCode::{Conj, Minus, Mult, Negate, Plus, Rdiv, TruncDiv};
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => {
                if let Some(name) = complex_name(self.cx.unit, self.f, lhs) {
                    match code {
                        Plus | Minus | Mult | Rdiv | TruncDiv | Negate | Conj => {
                            self.operation(stmt, name, code, rhs[0], rhs[1]);
                        }
                        _ => self.copy(stmt, name, code, rhs),
                    }
                } else if matches!(code, TreeCode::Eq | TreeCode::Ne)
                    && is_complex(self.cx.unit, self.cx.unit.type_of(self.f, rhs[0]))
                {
                    self.comparison(stmt, code, rhs[0], rhs[1]);
                } else if code == TreeCode::Single {
                    self.single(stmt, lhs, rhs[0]);
                }
            }
            StmtKind::Cond { code, lhs, rhs, .. }
                if is_complex(self.cx.unit, self.cx.unit.type_of(self.f, lhs)) =>
            {
                self.comparison(stmt, code, lhs, rhs);
            }
            StmtKind::Call(_) | StmtKind::Asm(_) => {
                let mut defined = Vec::new();
                self.f.for_each_write(stmt, &mut |op| {
                    defined.extend(complex_name(self.cx.unit, self.f, op));
                });
                for name in defined {
                    match &self.f.stmts[stmt].kind {
                        StmtKind::Asm(asm) if !asm.labels.is_empty() => self.refuse(stmt, name),
                        _ => self.take_apart(stmt, name),
                    }
                }
            }
            _ => {}
        }
    }

    /// A copy to a name: the parts are copied, too, or read off the name.
    fn copy(&mut self, stmt: StmtId, name: SsaName, code: TreeCode, rhs: [Operand; 3]) {
        let whole = match code {
            TreeCode::Complex => return self.set_parts(stmt, name, [rhs[0], rhs[1]]),
            TreeCode::Single if !self.f.stmts[stmt].flags.intersects(StmtFlags::VOLATILE) => rhs[0],
            _ => return self.take_apart(stmt, name),
        };
        let parts = [0, 1].map(|part| self.part(whole, part));
        self.finish(stmt, name, parts);
    }

    /// A part of a name is the part's name; a store of a complex name is two.
    fn single(&mut self, stmt: StmtId, lhs: Operand, value: Operand) {
        if let Some((whole, part)) = part_of(self.cx.unit, value) {
            let value = self.part_of_name(whole, part);
            return self.assign(stmt, lhs, TreeCode::Single, [value, Operand::None]);
        }
        let Some(name) = complex_name(self.cx.unit, self.f, value) else { return };
        if self.f.stmts[stmt].flags.intersects(StmtFlags::VOLATILE) {
            return;
        }
        let values = [0, 1].map(|part| self.part_of_name(name, part));
        let kind = StmtKind::Assign {
            lhs: self.reference(lhs, 0),
            code: TreeCode::Single,
            rhs: [values[0], Operand::None, Operand::None],
        };
        let real = self.f.new_stmt_at(stmt, kind);
        self.f.insert_before(stmt, real);
        self.f.update_stmt(self.cx.unit, real);
        let imag = self.reference(lhs, 1);
        self.assign(stmt, imag, TreeCode::Single, [values[1], Operand::None]);
        self.memory = true;
    }

    /// Gives a statement something else to do.
    fn assign(&mut self, stmt: StmtId, lhs: Operand, code: TreeCode, rhs: [Operand; 2]) {
        self.f.stmts[stmt].kind =
            StmtKind::Assign { lhs, code, rhs: [rhs[0], rhs[1], Operand::None] };
        self.f.update_stmt(self.cx.unit, stmt);
    }

    /// Lets a statement put a name together of its parts.
    fn finish(&mut self, stmt: StmtId, name: SsaName, parts: [Operand; 2]) {
        self.assign(stmt, Operand::Ssa(name), TreeCode::Complex, parts);
        self.set_parts(stmt, name, parts);
    }

    /// Says what the parts of a name are that a statement defines.
    fn set_parts(&mut self, stmt: StmtId, name: SsaName, parts: [Operand; 2]) {
        let mut place = stmt;
        for (part, value) in parts.into_iter().enumerate() {
            if let Some(new) = self.set_part(name, part, value, stmt) {
                self.f.insert_after(place, new);
                self.f.update_stmt(self.cx.unit, new);
                place = new;
            }
        }
    }

    /// Takes what a statement defines apart, after it.
    fn take_apart(&mut self, stmt: StmtId, name: SsaName) {
        let stmts = self.read_off(name, stmt);
        if ends_block(self.cx.unit, self.f, stmt) {
            let block = self.f.stmts[stmt].block;
            let mut succs = self.f.blocks[block].succs.iter();
            let through =
                succs.find(|&&edge| self.f.edges[edge].flags.intersects(EdgeFlags::FALLTHRU));
            if let Some(&edge) = through {
                stmts.iter().for_each(|&stmt| self.f.update_stmt(self.cx.unit, stmt));
                self.pending.entry(edge).or_default().extend(stmts);
            }
            return;
        }
        let mut place = stmt;
        for new in stmts {
            self.f.insert_after(place, new);
            self.f.update_stmt(self.cx.unit, new);
            place = new;
        }
    }

    /// Refuses an `asm goto` that leaves a complex number: there is no one place after it to take that apart.
    fn refuse(&mut self, stmt: StmtId, name: SsaName) {
        let loc = self.f.stmt_info[stmt].loc;
        let text = "‘asm goto’ with complex typed outputs";
        self.cx.unit.diagnostics.sorry(loc, text);
        let ty = self.part_type(self.f.names[name].ty);
        self.parts[name.0 as usize] = [Operand::Const(fold_const::zero(self.cx.unit, ty)); 2];
    }

    /// Statements that read the parts off a name, in no block yet.
    fn read_off(&mut self, name: SsaName, like: StmtId) -> Vec<StmtId> {
        let parts = [0, 1].map(|part| self.reference(Operand::Ssa(name), part));
        let parts = parts.into_iter().enumerate();
        parts.filter_map(|(part, value)| self.set_part(name, part, value, like)).collect()
    }

    /// Notes a part of a name. Returns the assignment that is needed where the part has a name already, or none of its own.
    fn set_part(
        &mut self,
        name: SsaName,
        part: usize,
        value: Operand,
        like: StmtId,
    ) -> Option<StmtId> {
        if self.is_nothing(name, part) {
            return None;
        }
        let mut lhs = self.parts[name.0 as usize][part];
        let stable = matches!(value, Operand::Ssa(_) | Operand::Const(_));
        if lhs.is_none() && stable && !self.f.names[name].has(NameFlags::ABNORMAL) {
            if let Operand::Ssa(value) = value {
                self.name_after(value, name, part);
            }
            self.parts[name.0 as usize][part] = value;
            return None;
        }
        if lhs.is_none() {
            lhs = self.part_of_name(name, part);
        }
        let rhs = [value, Operand::None, Operand::None];
        let kind = StmtKind::Assign { lhs, code: TreeCode::Single, rhs };
        Some(match like {
            StmtId::NONE => self.f.new_stmt(kind, Location::UNKNOWN),
            like => self.f.new_stmt_at(like, kind),
        })
    }

    /// Lets a value of no variable print as the part that it is.
    fn name_after(&mut self, value: SsaName, whole: SsaName, part: usize) {
        let hidden = |unit: &Unit, var: DeclId| var.is_none() || unit.decls[var].has(flag::IGNORED);
        let (own, var) = (self.f.names[value].var, self.f.names[whole].var);
        if self.f.names[value].has(NameFlags::DEFAULT_DEF)
            || !hidden(self.cx.unit, own)
            || hidden(self.cx.unit, var)
        {
            return;
        }
        self.f.names[value].var = self.variable(var, part);
        self.f.names[value].ident = Symbol::NONE;
    }

    /// Whether a part of a name is zero because it has only the other. Where control arrives abnormally, values stay in
    /// their places.
    fn is_nothing(&self, name: SsaName, part: usize) -> bool {
        let other = [Parts::ONLY_IMAG, Parts::ONLY_REAL][part];
        self.lattice.of_name(name) == other && !self.f.names[name].has(NameFlags::ABNORMAL)
    }

    /// A part of a complex operand; what is in memory is loaded before the statement at hand.
    fn part(&mut self, op: Operand, part: usize) -> Operand {
        match op {
            Operand::Ssa(name) => self.part_of_name(name, part),
            Operand::Const(id) => match self.cx.unit.consts[id].value {
                ConstValue::Complex(re, im) => Operand::Const([re, im][part]),
                _ => op,
            },
            _ => {
                self.memory = true;
                let reference = self.reference(op, part);
                let ty = self.cx.unit.type_of(self.f, reference);
                self.temporary(TreeCode::Single, ty, [reference, Operand::None])
            }
        }
    }

    /// The name or constant that is a part of a name.
    fn part_of_name(&mut self, name: SsaName, part: usize) -> Operand {
        let ty = self.part_type(self.f.names[name].ty);
        if self.is_nothing(name, part) {
            return Operand::Const(fold_const::zero(self.cx.unit, ty));
        }
        let known = self.parts[name.0 as usize][part];
        if known.is_some() {
            return known;
        }
        let (var, flags) = (self.f.names[name].var, self.f.names[name].flags);
        let new = if var.is_none() {
            self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE)
        } else {
            let is_var = self.cx.unit.decls[var].kind == DeclKind::Var;
            let var = self.variable(var, part);
            match flags.intersects(NameFlags::DEFAULT_DEF) && is_var {
                true => self.f.default_def(self.cx.unit, var),
                false => self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE),
            }
        };
        self.f.names[new].flags |= flags.intersection(NameFlags::ABNORMAL);
        self.parts[name.0 as usize][part] = Operand::Ssa(new);
        Operand::Ssa(new)
    }

    /// The variable for a part of a variable.
    fn variable(&mut self, of: DeclId, part: usize) -> DeclId {
        if let Some(&var) = self.variables.get(&(of, part)) {
            return var;
        }
        let unit = &mut *self.cx.unit;
        let ty = unit.types.element(unit.decls[of].ty).unwrap_or(unit.decls[of].ty);
        let ty = unit.types.main_variant(ty);
        let hidden = unit.decls[of].has(flag::IGNORED);
        let (name, loc) = match unit.decls[of].name.filter(|_| !hidden) {
            Some(name) => {
                let text = format!("{}${}", unit.symbols.text(name), ["real", "imag"][part]);
                (text, unit.decls[of].loc)
            }
            None => {
                let number = unit.next_tmp;
                unit.next_tmp += 1;
                (format!("{}.{number}", ["CR", "CI"][part]), Location::default())
            }
        };
        let name = unit.symbols.intern(&name);
        let mut decl = Decl::new(DeclKind::Var, Some(name), ty, loc);
        decl.flags = flag::ARTIFICIAL | if hidden { flag::IGNORED } else { 0 };
        decl.context = self.f.decl;
        let var = unit.decls.push(decl);
        self.f.locals.push(var);
        self.variables.insert((of, part), var);
        var
    }

    /// The type of the parts of a complex type.
    fn part_type(&self, ty: TypeId) -> TypeId {
        let types = &self.cx.unit.types;
        types.main_variant(types.element(ty).unwrap_or(ty))
    }

    /// `REALPART_EXPR <op>` or `IMAGPART_EXPR <op>`.
    fn reference(&mut self, op: Operand, part: usize) -> Operand {
        let ty = self.part_type(self.cx.unit.type_of(self.f, op));
        let kind = [TreeKind::Realpart(op), TreeKind::Imagpart(op)][part].clone();
        Operand::Tree(self.cx.unit.trees.add(kind, ty))
    }

    /// A new name for an operation, computed before the statement at hand.
    fn temporary(&mut self, code: TreeCode, ty: TypeId, rhs: [Operand; 2]) -> Operand {
        let name = Operand::Ssa(self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        let rhs = [rhs[0], rhs[1], Operand::None];
        let stmt = self.f.new_stmt_at(self.at, StmtKind::Assign { lhs: name, code, rhs });
        self.f.insert_before(self.at, stmt);
        self.f.update_stmt(self.cx.unit, stmt);
        name
    }
}
