//! Entries of functions with their parameters, variables and lexical blocks.
//!
//! ```text
//! int f (int n) { int a; { int b; … } }
//! ⇒  subprogram f, .LFB0 to .LFE0 { formal_parameter n, variable a, lexical_block .LS0 to .LS1 { variable b } }
//! ```
//! While the code is written, a label stands wherever it goes over to another block ([`Blocks`]). A block whose code lies
//! in several stretches has a list of them.

use super::Information;
use super::codes::*;
use super::dies::{DieId, Op, Value};
use super::locations::Locations;
use super::places::Place;
use crate::machine::target::output;
use crate::rtl::locals::{LexicalBlock, Locals, NO_BLOCK, UserLabel};
use dumps::putln;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A function as debuggers know it; its code is between `.LFBn` and `.LFEn`.
#[derive(Debug)]
pub struct DebugFunction {
    pub number: u32,
    pub decl: DeclId,
    pub name: String,
    pub public: bool,
    /// Whether it is in a section other than `.text`.
    pub elsewhere: bool,
    /// What it declares, where its body is not written in RTL and more than its lines is asked for.
    pub body: Option<DebugBody>,
}

/// The inside of a function.
#[derive(Debug)]
pub struct DebugBody {
    pub params: Vec<DeclId>,
    pub blocks: Vec<LexicalBlock>,
    pub labels: Vec<UserLabel>,
    /// The stretches of code of each block, between two labels each.
    pub stretches: Vec<Vec<(u32, u32)>>,
    pub places: FxHashMap<DeclId, Place>,
    /// Where variables are that move.
    pub locations: Locations,
}

/// Follows in which lexical block the code is.
#[derive(Default)]
pub struct Blocks {
    stretches: Vec<Vec<(u32, u32)>>,
    /// The blocks around the code at hand, the function's own first, each with the label it goes on from.
    open: Vec<(u32, u32)>,
}

impl Blocks {
    /// At the start of a function's code, in its own block.
    pub fn begin(locals: &Locals) -> Blocks {
        Blocks { stretches: vec![Vec::new(); locals.blocks.len()], open: vec![(0, 0)] }
    }

    /// The code goes on in a block, counted from 1.
    pub fn enter(&mut self, locals: &Locals, block: u32, next_label: &mut u32, out: &mut String) {
        let here = self.open.last().map_or(0, |open| open.0);
        if block == NO_BLOCK || block - 1 == here {
            return;
        }
        let label = self.label(next_label, out);
        let mut path = Vec::new();
        let mut at = block - 1;
        // Outer blocks come before inner ones: those around both are found on the way up.
        loop {
            while self.open.last().is_some_and(|open| open.0 > at) {
                self.close(label);
            }
            if self.open.last().is_some_and(|open| open.0 == at) {
                break;
            }
            path.push(at);
            at = locals.blocks[at as usize].parent;
        }
        self.open.extend(path.into_iter().rev().map(|block| (block, label)));
    }

    /// The code is at its end; the stretches of all blocks.
    pub fn end(mut self, next_label: &mut u32, out: &mut String) -> Vec<Vec<(u32, u32)>> {
        if self.open.len() > 1 {
            let label = self.label(next_label, out);
            while self.open.len() > 1 {
                self.close(label);
            }
        }
        self.stretches
    }

    fn close(&mut self, label: u32) {
        if let Some((block, from)) = self.open.pop() {
            self.stretches[block as usize].push((from, label));
        }
    }

    fn label(&self, next_label: &mut u32, out: &mut String) -> u32 {
        putln!(out, ".LS{next_label}:");
        *next_label += 1;
        *next_label - 1
    }
}

impl Information<'_> {
    /// The entry of a function.
    pub(super) fn function(&mut self, function: &mut DebugFunction) {
        let die = self.dies.add(self.root, TAG_SUBPROGRAM);
        if function.public {
            self.dies.set(die, AT_EXTERNAL, Value::Flag);
        }
        self.dies.text(die, AT_NAME, &function.name);
        let loc = self.unit.decls[function.decl].loc;
        self.declared_at(die, loc);
        let ty = self.unit.decls[function.decl].ty;
        let TypeKind::Function { result, variadic, prototyped, .. } = *self.unit.types.kind(ty)
        else {
            return;
        };
        if function.body.is_some() {
            self.signature(die, function.decl, result, prototyped);
        }
        let (low, high) = (format!(".LFB{}", function.number), format!(".LFE{}", function.number));
        self.dies.range(die, &low, &high);
        let base = Value::Location(Box::new([Op::Plain(OP_CALL_FRAME_CFA)]));
        self.dies.set(die, AT_FRAME_BASE, base);
        if let Some(body) = function.body.take() {
            self.body(die, body, variadic);
        }
    }

    pub(super) fn signature(&mut self, die: DieId, decl: DeclId, result: TypeId, prototyped: bool) {
        if prototyped {
            self.dies.set(die, AT_PROTOTYPED, Value::Flag);
        }
        if self.unit.decls[decl].has(flag::NORETURN) {
            self.dies.set(die, AT_NORETURN, Value::Flag);
        }
        self.set_type(die, result);
    }

    fn body(&mut self, die: DieId, body: DebugBody, variadic: bool) {
        self.places = body.places;
        self.locations = body.locations;
        for param in body.params {
            self.local(die, param);
        }
        if variadic {
            self.dies.add(die, TAG_UNSPECIFIED_PARAMETERS);
        }
        let mut entries: Vec<DieId> = Vec::with_capacity(body.blocks.len());
        for (index, (block, stretches)) in body.blocks.iter().zip(body.stretches).enumerate() {
            let entry = if index == 0 {
                die
            } else if let Some(call) = block.inlined {
                self.inlined(entries[block.parent as usize], call, stretches)
            } else {
                let entry = self.dies.add(entries[block.parent as usize], TAG_LEXICAL_BLOCK);
                self.code_of(entry, stretches);
                entry
            };
            entries.push(entry);
            self.declarations(entry, &block.vars);
        }
        for label in body.labels {
            self.label(entries[label.block as usize], label);
        }
        self.fill_types();
        self.places.clear();
        self.locations.clear();
    }

    /// A label of the source.
    fn label(&mut self, parent: DieId, UserLabel { decl, number, .. }: UserLabel) {
        let die = self.dies.add(parent, TAG_LABEL);
        if let Some(name) = self.unit.decl_name(decl) {
            self.dies.text(die, AT_NAME, name);
        }
        self.declared_at(die, self.unit.decls[decl].loc);
        if let Some(number) = number {
            let mut name = String::new();
            output::label_name(number, &mut name);
            self.dies.set(die, AT_LOW_PC, Value::Address(name.into()));
        }
    }

    /// What a block declares, types first: they stand here if something refers to them.
    fn declarations(&mut self, entry: DieId, vars: &[DeclId]) {
        for &var in vars {
            let data = &self.unit.decls[var];
            if data.kind == DeclKind::Type {
                self.type_parents.insert(data.ty, entry);
            }
        }
        let is_var = |var: &DeclId| self.unit.decls[*var].kind == DeclKind::Var;
        let mut vars: Vec<DeclId> = vars.iter().copied().filter(is_var).collect();
        vars.sort_by_key(|&var| self.parameter_order(var));
        for var in vars {
            self.local(entry, var);
        }
    }

    /// Where the code of a block is. There may be none.
    pub(super) fn code_of(&mut self, entry: DieId, stretches: Vec<(u32, u32)>) {
        match stretches[..] {
            [] => {}
            [(low, high)] => self.dies.range(entry, &format!(".LS{low}"), &format!(".LS{high}")),
            _ => {
                let list = self.ranges.len();
                self.dies.set(entry, AT_RANGES, Value::Section(format!(".LRL{list}").into()));
                let label = |number: u32| format!(".LS{number}");
                let list = stretches.iter().map(|&(low, high)| (label(low), label(high)));
                self.ranges.push(list.collect());
            }
        }
    }
}
