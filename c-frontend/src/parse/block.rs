//! Statement lists and blocks: what statements become.
//!
//! As in GCC a list of one statement is that statement, a list added to a list is merged into it, and a block becomes a
//! `Bind` only if it declares something (or is the body of a function or of a statement expression).

use super::Parser;
use super::function::{Cleanup, FunctionState, StatementList};
use super::jumps::OpenMarks;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::scope::FrameKind;
use gimple::decl::DeclId;
use gimple::function::Scope;
use gimple::location::Location;
use gimple::stmt::ScopeId;

/// A block that has been begun.
#[must_use]
pub struct OpenBlock {
    scoped: bool,
    marks: OpenMarks,
}

impl Parser<'_> {
    /// The function at hand.
    pub fn function_state(&mut self) -> Option<&mut FunctionState> {
        self.function.as_deref_mut()
    }

    /// A statement of type `void`.
    pub fn statement_expr(&mut self, kind: ExprKind, loc: Location) -> ExprId {
        let void = self.cx.unit.common.void;
        self.cx.expr(kind, void, loc, expr_flag::SIDE_EFFECTS)
    }

    /// Notes that a statement of the source begins (`add_debug_begin_stmt`).
    pub fn mark_statement(&mut self, loc: Location) {
        if !self.cx.options.debug_markers() {
            return;
        }
        if let Some(list) = self.function.as_deref_mut().and_then(|f| f.lists.last_mut()) {
            list.marks.push(loc);
        }
    }

    /// Adds a statement to the list at hand; a list is merged into it.
    pub fn add_stmt(&mut self, stmt: ExprId) {
        let Some(function) = self.function.as_deref_mut() else { return };
        let Some(list) = function.lists.last_mut() else { return };
        list.has_label |=
            matches!(self.cx.exprs[stmt].kind, ExprKind::Label(_) | ExprKind::Case { .. });
        let mut last_marks = Vec::new();
        let first = match &self.cx.exprs[stmt].kind {
            ExprKind::List(inner) => {
                let first = inner.first().copied();
                let marks = self.cx.exprs.take_marks(stmt);
                list.marks.extend(marks.before);
                last_marks = marks.after;
                first
            }
            _ => Some(stmt),
        };
        if let Some(first) = first {
            self.cx.exprs.mark_before(first, std::mem::take(&mut list.marks));
        }
        list.marks.extend(last_marks);
        match &mut self.cx.exprs[stmt].kind {
            // The longer list stays where it is, so that a nest of loops is not copied at each level.
            ExprKind::List(inner) if inner.len() > list.stmts.len() => {
                std::mem::swap(inner, &mut list.stmts);
                list.stmts.splice(0..0, inner.drain(..));
            }
            ExprKind::List(inner) => list.stmts.append(inner),
            _ => list.stmts.push(stmt),
        }
    }

    /// Begins a statement list.
    pub fn push_list(&mut self) {
        if let Some(function) = self.function.as_deref_mut() {
            function.lists.push(StatementList::default());
        }
    }

    /// Ends a statement list: cleanups begun in it protect what follows them. What follows in the list around it is after
    /// its labels too.
    pub fn pop_list(&mut self, loc: Location) -> ExprId {
        let Some(mut list) = self.function.as_deref_mut().and_then(|function| function.lists.pop())
        else {
            return self.statement_expr(ExprKind::List(Vec::new()), loc);
        };
        let has_label =
            list.has_label || list.cleanups.iter().any(|cleanup| cleanup.call.is_none());
        if let Some(outer) = self.function.as_deref_mut().and_then(|f| f.lists.last_mut()) {
            outer.has_label |= has_label;
        }
        let mut marks = std::mem::take(&mut list.marks);
        if let Some(&last) = list.stmts.last() {
            self.cx.exprs.mark_after(last, std::mem::take(&mut marks));
        }
        while let Some(Cleanup { start, call }) = list.cleanups.pop() {
            let body = list.stmts.split_off(start);
            let body = self.list_expr(body, loc);
            let protected = match call.is_some() {
                true => self.statement_expr(ExprKind::TryFinally(body, call), loc),
                false => self.bind_expr(Vec::new(), body, ScopeId::NONE, loc),
            };
            list.stmts.push(protected);
        }
        let whole = self.list_expr(list.stmts, loc);
        self.cx.exprs.mark_before(whole, marks);
        whole
    }

    /// Statements as one statement.
    pub fn list_expr(&mut self, stmts: Vec<ExprId>, loc: Location) -> ExprId {
        if let [single] = stmts[..] {
            single
        } else {
            self.statement_expr(ExprKind::List(stmts), loc)
        }
    }

    /// Begins a block, with a scope of its own where `scoped`.
    pub fn begin_block(&mut self, scoped: bool) -> OpenBlock {
        if scoped {
            let parent = self.scopes.lexical_scope();
            // A block within a parameter is none of the function around.
            let own = self.scopes.kind() != FrameKind::Prototype
                && (parent.is_some() || self.scopes.kind() != FrameKind::Block);
            let scope = match self.function.as_deref_mut() {
                Some(function) if own => function.lexical_scopes.push(Scope::within(parent)),
                _ => ScopeId::NONE,
            };
            self.scopes.push(FrameKind::Block, scope);
        }
        self.push_list();
        let marks =
            self.function_state().map(|function| function.scope_marks.open()).unwrap_or_default();
        OpenBlock { scoped, marks }
    }

    /// Ends a block and returns it as a statement.
    pub fn end_block(&mut self, block: OpenBlock, loc: Location) -> ExprId {
        let body = self.pop_list(loc);
        if let Some(function) = self.function_state() {
            function.scope_marks.close(block.marks);
        }
        let in_value = self
            .function
            .as_deref()
            .and_then(|function| function.lists.last())
            .is_some_and(|list| list.is_value);
        let (vars, scope) = if block.scoped {
            let frame = self.scopes.pop();
            self.warn_unused_in_block(&frame.vars);
            (frame.vars, frame.scope)
        } else {
            (Vec::new(), ScopeId::NONE)
        };
        if vars.is_empty()
            && (!in_value || matches!(self.cx.exprs[body].kind, ExprKind::Bind { .. }))
        {
            return body;
        }
        // A single statement stands for itself: there is no lexical block.
        let single = !matches!(self.cx.exprs[body].kind, ExprKind::List(_));
        let scope = if vars.is_empty() && single { ScopeId::NONE } else { scope };
        self.bind_expr(vars, body, scope, loc)
    }

    /// `{ vars; body }`; the lexical block remembers the variables.
    pub fn bind_expr(
        &mut self,
        vars: Vec<DeclId>,
        body: ExprId,
        scope: ScopeId,
        loc: Location,
    ) -> ExprId {
        if scope.is_some()
            && let Some(function) = self.function.as_deref_mut()
        {
            function.lexical_scopes[scope].vars.clone_from(&vars);
        }
        self.statement_expr(ExprKind::Bind { vars, body, scope }, loc)
    }
}
