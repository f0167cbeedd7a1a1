//! What becomes of equal items (`sem_function::merge`, `sem_variable::merge`).
//!
//! ```text
//!   nobody compares the address of g:      g is another name of f             .set g,f
//!   addresses of both may be compared:     calls of g become calls of f, and g calls f
//! ```
//!
//! A variable whose address may be compared stays what it is.

use super::items::{Items, Kind};
use super::wrapper;
use crate::inline::{self, binds_to_current_def, node_name};
use dumps::put;
use gimple::call_graph::CallGraph;
use gimple::debug_counter::Counter;
use gimple::decl::{Decl, DeclId, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::print;
use gimple::remark::RemarkKind;
use gimple::stmt::{Callee, StmtId, StmtKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A remark of the pass.
const GROUP: &str = "ipa";

/// What merging needs to know.
pub struct Merger<'a> {
    pub items: &'a Items,
    /// The calls of each function: who makes them, and where.
    calls: FxHashMap<DeclId, Vec<(usize, StmtId)>>,
    /// Functions that have become other names.
    gone: Vec<bool>,
    /// Functions with other calls than before.
    changed: BTreeSet<usize>,
    /// The names by which wrappers call functions that others may replace.
    local_names: FxHashMap<DeclId, DeclId>,
    next_number: u32,
}

impl<'a> Merger<'a> {
    pub fn new(items: &'a Items, functions: &[Function]) -> Merger<'a> {
        let graph = CallGraph::of(functions);
        let mut calls: FxHashMap<DeclId, Vec<(usize, StmtId)>> = FxHashMap::default();
        for caller in 0..functions.len() {
            for call in graph.calls(caller) {
                calls.entry(call.callee).or_default().push((caller, call.stmt));
            }
        }
        let next_number = functions.iter().map(|f| f.funcdef_no + 1).max().unwrap_or(0);
        Merger {
            items,
            calls,
            gone: vec![false; functions.len()],
            changed: BTreeSet::new(),
            local_names: FxHashMap::default(),
            next_number,
        }
    }

    /// Merges the members of a class, in order, with the first.
    pub fn merge_class(
        &mut self,
        cx: &mut PassContext<'_>,
        functions: &mut [Function],
        members: &[u32],
    ) {
        let decl = |item: u32| self.items.all[item as usize].decl;
        // What `main` does its wrappers would have to call.
        let first = usize::from(cx.unit.decl_name(decl(members[0])) == Some("main"));
        let source = members[first];
        for &alias in members.iter().filter(|&&item| item != source) {
            self.say_equal(cx, functions, (source, alias));
            let apart = [source, alias].map(decl).iter().any(|&decl| is_kept_apart(cx, decl));
            if apart {
                say(cx, "Merge operation is skipped due to no_icf attribute.\n");
                continue;
            }
            if !cx.dbg_cnt(Counter::MergedIpaIcf) {
                continue;
            }
            let place = (decl(source), cx.unit.decls[decl(source)].loc);
            cx.remark(RemarkKind::Note, GROUP, place, " === merge ===".to_owned());
            let (source, alias) =
                (&self.items.all[source as usize], &self.items.all[alias as usize]);
            match (source.kind, alias.kind) {
                (Kind::Function(to), Kind::Function(from)) => {
                    self.merge_functions(cx, functions, to, from);
                }
                _ => self.merge_variables(cx, source.decl, alias.decl),
            }
        }
    }

    /// Brings up to date who calls whom, and drops the functions that have become other names.
    pub fn finish(self, cx: &mut PassContext<'_>, functions: &mut Vec<Function>) {
        for &index in self.changed.iter().filter(|&&index| !self.gone[index]) {
            cx.unit.calls.rebuild(&functions[index]);
        }
        let mut gone = self.gone.into_iter();
        functions.retain(|_| gone.next() != Some(true));
    }

    fn say_equal(&self, cx: &mut PassContext<'_>, functions: &[Function], (a, b): (u32, u32)) {
        let (a, b) = (&self.items.all[a as usize], &self.items.all[b as usize]);
        let names = format!("{}->{}", node_name(cx.unit, a.decl), node_name(cx.unit, b.decl));
        let place = (a.decl, cx.unit.decls[a.decl].loc);
        for what in ["Semantic equality hit", "Assembler symbol names"] {
            cx.remark(RemarkKind::Optimized, GROUP, place, format!("{what}:{names}"));
        }
        if !cx.dump.details() {
            return;
        }
        for item in [a, b] {
            if let Kind::Function(index) = item.kind {
                let mut text = String::new();
                print::dump_function(&mut text, cx.unit, &functions[index], cx.dump.flags());
                say(cx, &format!("{text}\n"));
            }
        }
    }

    fn merge_variables(&mut self, cx: &mut PassContext<'_>, source: DeclId, alias: DeclId) {
        let matters = self.items.address_matters(cx.unit, alias);
        if matters && !cx.options.on(Flag::MergeAllConstants) {
            return refuse(cx, "address of original may be compared.");
        }
        let public = cx.unit.decls[alias].has(flag::PUBLIC);
        if !binds_to_current_def(cx, source) || public && !binds_to_current_def(cx, alias) {
            return refuse(cx, "original is interposable.");
        }
        let align = |decl: DeclId| {
            cx.unit.decls[decl].align.max(cx.unit.types.align(cx.unit.decls[decl].ty))
        };
        if align(source) < align(alias) {
            return refuse(cx, "original and alias have incompatible alignments");
        }
        cx.unit.folded.insert(alias, source);
        unified(cx, "Variable alias has been created.");
    }

    fn merge_functions(
        &mut self,
        cx: &mut PassContext<'_>,
        functions: &mut [Function],
        to: usize,
        from: usize,
    ) {
        let (source, alias) = (functions[to].decl, functions[from].decl);
        let matters = |decl| self.items.address_matters(cx.unit, decl);
        if !(matters(source) && matters(alias)) {
            cx.unit.folded.insert(alias, source);
            cx.unit.calls.remove(alias);
            inline::forget(cx.unit, alias);
            functions[from] = Function::new(alias, functions[from].funcdef_no);
            self.gone[from] = true;
            return unified(cx, "Function alias has been created.");
        }
        let wraps = self.may_wrap(cx, alias);
        let redirects = binds_to_current_def(cx, source) && binds_to_current_def(cx, alias);
        if !wraps {
            return refuse(
                cx,
                match redirects {
                    true => "cannot make wrapper and function has other uses than direct calls",
                    false => "cannot redirect callers nor produce wrapper",
                },
            );
        }
        if redirects {
            let count = self.redirect_calls(cx, functions, source, alias);
            if count > 0 && shows(cx, RemarkKind::Note) {
                say(cx, &format!("{count} local calls have been redirected.\n"));
            }
        }
        let target = match binds_to_current_def(cx, source) {
            true => source,
            false => self.local_name(cx, source),
        };
        functions[from] = wrapper::make(cx, &functions[from], target, self.next_number);
        self.next_number += 1;
        unified(cx, "Wrapper has been created.");
    }

    /// Whether a function can be one that calls another with its arguments.
    fn may_wrap(&self, cx: &mut PassContext<'_>, alias: DeclId) -> bool {
        let data = &cx.unit.decls[alias];
        let variadic = cx.unit.types.is_variadic(data.ty);
        if data.has(flag::NOINLINE) {
            if shows(cx, RemarkKind::Missed) {
                say(cx, "Wrappers are not created for noinline.\n");
            }
            return false;
        }
        if variadic {
            if shows(cx, RemarkKind::Missed) {
                say(cx, "can not create wrapper of stdarg function.\n");
            }
            return false;
        }
        data.flags & (flag::ALWAYS_INLINE | flag::RETURNS_TWICE) == 0
    }

    /// Lets calls of one function be calls of another. Returns how many there are.
    fn redirect_calls(
        &mut self,
        cx: &mut PassContext<'_>,
        functions: &mut [Function],
        source: DeclId,
        alias: DeclId,
    ) -> usize {
        let calls = self.calls.remove(&alias).unwrap_or_default();
        let mut count = 0;
        for &(caller, stmt) in calls.iter().filter(|call| !self.gone[call.0]) {
            let f = &mut functions[caller];
            // A function that has become a wrapper has other statements.
            if stmt.0 as usize >= f.stmts.len() {
                continue;
            }
            let StmtKind::Call(call) = &mut f.stmts[stmt].kind else { continue };
            if call.callee != Callee::Decl(alias) {
                continue;
            }
            call.callee = Callee::Decl(source);
            f.update_stmt(cx.unit, stmt);
            inline::redirect(cx.unit, f.decl, stmt, source);
            count += 1;
        }
        let mut callers: Vec<usize> = calls.iter().map(|call| call.0).collect();
        callers.dedup();
        self.changed.extend(callers);
        self.calls.entry(source).or_default().extend(calls);
        count
    }

    /// Another name of a function that may be replaced by another unit's: one that means the function at hand.
    fn local_name(&mut self, cx: &mut PassContext<'_>, source: DeclId) -> DeclId {
        if let Some(&known) = self.local_names.get(&source) {
            return known;
        }
        const DROPPED: u64 = flag::PUBLIC | flag::WEAK | flag::INTERPOSABLE | flag::PRESERVED;
        let mut decl: Decl = cx.unit.decls[source].clone();
        let extra = decl.extra.get_or_insert_default();
        let base = extra.assembler_name.or(decl.name).map_or("", |name| cx.unit.symbols.text(name));
        let name = format!("{base}.localalias");
        (extra.assembler_name, extra.assembler_name_given) = (None, false);
        (extra.visibility, extra.visibility_given) = (Default::default(), false);
        decl.name = Some(cx.unit.symbols.intern(&name));
        decl.flags = decl.flags & !DROPPED | flag::ARTIFICIAL;
        let new = cx.unit.decls.push(decl);
        cx.unit.append_symtab_node(new, true);
        cx.unit.folded.insert(new, source);
        self.local_names.insert(source, new);
        new
    }
}

fn is_kept_apart(cx: &PassContext<'_>, decl: DeclId) -> bool {
    let extra = cx.unit.decls[decl].extra.as_ref();
    let mut written = extra.into_iter().flat_map(|extra| &extra.written);
    written.any(|it| matches!(cx.unit.symbols.text(it.name), "no_icf" | "noipa"))
}

fn refuse(cx: &mut PassContext<'_>, why: &str) {
    if shows(cx, RemarkKind::Missed) {
        say(cx, &format!("Not unifying; {why}\n"));
    }
}

fn unified(cx: &mut PassContext<'_>, how: &str) {
    if shows(cx, RemarkKind::Optimized) {
        say(cx, &format!("Unified; {how}\n"));
    }
}

fn shows(cx: &PassContext<'_>, kind: RemarkKind) -> bool {
    cx.dump.details() || cx.dump.flags().intersects(kind.dump_flag())
}

fn say(cx: &mut PassContext<'_>, text: &str) {
    put!(cx.dump, "{text}");
}
