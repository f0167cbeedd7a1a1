//! Pass `lversion`: a loop whose addresses grow by a variable stride gets a copy in which the stride is 1.
//!
//! ```text
//!                                                 <bb 5> : if (s_9(D) != 1) goto <bb 6>; else goto <bb 7>;
//!   <bb 3> : # i_1 = PHI <0(2), i_6(4)>           <bb 6> : the loop as it was
//!   _2 = s_9(D) * i_1;                            <bb 8> : # i_11 = PHI <0(7), i_16(9)>
//!   _3 = (long unsigned int) _2;             =>   _12 = i_11;
//!   _4 = _3 * 8;                                  _13 = (long unsigned int) _12;
//!   _5 = x_10(D) + _4;                            _14 = _13 * 8;
//!   *_5 = 1.0e+2;                                 _15 = x_10(D) + _14;
//!   i_6 = i_1 + 1;                                *_15 = 1.0e+2;
//! ```
//!
//! Addresses in innermost loops are taken apart into sums (`address`), and of each sum a stride is chosen that is likely to be
//! that of the innermost dimension of an array. What ranges exclude is dropped. Then tests move outwards through the nest, as
//! far as that takes few instructions along (`decide`), and loops are copied (`version`). SSA form is updated once for all.

mod address;
mod decide;
mod version;

use address::Addresses;
use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::collections::BTreeSet;
use tree_ssa::analyses::ranges::View;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::effects::size::statement_size;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::profile::is_hot;

/// `lversion` for the pass table.
pub const PASS: Pass = Pass::tree("lversion", execute)
    .gate(|options, _| options.on(Flag::VersionLoopsForStrides))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "tests are put into preheaders, and values leave loops through φs")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let count = f.loops.as_ref().map_or(0, Loops::count);
    let infos = (0..count).map(|_| Info::default()).collect();
    let mut work =
        Versioning { cx, f, tree: &tree, evolutions: &mut evolutions, infos, conditions: 0 };
    let queue = match work.look_at_blocks() && work.prune() {
        true => work.decide(),
        false => Vec::new(),
    };
    let wanted: Vec<(LoopId, BTreeSet<SsaName>)> = queue
        .into_iter()
        .map(|of| (of, std::mem::take(&mut work.infos[of.0 as usize].ones)))
        .collect();
    if !wanted.is_empty() {
        version::carry_out(cx, f, &tree, wanted);
    }
    Todo::NONE
}

/// What is known of a loop (`loop_info`).
#[derive(Default)]
struct Info {
    /// It is not copied.
    rejected: bool,
    /// A loop inside becomes better.
    helps_inside: bool,
    /// Its instructions, without those of loops inside that become better.
    insns: i64,
    /// The outermost loop before which all tests can be made.
    outermost: LoopId,
    /// What is to be 1 in the copy.
    ones: BTreeSet<SsaName>,
}

impl Info {
    fn is_worth_it(&self) -> bool {
        !self.rejected && (!self.ones.is_empty() || self.helps_inside)
    }
}

/// The work on a function.
struct Versioning<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a Function,
    tree: &'a Dominators,
    evolutions: &'a mut Evolutions,
    /// By the numbers of the loops.
    infos: Vec<Info>,
    /// How many tests there are.
    conditions: usize,
}

impl<'d> Versioning<'_, 'd> {
    fn scev(&mut self) -> Scev<'_, 'd> {
        Scev::new(self.cx, self.f, self.tree, self.evolutions)
    }

    fn loops(&self) -> Vec<LoopId> {
        let loops = self.f.loops.as_ref().map(Loops::postorder).unwrap_or_default();
        loops.into_iter().filter(|&of| of != LoopId::ROOT).collect()
    }

    fn depth(&self, of: LoopId) -> u32 {
        self.f.loop_data(of).map_or(0, |entry| entry.depth)
    }

    /// Loops inside a loop that are in no other.
    fn inside(&self, of: LoopId) -> Vec<LoopId> {
        let first = self.f.loop_data(of).map(|entry| entry.inner);
        let next = |&at: &LoopId| self.f.loop_data(at).map(|entry| entry.next);
        std::iter::successors(first, next).take_while(|at| at.is_some()).collect()
    }

    /// Says something of a step of the pass, whose name is `step`.
    fn announce(&mut self, step: &str) {
        let loc = self.cx.unit.decls[self.f.decl].loc;
        let text = format!(" === {step} ===");
        self.cx.remark(RemarkKind::Note, "loop", (self.f.decl, loc), text);
    }

    fn note(&mut self, of: LoopId, text: impl FnOnce(&Self) -> String) {
        if self.cx.wants_remarks() {
            let (loc, text) = (natural_loops::location(self.f, of), format!(" {}", text(self)));
            self.cx.remark(RemarkKind::Note, "loop", (self.f.decl, loc), text);
        }
    }

    fn note_at(&mut self, stmt: StmtId, text: impl FnOnce(&Self) -> String) {
        if self.cx.wants_remarks() {
            let text = format!(" {}", text(self));
            self.cx.remark_of(RemarkKind::Note, "loop", (self.f, stmt), text);
        }
    }

    fn text(&self, op: Operand) -> String {
        tree_ssa::dump_text::operand(self.cx.unit, self.f, op)
    }

    /// Looks for strides in all loops that may be copied; whether there are any (`analyze_blocks`).
    fn look_at_blocks(&mut self) -> bool {
        self.announce("analyze_blocks");
        let mut blocks: Vec<Vec<BlockId>> = vec![Vec::new(); self.infos.len()];
        for block in self.f.block_iter() {
            if let Some(own) = blocks.get_mut(self.f.loop_of(block).0 as usize) {
                own.push(block);
            }
        }
        for of in self.loops() {
            let hot = self
                .f
                .header_of(of)
                .is_some_and(|header| is_hot(self.cx.unit, self.cx.options, self.f, header));
            let open = |inner: &LoopId| !self.infos[inner.0 as usize].rejected;
            let fine = hot && self.inside(of).iter().all(open);
            let mut addresses = Addresses::new(of);
            let own = blocks[of.0 as usize].iter().rev();
            let fine = fine && own.into_iter().all(|&block| self.look_at(block, &mut addresses));
            self.infos[of.0 as usize].rejected = !fine;
            if fine {
                addresses.into_list().into_iter().for_each(|address| self.choose_stride(address));
            }
        }
        self.conditions > 0
    }

    /// Records the addresses a block uses; `false` where it calls something that takes long (`analyze_block`).
    fn look_at(&mut self, block: BlockId, addresses: &mut Addresses) -> bool {
        let of = addresses.of;
        let innermost = self.f.loop_data(of).is_some_and(|entry| entry.inner.is_none());
        for stmt in self.f.block_stmts(block) {
            if self.is_expensive(stmt) {
                self.note_at(stmt, |it| {
                    let text = tree_ssa::dump_text::stmt(it.cx.unit, it.f, stmt);
                    format!("expensive statement prevents versioning: {text}")
                });
                return false;
            }
            if innermost {
                let mut operands: Vec<Operand> = Vec::new();
                self.f.for_each_write(stmt, &mut |op| operands.push(op));
                self.f.for_each_read(stmt, &mut |op| operands.push(op));
                operands.into_iter().for_each(|op| self.record_operand(stmt, op, addresses));
            }
            self.infos[of.0 as usize].insns += statement_size(self.cx.unit, self.f, stmt);
        }
        true
    }

    fn is_expensive(&self, stmt: StmtId) -> bool {
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return false };
        match call.callee {
            gimple::stmt::Callee::Internal(_) => false,
            _ => {
                !callee_builtin(self.cx.unit, call).is_some_and(|it| it.is_free() || it.is_cheap())
            }
        }
    }

    /// Notes that a loop is to have a copy in which a name is 1 (`version_for_unity`).
    fn want_one(&mut self, stmt: StmtId, of: LoopId, name: SsaName) {
        let text = self.text(Operand::Ssa(name));
        if !self.infos[of.0 as usize].ones.insert(name) {
            self.note_at(stmt, |_| {
                format!("already asked to version containing loop for when {text} == 1")
            });
            return;
        }
        let level = self.invariant_level(of, name);
        let own = self.depth(level);
        let before = self.depth(self.infos[of.0 as usize].outermost);
        if before < own {
            self.infos[of.0 as usize].outermost = level;
        }
        self.note_at(stmt, |_| {
            let how = if level == of {
                "cannot hoist check further".to_owned()
            } else if before > own {
                format!(
                    "could implement the check at loop depth {own}, but other checks only allow a depth of {before}"
                )
            } else {
                format!("could implement the check at loop depth {own}")
            };
            format!("want to version containing loop for when {text} == 1; {how}")
        });
        self.conditions += 1;
    }

    /// The outermost loop around one in which a name that is computed before that one is the same all the time
    /// (`outermost_invariant_loop_for_expr`).
    fn invariant_level(&self, of: LoopId, name: SsaName) -> LoopId {
        let def = self.f.names[name].def.expand();
        let Some(def) = def else { return LoopId::ROOT };
        let depth = self.f.loop_depth(self.f.stmts[def].block) + 1;
        let loops = self.f.loops.as_ref();
        loops.and_then(|loops| loops.at_depth(of, depth)).unwrap_or(of)
    }

    /// Drops the tests that ranges decide; whether any is left (`prune_conditions`).
    fn prune(&mut self) -> bool {
        self.announce("prune_loop_conditions");
        let view = View { unit: self.cx.unit, f: self.f, options: self.cx.options };
        let mut ranger = Ranger::new(view, self.tree).with_noted(true);
        let mut never: Vec<(LoopId, SsaName)> = Vec::new();
        for &block in self.tree.preorder() {
            let of = self.f.loop_of(block);
            if self.f.header_of(of) != Some(block) || of == LoopId::ROOT {
                continue;
            }
            for &name in &self.infos[of.0 as usize].ones {
                let kind = view.kind_of(Operand::Ssa(name));
                let range = kind.map(|kind| ranger.on_entry(view, name, kind, block));
                if range.is_some_and(|range| !range.contains(1)) {
                    never.push((of, name));
                }
            }
        }
        for (of, name) in never {
            self.note(of, |it| {
                format!("{} can never be 1 in this loop", it.text(Operand::Ssa(name)))
            });
            self.infos[of.0 as usize].ones.remove(&name);
            self.conditions -= 1;
        }
        self.conditions > 0
    }
}
