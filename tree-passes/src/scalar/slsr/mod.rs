//! Pass `slsr`: products and sums that differ little from earlier ones become sums of those (straight-line strength
//! reduction).
//!
//! ```text
//!   _1 = s_2(D) * 2;   x1_5 = _1 + c_4(D);           _1 = s_2(D) * 2;   x1_5 = _1 + c_4(D);
//!   _6 = s_2(D) * 4;   x2_7 = _6 + c_4(D);     =>    x2_7 = x1_5 + _1;
//!   _8 = s_2(D) * 6;   x3_9 = _8 + c_4(D);           x3_9 = x2_7 + _1;         // and _6 and _8 die
//! ```
//!
//! A walk of the dominator tree notes each statement as `(base + index) * stride` or `base + index * stride`, in each way
//! that its operands allow (`interpret`), and for each the last one before it with the same base and stride. Where these
//! differ by an increment that costs less than what is saved (`increments`), the later becomes a sum (`replace`). References
//! to elements at one variable offset get one address, for the next redundancy elimination to see.

mod candidates;
mod increments;
mod interpret;
mod replace;

use candidates::{Candidate, Kind, Stride, Table};
use dumps::{put, putln};
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use increments::Increments;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::graph::analyses::analysis;
use tree_ssa::graph::dom_walk::{self, DomWalker, Reach, Step};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;

/// `slsr` for the pass table.
pub const PASS: Pass = Pass::tree("slsr", execute)
    .gate(|options, _| options.on(Flag::TreeSlsr))
    .requires(Prop::CFG_SSA);

struct Slsr<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    tree: &'a Dominators,
    table: Table,
    /// What is to be computed on edges.
    on_edges: Vec<(EdgeId, Vec<StmtId>)>,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    natural_loops::ensure_loops(f);
    natural_loops::dump_loops(f, &mut cx.dump);
    let tree = analysis::<Dominators>(f);
    let order = blocks_in_order(f, &tree);
    let mut pass = Slsr { cx, f, tree: &tree, table: Table::new(), on_edges: Vec::new() };
    for block in order {
        pass.block(block);
    }
    pass.say_candidates();
    pass.replace_all();
    Todo::NONE
}

/// The blocks in the order of a walk of the dominator tree.
fn blocks_in_order(f: &mut Function, tree: &Dominators) -> Vec<BlockId> {
    struct Blocks(Vec<BlockId>);
    impl DomWalker for Blocks {
        fn before_dom_children(&mut self, _: &mut Function, block: BlockId) -> Step {
            self.0.push(block);
            Step::Continue
        }
    }
    let mut blocks = Blocks(Vec::new());
    dom_walk::walk(f, tree, ENTRY, Reach::All, &mut blocks);
    blocks.0
}

impl Slsr<'_, '_> {
    fn say_stmt(&mut self, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = dump_text::stmt(self.cx.unit, self.f, stmt);
            putln!(self.cx.dump, "{what}{text}");
        }
    }

    fn operand(&self, op: Operand) -> String {
        dump_text::operand(self.cx.unit, self.f, op)
    }

    fn stride(&self, stride: Stride) -> String {
        match stride {
            Stride::Number(number) => number.to_string(),
            Stride::Name(name) => self.operand(Operand::Ssa(name)),
            Stride::Offset(index, size) => format!("((sizetype) {} * {size})", self.operand(index)),
        }
    }

    /// Writes the candidates, and those of each base.
    fn say_candidates(&mut self) {
        if !self.cx.dump.details() {
            return;
        }
        let mut text = String::from("\nStrength reduction candidate vector:\n\n");
        for (number, candidate) in self.table.all.iter().enumerate().skip(1) {
            self.describe(&mut text, number, candidate);
        }
        text.push_str("\nStrength reduction candidate chains:\n\n");
        for (base, chain) in &self.table.chains {
            put!(text, "{}", self.operand(*base));
            let rest = chain.get(1..).unwrap_or_default().iter().rev();
            for number in chain.first().into_iter().chain(rest) {
                put!(text, " -> {number}");
            }
            text.push('\n');
        }
        text.push('\n');
        put!(self.cx.dump, "{text}");
    }

    fn describe(&self, text: &mut String, number: usize, own: &Candidate) {
        let block = self.f.stmts[own.stmt].block.0;
        let stmt = dump_text::stmt(self.cx.unit, self.f, own.stmt);
        let (base, stride) = (self.operand(own.base), self.stride(own.stride));
        let form = match own.kind {
            Kind::Mult => format!("MULT : ({base} + {}) * {stride}", own.index),
            Kind::Add => format!("ADD  : {base} + ({} * {stride})", own.index),
            Kind::Ref => format!("REF  : {base} + {stride} + {}", own.index),
            Kind::Phi => format!("PHI  : {base} + (unknown * {stride})"),
        };
        let ty = gimple::print::type_text(self.cx.unit, own.ty, dumps::DumpFlags::NONE);
        putln!(text, "{number:3}  [{block}] {stmt}\n     {form} : {ty}");
        putln!(
            text,
            "     basis: {}  dependent: {}  sibling: {}",
            own.basis,
            own.dependent,
            own.sibling
        );
        let first = if own.first == 0 { number as u32 } else { own.first };
        putln!(
            text,
            "     next-interp: {}  first-interp: {first}  dead-savings: {}",
            own.next,
            own.savings
        );
        if own.phi != 0 {
            putln!(text, "     phi:  {}", own.phi);
        }
        text.push('\n');
    }

    fn say_increments(&mut self, increments: &Increments) {
        if !self.cx.dump.details() {
            return;
        }
        let mut text = String::from("\nIncrement vector:\n\n");
        for (index, increment) in increments.all.iter().enumerate() {
            let name = increment.initializer.map(|name| self.operand(Operand::Ssa(name)));
            putln!(
                text,
                "{index:3}  increment:   {}\n     count:       {}\n     cost:        {}\n     initializer: {}\n",
                increment.value,
                increment.count,
                increment.cost,
                name.unwrap_or_default()
            );
        }
        put!(self.cx.dump, "{text}");
    }
}
