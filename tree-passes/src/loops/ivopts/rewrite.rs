//! New variables are made, uses are expressed by them, and what is not needed any more goes.

use super::choose::Chosen;
use super::costs::Relation;
use super::{Candidate, Kind, Position, Use, Work};
use dumps::putln;
use gimple::code::TreeCode;
use gimple::fold_const::fit;
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::simplify::Subject;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::analyses::alias;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::{ExprId, Node};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::analyses::sums::{Sum, expression, unsigned};
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::edit::locals::named_local;
use tree_ssa::edit::replace;
use tree_ssa::fold::place::alias_pointer;
use tree_ssa::graph::dominance::Dominators;

/// Rounds in which names that others use wait for those to be removed.
const ROUNDS: u32 = 8;

/// A variable's names before and after it is increased.
type Names = (SsaName, SsaName);

struct Rewriter<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a mut Function,
    tree: &'a Dominators,
    evolutions: &'a mut Evolutions,
    work: &'a Work,
    names: FxHashMap<usize, Names>,
    /// Names of variables of the program that stay.
    kept: BTreeSet<SsaName>,
}

/// Expresses the uses of a loop by the candidates that were chosen.
pub(super) fn rewrite(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    work: &Work,
    chosen: &Chosen,
) {
    let (names, kept) = (FxHashMap::default(), BTreeSet::new());
    let mut rewriter = Rewriter { cx, f, tree, evolutions, work, names, kept };
    let mut made = Vec::new();
    for &index in &chosen.candidates {
        let names = rewriter.create(index);
        rewriter.names.insert(index, names);
        made.push((index, names));
    }
    work.say_chosen(&mut rewriter.scev(), &made);
    for (index, &candidate) in chosen.of_group.iter().enumerate() {
        let group = &work.groups[index];
        for single in &group.uses {
            match group.kind {
                Kind::Generic => rewriter.generic(single, candidate),
                Kind::Address => rewriter.address(single, candidate),
                Kind::Compare => {
                    let test = work.way(index, candidate).and_then(|way| way.test);
                    rewriter.compare(single, candidate, test);
                }
            }
        }
    }
    rewriter.remove_unused();
}

impl<'d> Rewriter<'_, 'd> {
    fn scev(&mut self) -> Scev<'_, 'd> {
        Scev::new(self.cx, self.f, self.tree, self.evolutions)
    }

    fn candidate(&self, index: usize) -> &Candidate {
        &self.work.candidates[index]
    }

    /// The statements of an expression; the value is the last of the three.
    fn right_side(&mut self, id: ExprId) -> (Vec<StmtId>, TreeCode, [Operand; 3]) {
        let exprs = &self.evolutions.exprs;
        let found = emit::right_side_in_order(self.cx.unit, self.f, exprs, id);
        let (stmts, code, mut rhs) = found.expect("what is used can be computed");
        emit::put_in_order(code, &mut rhs);
        (stmts, code, rhs)
    }

    /// An expression as an operand, with the statements that compute it.
    fn operand(&mut self, id: ExprId) -> (Vec<StmtId>, Operand) {
        let (mut stmts, code, rhs) = self.right_side(id);
        if code == TreeCode::Single {
            return (stmts, rhs[0]);
        }
        let ty = self.evolutions.exprs.ty(id);
        let value = emit::assign(self.f, ty, code, rhs, &mut stmts);
        (stmts, value)
    }

    /// Puts statements before the loop.
    fn put_before_loop(&mut self, stmts: &[StmtId]) {
        let mut cases = SwitchCases::default();
        insert_on_edge(self.cx.unit, self.f, self.work.entry, stmts, &mut cases);
        for &stmt in stmts {
            self.f.update_stmt(self.cx.unit, stmt);
        }
    }

    fn put(&mut self, at: &mut Cursor, stmts: &[StmtId]) {
        for &stmt in stmts {
            at.put(self.cx.unit, self.f, stmt);
        }
    }

    /// Makes a variable; those of the program stay as they are.
    fn create(&mut self, index: usize) -> Names {
        let work = self.work;
        let candidate = &work.candidates[index];
        if let Some((before, after)) = candidate.names {
            self.kept.extend([before, after]);
            return (before, after);
        }
        let ty = candidate.iv.ty;
        let name = format!("ivtmp.{}", candidate.number);
        let name = self.cx.unit.symbols.intern(&name);
        let var = named_local(self.cx.unit, self.f, ty, Some(name));
        let unit = &*self.cx.unit;
        let before = self.f.make_ssa_name(unit, var, StmtId::NONE);
        let after = self.f.make_ssa_name(unit, var, StmtId::NONE);
        let (code, step) = self.step(candidate);
        let (stmts, step) = self.operand(step);
        self.put_before_loop(&stmts);
        let mut at = match candidate.position {
            Position::BeforeTest(block) => match self.f.last_stmt(block) {
                Some(test) => Cursor::before(test).like(self.f, test),
                None => Cursor::end(block),
            },
            Position::End(latch) => Cursor::end(latch),
            Position::Original(stmt) => Cursor::after(stmt),
        };
        at.assign(self.cx.unit, self.f, Operand::Ssa(after), code, [Operand::Ssa(before), step]);
        let computed =
            matches!(self.evolutions.exprs.node(candidate.iv.base), Node::Operation { .. });
        let unit = &*self.cx.unit;
        let name = computed.then(|| self.f.make_ssa_name(unit, var, StmtId::NONE));
        let (mut stmts, code, rhs) = self.right_side(candidate.iv.base);
        let mut initial = rhs[0];
        if let Some(name) = name {
            initial = Operand::Ssa(name);
            let kind = StmtKind::assign(initial, code, rhs);
            let stmt = self.f.new_stmt(kind, Location::UNKNOWN);
            self.f.names[name].def = stmt;
            stmts.push(stmt);
        }
        self.put_before_loop(&stmts);
        let phi = self.f.create_phi(before, work.header(self.f));
        self.f.add_phi_arg(phi, work.entry, initial, Location::UNKNOWN);
        self.f.add_phi_arg(phi, work.latch, Operand::Ssa(after), Location::UNKNOWN);
        (before, after)
    }

    /// What a variable is increased, or decreased, by.
    fn step(&mut self, candidate: &Candidate) -> (TreeCode, ExprId) {
        let step = candidate.iv.step;
        let mut scev = self.scev();
        let mut folder = scev.folder();
        let Some(value) = folder.as_int(step) else { return (TreeCode::Plus, step) };
        let ty = folder.exprs.ty(step);
        let negative = folder.number(ty, value.wrapping_neg());
        match folder.as_int(negative) {
            Some(less) if less < value => (TreeCode::Minus, negative),
            _ => (TreeCode::Plus, step),
        }
    }

    /// The name a variable has where a use is.
    fn name_at(&mut self, single: &Use, candidate: usize) -> SsaName {
        let (before, after) = self.names[&candidate];
        let is_after =
            self.work.is_after(self.f, self.tree, self.candidate(candidate), single.stmt);
        if is_after { after } else { before }
    }

    fn relation(&mut self, single: &Use, candidate: usize) -> Relation {
        let work = self.work;
        let found = work.relation(&mut self.scev(), single, &work.candidates[candidate]);
        found.expect("what was chosen has been found to express it")
    }

    /// A type, if it has no sign, or that of as many bits without.
    fn unsigned(&mut self, ty: TypeId, sum: &Sum) -> TypeId {
        let mut scev = self.scev();
        let mut folder = scev.folder();
        if folder.unsigned(ty) && !folder.pointer(ty) {
            ty
        } else {
            unsigned(&mut folder, sum.bits)
        }
    }

    /// A multiple of a name in a type without sign.
    fn multiple(&mut self, name: SsaName, ratio: i64, ty: TypeId) -> ExprId {
        let mut scev = self.scev();
        let name = scev.leaf(Operand::Ssa(name));
        let mut folder = scev.folder();
        let value = folder.convert(ty, name);
        match ratio {
            1 => value,
            -1 => folder.unary(TreeCode::Negate, ty, value),
            _ => {
                let ratio = folder.number(ty, ratio.into());
                folder.binary(TreeCode::Mult, ty, value, ratio)
            }
        }
    }

    /// Computes the value of a name from a variable, where it was computed before.
    fn generic(&mut self, single: &Use, candidate: usize) {
        let Some(name) = single.what.ssa() else { return };
        let stmt = single.stmt;
        if self.kept.contains(&name) && (self.f.is_phi(stmt) || self.increases(name, stmt)) {
            return;
        }
        let var = self.name_at(single, candidate);
        let Relation { mut rest, ratio } = self.relation(single, candidate);
        let constant = std::mem::take(&mut rest.constant);
        let own = single.iv.ty;
        let ty = self.unsigned(own, &rest);
        let mut stmts = Vec::new();
        let mut sum = ExprId::NONE;
        if !rest.is_zero() {
            let invariant = expression(&mut self.scev().folder(), &rest, ty);
            let (more, invariant) = self.operand(invariant);
            stmts.extend(more);
            sum = self.scev().leaf(invariant);
        }
        let changing = self.multiple(var, ratio, ty);
        let (more, changing) = self.operand(changing);
        stmts.extend(more);
        let mut scev = self.scev();
        let changing = scev.leaf(changing);
        let mut folder = scev.folder();
        let changing = folder.convert(ty, changing);
        sum = match sum.is_some() {
            true => {
                let sum = folder.convert(ty, sum);
                folder.binary(TreeCode::Plus, ty, sum, changing)
            }
            false => changing,
        };
        if constant != 0 {
            let number = folder.number(ty, rest.signed(constant).into());
            sum = folder.binary(TreeCode::Plus, ty, sum, number);
        }
        sum = folder.convert(own, sum);
        let (more, code, rhs) = self.right_side(sum);
        stmts.extend(more);
        self.define(name, stmt, (stmts, code, rhs));
    }

    /// Whether a statement is a variable of the program's increase, as simple as can be.
    fn increases(&self, name: SsaName, stmt: StmtId) -> bool {
        let StmtKind::Assign { code, rhs: [a, b, _], .. } = self.f.stmts[stmt].kind else {
            return false;
        };
        let invariant = |op: Operand| match op {
            Operand::Ssa(name) => {
                !tree_ssa::analyses::scev::expr::is_defined_in(self.f, name, self.work.of)
            }
            op => op.constant().is_some(),
        };
        let before = |op: Operand| op.ssa().is_some_and(|op| op != name && self.kept.contains(&op));
        let adds = matches!(code, TreeCode::Plus | TreeCode::Minus | TreeCode::PointerPlus);
        adds && (before(a) && invariant(b) || code == TreeCode::Plus && before(b) && invariant(a))
    }

    /// Lets a name be defined by an expression.
    fn define(
        &mut self,
        name: SsaName,
        stmt: StmtId,
        (mut stmts, mut code, mut rhs): (Vec<StmtId>, TreeCode, [Operand; 3]),
    ) {
        let lhs = Operand::Ssa(name);
        let block = self.f.stmts[stmt].block;
        let is_phi = self.f.is_phi(stmt);
        if let StmtKind::Assign { rhs: [_, second, _], .. } = self.f.stmts[stmt].kind
            && second.is_none()
            && rhs[1].is_some()
        {
            let ty = self.f.names[name].ty;
            let value = emit::assign(self.f, ty, code, rhs, &mut stmts);
            (code, rhs) = (TreeCode::Single, [value, Operand::None, Operand::None]);
        }
        let mut at = if is_phi { Cursor::start(block) } else { Cursor::before(stmt) };
        self.put(&mut at, &stmts);
        let kind = StmtKind::assign(lhs, code, rhs);
        if is_phi {
            self.f.detach_stmt(stmt);
            at.make(self.cx.unit, self.f, kind);
        } else {
            replace(self.cx.unit, self.f, stmt, kind);
        }
    }

    /// Lets a reference be one through a variable.
    fn address(&mut self, single: &Use, candidate: usize) {
        let stmt = single.stmt;
        let var = self.name_at(single, candidate);
        let Relation { rest, ratio } = self.relation(single, candidate);
        let is_base = self.candidate(candidate).iv.object.is_some() && ratio == 1;
        let (pointer, offset) = self.pointer(var, ratio, &rest, is_base);
        let (stmts, base) = self.operand(pointer);
        self.put(&mut Cursor::before(stmt).like(self.f, stmt), &stmts);
        let unit = &mut *self.cx.unit;
        let alias_ptr = alias_pointer(unit, self.f, single.what);
        let ty = unit.type_of(self.f, single.what);
        let kind = match base.ssa() {
            Some(_) => {
                let (index, index2) = (Operand::None, Operand::None);
                TreeKind::TargetMemRef { base, index, step: 1, index2, offset, alias_ptr }
            }
            None => TreeKind::MemRef { base, offset, alias_ptr },
        };
        let reference = Operand::Tree(unit.trees.add(kind, ty));
        let mut kind = self.f.stmts[stmt].kind.clone();
        if let StmtKind::Assign { lhs, rhs, .. } = &mut kind {
            for side in [lhs, &mut rhs[0]] {
                if *side == single.what {
                    *side = reference;
                }
            }
        }
        replace(self.cx.unit, self.f, stmt, kind);
        self.copy_points_to(single.what, base);
    }

    /// A pointer, and how far after it an address is.
    fn pointer(&mut self, var: SsaName, ratio: i64, rest: &Sum, is_base: bool) -> (ExprId, i64) {
        let sizetype = self.cx.unit.common.sizetype;
        let void_ptr = self.cx.unit.common.void_ptr;
        let changing = match is_base {
            true => {
                let mut scev = self.scev();
                let name = scev.leaf(Operand::Ssa(var));
                scev.folder().convert(void_ptr, name)
            }
            false => self.multiple(var, ratio, sizetype),
        };
        let mut scev = self.scev();
        let mut folder = scev.folder();
        let mut rest = rest.clone();
        let mut pointer = if is_base { changing } else { ExprId::NONE };
        if !is_base
            && let Some(at) = rest
                .terms
                .iter()
                .position(|term| term.1 == 1 && folder.pointer(folder.exprs.ty(term.0)))
        {
            pointer = rest.terms.remove(at).0;
        }
        let mut offset = rest.signed(rest.constant);
        if (folder.unit.target.is_address_offset)(offset) {
            rest.constant = 0;
        } else {
            offset = 0;
        }
        let mut index = if is_base { ExprId::NONE } else { changing };
        if !rest.is_zero() {
            let invariant = expression(&mut folder, &rest, sizetype);
            index = match index.is_some() {
                true => folder.exprs.operation_on(
                    TreeCode::Plus,
                    sizetype,
                    [index, invariant, ExprId::NONE],
                ),
                false => invariant,
            };
        }
        if pointer.is_none() {
            return (folder.convert(void_ptr, index), offset);
        }
        if index.is_some() {
            let ty = folder.exprs.ty(pointer);
            pointer = folder.exprs.operation_on(
                TreeCode::PointerPlus,
                ty,
                [pointer, index, ExprId::NONE],
            );
        }
        (pointer, offset)
    }

    /// What a reference is through now points to what it was through, and is as little null as that.
    fn copy_points_to(&mut self, reference: Operand, base: Operand) {
        let old = self.cx.unit.trees.base_address(reference);
        let old = match old {
            Operand::Tree(id) => match *self.cx.unit.trees.kind(id) {
                TreeKind::MemRef { base, .. } | TreeKind::TargetMemRef { base, .. } => base,
                _ => return,
            },
            other => other,
        };
        let Some(new) = base.ssa() else { return };
        let is_nonnull = match old {
            Operand::Ssa(old) => self.f.names[old].has(NameFlags::NONNULL),
            old => matches!(old, Operand::Decl(_)),
        };
        if is_nonnull {
            self.f.names[new].flags |= NameFlags::NONNULL;
        }
        let Some(old) = old.ssa() else { return };
        let Some(mut known) = alias::take(self.f) else { return };
        known.copy(self.f, new, old);
        alias::keep(self.f, Some(known));
    }

    /// Lets a comparison be one of a variable.
    fn compare(&mut self, single: &Use, candidate: usize, test: Option<(TreeCode, ExprId)>) {
        let stmt = single.stmt;
        let var = self.name_at(single, candidate);
        if let Some((code, bound)) = test {
            if self.cx.dump.details() {
                let line = self.scev().statement_line(stmt);
                putln!(self.cx.dump, "Replacing exit test: {line}");
            }
            let ty = self.f.names[var].ty;
            let number = self.scev().folder().as_int(bound);
            let (stmts, bound) = match number.filter(|_| !self.cx.unit.types.is_pointer(ty)) {
                // What does not fit into a type with a sign is marked as overflowed.
                Some(number) => (Vec::new(), Operand::Const(fit(self.cx.unit, ty, number, false))),
                None => {
                    let bound = self.scev().folder().convert(ty, bound);
                    self.operand(bound)
                }
            };
            self.put_before_loop(&stmts);
            let kind = StmtKind::cond(code, [Operand::Ssa(var), bound]);
            replace(self.cx.unit, self.f, stmt, kind);
            return;
        }
        if single.what == Operand::Ssa(var) {
            return;
        }
        let Relation { rest, ratio } = self.relation(single, candidate);
        let ty = self.unsigned(single.iv.ty, &rest);
        let changing = self.multiple(var, ratio, ty);
        let mut scev = self.scev();
        let mut folder = scev.folder();
        let mut value = changing;
        if !rest.is_zero() {
            let invariant = expression(&mut folder, &rest, ty);
            value = folder.binary(TreeCode::Plus, ty, changing, invariant);
        }
        value = folder.convert(single.iv.ty, value);
        let (stmts, value) = self.operand(value);
        self.put(&mut Cursor::before(stmt).like(self.f, stmt), &stmts);
        let mut kind = self.f.stmts[stmt].kind.clone();
        match &mut kind {
            StmtKind::Cond { lhs, rhs, .. } => replace_in(&mut [lhs, rhs], single.what, value),
            StmtKind::Assign { rhs: [a, b, _], .. } => {
                replace_in(&mut [a, b], single.what, value);
            }
            _ => {}
        }
        replace(self.cx.unit, self.f, stmt, kind);
    }

    /// Removes the induction variables that nothing else uses any more.
    fn remove_unused(&mut self) {
        let mut unused: BTreeSet<SsaName> = self.work.ivs.keys().copied().collect();
        for group in self.work.groups.iter().filter(|group| group.kind == Kind::Generic) {
            unused.retain(|&name| group.uses[0].what.ssa() != Some(name));
        }
        unused.retain(|name| !self.kept.contains(name));
        self.keep_what_is_used(&mut unused);
        for _ in 0..ROUNDS {
            for name in unused.clone() {
                let waits = self.f.imm_uses(name).any(|node| {
                    !self.f.is_phi(node.stmt)
                        && self.f.stmts[node.stmt]
                            .kind
                            .lhs()
                            .ssa()
                            .is_some_and(|lhs| unused.contains(&lhs))
                });
                if !waits {
                    self.f.remove_stmt(self.f.names[name].def);
                    unused.remove(&name);
                }
            }
        }
        for name in unused.into_iter().rev() {
            self.f.remove_stmt(self.f.names[name].def);
        }
    }

    /// Takes those out of a set of names that others use, and what those are computed from.
    fn keep_what_is_used(&self, unused: &mut BTreeSet<SsaName>) {
        let f = &*self.f;
        let mut needed: Vec<SsaName> = Vec::new();
        for &name in unused.iter() {
            let outside = f.imm_uses(name).any(|node| {
                let lhs = match &f.stmts[node.stmt].kind {
                    StmtKind::Phi(phi) => Some(phi.result),
                    kind => kind.lhs().ssa(),
                };
                lhs.is_none_or(|lhs| !unused.contains(&lhs))
            });
            if outside {
                needed.push(name);
            }
        }
        while let Some(name) = needed.pop() {
            if !unused.remove(&name) {
                continue;
            }
            let Some(def) = f.names[name].def.expand() else { continue };
            match &f.stmts[def].kind {
                StmtKind::Phi(phi) => {
                    needed.extend(phi.args.iter().filter_map(|it| it.value.ssa()))
                }
                _ => f.for_each_used_name(self.cx.unit, def, &mut |used| needed.push(used)),
            }
        }
    }
}

fn replace_in(places: &mut [&mut Operand], old: Operand, new: Operand) {
    for place in places.iter_mut().filter(|place| ***place == old) {
        **place = new;
    }
}
