//! Pass `objsz`: what `__builtin_object_size` knows of the object a pointer points into, and what the checks for it
//! come to.
//!
//! ```text
//!   p_2 = &buf + 4;                                         (char buf[10])
//!   _3 = __builtin_object_size (p_2, 0);              =>    _3 = 6;
//!   __builtin___memcpy_chk (p_2, q_4(D), 5, _3);      =>    __builtin_memcpy (p_2, q_4(D), 5);
//! ```
//!
//! A size is known of declared objects, strings, and memory that was allocated here with a known size. The even modes
//! ask for the object, the odd ones for the innermost array or member; up to 1 the answer may be too large, from 2 on
//! too small. Pointers are followed back through copies, constant steps forward and φs; around a loop, where they may
//! have stepped any number of times, the largest object counts whole.

use crate::analyses::call_effects;
use crate::scalar::fold_builtins;
use crate::scalar::gimple_fold::address::root_and_offset;
use crate::scalar::gimple_fold::fold_stmt_inplace;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::function::{Function, prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Definitions a pointer is followed back over.
const MAX_DEPTH: u32 = 64;

/// `objsz` for the pass table.
pub const PASS: Pass = Pass::tree("objsz", execute).requires(prop::CFG | prop::SSA);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            match call_effects::builtin_name(cx.unit, f, stmt) {
                Some("object_size" | "dynamic_object_size") => settle(cx, f, stmt),
                Some(name) if name.ends_with("_chk") => {
                    fold_builtins::fold_call(cx.unit, f, true, stmt);
                    f.update_stmt(cx.unit, stmt);
                }
                _ => {}
            }
        }
    }
    Todo::NONE
}

/// Replaces the result of a call by the size.
fn settle(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Operand::Ssa(name) = call.lhs else { return };
    let (Some(&pointer), Some(mode)) =
        (call.args.first(), call.args.get(1).and_then(|&op| cx.unit.as_int(op)))
    else {
        return;
    };
    let size = size_of(cx.unit, f, pointer, mode as u8 & 3);
    let value = match size {
        Some(size) => i128::from(size),
        None if mode & 2 == 0 => -1,
        None => 0,
    };
    let ty = f.names[name].ty;
    let value = cx.unit.types.wrap(ty, value);
    let value = cx.unit.int(ty, value);
    for user in f.replace_uses_by(cx.unit, name, value) {
        fold_stmt_inplace(cx.unit, f, cx.options, user);
    }
    crate::ssa::update_ssa::unlink_stmt_vdef(cx.unit, f, stmt);
    f.remove_stmt(stmt);
}

/// The bytes from where a pointer points to the end of its object, if anything is known of them.
pub fn size_of(unit: &Unit, f: &Function, pointer: Operand, mode: u8) -> Option<u64> {
    let mut search = Search { unit, f, mode, known: FxHashMap::default(), cyclic: false, most: 0 };
    let size = search.pointer(pointer, 0)?;
    if !search.cyclic {
        return Some(size);
    }
    (mode & 2 == 0).then_some(search.most)
}

struct Search<'a> {
    unit: &'a Unit,
    f: &'a Function,
    mode: u8,
    /// `None` while a name is being looked at.
    known: FxHashMap<SsaName, Option<Option<u64>>>,
    cyclic: bool,
    /// The largest size met.
    most: u64,
}

impl Search<'_> {
    fn pointer(&mut self, op: Operand, depth: u32) -> Option<u64> {
        if depth > MAX_DEPTH {
            return None;
        }
        let size = match op {
            Operand::Ssa(name) => match self.known.get(&name) {
                Some(Some(size)) => return *size,
                Some(None) => {
                    self.cyclic = true;
                    return Some(if self.mode & 2 == 0 { 0 } else { u64::MAX });
                }
                None => {
                    self.known.insert(name, None);
                    let size = self.definition(name, depth);
                    self.known.insert(name, Some(size));
                    size
                }
            },
            _ => self.address(op, depth),
        }?;
        self.most = self.most.max(size);
        Some(size)
    }

    fn definition(&mut self, name: SsaName, depth: u32) -> Option<u64> {
        let f = self.f;
        match &f.stmts[f.names[name].def.expand()?].kind {
            StmtKind::Phi(phi) => {
                let mut all: Option<u64> = None;
                for arg in &phi.args {
                    let size = self.pointer(arg.value, depth + 1)?;
                    all = Some(all.map_or(size, |before| self.either(before, size)));
                }
                all
            }
            &StmtKind::Assign { code, rhs, .. } => match code {
                TreeCode::Single | TreeCode::Nop
                    if self.unit.types.is_pointer(self.unit.type_of(f, rhs[0])) =>
                {
                    self.pointer(rhs[0], depth + 1)
                }
                TreeCode::PointerPlus => {
                    let step = self.unit.as_int(rhs[1])?;
                    let step = self.unit.types.wrap(self.unit.common.ssizetype, step);
                    let size = self.pointer(rhs[0], depth + 1)?;
                    Some(size.saturating_sub(u64::try_from(step).ok()?))
                }
                TreeCode::Cond => {
                    let a = self.pointer(rhs[1], depth + 1)?;
                    let b = self.pointer(rhs[2], depth + 1)?;
                    Some(self.either(a, b))
                }
                _ => None,
            },
            StmtKind::Call(call) => self.result(call, depth),
            _ => None,
        }
    }

    fn either(&self, a: u64, b: u64) -> u64 {
        if self.mode & 2 == 0 { a.max(b) } else { a.min(b) }
    }

    /// What a function returns a pointer to.
    fn result(&mut self, call: &Call, depth: u32) -> Option<u64> {
        let number = |index: usize| {
            call.args
                .get(index)
                .and_then(|&op| self.unit.as_int(op))
                .and_then(|n| u64::try_from(n).ok())
        };
        if let Callee::Decl(decl) = call.callee
            && let Some(extra) = &self.unit.decls[decl].extra
            && !extra.alloc_size.is_empty()
        {
            let factors =
                extra.alloc_size.iter().map(|&index| number((index as usize).checked_sub(1)?));
            return factors.reduce(|a, b| a?.checked_mul(b?)).flatten();
        }
        match call_effects::callee_builtin(self.unit, call)? {
            "malloc" | "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => number(0),
            "realloc" | "aligned_alloc" | "memalign" => number(1),
            "calloc" => number(0)?.checked_mul(number(1)?),
            "memcpy" | "memmove" | "memset" | "strcpy" | "strncpy" | "strcat" | "strncat"
            | "__memcpy_chk" | "__memmove_chk" | "__memset_chk" | "__strcpy_chk"
            | "__strncpy_chk" | "__strcat_chk" | "__strncat_chk" | "assume_aligned" => {
                self.pointer(*call.args.first()?, depth + 1)
            }
            _ => None,
        }
    }

    fn address(&mut self, op: Operand, depth: u32) -> Option<u64> {
        let place = self.unit.addressed(op)?;
        let offset = self.offset(place)?;
        if self.mode & 1 != 0
            && let Some((part, size)) = self.part(place)
        {
            let start = self.offset(part)?;
            return Some(size.saturating_sub(offset.checked_sub(start)?));
        }
        match self.unit.trees.base_address(place) {
            Operand::Decl(decl) => {
                let size = self.unit.types.size(self.unit.decls[decl].ty)?;
                Some(size.saturating_sub(offset))
            }
            Operand::Const(id) => {
                let size = self.unit.types.size(self.unit.consts[id].ty);
                let text = matches!(self.unit.consts[id].value, ConstValue::String(_));
                text.then_some(size?.saturating_sub(offset))
            }
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::MemRef { base: base @ Operand::Ssa(_), .. } => {
                    Some(self.pointer(base, depth + 1)?.saturating_sub(offset))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Bytes from the start of a reference's base.
    fn offset(&self, place: Operand) -> Option<u64> {
        let (_, offset) = root_and_offset(self.unit, place)?;
        u64::try_from(offset).ok()
    }

    /// The innermost member or array that holds a place, with its size; nothing where that is the whole object, or may
    /// be longer than it says.
    fn part(&self, mut place: Operand) -> Option<(Operand, u64)> {
        let unit = self.unit;
        while let Operand::Tree(id) = place
            && let TreeKind::ArrayRef { base, .. } = *unit.trees.kind(id)
        {
            place = base;
        }
        let TreeKind::ComponentRef { field, .. } = *unit.trees.kind(place.tree()?) else {
            return None;
        };
        let ty: TypeId = unit.types.field(field).ty;
        // What ends the object that a pointer leads to may go on behind it.
        if let base @ Operand::Tree(_) = unit.trees.base_address(place)
            && unit.types.element(ty).is_some()
        {
            let whole = unit.type_of(self.f, base);
            let end = self.offset(place)? + unit.types.size(ty)?;
            if end + u64::from(unit.types.align(whole)) > unit.types.size(whole)? {
                return None;
            }
        }
        Some((place, unit.types.size(ty)?))
    }
}
