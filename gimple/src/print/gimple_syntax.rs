//! The syntax of bodies written in GIMPLE, which dumps have under `-gimple` and `-fgimple` takes back:
//!
//! ```text
//! int __GIMPLE (ssa,guessed_local(1073741824))
//! f (int * p)
//! {
//!   int _1;
//!
//!   __BB(2,guessed_local(1073741824)):
//!   _1 = __MEM <int> (p_2(D));
//!   return _1;
//! }
//! ```
//!
//! Only what differs from other dumps is here.

use super::Printer;
use crate::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE};
use crate::function::{CountQuality, Function, Prop};
use crate::stmt::{Phi, StmtId, StmtKind, Switch};
use crate::tree::{Operand, TreeNode};
use crate::types::{TypeId, TypeKind};
use dumps::DumpFlags;

impl Printer<'_> {
    /// Whether the dump is to be read back as a body of GIMPLE.
    pub(super) fn writes_gimple(&self) -> bool {
        self.has(DumpFlags::GIMPLE)
    }

    /// ` __GIMPLE (ssa)` and the end of the line.
    pub(super) fn gimple_specifier(&mut self, f: &Function) {
        self.text("__GIMPLE (");
        if f.properties.intersects(Prop::SSA) {
            self.text("ssa");
        } else if f.has_cfg() {
            self.text("cfg");
        }
        if f.has_cfg() {
            let entry = f.next_block(crate::cfg::ENTRY);
            self.gimple_count(f, entry);
        }
        self.text(")\n");
    }

    fn gimple_count(&mut self, f: &Function, block: BlockId) {
        let count = f.block_info[block].count;
        if count == NO_COUNT {
            return;
        }
        let quality = match f.count_quality {
            CountQuality::Local => "guessed_local",
            CountQuality::Precise => "precise",
        };
        self.number(format_args!(",{quality}({count})"));
    }

    /// `__BB(2,guessed_local(12)):`.
    pub(super) fn gimple_block(&mut self, f: &Function, block: BlockId) {
        self.number(format_args!("  __BB({}", block.0));
        let of = f.loops.as_ref().and_then(|loops| loops.iter().find(|(_, l)| l.header == block));
        if let Some((number, _)) = of {
            self.number(format_args!(",loop_header({})", number.0));
        }
        self.gimple_count(f, block);
        self.text("):\n");
    }

    /// `a_1 = __PHI (__BB2: a_2, __BB3: 0);`.
    pub(super) fn gimple_phi(&mut self, stmt: StmtId, phi: &Phi) {
        let Some(f) = self.function else { return };
        self.ssa_name(phi.result);
        self.text(" = __PHI (");
        let block = f.stmts[stmt].block;
        for (index, arg) in phi.args.iter().enumerate() {
            let source = f.blocks[block].preds.get(index).map_or(0, |&edge| f.edges[edge].src.0);
            let comma = if index == 0 { "" } else { ", " };
            self.number(format_args!("{comma}__BB{source}: "));
            self.operand(arg.value);
        }
        self.text(");");
    }

    /// The jumps of a block.
    pub(super) fn gimple_jumps(&mut self, f: &Function, block: BlockId) {
        if let Some(stmt) = f.last_stmt(block)
            && matches!(f.stmts[stmt].kind, StmtKind::Cond { .. })
            && let Some((on_true, on_false)) = f.true_false_edges(block)
        {
            self.text("    ");
            self.gimple_jump(f, on_true);
            self.text("  else\n    ");
            return self.gimple_jump(f, on_false);
        }
        let edges = f.blocks[block].succs.iter().copied();
        for edge in edges.filter(|&edge| f.edges[edge].flags.intersects(EdgeFlags::FALLTHRU)) {
            self.text("  ");
            self.gimple_jump(f, edge);
        }
    }

    fn gimple_jump(&mut self, f: &Function, edge: EdgeId) {
        let edge = &f.edges[edge];
        self.number(format_args!("goto __BB{}", edge.dst.0));
        if edge.probability.is_known() {
            let whole = edge.probability.0 == PROB_BASE;
            let quality = if whole { "precise" } else { "guessed" };
            let value = edge.probability.0;
            self.number(format_args!("({quality}({value}))"));
        }
        self.text(";\n");
    }

    /// `switch (a) {default: L1; case 2: L2; }`.
    pub(super) fn gimple_switch(&mut self, switch: &Switch) {
        self.text("switch (");
        self.operand(switch.index);
        self.text(") {");
        for case in &switch.cases {
            self.case(case);
            self.text("; ");
        }
        self.text("}");
    }

    /// `__MEM <type, alignment> ((alias)base + offset)`.
    pub(super) fn gimple_mem(
        &mut self,
        node: &TreeNode,
        base: Operand,
        offset: i64,
        alias: TypeId,
    ) {
        let types = &self.unit.types;
        let natural = types.align(types.main_variant(node.ty));
        let align = types.align(node.ty);
        let own = self.function.map(|f| self.unit.type_of(f, base));
        self.text("__MEM <");
        self.type_name(node.ty);
        if align != natural {
            self.number(format_args!(", {}", align * 8));
        }
        self.text("> (");
        if own.is_none_or(|own| !types.same_main(own, alias)) {
            self.text("(");
            self.type_name(alias);
            self.text(")");
        }
        self.operand(base);
        if offset != 0 {
            let sizetype = self.unit.common.sizetype;
            self.text(" + ");
            self.gimple_integer(i128::from(offset as u64), sizetype);
        }
        self.text(")");
    }

    /// An integer that says its type: by its suffix, or by `_Literal`.
    pub(super) fn gimple_integer(&mut self, value: i128, ty: TypeId) {
        let types = &self.unit.types;
        let c = &self.unit.common;
        let main = types.main_variant(ty);
        let suffix = [
            (c.int, ""),
            (c.uint, "u"),
            (c.long, "l"),
            (c.ulong, "ul"),
            (c.llong, "ll"),
            (c.ullong, "ull"),
        ]
        .into_iter()
        .find(|(basic, _)| *basic == main)
        .map(|(_, suffix)| suffix);
        let sizes = matches!(types.kind(main), TypeKind::Integer { .. }) && main == c.sizetype;
        match suffix.or(sizes.then_some("ul")) {
            Some(suffix) => self.number(format_args!("{value}{suffix}")),
            None => {
                self.literal(ty);
                self.number(value);
            }
        }
    }
}
