//! `-Wsequence-point`: an object that an expression changes and uses elsewhere, with nothing that says in which order.
//!
//! ```text
//! i = i++ + 1        a[i] = i++        f (i++, i++)
//! ```
//!
//! Each operand yields what it accesses: with a sequence point after it, or without. Accesses of operands that are not in
//! sequence are held against each other, where one of them is a write.

use super::rvalue::lvalue_p;
use crate::context::Context;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::decl::flag;

/// More accesses than that in one expression are not looked at: each write is compared with all.
const MOST_ACCESSES: usize = 256;

/// An object that is accessed, and what writes it: `NONE` where it is read.
#[derive(Clone, Copy)]
struct Access {
    object: ExprId,
    writer: ExprId,
}

struct Walk<'a> {
    cx: &'a mut Context,
    /// Objects that were named already.
    said: Vec<ExprId>,
    /// What is evaluated once and has been visited.
    saved: Vec<ExprId>,
    count: usize,
}

/// Warns of what a complete expression changes and uses without order between.
pub fn verify_sequence_points(cx: &mut Context, e: ExprId) {
    if cx.is_error(e)
        || !cx.has_side_effects(e)
        || !cx.unit.diagnostics.warnings.enabled("sequence-point")
    {
        return;
    }
    let mut walk = Walk { cx, said: Vec::new(), saved: Vec::new(), count: 0 };
    let (mut before, mut now) = (Vec::new(), Vec::new());
    walk.visit(e, ExprId::NONE, &mut before, &mut now, 0);
    walk.collide(&now);
}

impl Walk<'_> {
    fn is_candidate(&self, e: ExprId) -> bool {
        match self.cx.exprs[e].kind {
            ExprKind::Const(_) => false,
            ExprKind::Decl(decl) => !self.cx.unit.decls[decl].has(flag::ARTIFICIAL),
            _ => lvalue_p(self.cx, e),
        }
    }

    fn same(&self, a: ExprId, b: ExprId) -> bool {
        a == b || a.is_some() && b.is_some() && util::operand_equal(self.cx, a, b)
    }

    /// Gathers the accesses of an expression: `before` a sequence point, and `now`.
    fn visit(
        &mut self,
        e: ExprId,
        writer: ExprId,
        before: &mut Vec<Access>,
        now: &mut Vec<Access>,
        depth: u32,
    ) {
        if depth > util::MAX_DEPTH || self.count > MOST_ACCESSES || e.is_none() {
            return;
        }
        if self.is_candidate(e) {
            self.count += 1;
            now.push(Access { object: e, writer });
        }
        match self.cx.exprs[e].kind.clone() {
            ExprKind::Compound(a, b)
            | ExprKind::Binary(TreeCode::TruthAndIf | TreeCode::TruthOrIf, a, b) => {
                self.visit_first(a, before, depth);
                self.visit_rest(b, before, now, depth);
            }
            ExprKind::Cond(c, a, b) => {
                self.visit_first(c, before, depth);
                let mut other = Vec::new();
                self.visit_rest(a, before, now, depth);
                self.visit_rest(b, before, &mut other, depth);
                // Only one of the arms is evaluated.
                for access in other {
                    if !now.iter().any(|known| self.same(known.object, access.object)) {
                        now.push(access);
                    }
                }
            }
            ExprKind::Modify(to, from) => self.visit_assignment(e, to, from, before, now, depth),
            ExprKind::Incr(_, target, _) => {
                let mut inner = Vec::new();
                self.visit(target, e, &mut inner, now, depth + 1);
                now.append(&mut inner);
            }
            ExprKind::Call { args, .. } => {
                let mut all = Vec::new();
                for &arg in args.iter() {
                    self.visit(arg, ExprId::NONE, before, &mut all, depth + 1);
                }
                // The last of two arguments is named.
                all.reverse();
                self.collide(&all);
                before.append(&mut all);
            }
            // What is evaluated once belongs to its first use.
            ExprKind::Save(a) if !self.saved.contains(&e) => {
                self.saved.push(e);
                self.visit(a, writer, before, now, depth + 1);
            }
            ExprKind::Unary(_, a)
            | ExprKind::NonLvalue(a)
            | ExprKind::Indirect(a)
            | ExprKind::MemRef(a, ..)
            | ExprKind::Component(a, _)
            | ExprKind::BitFieldRef(a, ..) => self.visit(a, ExprId::NONE, before, now, depth + 1),
            ExprKind::Addr(object) if !self.is_candidate(object) => {
                self.visit(object, ExprId::NONE, before, now, depth + 1);
            }
            ExprKind::Addr(object) => self.visit_below(object, before, now, depth),
            ExprKind::Binary(_, a, b) | ExprKind::ArrayRef(a, b) => {
                self.visit(a, ExprId::NONE, before, now, depth + 1);
                self.visit(b, ExprId::NONE, before, now, depth + 1);
            }
            _ => {}
        }
    }

    /// The operands of an object whose address is taken: the object itself is not accessed.
    fn visit_below(
        &mut self,
        object: ExprId,
        before: &mut Vec<Access>,
        now: &mut Vec<Access>,
        depth: u32,
    ) {
        match self.cx.exprs[object].kind {
            ExprKind::Indirect(a) | ExprKind::MemRef(a, ..) => {
                self.visit(a, ExprId::NONE, before, now, depth + 1);
            }
            ExprKind::Component(a, _) if depth < util::MAX_DEPTH => {
                self.visit_below(a, before, now, depth + 1);
            }
            ExprKind::ArrayRef(a, b) if depth < util::MAX_DEPTH => {
                self.visit_below(a, before, now, depth + 1);
                self.visit(b, ExprId::NONE, before, now, depth + 1);
            }
            _ => {}
        }
    }

    /// An operand with a sequence point after it.
    fn visit_first(&mut self, e: ExprId, before: &mut Vec<Access>, depth: u32) {
        let mut now = Vec::new();
        self.visit(e, ExprId::NONE, before, &mut now, depth + 1);
        self.collide(&now);
        self.merge(before, now);
    }

    /// Adds accesses to those before the same sequence point: what is read and written is one access, the write.
    fn merge(&self, before: &mut Vec<Access>, accesses: Vec<Access>) {
        for access in accesses {
            let mut found = false;
            for known in before.iter_mut().filter(|it| self.same(it.object, access.object)) {
                found = true;
                if known.writer.is_none() {
                    known.writer = access.writer;
                }
            }
            if !found {
                before.push(access);
            }
        }
    }

    fn visit_rest(
        &mut self,
        e: ExprId,
        before: &mut Vec<Access>,
        now: &mut Vec<Access>,
        depth: u32,
    ) {
        let mut inner = Vec::new();
        self.visit(e, ExprId::NONE, &mut inner, now, depth + 1);
        self.merge(before, inner);
    }

    fn visit_assignment(
        &mut self,
        e: ExprId,
        to: ExprId,
        from: ExprId,
        before: &mut Vec<Access>,
        now: &mut Vec<Access>,
        depth: u32,
    ) {
        let (mut earlier, mut value, mut target) = (Vec::new(), Vec::new(), Vec::new());
        self.visit(from, ExprId::NONE, &mut earlier, &mut value, depth + 1);
        self.visit(to, e, &mut Vec::new(), &mut target, depth + 1);
        // What is within the target is not in sequence with the sequence points of the value either.
        target.retain(|access| access.writer != e);
        let mut mixed = earlier.clone();
        mixed.extend_from_slice(&target);
        self.collide(&mixed);
        before.append(&mut earlier);
        now.retain(|access| access.object != e);
        now.append(&mut target);
        self.collide_with(Access { object: to, writer: e }, &value, true);
        if self.is_candidate(to) {
            // The read of what is assigned to, as in `a = a + 1`, precedes the write.
            let mut found = false;
            for access in &mut value {
                if self.same(access.object, to) {
                    found = true;
                    if access.writer.is_none() {
                        access.writer = e;
                    }
                }
            }
            if !found {
                value.push(Access { object: to, writer: e });
            }
        }
        now.append(&mut value);
    }

    fn collide(&mut self, accesses: &[Access]) {
        for &access in accesses {
            if access.writer.is_some() {
                self.collide_with(access, accesses, false);
            }
        }
    }

    fn collide_with(&mut self, write: Access, accesses: &[Access], only_writes: bool) {
        for access in accesses {
            if access.writer == write.writer
                || only_writes && access.writer.is_none()
                || !self.same(access.object, write.object)
                || self.said.iter().any(|&said| self.same(said, access.object))
            {
                continue;
            }
            self.said.push(access.object);
            let Some(text) = super::spell::expr_text(self.cx, access.object) else { return };
            let loc = self.cx.get(write.writer).loc;
            self.cx.warning(
                "sequence-point",
                loc,
                format!("operation on ‘{text}’ may be undefined"),
            );
            return;
        }
    }
}
