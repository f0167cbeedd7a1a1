//! Inserts what makes partially redundant values fully redundant.
//!
//! At a join, an anticipated value that the block above does not have is looked for at the end of each block before. Where it is
//! there on some paths it is computed on the others, and a φ joins them. What was inserted may make something else partially
//! redundant, so blocks are visited in reverse post-order until nothing comes of it.

use super::Pre;
use super::expressions::{ExprId, Kind, RefId, Referred, ValueId};
use super::translate::Way;
use dumps::putln;
use gimple::aside::Aside;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::debug_counter::Counter;
use gimple::loops::LoopId;
use gimple::option_data::Flag;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::Simplifier;
use tree_ssa::profile::is_hot_edge;

/// Operations within operations that are computed together.
const MAX_DEPTH: u32 = 32;
/// Ways into a block beyond which nothing is inserted for it.
const MAX_PREDS: usize = 64;
/// Rounds at most; what follows from one insertion alone may take one each.
const MAX_ROUNDS: u32 = 64;

/// What a value is at the end of each block before a join.
struct Ways {
    found: Vec<ExprId>,
    /// It is available on some, on all; all have the same leader.
    by_some: bool,
    /// By an edge that is taken often.
    by_hot: bool,
    by_all: bool,
    all_same: bool,
}

impl Pre<'_> {
    /// Inserts everything.
    pub(super) fn insert_all(&mut self, order: &[BlockId]) {
        let mut place = vec![0; self.f.blocks.len()];
        order.iter().enumerate().for_each(|(index, block)| place[block.0 as usize] = index);
        for round in 1..=MAX_ROUNDS {
            if self.details {
                putln!(self.dump, "Starting insert iteration {round}");
            }
            if !self.insert_round(order, &place) {
                break;
            }
        }
        if self.options.on(Flag::CodeHoisting) {
            for &block in order.iter().rev() {
                self.hoist_to(block);
            }
        }
    }

    /// Visits all blocks once; says whether a block that was visited may see what was inserted after it.
    fn insert_round(&mut self, order: &[BlockId], place: &[usize]) -> bool {
        // Whether something new has come to each block from above in this round.
        let mut fresh = vec![false; self.f.blocks.len()];
        let mut again = false;
        for (index, &block) in order.iter().enumerate() {
            let dom = self.tree.idom(block);
            if dom.is_none() {
                continue;
            }
            self.available.look_at(block);
            let inherited = fresh[dom.0 as usize];
            fresh[block.0 as usize] |= inherited;
            if inherited && !again {
                let back = |edge: &EdgeId| {
                    let dst = self.f.edges[*edge].dst;
                    dst != EXIT && place[dst.0 as usize] < index
                };
                again = self.f.blocks[block].succs.iter().any(back);
            }
            if self.options.on(Flag::TreePre) && self.takes_insertions(block) {
                self.insert_at(block, dom, &mut fresh);
            }
        }
        again
    }

    /// Whether a block is a join on all of whose edges something can be inserted.
    fn takes_insertions(&self, block: BlockId) -> bool {
        let preds = &self.f.blocks[block].preds;
        (2..=MAX_PREDS).contains(&preds.len())
            && preds.iter().all(|&edge| {
                let data = &self.f.edges[edge];
                !data.flags.intersects(EdgeFlags::COMPLEX)
                    && data.src != ENTRY
                    && self.f.blocks[data.src].succs.len() == 1
                    && !self.ends_otherwise(data.src)
            })
    }

    /// Whether a block ends in a statement that does more than go somewhere: nothing may be put before or after it.
    pub(super) fn ends_otherwise(&self, block: BlockId) -> bool {
        self.f.last_stmt(block).is_some_and(|last| {
            ends_block(self.unit, self.f, last)
                && matches!(self.f.stmts[last].kind, StmtKind::Call(_) | StmtKind::Asm(_))
        })
    }

    fn insert_at(&mut self, block: BlockId, dom: BlockId, fresh: &mut [bool]) {
        let list = self.insertable(block, false);
        let mut rounds = 0;
        while self.insert_list(block, dom, &list, false, fresh) && rounds < MAX_ROUNDS {
            rounds += 1;
        }
        if self.partial {
            let list = self.insertable(block, true);
            while self.insert_list(block, dom, &list, true, fresh) && rounds < MAX_ROUNDS {
                rounds += 1;
            }
        }
    }

    /// What can be inserted at a join, each expression after those it depends on: names are there, or nobody computes them.
    fn insertable(&mut self, block: BlockId, partial: bool) -> Rc<[ExprId]> {
        if let Some(known) = self.insertable.get(&(block, partial)) {
            return Rc::clone(known);
        }
        let sets = self.sets(block);
        let set = if partial { &sets.partial_in } else { &sets.antic_in };
        let mut list = set.sorted(&self.all, &set.values);
        list.retain(|&expr| {
            matches!(self.all.kind(expr), Kind::Operation { .. } | Kind::Reference { .. })
        });
        let list: Rc<[ExprId]> = list.into();
        self.insertable.insert((block, partial), Rc::clone(&list));
        list
    }

    /// Inserts what can be of a list of expressions; says whether anything was.
    fn insert_list(
        &mut self,
        block: BlockId,
        dom: BlockId,
        list: &[ExprId],
        partial: bool,
        fresh: &mut [bool],
    ) -> bool {
        let mut any = false;
        for &expr in list {
            let value = self.all.value(expr);
            if self.sets(block).phi_gen.has_value(value) {
                continue;
            }
            if self.is_available(dom, value) {
                if !partial && self.details {
                    let text = self.text(expr);
                    putln!(self.dump, "Found fully redundant value: {text}");
                }
                continue;
            }
            let Some(mut ways) = self.look_before(block, expr, partial) else { continue };
            if partial {
                any |= ways.by_all && self.insert_partial(block, expr, &mut ways, fresh);
            } else if !ways.all_same && ways.by_some {
                any |= self.insert_redundant(block, expr, &mut ways, fresh);
            } else if ways.all_same {
                self.note_same(block, value, ways.found[ways.found.len() - 1], fresh);
            }
        }
        any
    }

    /// What an expression is at the end of the blocks before; `None` if it cannot be computed on some path.
    fn look_before(&mut self, block: BlockId, expr: ExprId, partial: bool) -> Option<Ways> {
        let antic = Rc::clone(&self.sets(block).antic_in);
        let more = Rc::clone(&self.sets(block).partial_in);
        let preds = self.f.blocks[block].preds.clone();
        let found = Vec::with_capacity(preds.len());
        let mut ways = Ways { found, by_some: false, by_hot: false, by_all: true, all_same: true };
        let mut first = None;
        for &edge in &preds {
            let way = Way { edge, antic: &antic, partial: partial.then_some(&*more) };
            let translated = self.translate(expr, &way, None)?;
            let src = self.f.edges[edge].src;
            match self.leader(src, self.all.value(translated)) {
                Some(leader) => {
                    ways.found.push(leader);
                    ways.by_some = true;
                    ways.by_hot |= is_hot_edge(self.unit, self.options, self.f, edge);
                    ways.all_same &= *first.get_or_insert(leader) == leader;
                }
                None => {
                    ways.found.push(translated);
                    (ways.by_all, ways.all_same) = (false, false);
                    if partial {
                        break;
                    }
                }
            }
        }
        Some(ways)
    }

    fn insert_redundant(
        &mut self,
        block: BlockId,
        expr: ExprId,
        ways: &mut Ways,
        fresh: &mut [bool],
    ) -> bool {
        let speed = ways.by_hot;
        if self.details {
            let (text, value) = (self.text(expr), self.all.value(expr).number());
            let _ = match speed {
                true => writeln!(
                    self.dump,
                    "Found partial redundancy for expression {text} ({value:04})"
                ),
                false => writeln!(
                    self.dump,
                    "Skipping partial redundancy for expression {text} ({value:04}), no redundancy \
                     on to be optimized for speed edge"
                ),
            };
        }
        speed
            && self.unit.counters.count(Counter::TreepreInsert)
            && self.insert_before_join(block, expr, &mut ways.found, fresh)
    }

    /// Joins a value that is available on all paths, as different names, where some path on needs it.
    fn insert_partial(
        &mut self,
        block: BlockId,
        expr: ExprId,
        ways: &mut Ways,
        fresh: &mut [bool],
    ) -> bool {
        let value = self.all.value(expr);
        let wanted = self.f.blocks[block].succs.iter().any(|&edge| {
            let sets = self.sets(self.f.edges[edge].dst);
            (sets.partial_in.has_value(value) || sets.antic_in.has_value(value))
                && is_hot_edge(self.unit, self.options, self.f, edge)
        });
        let number = value.number();
        if !wanted {
            if self.details {
                let text = self.text(expr);
                putln!(
                    self.dump,
                    "Skipping partial partial redundancy for expression {text} ({number:04}), not \
                     (partially) anticipated on any to be optimized for speed edges"
                );
            }
            return false;
        }
        if !self.unit.counters.count(Counter::TreepreInsert) {
            return false;
        }
        self.counts.partial += 1;
        if self.details {
            let text = self.text(expr);
            putln!(
                self.dump,
                "Found partial partial redundancy for expression {text} ({number:04})"
            );
        }
        self.insert_before_join(block, expr, &mut ways.found, fresh)
    }

    /// Whether a φ for an operation in a loop's header would make a new induction variable.
    fn is_counter_like(&self, block: BlockId, expr: ExprId) -> bool {
        let father = self.f.loop_of(block);
        let [a, b] = self.f.blocks[block].preds[..] else { return false };
        let inside = |edge: EdgeId| self.f.in_loop(self.f.edges[edge].src, father);
        father != LoopId::ROOT
            && !matches!(self.all.kind(expr), Kind::Reference { .. })
            && inside(a) != inside(b)
    }

    /// Computes an expression on the edges where it is not available, and joins it.
    fn insert_before_join(
        &mut self,
        block: BlockId,
        expr: ExprId,
        found: &mut [ExprId],
        fresh: &mut [bool],
    ) -> bool {
        let ty = self.all.ty(expr);
        let value = self.all.value(expr);
        let mut no_phi = self.is_counter_like(block, expr);
        if no_phi && self.details {
            putln!(
                self.dump,
                "Skipping insertion of phi for partial redundancy: Looks like an induction variable"
            );
        }
        let preds = self.f.blocks[block].preds.clone();
        let before = self.counts.insertions;
        let only_above = no_phi;
        for (&edge, expr) in preds.iter().zip(found.iter_mut()) {
            let src = self.f.edges[edge].src;
            if only_above && !self.tree.dominated_by(block, src) {
                continue;
            }
            let made = self.counts.insertions;
            let built = self.build(src, *expr, ty, 0);
            fresh[src.0 as usize] |= self.counts.insertions != made;
            match built {
                Some(op) => *expr = self.all.operand(self.unit, self.f, op),
                None => no_phi = true,
            }
        }
        if no_phi {
            return self.counts.insertions != before;
        }
        self.insert_phi(block, value, ty, &preds, found);
        fresh[block.0 as usize] = true;
        true
    }

    fn insert_phi(
        &mut self,
        block: BlockId,
        value: ValueId,
        ty: TypeId,
        preds: &[EdgeId],
        found: &[ExprId],
    ) {
        let ident = self.unit.symbols.intern("prephitmp");
        let ty = self.unit.types.main_variant(ty);
        let result = self.f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let phi = self.f.create_phi(result, block);
        let expr = self.define(result, value);
        self.inserted.insert(result);
        for (&edge, &expr) in preds.iter().zip(found) {
            let op = match self.all.kind(expr) {
                Kind::Name(name) => Operand::Ssa(name),
                Kind::Constant(op) => op,
                // Everything that is joined has been built.
                Kind::Operation { .. } | Kind::Reference { .. } => {
                    unreachable!("a value without name")
                }
            };
            self.f.add_phi_arg(phi, edge, op, Default::default());
        }
        self.blocks[block.0 as usize].phi_gen.insert(&self.all, expr);
        self.available.insert(block, value, expr);
        self.counts.phis += 1;
        self.say_made("Created phi", phi, "block", block, value);
    }

    /// Says what has been made for a value, and where.
    fn say_made(&mut self, what: &str, stmt: StmtId, place: &str, block: BlockId, value: ValueId) {
        if self.details {
            let text = tree_ssa::dump_text::stmt(self.unit, self.f, stmt);
            let (block, number) = (block.0, value.number());
            putln!(self.dump, "{what} {text}\n in {place} {block} ({number:04})");
        }
    }

    /// All paths bring the same name or constant: the value is that in the block, too.
    fn note_same(&mut self, block: BlockId, value: ValueId, leader: ExprId, fresh: &mut [bool]) {
        let op = match self.all.kind(leader) {
            Kind::Name(name) => Operand::Ssa(name),
            Kind::Constant(op) => op,
            Kind::Operation { .. } | Kind::Reference { .. } => return,
        };
        let ident = self.unit.symbols.intern("pretmp");
        let ty = self.unit.types.main_variant(self.all.ty(leader));
        let name = self.f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        Cursor::start(block).copy(self.unit, self.f, Operand::Ssa(name), op);
        let expr = self.define(name, value);
        self.inserted.insert(name);
        self.available.insert(block, value, expr);
        self.blocks[block.0 as usize].phi_gen.insert(&self.all, expr);
        fresh[block.0 as usize] = true;
    }

    // Building.

    /// Computes an expression at the end of a block; returns the name or constant. `None` if something it needs is not
    /// there yet.
    pub(super) fn build(
        &mut self,
        block: BlockId,
        expr: ExprId,
        ty: TypeId,
        depth: u32,
    ) -> Option<Operand> {
        let fits = |pre: &Self, op: Operand| {
            useless_type_conversion(pre.unit, ty, pre.unit.type_of(pre.f, op)).then_some(op)
        };
        match self.all.kind(expr) {
            Kind::Name(name) if self.is_abnormal(name) => None,
            Kind::Name(name) => fits(self, Operand::Ssa(name)),
            Kind::Constant(op) => fits(self, op),
            Kind::Operation { code, ops, .. } => {
                let own = self.all.ty(expr);
                if !useless_type_conversion(self.unit, ty, own) {
                    return None;
                }
                let operation = Expr { code, ty: own, ops };
                self.build_operation(block, expr, &operation, depth)
            }
            Kind::Reference { what, .. } => {
                if !useless_type_conversion(self.unit, ty, self.all.ty(expr)) {
                    return None;
                }
                self.build_reference(block, expr, what, depth)
            }
        }
    }

    /// A name or constant for an operand at the end of a block, computed there if an operation computes it.
    fn build_operand(&mut self, block: BlockId, op: Operand, depth: u32) -> Option<Operand> {
        let Operand::Ssa(name) = op else { return Some(op) };
        let value = self.all.value_of_name(name);
        let ty = self.f.names[name].ty;
        let fits = |pre: &Self, op: Operand| {
            useless_type_conversion(pre.unit, ty, pre.unit.type_of(pre.f, op)).then_some(op)
        };
        if value.is_constant() {
            return fits(self, self.numbering.value(name));
        }
        if let Some(leader) = self.leader(block, value) {
            return match self.all.kind(leader) {
                Kind::Name(name) => fits(self, Operand::Ssa(name)),
                Kind::Constant(op) => fits(self, op),
                Kind::Operation { .. } | Kind::Reference { .. } => None,
            };
        }
        let operation = |&expr: &ExprId| matches!(self.all.kind(expr), Kind::Operation { .. });
        let expr = self.all.of_value(value).iter().copied().find(operation)?;
        if depth >= MAX_DEPTH || self.may_trap(expr) {
            return None;
        }
        self.build(block, expr, ty, depth + 1)
    }

    fn build_operation(
        &mut self,
        block: BlockId,
        expr: ExprId,
        operation: &Expr,
        depth: u32,
    ) -> Option<Operand> {
        let mut operation = *operation;
        for op in &mut operation.ops {
            *op = self.build_operand(block, *op, depth)?;
        }
        // As in GCC, only what waits on edges is looked through: it has no block yet.
        let pending = |name: SsaName| self.pending.contains(&name).then_some(Operand::Ssa(name));
        let mut simplifier = Simplifier::new(self.unit, self.f, self.options, &pending);
        if let Some(simpler) = simplifier.simplify(operation.code, operation.ty, operation.ops) {
            let bound = |name: SsaName| self.f.names[name].has(NameFlags::ABNORMAL);
            let simple = simpler.ops.iter().all(|op| match op {
                Operand::Ssa(name) => !bound(*name),
                Operand::Decl(_) => false,
                Operand::Tree(_) => self.unit.addressed(*op).is_some_and(|at| at.decl().is_some()),
                _ => true,
            });
            let ty = match simpler.as_value() {
                Some(op) => self.unit.type_of(self.f, op),
                None => simpler.ty,
            };
            if simple && useless_type_conversion(self.unit, operation.ty, ty) {
                if let Some(op) = simpler.as_value() {
                    return Some(op);
                }
                if !tree_ssa::analyses::trap::may_trap(self.unit, self.f, simpler.code, simpler.ops)
                {
                    operation = simpler;
                }
            }
        }
        let ty = self.unit.types.main_variant(operation.ty);
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let kind = StmtKind::assign(Operand::Ssa(name), operation.code, operation.ops);
        Some(self.place(block, expr, name, kind))
    }

    fn build_reference(
        &mut self,
        block: BlockId,
        expr: ExprId,
        what: RefId,
        depth: u32,
    ) -> Option<Operand> {
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        for name in self.all.names_in(what) {
            let op = self.build_operand(block, Operand::Ssa(name), depth)?;
            if self.unit.addressed(op).is_some_and(|object| object.decl().is_none()) {
                return None;
            }
            map.push((name, op));
        }
        let ty = self.all.ty(expr);
        let referred = self.all.referred(what).clone();
        let unit = &mut *self.unit;
        let mut replace = |op: Operand| {
            unit.replace_ssa(op, &mut |name| {
                map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
        };
        let lhs = |pre: &mut Self, ident: &str| {
            let ident = match ident {
                "" => Symbol::NONE,
                ident => pre.unit.symbols.intern(ident),
            };
            let ty = pre.unit.types.main_variant(ty);
            pre.f.make_temp_ssa_name(ty, ident, StmtId::NONE)
        };
        let (name, kind) = match referred {
            Referred::Load(op) | Referred::Computed(op) => {
                let op = replace(op);
                let name = lhs(self, "pretmp");
                (name, StmtKind::copy(Operand::Ssa(name), op))
            }
            Referred::Call { callee, fntype, args } => {
                let callee = match callee {
                    Callee::Pointer(op) => Callee::Pointer(replace(op)),
                    callee => callee,
                };
                let args = args.iter().map(|&op| replace(op)).collect();
                let name = lhs(self, "");
                let lhs = Operand::Ssa(name);
                let call = Call { lhs, callee, fntype, args, chain: Operand::None };
                (name, StmtKind::Call(Aside::new(call)))
            }
        };
        Some(self.place(block, expr, name, kind))
    }

    /// Puts a new statement at the end of a block, before what ends it.
    fn place(&mut self, block: BlockId, expr: ExprId, name: SsaName, kind: StmtKind) -> Operand {
        let mut at = Cursor::before_end(self.unit, self.f, block)
            .at(self.all.loc(expr))
            .reading(self.sets(block).live_state);
        let stmt = at.make(self.unit, self.f, kind);
        let value = self.all.value(expr);
        let made = self.define(name, value);
        self.available.insert(block, value, made);
        self.inserted.insert(name);
        if self.counts.hoisted == 0 {
            // What is hoisted, after all this, goes into its block at once.
            self.pending.insert(name);
        }
        self.counts.insertions += 1;
        self.say_made("Inserted", stmt, "predecessor", block, value);
        Operand::Ssa(name)
    }
}
