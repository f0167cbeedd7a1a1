//! A whole module as text that the reader takes back (`.gimple` files).
//!
//! ```text
//! ;; gimlet module 1
//! basic bitsizetype : unsigned long;
//! struct s tag s;
//! typedef S name S : struct s;
//! struct s size 16 align 8 flags 0 {
//!   int a at 0 size 32 align 4 uid 3;
//!   struct s * next at 64 size 64 align 8 uid 4;
//! }
//! decl 1490 var g : int flags 0x5;
//! init 1490 = _Literal (int) 3;
//! sym 1490 order 0 uid 0 definition;
//! function 1495 no 0 properties 0x2b;
//! params 1493;
//! locals 1497;
//! name 5 var 1493 flags 1;
//! name 1 : int flags 0;
//! body
//!   <bb 2> :
//!   ;; pred 0; succ 1:0
//!   _1 = n_5(D) + _Literal (int) -1;
//!   return _1;
//!
//! end
//! ```
//!
//! Bodies are in dump syntax with `-uid` and `-vops`, but that constants, addresses and memory references say their
//! types, and blocks all their edges (destination and flags) and the order of their predecessors. Types that have a
//! name or members are declared first, under names of their own where two would print alike. What is not kept:
//! locations, lexical blocks, probabilities of edges that are not shown.

use super::Printer;
use crate::cfg::{BlockId, ENTRY, NO_COUNT};
use crate::decl::{Decl, DeclId, DeclKind, flag};
use crate::function::Function;
use crate::ssa::NameFlags;
use crate::stmt::StmtKind;
use crate::symbol::Symbol;
use crate::types::{FieldId, TypeId, TypeKind, TypeSize, Types};
use crate::unit::{Module, Unit};
use dumps::DumpFlags;
use rustc_hash::{FxHashMap, FxHashSet};

/// How the named types of a module are spelled, each differently.
pub(super) struct ModuleNames {
    spelled: FxHashMap<(TypeId, Option<Symbol>), String>,
}

impl ModuleNames {
    /// The spelling of a type without its qualifiers, if it has one of its own.
    pub(super) fn of(&self, types: &Types, ty: TypeId) -> Option<&str> {
        let node = &types[ty];
        self.spelled.get(&(node.main_variant, node.name)).map(String::as_str)
    }
}

/// A type that is declared by name.
struct Named {
    ty: TypeId,
    /// With its keyword: `struct s`.
    spelled: String,
    /// A variant of another type, declared by `typedef`.
    typedef: bool,
    /// A basic type beside those every unit has, declared by `basic`.
    basic: bool,
}

/// Text from which an equal module can be read.
pub fn print_module(module: &Module) -> String {
    print_module_with(module, DumpFlags::NONE)
}

/// As [`print_module`], with block arguments instead of φs if `extra` says so.
pub fn print_module_with(module: &Module, extra: DumpFlags) -> String {
    let unit = &module.unit;
    let (names, order) = name_types(unit);
    let mut out = String::from(";; gimlet module 1\n");
    let flags = DumpFlags::UID | DumpFlags::VOPS | extra;
    let mut p = Printer::new(&mut out, unit, None, flags);
    p.names = Some(&names);
    p.number(format_args!("unit next_tmp {};\n", unit.next_tmp));
    p.types(&order);
    p.decls();
    for (order, text) in &unit.toplevel_asm {
        p.number(format_args!("asm {order} "));
        p.string(text.as_bytes());
        p.text(";\n");
    }
    for function in &module.functions {
        let mut p = Printer::new(&mut out, unit, Some(function), flags);
        p.names = Some(&names);
        p.whole_function(function);
    }
    out
}

/// Spellings for all types with a name or members, in the order in which they were made.
fn name_types(unit: &Unit) -> (ModuleNames, Vec<Named>) {
    let types = &unit.types;
    let mut spelled = FxHashMap::default();
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut order = Vec::new();
    // The types every unit has keep their names; they come first.
    let common = TypeId(unit.common.va_list.0);
    let mut counters: FxHashMap<String, u32> = FxHashMap::default();
    // Originals before their variants: so they are declared, and so they will be numbered when read again.
    let all = || (0..types.len() as u32).map(TypeId);
    let is_variant = |ty: &TypeId| types.main_variant(*ty) != *ty;
    let originals = all().filter(|ty| !is_variant(ty));
    for ty in originals.chain(all().filter(is_variant)) {
        let node = &types[ty];
        let key = (node.main_variant, node.name);
        if spelled.contains_key(&key) {
            continue;
        }
        let (keyword, tag) = match &node.kind {
            TypeKind::Record { tag, .. } => ("struct ", *tag),
            TypeKind::Union { tag, .. } => ("union ", *tag),
            TypeKind::Enum { tag, .. } => ("enum ", *tag),
            TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function { .. } => continue,
            _ if node.name.is_none() => continue,
            _ => ("", None),
        };
        if ty <= common {
            if let Some(name) = node.name {
                used.insert(unit.symbols.text(name).to_string());
                spelled.insert(key, unit.symbols.text(name).to_string());
            }
            continue;
        }
        let stem = match node.name.or(tag) {
            Some(name) => format!("{keyword}{}", as_word(unit.symbols.text(name))),
            None => format!("{keyword}U"),
        };
        let mut unique = stem.clone();
        while !used.insert(unique.clone()) {
            let number = counters.entry(stem.clone()).or_insert(0);
            *number += 1;
            unique = format!("{stem}.{number}");
        }
        spelled.insert(key, unique.clone());
        let typedef = is_variant(&ty);
        let basic = !typedef && keyword.is_empty();
        order.push(Named { ty, spelled: unique, typedef, basic });
    }
    (ModuleNames { spelled }, order)
}

impl Printer<'_> {
    // Types.

    fn types(&mut self, order: &[Named]) {
        let unit = self.unit;
        for named in order.iter().filter(|named| named.basic) {
            self.text("basic ");
            self.text(&named.spelled);
            self.text(" : ");
            self.unnamed_scalar(unit.types.kind(named.ty));
            self.text(";\n");
        }
        for named in order.iter().filter(|named| !named.typedef && !named.basic) {
            let tag = match unit.types.kind(named.ty) {
                TypeKind::Record { tag, .. }
                | TypeKind::Union { tag, .. }
                | TypeKind::Enum { tag, .. } => *tag,
                _ => None,
            };
            self.text(&named.spelled);
            for (word, name) in [(" tag ", tag), (" name ", unit.types[named.ty].name)] {
                if let Some(name) = name {
                    self.text(word);
                    self.text(&as_word(unit.symbols.text(name)));
                }
            }
            if let TypeKind::Enum { precision, unsigned, values, .. } = unit.types.kind(named.ty) {
                let sign = if *unsigned { "unsigned" } else { "signed" };
                self.number(format_args!(" : {sign} {precision} {{"));
                for (index, value) in values.iter().enumerate() {
                    self.text(if index == 0 { " " } else { ", " });
                    self.symbol(value.name);
                    self.number(format_args!(" = {}", value.value));
                }
                self.text(" }");
            }
            self.text(";\n");
        }
        for named in order.iter().filter(|named| named.typedef) {
            self.typedef(named);
        }
        for ty in by_value_order(&unit.types, order) {
            self.record(ty);
        }
    }

    fn typedef(&mut self, named: &Named) {
        let node = &self.unit.types[named.ty];
        let main = &self.unit.types[node.main_variant];
        self.text("typedef ");
        self.text(&named.spelled);
        if let Some(name) = node.name {
            self.text(" name ");
            self.symbol(name);
        }
        self.text(" : ");
        self.type_name(node.main_variant);
        if node.align != main.align {
            self.number(format_args!(" align {}", node.align));
        }
        if node.flags != main.flags {
            self.number(format_args!(" flags {:#x}", node.flags.0));
        }
        self.text(";\n");
    }

    fn record(&mut self, ty: TypeId) {
        let unit = self.unit;
        let node = &unit.types[ty];
        self.type_name(ty);
        match node.size {
            TypeSize::Const(size) => self.number(format_args!(" size {size}")),
            TypeSize::Variable => self.text(" size variable"),
            TypeSize::Incomplete => self.text(" size incomplete"),
        }
        self.number(format_args!(" align {} flags {:#x} {{\n", node.align, node.flags.0));
        for &id in unit.types.fields(ty).iter().chain(unit.types.bit_units(ty)) {
            let field = unit.types.field(id);
            self.text("  ");
            self.type_name(field.ty);
            if let Some(name) = field.name {
                self.text(" name ");
                self.text(&as_word(unit.symbols.text(name)));
            }
            self.number(format_args!(" at {} size {}", field.bit_offset, field.bit_size));
            if field.is_bitfield {
                self.text(" bitfield ");
                self.type_name(field.declared_type);
            }
            self.number(format_args!(" align {} uid {};\n", field.align, field.uid));
        }
        self.text("}\n");
    }

    // Declarations.

    fn decls(&mut self) {
        let unit = self.unit;
        for (id, decl) in unit.decls.iter() {
            self.whole_decl(id, decl);
        }
        // What an automatic variable begins with, its function's statements store.
        let lasting = |id: &DeclId| {
            let decl = &unit.decls[*id];
            decl.context.is_none() || decl.has(flag::STATIC)
        };
        let mut inits: Vec<DeclId> = unit.initializers.keys().copied().filter(lasting).collect();
        inits.sort_unstable();
        for decl in inits {
            self.number(format_args!("init {} = ", decl.0));
            self.operand(unit.initializers[&decl]);
            self.text(";\n");
        }
        for node in unit.symtab() {
            self.number(format_args!("sym {}", node.decl.0));
            match node.is_numbered() {
                true => self.number(format_args!(" order {}", node.order)),
                false => self.text(" unnumbered"),
            }
            self.number(format_args!(" uid {}", node.cgraph_uid));
            if node.definition {
                self.text(" definition");
            }
            if let Some(home) = unit.folded.get(&node.decl) {
                self.number(format_args!(" of {}", home.0));
            }
            self.text(";\n");
        }
    }

    fn whole_decl(&mut self, id: DeclId, decl: &Decl) {
        let kind = match decl.kind {
            DeclKind::Var => "var",
            DeclKind::Parm => "parm",
            DeclKind::Result => "result",
            DeclKind::Function => "function",
            DeclKind::Label => "label",
            DeclKind::Type => "type",
            DeclKind::Const => "const",
        };
        self.number(format_args!("decl {} {kind}", id.0));
        if let Some(name) = decl.name {
            self.text(" name ");
            if is_word(self.unit.symbols.text(name)) {
                self.symbol(name);
            } else {
                self.quoted(name);
            }
        }
        self.text(" : ");
        self.type_name(decl.ty);
        self.number(format_args!(" flags {:#x}", decl.flags));
        if decl.align != 0 {
            self.number(format_args!(" align {}", decl.align));
        }
        if decl.context.is_some() {
            self.number(format_args!(" context {}", decl.context.0));
        }
        if let Some(builtin) = decl.builtin {
            self.text(" builtin ");
            self.text(builtin.name());
        }
        if let Some(extra) = &decl.extra {
            for (word, symbol) in [
                (" asm ", extra.assembler_name),
                (" section ", extra.section),
                (" alias ", extra.alias),
                (" register ", extra.hard_register),
                (" attributes ", extra.attributes),
            ] {
                if let Some(symbol) = symbol {
                    self.text(word);
                    self.quoted(symbol);
                }
            }
            if extra.visibility != Default::default() {
                self.number(format_args!(" visibility {}", extra.visibility as u8));
            }
            if let Some(priority) = extra.priority {
                self.number(format_args!(" priority {priority}"));
            }
            for argument in &extra.nonnull {
                self.number(format_args!(" nonnull {argument}"));
            }
        }
        self.text(";\n");
    }

    /// A symbol as a string literal.
    pub(super) fn quoted(&mut self, symbol: Symbol) {
        let text = self.unit.symbols.text(symbol);
        self.string(text.as_bytes());
    }

    // Functions.

    fn whole_function(&mut self, f: &Function) {
        self.number(format_args!(
            "function {} no {} properties {:#x}",
            f.decl.0,
            f.funcdef_no,
            f.properties.bits()
        ));
        for (word, decl) in [(" result ", f.result), (" vop ", f.vop), (" chain ", f.static_chain)]
        {
            if decl.is_some() {
                self.number(format_args!("{word}{}", decl.0));
            }
        }
        for (word, set) in [
            (" setjmp", f.calls_setjmp),
            (" alloca", f.calls_alloca),
            (" nonlocal", f.has_nonlocal_label),
            (" forced", f.has_forced_label),
        ] {
            if set {
                self.text(word);
            }
        }
        self.text(";\n");
        self.uid_list("params", &f.params);
        self.uid_list("locals", &f.locals);
        let mut labels: Vec<(u32, DeclId)> =
            f.labels.numbered().map(|(label, number)| (number, label)).collect();
        labels.sort_unstable();
        let labels: Vec<DeclId> = labels.into_iter().map(|(_, label)| label).collect();
        self.uid_list("labels", &labels);
        self.name_table(f);
        self.text("body\n");
        if f.has_cfg() {
            self.entry_edges(f);
            for block in f.block_iter() {
                self.module_block(f, block);
            }
        } else {
            self.sequence(f.body, 2);
        }
        self.text("end\n");
    }

    pub(super) fn uid_list(&mut self, word: &str, decls: &[DeclId]) {
        if decls.is_empty() {
            return;
        }
        self.text(word);
        for decl in decls {
            self.number(format_args!(" {}", decl.0));
        }
        self.text(";\n");
    }

    fn name_table(&mut self, f: &Function) {
        if f.names.len() > 1 {
            self.number(format_args!("names {};\n", f.names.len()));
        }
        for (name, data) in f.names.iter() {
            if data.has(NameFlags::RELEASED) {
                continue;
            }
            self.number(format_args!("name {}", name.0));
            if data.var.is_some() {
                self.number(format_args!(" var {}", data.var.0));
            }
            if data.ident.is_some() {
                self.text(" ident ");
                self.symbol(data.ident);
            }
            self.text(" : ");
            self.type_name(data.ty);
            self.number(format_args!(" flags {};\n", data.flags.bits()));
        }
    }

    fn entry_edges(&mut self, f: &Function) {
        self.text("  ;; entry");
        self.successors(f, ENTRY);
        self.text("\n");
        self.hidden_arguments(f, ENTRY);
    }

    fn successors(&mut self, f: &Function, block: BlockId) {
        self.text("; succ");
        for &edge in &f.blocks[block].succs {
            let e = &f.edges[edge];
            self.number(format_args!(" {}:{}", e.dst.0, e.flags.bits()));
        }
    }

    fn module_block(&mut self, f: &Function, block: BlockId) {
        self.text("  ");
        self.block_name(block);
        self.block_parameters(f, block);
        match f.block_info[block].count {
            NO_COUNT => self.text(" :\n"),
            0 => self.text(" [count: 0]:\n"),
            count => self.number(format_args!(" [local count: {count}]:\n")),
        }
        self.text("  ;; pred");
        for &edge in &f.blocks[block].preds {
            self.number(format_args!(" {}", f.edges[edge].src.0));
        }
        self.successors(f, block);
        self.text("\n");
        let gone = self.has(DumpFlags::BLOCKARGS);
        for phi in f.phis(block).take_while(|_| !gone) {
            self.text("  # ");
            self.stmt(phi, 2);
            self.text("\n");
        }
        for stmt in f.block_stmts(block) {
            let label = matches!(f.stmts[stmt].kind, StmtKind::Label(_));
            let column = if label { 0 } else { 2 };
            self.indent(column);
            self.stmt(stmt, column);
            self.text("\n");
        }
        self.implicit_edges(f, block);
        self.text("\n");
    }
}

/// Records and unions, those that others hold by value first.
fn by_value_order(types: &Types, order: &[Named]) -> Vec<TypeId> {
    let mut done: FxHashSet<TypeId> = FxHashSet::default();
    let mut out = Vec::new();
    let records = order
        .iter()
        .filter(|named| !named.typedef && is_record(types, named.ty))
        .map(|named| named.ty);
    for root in records {
        // A record is left when all records it holds have been.
        let mut stack: Vec<(TypeId, usize)> = vec![(root, 0)];
        while let Some((ty, next)) = stack.last_mut() {
            if *next == 0 && done.contains(ty) {
                stack.pop();
                continue;
            }
            let field: Option<&FieldId> = types.fields(*ty).get(*next);
            *next += 1;
            match field {
                Some(&field) => {
                    let mut inner = types.field(field).ty;
                    while let TypeKind::Array { element, .. } = *types.kind(inner) {
                        inner = element;
                    }
                    let inner = types.main_variant(inner);
                    if is_record(types, inner)
                        && !done.contains(&inner)
                        && stack.len() < types.len()
                    {
                        stack.push((inner, 0));
                    }
                }
                None => {
                    let ty = *ty;
                    stack.pop();
                    if done.insert(ty) && types[ty].size != TypeSize::Incomplete {
                        out.push(ty);
                    }
                }
            }
        }
    }
    out
}

/// Whether a name reads back as one word.
pub(super) fn is_word(name: &str) -> bool {
    let mut chars = name.strip_prefix('.').unwrap_or(name).chars().peekable();
    let capital = !name.starts_with('.') || chars.peek().is_some_and(char::is_ascii_uppercase);
    let start = chars.peek().is_some_and(|&c| c.is_alphabetic() || c == '_' || c == '$');
    let mut good = capital && start;
    while let Some(c) = chars.next() {
        let digit_follows = chars.peek().is_some_and(char::is_ascii_digit);
        good &= c.is_alphanumeric() || c == '_' || c == '$' || c == '.' && digit_follows;
    }
    good
}

/// A name as one word: what the compiler makes may have dots in it that do not read back (`FRAME.f`).
pub(super) fn as_word(name: &str) -> std::borrow::Cow<'_, str> {
    if is_word(name) { name.into() } else { name.replace('.', "_").into() }
}

fn is_record(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. })
}
