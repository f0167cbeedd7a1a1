//! Candidates become sums of what they are made of and increments.
//!
//! ```text
//!   a_5 = (n_3(D) + 1) * m_4(D)             a_5 = ...
//!   b_6 = (n_3(D) + 3) * m_4(D)      =>     slsr_9 = m_4(D) * 2;   b_6 = a_5 + slsr_9;
//!
//!   x_4 = n_2(D) * k_3(D);                  x_4 = n_2(D) * k_3(D);
//!   # b_1 = PHI <b_7(3), b_6(4)>     =>     # slsr_15 = PHI <slsr_13(3), slsr_14(4)>      (x_4 + k_3(D) * 2, * 5)
//!   y_8 = b_1 * k_3(D);                     y_8 = slsr_15;
//! ```

use super::Slsr;
use super::candidates::{Candidate, Kind, Number, Stride, result};
use super::increments::Increments;
use dumps::putln;
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::types_compatible;
use gimple::types_compatible::useless_type_conversion;
use std::fmt::Write;
use tree_ssa::analyses::int_cost;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;

/// How steps from a basis are added.
enum Steps<'a> {
    /// The stride is a number.
    Number(i128),
    /// The stride is a name, and products with it are known.
    Known(&'a Increments),
}

impl Slsr<'_, '_> {
    /// Looks at each candidate that others are made of and that is made of none (`analyze_candidates_and_replace`).
    pub fn replace_all(&mut self) {
        for root in 1..self.table.all.len() as Number {
            let own = self.table.get(root);
            if own.basis != 0 || own.dependent == 0 {
                continue;
            }
            if self.cx.dump.details() {
                putln!(self.cx.dump, "\nProcessing dependency tree rooted at {root}.");
            }
            let (kind, stride, first) = (own.kind, own.stride, own.dependent);
            match (kind, stride) {
                (Kind::Ref, _) => self.replace_references(root),
                (_, Stride::Number(stride)) => self.replace_with_known_stride(first, stride),
                _ => {
                    let mut increments = self.increments(root);
                    self.insert_initializers(&mut increments, first);
                    self.say_increments(&increments);
                    self.replace_profitable(&increments, first);
                }
            }
        }
        let mut cases = SwitchCases::default();
        for (edge, stmts) in std::mem::take(&mut self.on_edges) {
            insert_on_edge(self.cx.unit, self.f, edge, &stmts, &mut cases);
            stmts.into_iter().for_each(|stmt| self.f.update_stmt(self.cx.unit, stmt));
        }
    }

    // Statements.

    pub fn new_name(&mut self, ty: TypeId) -> SsaName {
        let ident = self.cx.unit.symbols.intern("slsr");
        self.f.make_temp_ssa_name(ty, ident, StmtId::NONE)
    }

    /// A statement at the place of another in the source, in no block yet.
    /// An operand as one of a type, converted at a place.
    pub fn converted(&mut self, op: Operand, ty: TypeId, at: &mut Cursor) -> Operand {
        let from = self.cx.unit.type_of(self.f, op);
        if types_compatible(self.cx.unit, ty, from)
            || useless_type_conversion(self.cx.unit, ty, from)
        {
            return op;
        }
        let name = Operand::Ssa(self.new_name(ty));
        at.assign(self.cx.unit, self.f, name, TreeCode::Nop, [op]);
        name
    }

    /// Lets a candidate's statement compute something else, in the same way if that is what it does already.
    fn set(&mut self, stmt: StmtId, code: TreeCode, a: Operand, b: Operand) {
        let StmtKind::Assign { code: old, rhs, .. } = self.f.stmts[stmt].kind else { return };
        let same =
            rhs[0] == a && rhs[1] == b || code.is_commutative() && rhs[0] == b && rhs[1] == a;
        if code == old && same {
            if self.cx.dump.details() {
                putln!(self.cx.dump, "(duplicate, not actually replacing)\n");
            }
            return;
        }
        edit::set_rhs(self.cx.unit, self.f, stmt, code, [a, b]);
        self.say_replaced(stmt);
    }

    fn say_replaced(&mut self, stmt: StmtId) {
        self.say_stmt("With: ", stmt);
        if self.cx.dump.details() {
            putln!(self.cx.dump);
        }
    }

    /// The type of a statement's second operand, by which the statement adds; that of its result where it has none.
    fn type_of_addend(&self, stmt: StmtId) -> TypeId {
        let StmtKind::Assign { lhs, rhs, .. } = self.f.stmts[stmt].kind else {
            return TypeId::NONE;
        };
        let op = if rhs[1].is_some() { rhs[1] } else { lhs };
        self.cx.unit.type_of(self.f, op)
    }

    /// Whether it is of use to compute a statement in another way: not a copy, a conversion or a sum with a number.
    fn computes(&self, stmt: StmtId, sums: bool) -> bool {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { code: TreeCode::Single | TreeCode::Nop, .. } => false,
            StmtKind::Assign {
                code: TreeCode::Plus | TreeCode::PointerPlus | TreeCode::Minus | TreeCode::Negate,
                ..
            } => sums,
            StmtKind::Assign { .. } => true,
            _ => false,
        }
    }

    fn basis_name(&self, own: &Candidate) -> Option<Operand> {
        result(self.f, self.table.get(own.basis).stmt).map(Operand::Ssa)
    }

    // Strides that are numbers.

    fn replace_with_known_stride(&mut self, first: Number, stride: i128) {
        for number in self.tree_of(first, false) {
            let own = self.table.get(number).clone();
            let Some(basis) = self.basis_name(&own) else { continue };
            if !self.table.depends_on_phi(number) {
                self.add_number(&own, basis, self.table.increment(number) * stride);
            } else if own.kind == Kind::Mult && stride != 1 && self.phi_pays(number) {
                let phi = self.new_phi(&own, own.phi, basis, &Steps::Number(stride));
                self.add_number(&own, Operand::Ssa(phi), own.index * stride);
            }
        }
    }

    /// Lets a product be a sum of another and a number (`replace_mult_candidate`).
    fn add_number(&mut self, own: &Candidate, basis: Operand, by: i128) {
        if !self.computes(own.stmt, false) {
            return;
        }
        let Some(name) = result(self.f, own.stmt) else { return };
        let ty = self.f.names[name].ty;
        let code = if by < 0 { TreeCode::Minus } else { TreeCode::Plus };
        let number = self.cx.unit.int(ty, by.abs());
        if self.cx.unit.as_int(number) != Some(by.abs()) {
            return;
        }
        let basis = self.converted(basis, ty, &mut Cursor::before(own.stmt));
        self.say_stmt("Replacing: ", own.stmt);
        if by == 0 {
            self.set(own.stmt, TreeCode::Single, basis, Operand::None);
        } else {
            self.set(own.stmt, code, basis, number);
        }
    }

    /// Whether sums on the edges into a φ cost less than the product and what dies with it.
    fn phi_pays(&mut self, number: Number) -> bool {
        let own = self.table.get(number);
        let basis = self.table.get(own.basis).index;
        let sums =
            self.arguments_of_phi(own.phi).iter().filter(|(index, _)| *index != basis).count();
        let added = sums as i32 * int_cost::SIMPLE;
        let saved = int_cost::of_statement(self.cx.unit, self.f, own.stmt);
        let (dead, cost) = (own.savings, added - saved - own.savings);
        let pays = cost <= 0;
        if self.cx.dump.details() {
            putln!(
                self.cx.dump,
                "  Conditional candidate {number}:\n    add_costs = {added}\n    mult_savings = {saved}\n    \
                 dead_savings = {dead}\n    cost = {cost}\n  {}",
                if pays { "Replacing...\n" } else { "Not replaced.\n" }
            );
        }
        pays
    }

    // Strides that are names.

    fn replace_profitable(&mut self, all: &Increments, first: Number) {
        for number in self.tree_of(first, false) {
            let own = self.table.get(number).clone();
            let increment = self.table.increment(number);
            let Some(index) = all.paying(all.absolute(increment)) else { continue };
            let Some(basis) = self.basis_name(&own) else { continue };
            if !self.computes(own.stmt, true) {
                continue;
            }
            if !self.table.depends_on_phi(number) {
                self.add_increment(all, &own, (index, increment), basis);
            } else if self.all_pay(all, number) {
                let phi = self.new_phi(&own, own.phi, basis, &Steps::Known(all));
                self.add_increment(all, &own, (index, increment), Operand::Ssa(phi));
            }
        }
    }

    /// Whether the increments of all sums that a φ joins pay (`all_phi_incrs_profitable`).
    fn all_pay(&mut self, all: &Increments, number: Number) -> bool {
        let own = self.table.get(number);
        let (basis, phi) = (self.table.get(own.basis).index, own.phi);
        for (index, _) in self.arguments_of_phi(phi) {
            let value = all.absolute(index - basis);
            let pays = all.paying(value).is_some();
            if self.cx.dump.details() {
                let stmt = self.table.get(phi).stmt;
                self.say_stmt(&format!("  Conditional candidate {number}, phi: "), stmt);
                let known = all.all.iter().find(|known| known.value == value);
                let verdict = match known {
                    None => "  Not replaced; incr_vec overflow.".to_owned(),
                    Some(known) => {
                        let verdict = if pays { "Replacing..." } else { "Not replaced." };
                        format!("    cost: {}\n  {verdict}", known.cost)
                    }
                };
                putln!(self.cx.dump, "    increment: {value}\n{verdict}");
            }
            if !pays {
                return false;
            }
        }
        true
    }

    /// Lets a candidate be a sum of a basis and the stride times an increment (`replace_one_candidate`).
    fn add_increment(
        &mut self,
        all: &Increments,
        own: &Candidate,
        (index, increment): (usize, i128),
        basis: Operand,
    ) {
        let ty = self.type_of_addend(own.stmt);
        self.say_stmt("Replacing: ", own.stmt);
        let plus = if all.of_pointers { TreeCode::PointerPlus } else { TreeCode::Plus };
        let entry = &all.all[index];
        let stride = match own.stride {
            Stride::Name(name) => Operand::Ssa(name),
            _ => return,
        };
        let (code, addend) = match entry.initializer {
            Some(name) => {
                let code = if entry.value == increment { plus } else { TreeCode::Minus };
                (code, Operand::Ssa(name))
            }
            None if increment == 1 => (plus, stride),
            None if increment == -1 => (TreeCode::Minus, stride),
            None => {
                let Some(name) = result(self.f, own.stmt) else { return };
                let to = self.f.names[name].ty;
                let from = self.cx.unit.type_of(self.f, basis);
                let same = types_compatible(self.cx.unit, to, from);
                let code = if same { TreeCode::Single } else { TreeCode::Nop };
                return self.set(own.stmt, code, basis, Operand::None);
            }
        };
        let addend = self.converted(addend, ty, &mut Cursor::before(own.stmt));
        self.set(own.stmt, code, basis, addend);
    }

    // φs of sums.

    /// A φ of what a basis and the increments of another φ's arguments come to (`create_phi_basis`). φs that the φ joins get
    /// such of their own; the recursion is no deeper than φs have sums.
    fn new_phi(
        &mut self,
        own: &Candidate,
        phi: Number,
        basis: Operand,
        steps: &Steps<'_>,
    ) -> SsaName {
        let ty = self.cx.unit.type_of(self.f, basis);
        let (old, base) = (self.table.get(phi).stmt, self.table.get(phi).base);
        let block = self.f.stmts[old].block;
        let args: Vec<Operand> = self.f.phi(old).args.iter().map(|arg| arg.value).collect();
        let from = self.table.get(own.basis).index;
        let mut values = Vec::new();
        for (index, arg) in args.into_iter().enumerate() {
            let edge = self.f.blocks[block].preds[index];
            let (inner, difference) = match self.sum_of(arg) {
                _ if arg == base => (None, -from),
                Some(inner) if self.table.get(inner).kind == Kind::Phi => (Some(inner), 0),
                Some(sum) => (None, self.table.get(sum).index - from),
                None => (None, 0),
            };
            let value = match inner {
                Some(inner) => self.new_phi(own, inner, basis, steps),
                None if difference == 0 => {
                    values.push((edge, basis));
                    continue;
                }
                None => self.add_on_edge(own, basis, difference, edge, steps),
            };
            values.push((edge, Operand::Ssa(value)));
        }
        let name = self.new_name(ty);
        let phi = self.f.create_phi(name, block);
        for (edge, value) in values {
            self.f.add_phi_arg(phi, edge, value, Location::UNKNOWN);
        }
        self.say_stmt("Introducing new phi basis: ", phi);
        name
    }

    /// A sum of a basis and an increment, to be computed on an edge (`create_add_on_incoming_edge`).
    fn add_on_edge(
        &mut self,
        own: &Candidate,
        basis: Operand,
        by: i128,
        edge: EdgeId,
        steps: &Steps<'_>,
    ) -> SsaName {
        let ty = self.cx.unit.type_of(self.f, basis);
        let name = self.new_name(ty);
        let pointers = self.cx.unit.types.is_pointer(ty);
        let plus = if pointers { TreeCode::PointerPlus } else { TreeCode::Plus };
        let of_addend = if pointers { self.cx.unit.common.sizetype } else { ty };
        let mut stmts = Vec::new();
        let mut at = Cursor::nowhere();
        let (code, addend) = match steps {
            Steps::Number(stride) => {
                let step = by * stride;
                let code = if step < 0 && !pointers { TreeCode::Minus } else { plus };
                let step = if pointers { step } else { step.abs() };
                (code, self.cx.unit.int(of_addend, step))
            }
            Steps::Known(all) => {
                let known =
                    all.paying(all.absolute(by)).and_then(|index| all.all[index].initializer);
                let addend = match (known, own.stride) {
                    (Some(name), _) | (None, Stride::Name(name)) => Operand::Ssa(name),
                    _ => basis,
                };
                let code = if by < 0 && !all.of_pointers { TreeCode::Minus } else { plus };
                let converted = self.converted(addend, of_addend, &mut at);
                let made = converted.ssa().filter(|_| converted != addend);
                stmts.extend(made.map(|name| self.f.names[name].def));
                (code, converted)
            }
        };
        at = at.like(self.f, own.stmt);
        let stmt = at.assign(self.cx.unit, self.f, Operand::Ssa(name), code, [basis, addend]);
        stmts.push(stmt);
        if self.cx.dump.details() {
            let (src, dst) = (self.f.edges[edge].src.0, self.f.edges[edge].dst.0);
            self.say_stmt(&format!("Inserting on edge {src}->{dst}: "), stmt);
        }
        match self.on_edges.iter_mut().find(|(at, _)| *at == edge) {
            Some((_, all)) => all.extend(stmts),
            None => self.on_edges.push((edge, stmts)),
        }
        name
    }

    // References.

    fn replace_references(&mut self, root: Number) {
        for number in self.tree_of(root, false) {
            let own = self.table.get(number).clone();
            self.say_stmt("Replacing reference: ", own.stmt);
            self.replace_reference(&own);
            self.say_replaced(own.stmt);
        }
    }

    /// Lets a reference start at a base and a variable offset that others have, too (`replace_ref`).
    fn replace_reference(&mut self, own: &Candidate) {
        let StmtKind::Assign { lhs, code, rhs } = self.f.stmts[own.stmt].kind else { return };
        let Stride::Offset(index, size) = own.stride else { return };
        let writes = self.f.stmts[own.stmt].vdef.is_some();
        let old = if writes { lhs } else { rhs[0] };
        let (sizetype, ty) = (self.cx.unit.common.sizetype, self.cx.unit.type_of(self.f, old));
        let mut at = Cursor::before(own.stmt);
        let from = self.cx.unit.type_of(self.f, index);
        let index = match useless_type_conversion(self.cx.unit, sizetype, from) {
            true => index,
            false => at.temporary(self.cx.unit, self.f, sizetype, TreeCode::Nop, [index]),
        };
        let size = self.cx.unit.int(sizetype, size.into());
        let (unit, f) = (&*self.cx.unit, &mut *self.f);
        let offset = at.temporary(unit, f, sizetype, TreeCode::Mult, [index, size]);
        let base = at.temporary(unit, f, own.ty, TreeCode::PointerPlus, [own.base, offset]);
        let kind = TreeKind::MemRef { base, offset: own.index as i64, alias_ptr: own.ty };
        let place = Operand::Tree(self.cx.unit.trees.add(kind, ty));
        let (lhs, rhs) = if writes { (place, rhs) } else { (lhs, [place, rhs[1], rhs[2]]) };
        edit::replace(self.cx.unit, self.f, own.stmt, StmtKind::assign(lhs, code, rhs));
    }
}
