//! The pass's sets and expressions as text.

use super::Pre;
use super::expressions::{ExprId, Kind, Referred};
use super::sets::Set;
use dumps::{put, putln};
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::ssa::NameFlags;
use gimple::stmt::Callee;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::fold::gimple_fold::Expr;

/// The values available at the end of each block, kept where somebody reads them.
pub struct Shown(Option<FxHashMap<BlockId, Set>>);

impl Shown {
    /// Nothing yet.
    pub fn new(wanted: bool) -> Shown {
        Shown(wanted.then(FxHashMap::default))
    }
}

/// An operation: `{plus_expr,a_1,b_2}`.
pub fn operation(unit: &Unit, f: &Function, expr: &Expr) -> String {
    let mut text = format!("{{{}", expr.code.name());
    for op in expr.ops.iter().filter(|op| op.is_some()) {
        put!(text, ",{}", dump_text::operand(unit, f, *op));
    }
    text + "}"
}

/// The parts of a reference from the outside in, as GCC takes it apart.
fn parts(unit: &Unit, f: &Function, op: Operand, parts: &mut Vec<String>) {
    let text = |op: Operand| dump_text::operand(unit, f, op);
    let mut op = op;
    loop {
        let id = match op {
            Operand::Tree(id) => id,
            Operand::Decl(decl) if unit.is_memory_operand(op) => {
                parts.push("mem_ref<0B>".into());
                return parts.push(format!("addr_expr<&{}>", dump_text::decl(unit, f, decl)));
            }
            op => return parts.push(text(op)),
        };
        parts.push(match *unit.trees.kind(id) {
            TreeKind::Addr(_) => {
                let mut variable = false;
                unit.for_each_ssa(op, &mut |_| variable = true);
                if !variable {
                    return parts.push(format!("addr_expr<{}>", text(op)));
                }
                "addr_expr".into()
            }
            TreeKind::MemRef { offset, .. } => format!("mem_ref<{offset}B>"),
            TreeKind::ComponentRef { field, .. } => {
                let name = unit.types.field(field).name;
                format!("component_ref<{}>", name.map_or("", |name| unit.symbols.text(name)))
            }
            TreeKind::ArrayRef { index, .. } => {
                let size = unit.types.size(unit.trees[id].ty).unwrap_or(0);
                let align = u64::from(unit.types.align(unit.trees[id].ty).max(1));
                format!("array_ref<{},0,{}>", text(index), size / align)
            }
            TreeKind::BitFieldRef { size, pos, .. } => format!("bit_field_ref<{size},{pos}>"),
            TreeKind::ViewConvert(_) => "view_convert_expr".into(),
            TreeKind::Realpart(_) => "realpart_expr".into(),
            TreeKind::Imagpart(_) => "imagpart_expr".into(),
            _ => return parts.push(text(op)),
        });
        op = unit.trees.base(id);
    }
}

impl Pre<'_> {
    /// An expression as dumps write it.
    pub(super) fn text(&self, expr: ExprId) -> String {
        let (unit, f) = (&*self.unit, &*self.f);
        match self.all.kind(expr) {
            Kind::Name(name) => dump_text::name(unit, f, name),
            Kind::Constant(op) => dump_text::operand(unit, f, op),
            Kind::Operation { code, ty, ops } => operation(unit, f, &Expr { code, ty, ops }),
            Kind::Reference { what, state } => {
                let mut list = Vec::new();
                match self.all.referred(what) {
                    Referred::Load(op) | Referred::Computed(op) => parts(unit, f, *op, &mut list),
                    Referred::Call { callee, args, .. } => {
                        let callee = match *callee {
                            Callee::Decl(decl) => dump_text::decl(unit, f, decl),
                            Callee::Pointer(op) => dump_text::operand(unit, f, op),
                            Callee::Internal(function) => function.name().into(),
                        };
                        list.push(format!("call_expr<{callee}>"));
                        args.iter().for_each(|&arg| parts(unit, f, arg, &mut list));
                    }
                }
                let state = match state.expand() {
                    Some(state) => format!("@{}", dump_text::name(unit, f, state)),
                    None => String::new(),
                };
                format!("{{{}}}{state}", list.join(","))
            }
        }
    }

    fn say_set(&mut self, name: &str, block: BlockId, set: &Set) {
        let list: Vec<String> = set
            .iter()
            .map(|expr| format!("{} ({:04})", self.text(expr), self.all.value(expr).number()))
            .collect();
        putln!(self.dump, "{name}[{}] := {{ {} }}", block.0, list.join(", "));
    }

    /// The names that another name or a constant stands for.
    pub(super) fn report_values(&mut self) {
        if !self.details {
            return;
        }
        putln!(self.dump, "Value numbers:");
        for (name, data) in self.f.names.iter().skip(1) {
            let value = self.numbering.value(name);
            if value == Operand::Ssa(name) || data.has(NameFlags::RELEASED) {
                continue;
            }
            let own = dump_text::name(self.unit, self.f, name);
            let text = dump_text::operand(self.unit, self.f, value);
            let number = self.all.value_of_name(name);
            let sign = if number.is_constant() { "-" } else { "" };
            let digits = if number.is_constant() { 3 } else { 4 };
            let shown = number.number() + u32::from(number.is_constant());
            putln!(self.dump, "{own} = {text} ({sign}{shown:0digits$})");
        }
    }

    pub(super) fn report_available(&mut self, block: BlockId, shown: &mut Shown) {
        let Some(shown) = &mut shown.0 else { return };
        let dom = self.tree.idom(block);
        let mut available = shown.get(&dom).cloned().unwrap_or_default();
        let own = &self.blocks[block.0 as usize];
        for expr in own.phi_gen.iter().chain(own.tmp_gen.iter()) {
            available.insert_value(&self.all, expr);
        }
        let (exp, phi, tmp) = (own.exp_gen.clone(), own.phi_gen.clone(), own.tmp_gen.clone());
        if block != gimple::cfg::ENTRY {
            self.say_set("exp_gen", block, &exp);
            self.say_set("phi_gen", block, &phi);
        }
        self.say_set("tmp_gen", block, &tmp);
        self.say_set("avail_out", block, &available);
        shown.insert(block, available);
    }

    /// The sets of a block: at its end and what passes it, if that has been looked at.
    pub(super) fn report_anticipated(&mut self, block: BlockId, out: Option<&Set>, changed: bool) {
        if !self.details {
            return;
        }
        if let Some(out) = out {
            self.say_set("ANTIC_OUT", block, out);
        }
        if changed {
            let _ = self.dump.write_str("[changed] ");
        }
        let here = self.sets(block).antic_in.clone();
        self.say_set("ANTIC_IN", block, &here);
        if let Some(out) = out {
            let mut passing = out.clone();
            passing.remove_expressions(&self.all, &self.sets(block).tmp_gen);
            self.say_set("S", block, &passing);
        }
    }

    pub(super) fn report_partial(&mut self, block: BlockId, out: Option<&Set>) {
        if !self.details {
            return;
        }
        if let Some(out) = out {
            self.say_set("PA_OUT", block, out);
        }
        let here = self.sets(block).partial_in.clone();
        self.say_set("PA_IN", block, &here);
    }
}
