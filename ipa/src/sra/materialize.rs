//! Makes the new functions, and brings calls up to date.
//!
//! ```text
//!   f (x, &y, 3)  with f.isra.0 that takes 4 bytes of what its second parameter pointed to, and no third:
//!
//!   _7 = y;
//!   f.isra (x, _7);
//! ```
//!
//! What is passed on as it was got goes from new parameter to new parameter. Linear in what there is afterwards.

use super::decide::{Adjusted, New};
use super::graph::{Call, Graph, Part};
use crate::version::{self, Edits, NewParam, Specialized};
use crate::{inline, modref};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::modref::{ArgFlags, Origin, ParamMap, Via};
use gimple::pass::{PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::edit::Cursor;
use tree_ssa::ssa::update_ssa;

/// A new argument of a call.
#[derive(Clone, Copy)]
enum Arg {
    /// The one at this place before.
    Old(usize),
    /// The caller's own new parameter.
    Own(usize),
    /// What is loaded: of the argument at this place, or of where it points.
    Loaded(usize, Part, bool),
}

/// What becomes of a call.
struct NewCall {
    stmt: StmtId,
    callee: DeclId,
    args: Vec<Arg>,
    drops_result: bool,
}

/// Makes the new functions, after the others.
pub fn execute(
    cx: &mut PassContext<'_>,
    graph: &Graph,
    adjusted: &[Adjusted],
    functions: &mut Vec<Function>,
) {
    let by_node: FxHashMap<usize, &Adjusted> = adjusted.iter().map(|it| (it.node, it)).collect();
    let mut made: Vec<Specialized> = Vec::new();
    for it in adjusted {
        let f = &functions[it.node];
        let calls = new_calls(graph, &by_node, it.node);
        let mut copy = make(cx, graph, f, it, &calls);
        for mut call in calls {
            if let Some(&stmt) = copy.calls.get(&call.stmt) {
                call.stmt = stmt;
                change_call(cx, &mut copy.function, &call);
            }
        }
        made.push(copy);
    }
    for (index, f) in functions.iter_mut().enumerate() {
        if by_node.contains_key(&index) {
            continue;
        }
        let calls = new_calls(graph, &by_node, index);
        calls.iter().for_each(|call| change_call(cx, f, call));
        if !calls.is_empty() {
            settle(cx, f);
        }
    }
    let next = functions.iter().map(|f| f.funcdef_no + 1).max().unwrap_or(0);
    for (number, (it, copy)) in (next..).zip(adjusted.iter().zip(made)) {
        let mut f = copy.function;
        f.funcdef_no = number;
        keep_effects(cx.unit, functions[it.node].decl, it);
        inline::copy::fold_all(cx, &mut f);
        inline::finish(cx, &mut f);
        settle(cx, &mut f);
        functions.push(f);
    }
}

/// The calls of a function that call something else, or otherwise, the last first.
fn new_calls(graph: &Graph, by_node: &FxHashMap<usize, &Adjusted>, caller: usize) -> Vec<NewCall> {
    let own = by_node.get(&caller).copied();
    let calls = graph.nodes[caller].calls.iter().map(|&call| &graph.calls[call]);
    let changed = calls.filter_map(|call| Some((call, *by_node.get(&call.callee?)?)));
    changed
        .map(|(call, to)| NewCall {
            stmt: call.stmt,
            callee: to.decl,
            args: to.params.iter().map(|new| argument(graph, call, new, to, own)).collect(),
            drops_result: to.removes_return,
        })
        .collect()
}

/// What is passed for a new parameter.
fn argument(graph: &Graph, call: &Call, new: &New, to: &Adjusted, own: Option<&Adjusted>) -> Arg {
    let (base, part) = match *new {
        New::Kept(index) => return Arg::Old(index),
        New::Part(base, part, _) => (base, part),
    };
    let flow = &call.flows[base];
    if let (Some(own), Some(&source)) = (own, flow.sources.first()) {
        let passed_on = flow.pointer.is_some() || flow.aggregate.is_some();
        let at = flow.aggregate.map_or(0, |(offset, _)| offset);
        let same = |new: &New| {
            matches!(new, New::Part(base, it, _)
                if *base == source as usize && it.offset == part.offset + at && it.size == part.size)
        };
        if let Some(place) = own.params.iter().position(same).filter(|_| passed_on) {
            return Arg::Own(place);
        }
    }
    Arg::Loaded(base, part, graph.nodes[to.node].params[base].by_reference)
}

/// Makes the body of a new function; its calls are as before.
fn make(
    cx: &mut PassContext<'_>,
    graph: &Graph,
    f: &Function,
    it: &Adjusted,
    calls: &[NewCall],
) -> Specialized {
    let mut edits = Edits::default();
    let params: Vec<NewParam> = it
        .params
        .iter()
        .map(|new| match *new {
            New::Kept(index) => NewParam::Kept(f.params[index]),
            New::Part(_, part, name) => NewParam::Part(name, part.ty),
        })
        .collect();
    note_loads(cx.unit, f, it, &mut edits);
    let node = &graph.nodes[it.node];
    let gone = node.params.iter().zip(&f.params).enumerate();
    let gone = gone.filter(|(index, _)| !it.params.contains(&New::Kept(*index)));
    let mut dead: Vec<SsaName> =
        gone.filter_map(|(_, (_, decl))| f.default_defs.get(decl).copied()).collect();
    for call in calls {
        let StmtKind::Call(old) = &f.stmts[call.stmt].kind else { continue };
        let mut blank = vec![true; old.args.len()];
        for arg in &call.args {
            if let Arg::Old(index) | Arg::Loaded(index, ..) = *arg {
                blank[index] = false;
            }
        }
        edits.blank.insert(call.stmt, blank);
        if let Operand::Ssa(lhs) = old.lhs
            && call.drops_result
        {
            dead.push(lhs);
        }
    }
    note_dead(f, dead, &mut edits);
    version::split_params(cx, f, (it.decl, !it.removes_return), &params, &edits)
}

/// Notes the loads whose values are parameters.
fn note_loads(unit: &Unit, f: &Function, it: &Adjusted, edits: &mut Edits) {
    let split: FxHashMap<DeclId, usize> = it
        .params
        .iter()
        .filter_map(|new| match *new {
            New::Part(base, ..) => Some((f.params[base], base)),
            New::Kept(_) => None,
        })
        .collect();
    if split.is_empty() {
        return;
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[stmt].kind else {
                continue;
            };
            if !unit.is_memory_operand(rhs[0]) {
                continue;
            }
            let access = Access::of(unit, f, rhs[0]);
            let decl = match access.base {
                Base::Decl(decl) => decl,
                // Later values of the parameter's variable point elsewhere.
                Base::Pointer(Operand::Ssa(name)) if f.names[name].has(NameFlags::DEFAULT_DEF) => {
                    f.names[name].var
                }
                _ => continue,
            };
            let Some(&base) = split.get(&decl) else { continue };
            let at = |new: &New| {
                matches!(new, New::Part(of, part, _)
                    if *of == base && access.offset == 8 * part.offset as i64)
            };
            if let Some(place) = it.params.iter().position(at) {
                edits.loads.insert(stmt, place);
            }
        }
    }
}

/// Notes what only computes what nobody needs any more, of names that are not there any more.
fn note_dead(f: &Function, mut work: Vec<SsaName>, edits: &mut Edits) {
    while let Some(name) = work.pop() {
        for stmt in f.use_stmts(name) {
            let made = match &f.stmts[stmt].kind {
                _ if edits.loads.contains_key(&stmt) => continue,
                StmtKind::Assign { lhs: Operand::Ssa(lhs), .. } => *lhs,
                StmtKind::Phi(phi) => phi.result,
                _ => continue,
            };
            if edits.skipped.insert(stmt) {
                work.push(made);
            }
        }
    }
}

/// Brings a call up to date.
fn change_call(cx: &mut PassContext<'_>, f: &mut Function, new: &NewCall) {
    let StmtKind::Call(call) = &f.stmts[new.stmt].kind else { return };
    let old = call.args.clone();
    let args: Vec<Operand> = new
        .args
        .iter()
        .map(|arg| match *arg {
            Arg::Old(index) => old[index],
            Arg::Own(place) => {
                let param = f.params[place];
                update_ssa::mark_symbol(f, param);
                Operand::Decl(param)
            }
            Arg::Loaded(index, part, through) => {
                load(cx, f, new.stmt, (old[index], through), &part)
            }
        })
        .collect();
    let fntype = cx.unit.decls[new.callee].ty;
    let StmtKind::Call(call) = &mut f.stmts[new.stmt].kind else { return };
    call.callee = Callee::Decl(new.callee);
    call.args = args.into_iter().collect();
    call.fntype = fntype;
    let lhs = call.lhs;
    if new.drops_result {
        call.lhs = Operand::None;
    }
    f.update_stmt(cx.unit, new.stmt);
    if let Operand::Ssa(name) = lhs
        && new.drops_result
    {
        f.release_ssa_name(name);
    }
}

/// Loads a part of an argument, or of where it points, before a call.
fn load(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    call: StmtId,
    (arg, through): (Operand, bool),
    part: &Part,
) -> Operand {
    let info = f.stmt_info[call];
    let (pointer, offset) = match through {
        true => (arg, part.offset as i64),
        false => address_in(cx.unit, f, call, arg, part.offset as i64),
    };
    let alias_ptr = cx.unit.types.pointer_to(part.alias_ptr);
    let reference = TreeKind::MemRef { base: pointer, offset, alias_ptr };
    let reference = Operand::Tree(cx.unit.trees.add(reference, part.ty));
    let ty = cx.unit.types.main_variant(part.ty);
    let name = Operand::Ssa(f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE));
    let mut at = Cursor::before(call).at(info.loc).within(info.scope);
    let stmt = at.copy(cx.unit, f, name, reference);
    cx.unit.pass_state.of::<inline::LateLoads>().add(f.decl, stmt);
    inline::copy::fold_copied(cx, f, stmt);
    if f.stmts[stmt].has(StmtFlags::VUSE) {
        match f.stmts[call].vuse.expand() {
            Some(vuse) => f.set_vuse(stmt, vuse),
            None => update_ssa::mark_virtuals(f),
        }
    }
    name
}

/// A pointer to an object passed by value, and how far after it something is.
fn address_in(
    unit: &mut Unit,
    f: &mut Function,
    call: StmtId,
    object: Operand,
    offset: i64,
) -> (Operand, i64) {
    let access = Access::of(unit, f, object);
    let base = unit.trees.base_address(object);
    if access.is_exact() && access.offset % 8 == 0 {
        let bytes = access.offset / 8 + offset;
        match access.base {
            Base::Decl(_) => {
                let ty = unit.type_of(f, base);
                return (unit.address_of(base, ty), bytes);
            }
            Base::Pointer(pointer) => return (pointer, bytes),
            Base::Unknown => {}
        }
    }
    // Where it is is not constant.
    let ty = unit.type_of(f, object);
    let address = unit.take_address(object, ty);
    let pointer = unit.type_of(f, address);
    let mut at = Cursor::before(call).at(f.stmt_info[call].loc);
    (at.temporary(unit, f, pointer, TreeCode::Single, [address]), offset)
}

/// What is known of a function's effects holds of the one in its place: what it loaded through parameters that are split its
/// callers load.
fn keep_effects(unit: &mut Unit, original: DeclId, it: &Adjusted) {
    let Some(known) = unit.modref.get(&original) else { return };
    let place = |index: usize| it.params.iter().position(|new| *new == New::Kept(index));
    let args = (0..known.effects.arguments.len()).map(|index| match place(index) {
        Some(place) => Origin { via: Via::Param(place as u32), offset: Some(0) },
        None => Origin { via: Via::Local, offset: None },
    });
    let chain = Origin { via: Via::Chain, offset: Some(0) };
    let map = ParamMap { args: args.collect(), chain };
    let flags = |known: &[ArgFlags]| {
        let of = |new: &New| match *new {
            New::Kept(index) => known.get(index).copied().unwrap_or_default(),
            New::Part(..) => ArgFlags::NONE,
        };
        it.params.iter().map(of).collect()
    };
    modref::keep_mapped(unit, original, it.decl, &map, &flags);
}

/// Updates SSA form, and what is known of a function for the inliner.
fn settle(cx: &mut PassContext<'_>, f: &mut Function) {
    if update_ssa::is_needed(f) {
        (cx.services.update_ssa)(cx, f, Todo::UPDATE_SSA);
    }
    inline::renew_summary(cx, f);
    cx.unit.calls.rebuild(f);
}
