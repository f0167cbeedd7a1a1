//! Vectors made.
//!
//! ```text
//!   vectp.3_9 = &q_4->a;                                          before the first load
//!   vect__1.4_8 = MEM <vector(2) int> [(int *)vectp.3_9];
//!   _7 = {a_2, b_3};                                              after what defines the last scalar
//!   vectp.6_10 = &p_5->a;                                         in the place of the last store
//!   MEM <vector(2) int> [(int *)vectp.6_10] = vect__1.4_8;
//! ```
//!
//! Scalars that nothing uses any more are left to `cddce`.

use super::Slp;
use super::graph::{Kind, NodeId};
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::decl::DeclId;
use gimple::fold_const;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use rustc_hash::FxHashSet;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::locals::named_local;
use tree_ssa::fold::place::Place;
use tree_ssa::fold::place::alias_pointer;
use tree_ssa::ssa::update_ssa;

/// A place for vectors: before or after a statement of the block, or at its start, which comes before all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Spot {
    order: u32,
    after: bool,
}

impl Spot {
    pub fn before(order: u32) -> Spot {
        Spot { order, after: false }
    }
}

/// Where the vectors of a node begin in memory: at a reference, `offset` bytes from a pointer.
struct Start {
    reference: Operand,
    base: Operand,
    offset: i64,
    /// The type of pointers to what the reference is of.
    pointer_ty: TypeId,
    /// The type of pointers through which vectors may alias what all of their lanes may.
    alias_ptr: TypeId,
}

impl Slp<'_, '_> {
    /// Decides where the vectors of a node will be; those of its children are decided.
    pub fn place(&mut self, id: NodeId) {
        let node = &self.nodes[id];
        let orders = node.stmts.iter().map(|stmt| self.refs.order[stmt]);
        let spot = match node.kind {
            Kind::Load => Spot::before(orders.min().unwrap_or(0)),
            Kind::Store => Spot::before(orders.max().unwrap_or(0)),
            Kind::Scalars | Kind::Division => self.after_all(&node.lanes),
            Kind::Operation(_) | Kind::Convert => {
                node.children.iter().map(|&child| self.nodes[child].spot).max().unwrap_or_default()
            }
        };
        self.nodes[id].spot = spot;
    }

    /// After what defines the last of some scalars.
    fn after_all(&self, scalars: &[Operand]) -> Spot {
        let spot = |value: &Operand| {
            let def = self.f.names[value.ssa()?].def.expand()?;
            let order = *self.refs.order.get(&def).filter(|_| !self.f.is_phi(def))?;
            Some(Spot { order, after: true })
        };
        scalars.iter().filter_map(spot).max().unwrap_or_default()
    }

    fn cursor(&self, spot: Spot, like: StmtId) -> Cursor {
        let cursor = match self.tails.get(&spot) {
            Some(&tail) => Cursor::after(tail),
            None if spot.order == 0 => Cursor::start(self.block),
            None => {
                let at = self.refs.stmts[spot.order as usize - 1];
                if spot.after { Cursor::after(at) } else { Cursor::before(at) }
            }
        };
        cursor.like(self.f, like)
    }

    /// Makes a statement after the others of its spot.
    fn make(&mut self, spot: Spot, like: StmtId, state: SsaName, kind: StmtKind) -> StmtId {
        let mut cursor = self.cursor(spot, like).reading(state);
        let stmt = cursor.make(self.cx.unit, self.f, kind);
        if spot.after || spot.order == 0 {
            self.tails.insert(spot, stmt);
        }
        stmt
    }

    /// `_N = code rhs` at a spot.
    fn temporary(
        &mut self,
        (spot, like): (Spot, StmtId),
        ty: TypeId,
        code: TreeCode,
        rhs: Operand,
    ) -> Operand {
        let name = Operand::Ssa(self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
        self.make(spot, like, SsaName::NONE, StmtKind::assign(name, code, [rhs]));
        name
    }

    /// Makes the vectors of a node; those of its children have been made.
    pub fn emit(&mut self, id: NodeId, like: StmtId) {
        let count = self.nodes[id].lanes.len() / self.nodes[id].units;
        let vectors = match self.nodes[id].kind {
            Kind::Store => return self.store(id, count),
            Kind::Load => self.load(id, count),
            Kind::Scalars | Kind::Division => self.put_scalars_together(id, like),
            Kind::Convert => {
                let from = self.operand_vectors(id, 0);
                let var = self.variable(self.nodes[id].lanes[0], self.nodes[id].ty);
                from.into_iter().map(|vector| self.converted(id, var, vector)).collect()
            }
            Kind::Operation(code) => self.operation(id, code),
        };
        self.nodes[id].vectors = vectors;
    }

    fn operand_vectors(&self, id: NodeId, operand: usize) -> Vec<Operand> {
        self.nodes[self.nodes[id].children[operand]].vectors.clone()
    }

    fn operation(&mut self, id: NodeId, code: TreeCode) -> Vec<Operand> {
        let (ty, spot, like) = self.about(id);
        let operands: Vec<Vec<Operand>> =
            (0..code.arity()).map(|at| self.operand_vectors(id, at)).collect();
        let var = self.variable(self.nodes[id].lanes[0], ty);
        let mut made = Vec::new();
        for copy in 0..operands[0].len() {
            let mut rhs = [Operand::None; 3];
            for (into, all) in rhs.iter_mut().zip(&operands) {
                *into = self.seen_as(ty, all[copy], (spot, like));
            }
            let name = self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE);
            let kind = StmtKind::assign(Operand::Ssa(name), code, rhs);
            self.make(spot, like, SsaName::NONE, kind);
            made.push(Operand::Ssa(name));
        }
        made
    }

    /// The type of a node's vectors, their spot, and a statement whose place in the source they have.
    fn about(&self, id: NodeId) -> (TypeId, Spot, StmtId) {
        let node = &self.nodes[id];
        (node.ty, node.spot, node.stmts[0])
    }

    /// The same bits with another type of lanes.
    fn seen_as(&mut self, ty: TypeId, vector: Operand, at: (Spot, StmtId)) -> Operand {
        match self.view(ty, vector) {
            Some(view @ Operand::Tree(_)) => self.temporary(at, ty, TreeCode::Single, view),
            Some(constant) => constant,
            None => vector,
        }
    }

    /// `VIEW_CONVERT_EXPR <vector>`, or what that is of a constant; none where the types are the same.
    fn view(&mut self, ty: TypeId, vector: Operand) -> Option<Operand> {
        let from = self.cx.unit.type_of(self.f, vector);
        if useless_type_conversion(self.cx.unit, ty, from) {
            return None;
        }
        if let Operand::Const(id) = vector
            && let Some(id) = fold_const::const_unop(self.cx.unit, TreeCode::ViewConvert, ty, id)
        {
            return Some(Operand::Const(id));
        }
        Some(Operand::Tree(self.cx.unit.trees.add(TreeKind::ViewConvert(vector), ty)))
    }

    fn converted(&mut self, id: NodeId, var: DeclId, vector: Operand) -> Operand {
        let (ty, spot, like) = self.about(id);
        match self.view(ty, vector) {
            Some(view @ Operand::Tree(_)) => {
                let made = self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE);
                self.make(spot, like, SsaName::NONE, StmtKind::copy(Operand::Ssa(made), view));
                Operand::Ssa(made)
            }
            Some(constant) => constant,
            None => vector,
        }
    }

    /// A variable `vect_NAME.N` after what a scalar is called.
    fn variable(&mut self, scalar: Operand, ty: TypeId) -> DeclId {
        let name = scalar.ssa().map(|name| {
            let data = &self.f.names[name];
            let var = data.var.expand().and_then(|var| self.cx.unit.decl_name(var));
            let ident = (data.ident != Symbol::NONE).then(|| self.cx.unit.symbols.text(data.ident));
            var.or(ident).map_or_else(|| format!("_{}", name.0), str::to_string)
        });
        let name = name.unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        let number = self.cx.unit.next_tmp;
        self.cx.unit.next_tmp += 1;
        let name = self.cx.unit.symbols.intern(&format!("vect_{stem}.{number}"));
        named_local(self.cx.unit, self.f, ty, Some(name))
    }

    /// Vectors of scalars: constants, or put together after the last of them.
    fn put_scalars_together(&mut self, id: NodeId, like: StmtId) -> Vec<Operand> {
        let (ty, units) = (self.nodes[id].ty, self.nodes[id].units);
        let element = self.cx.unit.types.element(ty).unwrap_or(ty);
        let lanes = self.nodes[id].lanes.clone();
        let chunks: Vec<&[Operand]> = lanes.chunks(units).collect();
        if chunks.iter().all(|chunk| *chunk == chunks[0]) {
            let vector = self.put_together((ty, element), chunks[0], like);
            return vec![vector; chunks.len()];
        }
        // The last first, as GCC does.
        let mut made: Vec<Operand> = chunks
            .into_iter()
            .rev()
            .map(|lanes| self.put_together((ty, element), lanes, like))
            .collect();
        made.reverse();
        made
    }

    fn put_together(
        &mut self,
        (ty, element): (TypeId, TypeId),
        lanes: &[Operand],
        like: StmtId,
    ) -> Operand {
        let at = (self.after_all(lanes), like);
        let values: Vec<Operand> =
            lanes.iter().map(|&lane| self.as_element(element, lane, at)).collect();
        let constants: Option<Vec<_>> = values.iter().map(|value| value.constant()).collect();
        if let Some(lanes) = constants {
            let constant = Const { ty, value: ConstValue::Vector(lanes.into()), overflow: false };
            return Operand::Const(self.cx.unit.consts.intern(constant));
        }
        let elements = values.into_iter().map(|value| (CtorIndex::None, value)).collect();
        let tree = self.cx.unit.trees.add(TreeKind::Constructor(elements), ty);
        self.temporary(at, ty, TreeCode::Single, Operand::Tree(tree))
    }

    /// A scalar with the type of a vector's lanes.
    fn as_element(&mut self, element: TypeId, scalar: Operand, at: (Spot, StmtId)) -> Operand {
        if let Operand::Const(id) = scalar
            && let Some(number) = self.cx.unit.consts.as_int(id)
        {
            return self.cx.unit.int(element, number);
        }
        let own = self.cx.unit.type_of(self.f, scalar);
        if useless_type_conversion(self.cx.unit, element, own) {
            return scalar;
        }
        self.temporary(at, element, TreeCode::Nop, scalar)
    }

    /// Where the vectors of a node of loads or stores begin.
    fn start_of(&mut self, id: NodeId) -> Start {
        let (ty, at, like) = self.about(id);
        let reference = self.refs.all[self.refs.of[&like]].reference;
        let of = self.cx.unit.type_of(self.f, reference);
        let pointer_ty = self.cx.unit.types.pointer_to(of);
        // GCC makes two variables, used or not: one of pointers to vectors, and one of pointers to scalars.
        let stem = self.stem_of(reference);
        let to_vector = self.cx.unit.types.pointer_to(ty);
        self.pointer_variable(&stem, to_vector);
        let var = self.pointer_variable("", pointer_ty);
        let alias_ptr = self.alias_of(id);
        let place = Place::of(self.cx.unit, self.f, reference);
        let fixed = place.filter(|place| {
            place.base.terms.is_empty() && self.cx.unit.addressed(place.base.pointer).is_some()
        });
        let (base, offset) = match fixed {
            Some(place) => (place.base.pointer, place.pos / 8),
            None => (self.pointer_to(reference, var, (at, like)), 0),
        };
        Start { reference, base, offset, pointer_ty, alias_ptr }
    }

    /// The memory of one of the vectors of a node, from the first on.
    fn memory(&mut self, id: NodeId, start: &Start, copy: usize) -> Operand {
        let (ty, spot, like) = self.about(id);
        let &Start { reference, mut base, mut offset, pointer_ty, alias_ptr } = start;
        if copy > 0 {
            let name = match base {
                Operand::Ssa(pointer) if self.f.names[pointer].var.is_some() => {
                    let var = self.f.names[pointer].var;
                    self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE)
                }
                _ => self.f.make_temp_ssa_name(pointer_ty, Symbol::NONE, StmtId::NONE),
            };
            let size = self.cx.unit.types.size(ty).unwrap_or(8) as i128;
            let further = self.cx.unit.int(self.cx.unit.common.sizetype, size * copy as i128);
            let sum = [self.address(reference, base), further];
            let sum = StmtKind::assign(Operand::Ssa(name), TreeCode::PointerPlus, sum);
            self.make(spot, like, SsaName::NONE, sum);
            (base, offset) = (Operand::Ssa(name), 0);
        }
        let kind = TreeKind::MemRef { base, offset, alias_ptr };
        Operand::Tree(self.cx.unit.trees.add(kind, ty))
    }

    /// The address of a reference, unless a pointer holds it.
    fn address(&mut self, reference: Operand, pointer: Operand) -> Operand {
        if let Operand::Ssa(_) = pointer {
            return pointer;
        }
        let of = self.cx.unit.type_of(self.f, reference);
        self.cx.unit.address_of(reference, of)
    }

    /// What the variable or the pointer is called that a reference begins with.
    fn stem_of(&self, reference: Operand) -> String {
        let unit = &*self.cx.unit;
        let mut base = unit.trees.base_address(reference);
        if let Some(&TreeKind::MemRef { base: pointer, .. }) =
            base.tree().map(|id| unit.trees.kind(id))
        {
            let object = unit.addressed(pointer).map(|object| unit.trees.base_address(object));
            base = object.unwrap_or(pointer);
        }
        let var = match base {
            Operand::Decl(var) => Some(var),
            Operand::Ssa(name) => self.f.names[name].var.expand(),
            _ => None,
        };
        let name = var.and_then(|var| unit.decl_name(var));
        name.map_or_else(String::new, |name| format!("_{name}"))
    }

    /// A variable `vectp_STEM.N`.
    fn pointer_variable(&mut self, stem: &str, ty: TypeId) -> DeclId {
        let number = self.cx.unit.next_tmp;
        self.cx.unit.next_tmp += 1;
        let name = self.cx.unit.symbols.intern(&format!("vectp{stem}.{number}"));
        named_local(self.cx.unit, self.f, ty, Some(name))
    }

    /// The address of a reference as a pointer, in a variable if none holds it.
    fn pointer_to(&mut self, reference: Operand, var: DeclId, at: (Spot, StmtId)) -> Operand {
        if let Operand::Tree(id) = reference
            && let TreeKind::MemRef { base: base @ Operand::Ssa(_), offset: 0, .. } =
                *self.cx.unit.trees.kind(id)
        {
            return base;
        }
        let of = self.cx.unit.type_of(self.f, reference);
        let address = self.cx.unit.address_of(reference, of);
        let name = Operand::Ssa(self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE));
        self.make(at.0, at.1, SsaName::NONE, StmtKind::copy(name, address));
        name
    }

    /// The type of pointers through which vectors may alias what all of their lanes may.
    fn alias_of(&mut self, id: NodeId) -> TypeId {
        let stmts = self.nodes[id].stmts.clone();
        let references = stmts.iter().map(|stmt| self.refs.all[self.refs.of[stmt]].reference);
        let types: Vec<TypeId> =
            references.map(|reference| alias_pointer(self.cx.unit, self.f, reference)).collect();
        let types_of = &self.cx.unit.types;
        let to = |ty: TypeId| types_of.pointee(ty).map(|to| types_of.main_variant(to));
        if types.iter().all(|&ty| to(ty) == to(types[0])) {
            return types[0];
        }
        self.cx.unit.common.void_ptr
    }

    fn load(&mut self, id: NodeId, count: usize) -> Vec<Operand> {
        let (ty, spot, like) = self.about(id);
        let at = self.refs.stmts[spot.order as usize - 1];
        let state = self.f.stmts[at].vuse;
        let lane = self.nodes[id].lanes[0];
        let mut made = Vec::new();
        let start = self.start_of(id);
        for copy in 0..count {
            let memory = self.memory(id, &start, copy);
            let var = self.variable(lane, ty);
            let name = self.f.make_ssa_name(self.cx.unit, var, StmtId::NONE);
            self.make(spot, like, state, StmtKind::copy(Operand::Ssa(name), memory));
            made.push(Operand::Ssa(name));
        }
        made
    }

    /// Stores vectors before the last of the scalars, which all go.
    fn store(&mut self, id: NodeId, count: usize) {
        let (ty, spot, like) = self.about(id);
        let mut values = self.operand_vectors(id, 0);
        for value in &mut values {
            *value = self.seen_as(ty, *value, (spot, like));
        }
        let start = self.start_of(id);
        let last = self.refs.stmts[spot.order as usize - 1];
        for (copy, value) in values.into_iter().enumerate().take(count) {
            let memory = self.memory(id, &start, copy);
            let state = self.f.stmts[last].vuse;
            let stmt = self.make(spot, like, state, StmtKind::copy(memory, value));
            self.f.set_vuse(stmt, state);
            let made = self.f.make_ssa_name(self.cx.unit, self.f.vop, stmt);
            self.f.set_vdef(stmt, made);
            self.f.set_vuse(last, made);
        }
        for stmt in self.nodes[id].stmts.clone() {
            update_ssa::unlink_stmt_vdef(self.cx.unit, self.f, stmt);
            self.f.remove_stmt(stmt);
        }
    }

    /// Lets other statements use a lane of a vector instead of the scalar.
    pub fn take_out(&mut self, id: NodeId, lane: usize, made: &FxHashSet<StmtId>) {
        let (ty, spot, _) = self.about(id);
        let Some(name) = self.nodes[id].lanes[lane].ssa() else { return };
        let Some((element, _)) = self.cx.unit.types.lanes(ty) else { return };
        let bits = 8 * self.cx.unit.types.size(element).unwrap_or(0);
        let units = self.nodes[id].units;
        let base = self.nodes[id].vectors[lane / units];
        let pos = (lane % units) as u64 * bits;
        let users = self.other_uses(name, made);
        let kind = TreeKind::BitFieldRef { base, size: bits as u32, pos };
        let tree = Operand::Tree(self.cx.unit.trees.add(kind, element));
        let like = self.nodes[id].stmts[lane];
        let value = self.temporary((spot, like), element, TreeCode::Single, tree);
        for user in users {
            self.f.replace_in_stmt(self.cx.unit, user, &mut |used| (used == name).then_some(value));
        }
    }
}
