//! Pass `switchlower`: switches become comparisons in a tree, tests of bits, and switches for which there are tables.
//!
//! ```text
//!   switch (a_3(D)) <default: <L5>, case 3: <L0>, case 5: <L1>, case 9: <L2>>
//!
//!   if (a_3(D) == 5)           if (a_3(D) == 9)            if (a_3(D) == 3)
//!     goto <L1>;                 goto <L2>;                  goto <L0>;
//!   else                 ;     else                  ;     else
//!     goto <bb 3>;               goto <bb 4>;                goto <L5>;
//! ```
//!
//! `switch_clusters` says which cases are told apart together; `tree` orders what is left so that what is likely is found
//! soon; `bits` makes the tests of bits. The first statement of the tree is in a block between that of the switch and those
//! of the cases; the switch itself is cut off.

mod bits;
mod tree;

use dumps::putln;
use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use gimple::ssa::SsaName;
use gimple::stmt::{Case, StmtId, StmtKind, Switch};
use gimple::tree::Operand;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::analyses::switch_clusters::{self, Entry, Group, Kind, Limits, distance, say_groups};
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::group_case_labels;
use tree_ssa::edit::cfg_edit::remove_block;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::ssa::update_ssa;

/// `switchlower` for the pass table.
pub const PASS: Pass = Pass::tree("switchlower", execute).requires(Prop::CFG_SSA);

/// `switchlower_O0` for the pass table.
pub const WITHOUT_OPTIMIZATION: Pass = Pass::tree("switchlower_O0", execute)
    .gate(|options, f| !optimizing(options, f))
    .requires(Prop::CFG_SSA);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut switches = Vec::new();
    for block in f.block_order() {
        let Some(last) = f.last_stmt(block) else { continue };
        if !matches!(f.stmts[last].kind, StmtKind::Switch(_)) {
            continue;
        }
        if cx.options.optimize > 0 {
            group_case_labels(cx.unit, f, block);
        }
        switches.extend(f.last_stmt(block));
    }
    if switches.is_empty() {
        // Without optimisation what passes before have left is cleaned up here, switches or none.
        let optimizing = cx.options.optimize > 0;
        return if optimizing { Todo::NONE } else { Todo::CLEANUP_CFG };
    }
    for stmt in switches {
        lower(cx, f, stmt);
    }
    update_ssa::mark_virtuals(f);
    Todo::CLEANUP_CFG | Todo::UPDATE_SSA
}

fn lower(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    if cx.dump.enabled() {
        let loc = f.stmt_info[stmt].loc;
        let at = cx.unit.diagnostics.sources.position(loc);
        let file = if loc.is_unknown() { "(null)" } else { at.file };
        let text = dump_text::stmt(cx.unit, f, stmt);
        putln!(
            cx.dump,
            "beginning to process the following SWITCH statement ({}:{}) : ------- \n{text}\n",
            file,
            at.line
        );
    }
    let Some(mut lowering) = Lowering::of(cx, f, stmt) else { return };
    say_groups(lowering.cx, "GIMPLE switch case clusters", &lowering.entries, &lowering.groups);
    lowering.run();
}

/// A switch being lowered.
struct Lowering<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    stmt: StmtId,
    index: Operand,
    ty: TypeId,
    default: BlockId,
    /// How often nothing fits.
    default_probability: Probability,
    /// The cases, in order of value, with how often each is met, and the groups in which they are told apart.
    entries: Vec<Entry>,
    cases: Vec<Case>,
    shares: Vec<Probability>,
    groups: Vec<Group>,
    /// What the φs after the switch get from it.
    arguments: FxHashMap<SsaName, (Operand, Location)>,
    label_cases: SwitchCases,
}

impl<'a, 'b> Lowering<'a, 'b> {
    fn of(
        cx: &'a mut PassContext<'b>,
        f: &'a mut Function,
        stmt: StmtId,
    ) -> Option<Lowering<'a, 'b>> {
        let StmtKind::Switch(switch) = &f.stmts[stmt].kind else { return None };
        let block = f.stmts[stmt].block;
        let (index, ty) = (switch.index, cx.unit.type_of(f, switch.index));
        let default = f.labels.block(switch.cases.first()?.label)?;
        let mut labels: FxHashMap<BlockId, u32> = FxHashMap::default();
        for case in &switch.cases[1..] {
            *labels.entry(f.labels.block(case.label)?).or_default() += 1;
        }
        let (mut entries, mut shares, mut cases) = (Vec::new(), Vec::new(), Vec::new());
        for &case in &switch.cases[1..] {
            let target = f.labels.block(case.label)?;
            let low = cx.unit.consts.as_int(case.low)?;
            let high = match case.high.expand() {
                Some(high) => cx.unit.consts.as_int(high)?,
                None => low,
            };
            let comparisons = if high == low { 1 } else { 2 };
            entries.push(Entry { low, high, target: target.0, comparisons });
            let edge = f.find_edge(block, target)?;
            shares.push(divided(f.edges[edge].probability, labels[&target]));
            cases.push(case);
        }
        let default_probability = f.edges[f.find_edge(block, default)?].probability;
        let limits = Limits {
            word: cx.unit.target.word_bits,
            jump_tables: cx.options.on(Flag::JumpTables),
            bit_tests: cx.options.on(Flag::BitTests),
            growth: Limits::growth(cx.options.optimize_size),
        };
        let groups = switch_clusters::groups(limits, &entries);
        Some(Lowering {
            cx,
            f,
            stmt,
            index,
            ty,
            default,
            default_probability,
            entries,
            cases,
            shares,
            groups,
            arguments: FxHashMap::default(),
            label_cases: SwitchCases::default(),
        })
    }

    fn run(&mut self) {
        self.note_arguments();
        let block = self.f.stmts[self.stmt].block;
        let before = self.f.stmts[self.stmt].prev;
        let edge = split_block(self.f, block, before);
        // The switch's own block stays when what leads to it goes elsewhere.
        let start = split_edge(self.cx.unit, self.f, edge, &mut self.label_cases);
        let groups = self.groups.clone();
        let mut own_blocks = Vec::new();
        for &group in &groups {
            let block = if group.kind == Kind::Simple {
                BlockId(self.entries[group.from].target)
            } else {
                self.new_block(start)
            };
            own_blocks.push(block);
        }
        let onwards = self.f.blocks[start].succs[0];
        match groups[..] {
            [group] if group.kind != Kind::Simple => {
                self.group(group, own_blocks[0]);
                self.f.redirect_edge_succ(onwards, own_blocks[0]);
            }
            _ => {
                self.tree(start, &own_blocks);
                self.remove_switch();
                for (&group, &block) in groups.iter().zip(&own_blocks) {
                    if group.kind != Kind::Simple {
                        self.group(group, block);
                    }
                }
            }
        }
        self.fill_in_arguments();
    }

    /// Removes the block of the switch: edges that come after it take the place of its own.
    fn remove_switch(&mut self) {
        let block = self.f.stmts[self.stmt].block;
        if self.cx.dump.enabled() {
            putln!(self.cx.dump, "Removing basic block {}", block.0);
        }
        remove_block(self.cx.unit, self.f, block);
    }

    fn new_block(&mut self, after: BlockId) -> BlockId {
        let block = self.f.create_block(after);
        self.f.block_info[block] = self.f.block_info[after].clone();
        block
    }

    /// Notes what the φs in the blocks of the cases get when control comes from the switch.
    fn note_arguments(&mut self) {
        let block = self.f.stmts[self.stmt].block;
        for &edge in &self.f.blocks[block].succs {
            for phi in self.f.phis(self.f.edges[edge].dst) {
                if !self.f.is_virtual_phi(phi) {
                    let phi = self.f.phi(phi);
                    let arg = phi.args[self.f.edges[edge].dst_idx as usize];
                    self.arguments.insert(phi.result, (arg.value, arg.loc));
                }
            }
        }
    }

    /// Gives the φs arguments for the edges there are now.
    fn fill_in_arguments(&mut self) {
        let mut blocks: Vec<BlockId> =
            self.entries.iter().map(|entry| BlockId(entry.target)).collect();
        blocks.push(self.default);
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let phis: Vec<StmtId> = self.f.phis(block).collect();
            for phi in phis {
                let Some(&(value, loc)) = self.arguments.get(&self.f.phi(phi).result) else {
                    continue;
                };
                for index in 0..self.f.blocks[block].preds.len() {
                    if self.f.phi(phi).args[index].value.is_none() {
                        let edge = self.f.blocks[block].preds[index];
                        self.f.add_phi_arg(phi, edge, value, loc);
                    }
                }
            }
        }
    }

    // Statements.

    /// The end of a block, where the switch is in the source.
    fn end_of(&self, block: BlockId) -> Cursor {
        Cursor::end(block).like(self.f, self.stmt)
    }

    /// A condition at the end of a block, which goes to `target` if it is true; returns the block for what follows
    /// (`do_jump_if_equal`, `emit_cmp_and_jump_insns`).
    fn branch(
        &mut self,
        block: BlockId,
        (code, lhs, rhs): (TreeCode, Operand, Operand),
        target: BlockId,
        probability: Probability,
    ) -> BlockId {
        let condition = self.end_of(block).cond(self.cx.unit, self.f, code, [lhs, rhs]);
        let onwards = split_block(self.f, block, condition);
        self.f.edges[onwards].flags = EdgeFlags::FALSE_VALUE;
        self.f.edges[onwards].probability = probability.inverse();
        let taken = self.f.make_edge_unchecked(block, target, EdgeFlags::TRUE_VALUE);
        self.f.edges[taken].probability = probability;
        self.f.edges[onwards].dst
    }

    /// An operation at the end of a block.
    fn operation(
        &mut self,
        block: BlockId,
        ty: TypeId,
        code: TreeCode,
        rhs: [Operand; 2],
    ) -> Operand {
        self.end_of(block).temporary(self.cx.unit, self.f, ty, code, rhs)
    }

    fn define(
        &mut self,
        block: BlockId,
        name: SsaName,
        code: TreeCode,
        rhs: [Operand; 2],
    ) -> Operand {
        let (name, mut at) = (Operand::Ssa(name), self.end_of(block));
        at.assign(self.cx.unit, self.f, name, code, rhs);
        name
    }

    fn constant(&mut self, value: i128) -> Operand {
        self.cx.unit.int(self.ty, value)
    }

    /// The index counted from a value, as an unsigned number.
    fn index_from(&mut self, block: BlockId, low: i128) -> (Operand, TypeId) {
        let mut index = self.index;
        let mut unsigned = self.ty;
        if !self.cx.unit.types.is_unsigned(self.ty) {
            let bits = self.cx.unit.types.precision(self.ty).unwrap_or_default();
            unsigned = self.cx.unit.types.nonstandard_integer(bits as u16, true);
            index = self.operation(block, unsigned, TreeCode::Nop, [index, Operand::None]);
        }
        if low != 0 {
            let less = self.cx.unit.int(unsigned, low.wrapping_neg());
            index = self.operation(block, unsigned, TreeCode::Plus, [index, less]);
        }
        (index, unsigned)
    }

    // Groups.

    /// Tells the cases of a group apart in a block of its own.
    fn group(&mut self, group: Group, block: BlockId) {
        match group.kind {
            Kind::JumpTable => self.table(group, block),
            Kind::BitTest => self.bits(group, block),
            Kind::Simple => {}
        }
    }

    /// A switch of the cases of a group alone; its values are equally likely.
    fn table(&mut self, group: Group, block: BlockId) {
        let StmtKind::Switch(old) = &self.f.stmts[self.stmt].kind else { return };
        let mut cases = vec![old.cases[0]];
        cases.extend(&self.cases[group.from..group.to]);
        let switch = Switch { index: self.index, cases };
        let switch = StmtKind::Switch(Aside::new(switch));
        self.end_of(block).make(self.cx.unit, self.f, switch);
        let entries = self.entries[group.from..group.to].to_vec();
        let default = self.default;
        let mut values: Vec<(EdgeId, u64)> = Vec::new();
        self.f.make_edge(block, default, EdgeFlags::NONE);
        for entry in &entries {
            let target = BlockId(entry.target);
            let count = distance(entry.low, entry.high) as u64 + 1;
            match self.f.make_edge(block, target, EdgeFlags::NONE) {
                Some(edge) => values.push((edge, count)),
                None => {
                    let edge = self.f.find_edge(block, target);
                    if let Some(known) = values.iter_mut().find(|known| Some(known.0) == edge) {
                        known.1 += count;
                    }
                }
            }
        }
        let range = distance(entries[0].low, entries[entries.len() - 1].high) as u64 + 1;
        let all: u64 = values.iter().map(|known| known.1).sum();
        for (edge, count) in values {
            self.f.edges[edge].probability = share_of(count, range);
        }
        if let Some(edge) = self.f.find_edge(block, default) {
            self.f.edges[edge].probability = share_of(all, range).inverse();
        }
    }
}

// Probabilities, of which each may be unknown.

fn divided(a: Probability, by: u32) -> Probability {
    if a.is_known() { Probability((a.0 + by / 2) / by.max(1)) } else { a }
}

fn plus(a: Probability, b: Probability) -> Probability {
    match a.is_known() && b.is_known() {
        true => Probability((a.0 + b.0).min(PROB_BASE)),
        false => Probability::UNKNOWN,
    }
}

fn minus(a: Probability, b: Probability) -> Probability {
    match a.is_known() && b.is_known() {
        true => Probability(a.0.saturating_sub(b.0)),
        false => Probability::UNKNOWN,
    }
}

/// So many of all.
fn share_of(count: u64, all: u64) -> Probability {
    let share = tree_ssa::edit::cfg_edit::scaled(PROB_BASE.into(), count, all.max(1));
    Probability(share.min(PROB_BASE.into()) as u32)
}

/// What part of a whole a share is.
fn part(share: Probability, whole: Probability) -> Probability {
    if !share.is_known() || !whole.is_known() {
        return Probability::UNKNOWN;
    }
    match (share.0, whole.0) {
        (0, _) => Probability::NEVER,
        (share, whole) if share >= whole => Probability::ALWAYS,
        (share, whole) => {
            let scaled =
                tree_ssa::edit::cfg_edit::scaled(share.into(), PROB_BASE.into(), whole.into());
            Probability(scaled as u32)
        }
    }
}
