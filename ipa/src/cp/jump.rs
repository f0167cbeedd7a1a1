//! What is passed in a call, in terms of what the caller is passed itself: jump functions.
//!
//! ```text
//!   int f (int a) { g (7, a, a + 1, a & 3, h ()); }
//!
//!   CONST: 7    PASS THROUGH: 0    PASS THROUGH: 0, op plus_expr 1    PASS THROUGH: 0, op bit_and_expr 3    UNKNOWN
//!                                                                     mask 0x3, [0, 3]
//! ```

use super::lattice::{Bits, all_bits};
use crate::predicate::Operation;
use dumps::Dump;
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::function::Function;
use gimple::nonzero_bits::NonzeroBits;
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::ranges::counted::counted_phis;
use tree_ssa::analyses::ranges::noted::noted;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Kind, Range, View};
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::dominance::{Direction, Dominators};

/// How an argument comes about.
#[derive(Clone, Debug)]
pub enum Jump {
    Unknown,
    Constant(Operand),
    /// A parameter of the caller, or what an operation with a constant makes of it.
    Parameter {
        index: u32,
        operation: Option<Operation>,
    },
}

/// An argument.
#[derive(Clone)]
pub struct Passed {
    pub ty: TypeId,
    pub jump: Jump,
    pub bits: Bits,
    /// Where it has one that says anything.
    pub range: Option<Range>,
}

/// Which arguments a caller wants to know how much of.
pub struct Wanted {
    pub stmt: StmtId,
    /// Bits and ranges as well.
    pub facts: bool,
}

/// Whether a constant means the same in all functions.
pub fn is_constant_everywhere(unit: &Unit, op: Operand) -> bool {
    if !is_invariant(unit, op) {
        return false;
    }
    let Some(object) = unit.addressed(op) else { return true };
    match unit.trees.base_address(object) {
        Operand::Decl(decl) => {
            let data = &unit.decls[decl];
            data.kind == DeclKind::Function
                || data.kind == DeclKind::Var && data.is_global() && !data.has(flag::THREAD_LOCAL)
        }
        Operand::Const(_) => true,
        _ => false,
    }
}

/// The arguments of calls of a function. Takes a time linear in them, and one linear in the function where facts are wanted.
pub fn arguments(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    wanted: &[Wanted],
) -> Vec<Vec<Passed>> {
    let tree = {
        let view = View { unit, f, options };
        let computed = |it: &Wanted| match &f.stmts[it.stmt].kind {
            StmtKind::Call(call) if it.facts => call.args.iter().any(|&arg| has_range(view, arg)),
            _ => false,
        };
        wanted.iter().any(computed).then(|| Dominators::compute(f, Direction::Dominators))
    };
    let counted = tree.as_ref().map(|tree| counted_phis(unit, f, options, &mut Dump::off(), tree));
    let (unit, f) = (&*unit, &*f);
    let view = View { unit, f, options };
    let defs = f.params.iter().enumerate();
    let params: FxHashMap<SsaName, u32> = defs
        .filter_map(|(index, param)| Some((*f.default_defs.get(param)?, index as u32)))
        .collect();
    let ranger = tree.as_ref().zip(counted);
    let ranger = ranger.map(|(tree, counted)| Ranger::new(view, tree).with_counted(counted));
    let mut caller = Caller { view, params, ranger };
    wanted.iter().map(|it| caller.call(it)).collect()
}

/// Whether an argument may have a range that is worth looking for.
fn has_range(view: View<'_>, arg: Operand) -> bool {
    arg.ssa().is_some_and(|name| !view.f.names[name].has(NameFlags::DEFAULT_DEF))
        && view.kind_of(arg).is_some()
}

struct Caller<'a, 't> {
    view: View<'a>,
    params: FxHashMap<SsaName, u32>,
    ranger: Option<Ranger<'t>>,
}

impl Caller<'_, '_> {
    fn call(&mut self, wanted: &Wanted) -> Vec<Passed> {
        let StmtKind::Call(call) = &self.view.f.stmts[wanted.stmt].kind else { return Vec::new() };
        let Call { args, .. } = &**call;
        args.iter().map(|&arg| self.argument(arg, wanted.facts)).collect()
    }

    fn argument(&mut self, arg: Operand, facts: bool) -> Passed {
        let unit = self.view.unit;
        let jump = match arg {
            Operand::Ssa(name) => self.name(name),
            _ if is_constant_everywhere(unit, arg) => Jump::Constant(arg),
            _ => Jump::Unknown,
        };
        let (mut bits, mut range) = (Bits::Bottom, None);
        if facts {
            bits = self.bits(arg);
            range = self.range(arg);
        }
        Passed { ty: unit.type_of(self.view.f, arg), jump, bits, range }
    }

    fn name(&self, name: SsaName) -> Jump {
        if let Some(&index) = self.params.get(&name) {
            return Jump::Parameter { index, operation: None };
        }
        let (unit, f) = (self.view.unit, self.view.f);
        let data = &f.names[name];
        let Some(def) = f.stmts.get(data.def).filter(|_| !data.has(NameFlags::DEFAULT_DEF)) else {
            return Jump::Unknown;
        };
        let StmtKind::Assign { code, rhs, .. } = def.kind else { return Jump::Unknown };
        let of_param = |op: Operand| self.params.get(&op.ssa()?).copied();
        let Some(index) = of_param(rhs[0]) else { return Jump::Unknown };
        let same_type = || useless_type_conversion(unit, data.ty, unit.type_of(f, rhs[0]));
        let comparison = code.invert_comparison(true).is_some();
        let (arity, plain) = (code.arity(), unit.types.is_integral(data.ty));
        let constants = match arity {
            _ if code == TreeCode::Single => return Jump::Parameter { index, operation: None },
            1 if matches!(code, TreeCode::Negate | TreeCode::BitNot | TreeCode::Abs) => {
                [Operand::None; 2]
            }
            2 if unit.as_int(rhs[1]).is_some() && (comparison || same_type()) => {
                [rhs[1], Operand::None]
            }
            _ => return Jump::Unknown,
        };
        if !plain || !unit.types.is_integral(unit.type_of(f, rhs[0])) {
            return Jump::Unknown;
        }
        let operation = Operation { code, ty: data.ty, position: 0, constants };
        Jump::Parameter { index, operation: Some(operation) }
    }

    fn bits(&self, arg: Operand) -> Bits {
        let (unit, f) = (self.view.unit, self.view.f);
        let Some(all) = all_bits(unit, unit.type_of(f, arg)) else { return Bits::Bottom };
        if let Some(number) = unit.as_int(arg) {
            return Bits::Known { value: number as u64 & all, mask: 0 };
        }
        match arg {
            Operand::Ssa(name) => {
                let mask = f.nonzero_bits.get(name);
                let known = mask != NonzeroBits::ALL && mask & all != all;
                if known { Bits::Known { value: 0, mask: mask & all } } else { Bits::Bottom }
            }
            _ => Bits::Bottom,
        }
    }

    fn range(&mut self, arg: Operand) -> Option<Range> {
        let view = self.view;
        let kind = view.kind_of(arg)?;
        let range = match arg {
            Operand::Ssa(name) if has_range(view, arg) => {
                let found = self.ranger.as_mut()?.at_definition(view, name, kind);
                // What passes found out before in other ways counts as well.
                match noted(view.f, name, kind) {
                    Some(noted) => found.intersect(&noted),
                    None => found,
                }
            }
            Operand::Ssa(name) => {
                tree_ssa::analyses::ranges::fold::range_on_function_entry(view, name, kind)
            }
            _ => tree_ssa::analyses::ranges::fold::range_of_invariant(view, arg, kind),
        };
        (!range.is_full() && !range.is_empty()).then_some(range)
    }
}

/// What an operation makes of a range, and the conversion to what is passed.
pub fn range_after(
    unit: &Unit,
    options: &gimple::options::Options,
    f: &gimple::function::Function,
    range: &Range,
    operation: Option<&Operation>,
) -> Option<Range> {
    use tree_ssa::analyses::ranges::ops;
    let Some(operation) = operation else { return Some(range.clone()) };
    let view = View { unit, f, options };
    let kind = Kind::of(unit, operation.ty)?;
    if operation.code.arity() == 1 {
        return Some(ops::unary(operation.code, kind, range, view.overflow(kind)));
    }
    let constant = Range::constant(range.kind(), unit.as_int(operation.constants[0])?);
    if operation.code.invert_comparison(true).is_some() {
        return Some(Range::truth(kind, ops::compare(operation.code, range, &constant)));
    }
    Some(ops::binary(operation.code, range, &constant, view.overflow(range.kind())))
}
