//! The dump `cgraph`: the symbol table after the front end, before and after what nothing needs has gone.
//!
//! ```text
//! f/0 (f) @0x10
//!   Type: function definition analyzed
//!   Visibility: semantic_interposition public
//!   References: v/1 (read)
//!   Referring:
//!   Function flags: body
//!   Called by:
//!   Calls: g/2
//! ```
//!
//! GCC prints addresses of its own where a symbol's order stands here, and after all that the table once more after the
//! last pass. What it remembers from symbol to symbol (`Aux:`) is left out.

use dumps::{put, putln};
use gimple::decl::{Decl, DeclExtra, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::stmt::{Callee, Seq, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::{Module, Unit};
use std::collections::HashMap;
use std::fmt::Write;

/// The text of the dump.
pub fn text(module: &Module) -> String {
    let table = Table::of(module);
    let mut out = String::from("Trivially needed symbols:");
    for symbol in table.listed().filter(|symbol| symbol.needed) {
        put!(out, " {}", table.short(symbol.decl));
    }
    out.push_str("\n\n");
    let title = |out: &mut String, which: &str| {
        put!(out, "\n{which} Symbol table:\n\n");
    };
    title(&mut out, "Initial");
    table.listed().for_each(|symbol| table.entry(&mut out, symbol));
    out.push_str("\nRemoving unused symbols:");
    for symbol in table.listed().filter(|symbol| symbol.is_unused()) {
        put!(out, " {}", table.short(symbol.decl));
    }
    out.push('\n');
    title(&mut out, "Reclaimed");
    table
        .listed()
        .filter(|symbol| !symbol.is_unused())
        .for_each(|symbol| table.entry(&mut out, symbol));
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    Read,
    Write,
    Address,
    Alias,
}

impl Reference {
    fn name(self) -> &'static str {
        match self {
            Reference::Read => "read",
            Reference::Write => "write",
            Reference::Address => "addr",
            Reference::Alias => "alias",
        }
    }
}

/// What is known of a function or variable.
struct Symbol {
    decl: DeclId,
    definition: bool,
    /// It has been looked at because something needs it.
    analyzed: bool,
    /// It is needed whether or not anything refers to it.
    needed: bool,
    alias: bool,
    references: Vec<(DeclId, Reference)>,
    referring: Vec<(DeclId, Reference)>,
    called_by: Vec<DeclId>,
    calls: Vec<DeclId>,
    indirect_calls: usize,
}

impl Symbol {
    fn is_wanted(&self) -> bool {
        self.needed || !self.referring.is_empty()
    }

    fn is_unused(&self) -> bool {
        self.definition && !self.analyzed
    }
}

struct Table<'a> {
    unit: &'a Unit,
    /// In the order in which they were met: a symbol's place is its number.
    symbols: Vec<Symbol>,
    numbers: HashMap<DeclId, usize>,
}

impl<'a> Table<'a> {
    fn of(module: &'a Module) -> Table<'a> {
        let unit = &module.unit;
        let mut table = Table { unit, symbols: Vec::new(), numbers: HashMap::default() };
        let mut statics: HashMap<DeclId, Vec<DeclId>> = HashMap::new();
        for node in unit.symtab().iter().filter(|node| node.definition) {
            let context = unit.decls[node.decl].context;
            if context.is_none() {
                table.add(node.decl);
            } else {
                statics.entry(context).or_default().push(node.decl);
            }
        }
        let functions: HashMap<DeclId, &Function> =
            module.functions.iter().map(|f| (f.decl, f)).collect();
        for &decl in &unit.analysis_order {
            let number = table.add(decl);
            let symbol = &mut table.symbols[number];
            // The front end looks at variables that nothing needs, too, and does so last.
            symbol.analyzed = functions.contains_key(&decl) || symbol.is_wanted();
            if !symbol.analyzed {
                continue;
            }
            if let Some(&f) = functions.get(&decl) {
                table.body(f, f.body);
                // Its static variables are met where it refers to them; the others after that, the last first.
                for own in statics.remove(&decl).unwrap_or_default().into_iter().rev() {
                    table.add(own);
                }
            } else if let Some(&value) = unit.initializers.get(&decl) {
                table.addresses(decl, value);
            }
        }
        table.aliases();
        // A variable without an initializer has nothing to be looked at for.
        for number in 0..table.symbols.len() {
            let symbol = &mut table.symbols[number];
            let plain = !unit.initializers.contains_key(&symbol.decl);
            let variable = unit.decls[symbol.decl].kind != DeclKind::Function;
            symbol.analyzed |= symbol.definition && variable && plain && symbol.is_wanted();
        }
        table
    }

    /// The number of a symbol, which may be new.
    fn add(&mut self, decl: DeclId) -> usize {
        let next = self.symbols.len();
        let number = *self.numbers.entry(decl).or_insert(next);
        if number == next {
            let data = &self.unit.decls[decl];
            // Constants that gimplification has put into memory are in no table of symbols.
            let constant = data.has(flag::STATIC) && self.unit.initializers.contains_key(&decl);
            let definition = match self.unit.symtab_node(decl) {
                Some(node) => node.definition,
                None => constant,
            };
            let kept = flag::PUBLIC | flag::PRESERVED | flag::CONSTRUCTOR | flag::DESTRUCTOR;
            let needed = definition && !data.has(flag::EXTERNAL) && data.flags & kept != 0;
            self.symbols.push(Symbol {
                decl,
                definition,
                analyzed: false,
                needed,
                alias: false,
                references: Vec::new(),
                referring: Vec::new(),
                called_by: Vec::new(),
                calls: Vec::new(),
                indirect_calls: 0,
            });
        }
        number
    }

    fn refer(&mut self, from: DeclId, to: DeclId, how: Reference) {
        let (source, target) = (self.add(from), self.add(to));
        self.symbols[source].references.push((to, how));
        self.symbols[target].referring.push((from, how));
    }

    fn aliases(&mut self) {
        let mut by_name = HashMap::new();
        for symbol in &self.symbols {
            if let Some(name) = self.unit.decls[symbol.decl].name {
                by_name.entry(name).or_insert(symbol.decl);
            }
        }
        for number in 0..self.symbols.len() {
            let decl = self.symbols[number].decl;
            let Some(target) = self.unit.alias_target(decl) else { continue };
            self.symbols[number].alias = true;
            self.symbols[number].definition = true;
            self.symbols[number].analyzed = true;
            self.symbols[number].needed = self.unit.decls[decl].has(flag::PUBLIC);
            if let Some(&target) = by_name.get(&target) {
                self.refer(decl, target, Reference::Alias);
            }
        }
    }

    /// What the statements of a sequence call and refer to.
    fn body(&mut self, f: &Function, seq: Seq) {
        let mut open = vec![f.seq_iter(seq)];
        while let Some(statements) = open.last_mut() {
            let Some(stmt) = statements.next() else {
                open.pop();
                continue;
            };
            match &f.stmts[stmt].kind {
                StmtKind::Bind { body, .. } => open.push(f.seq_iter(*body)),
                StmtKind::Try { body, cleanup, kind } => {
                    open.push(f.seq_iter(kind.otherwise()));
                    open.push(f.seq_iter(*cleanup));
                    open.push(f.seq_iter(*body));
                }
                StmtKind::WithCleanup { cleanup } => open.push(f.seq_iter(*cleanup)),
                _ => self.statement(f, stmt),
            }
        }
    }

    /// What a statement writes comes before what it reads, and addresses come last.
    fn statement(&mut self, f: &Function, stmt: StmtId) {
        let caller = self.add(f.decl);
        if let StmtKind::Call(call) = &f.stmts[stmt].kind {
            match call.callee {
                Callee::Decl(callee) => {
                    let number = self.add(callee);
                    self.symbols[number].called_by.push(f.decl);
                    self.symbols[caller].calls.push(callee);
                }
                Callee::Pointer(_) => self.symbols[caller].indirect_calls += 1,
                Callee::Internal(_) => {}
            }
        }
        if let StmtKind::Asm(asm) = &f.stmts[stmt].kind {
            // What is in memory is handed over by its address.
            for (operands, how) in
                [(&asm.outputs, Reference::Write), (&asm.inputs, Reference::Read)]
            {
                for operand in operands {
                    self.object(f.decl, operand.value, how);
                    self.object(f.decl, operand.value, Reference::Address);
                    self.addresses(f.decl, operand.value);
                }
            }
            return;
        }
        f.for_each_write(stmt, &mut |op| self.object(f.decl, op, Reference::Write));
        f.for_each_read(stmt, &mut |op| self.object(f.decl, op, Reference::Read));
        f.for_each_write(stmt, &mut |op| self.addresses(f.decl, op));
        f.for_each_read(stmt, &mut |op| self.addresses(f.decl, op));
    }

    /// The object that a reference reads or writes, if it has a name.
    fn object(&mut self, from: DeclId, op: Operand, how: Reference) {
        let base = match op {
            Operand::Tree(id) if matches!(self.unit.trees.kind(id), TreeKind::Addr(_)) => return,
            op => self.unit.trees.base_address(op),
        };
        match base {
            Operand::Decl(decl) if self.is_symbol(decl) => self.refer(from, decl, how),
            _ => {}
        }
    }

    fn is_symbol(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        data.is_global() && matches!(data.kind, DeclKind::Function | DeclKind::Var)
    }

    /// Whose address an operand takes.
    fn addresses(&mut self, from: DeclId, op: Operand) {
        let Operand::Tree(id) = op else {
            return;
        };
        if let TreeKind::Addr(object) = *self.unit.trees.kind(id)
            && let Operand::Decl(decl) = self.unit.trees.base_address(object)
            && self.is_symbol(decl)
        {
            self.refer(from, decl, Reference::Address);
        }
        let mut below = Vec::new();
        self.unit.trees.for_each_operand(id, |inner| below.push(inner));
        below.into_iter().for_each(|inner| self.addresses(from, inner));
    }

    /// All of them, the last first.
    fn listed(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().rev()
    }

    /// `f/0`.
    fn short(&self, decl: DeclId) -> String {
        let number = self.numbers.get(&decl).map_or(0, |&number| number);
        let name = self.unit.decl_name(decl).unwrap_or("");
        // `__builtin_abort` is the library's `abort`.
        let data = &self.unit.decls[decl];
        let given = |extra: &&DeclExtra| data.builtin.is_some() || extra.assembler_name_given;
        let assembler_name =
            data.extra.as_deref().filter(given).and_then(|extra| extra.assembler_name);
        let shown = assembler_name.map(|name| self.unit.symbols.text(name));
        format!("{}/{number}", shown.unwrap_or(name))
    }

    fn entry(&self, out: &mut String, symbol: &Symbol) {
        let data = &self.unit.decls[symbol.decl];
        let function = data.kind == DeclKind::Function;
        let kind = if function { "function" } else { "variable" };
        let words = |list: &[(bool, &str)]| -> String {
            list.iter().filter(|(holds, _)| *holds).map(|(_, word)| format!(" {word}")).collect()
        };
        let state = words(&[
            (symbol.definition, "definition"),
            (symbol.analyzed, "analyzed"),
            (symbol.alias, "alias"),
        ]);
        let forced = data.has(flag::PRESERVED) || !function && data.has(flag::VOLATILE);
        let seen = words(&[
            (forced && symbol.definition, "force_output"),
            (true, "semantic_interposition"),
            (data.has(flag::EXTERNAL), "external"),
            (data.has(flag::PUBLIC) || data.has(flag::EXTERNAL), "public"),
            (data.has(flag::WEAK), "weak"),
            (!function && data.has(flag::ARTIFICIAL), "artificial"),
            (data.has(flag::CONSTRUCTOR), "constructor"),
            (data.has(flag::DESTRUCTOR), "destructor"),
        ]);
        let name = self.unit.decl_name(symbol.decl).unwrap_or("");
        let address = (self.numbers[&symbol.decl] + 1) * 16;
        putln!(out, "{} ({name}) @{address:#x}", self.short(symbol.decl));
        putln!(out, "  Type: {kind}{state}\n  Visibility:{seen}");
        if function && symbol.referring.iter().any(|(_, how)| *how == Reference::Address) {
            out.push_str("  Address is taken.\n");
        }
        let references = |list: &[(DeclId, Reference)]| -> String {
            list.iter().map(|(to, how)| format!("{} ({}) ", self.short(*to), how.name())).collect()
        };
        putln!(out, "  References: {}", references(&symbol.references));
        putln!(out, "  Referring: {}", references(&symbol.referring));
        if function {
            self.calls(out, symbol);
        } else {
            self.contents(out, symbol, data);
        }
    }

    fn calls(&self, out: &mut String, symbol: &Symbol) {
        let list = |decls: &[DeclId]| -> String {
            decls.iter().rev().map(|&decl| format!("{} ", self.short(decl))).collect()
        };
        let body = symbol.definition && symbol.analyzed && !symbol.alias;
        put!(out, "  Function flags:{}", if body { " body" } else { "" });
        let data = &self.unit.decls[symbol.decl];
        let priority = data.extra.as_ref().and_then(|extra| extra.priority).unwrap_or(u16::MAX);
        for (role, word) in [(flag::CONSTRUCTOR, "constructor"), (flag::DESTRUCTOR, "destructor")] {
            if body && data.has(role) {
                put!(out, " static_{word} (priority:{priority})");
            }
        }
        out.push('\n');
        putln!(out, "  Called by: {}", list(&symbol.called_by));
        putln!(out, "  Calls: {}", list(&symbol.calls));
        for _ in 0..symbol.indirect_calls {
            out.push_str("   Indirect callnum speculative call targets: 0\n");
        }
    }

    fn contents(&self, out: &mut String, symbol: &Symbol, data: &Decl) {
        out.push_str("  Availability: not-ready\n  Varpool flags:");
        let initialized = self.unit.initializers.contains_key(&symbol.decl);
        let constant = data.has(flag::READONLY);
        for (holds, word) in [
            (initialized, " initialized"),
            (constant, " read-only"),
            (constant && initialized && !data.has(flag::VOLATILE), " const-value-known"),
            (data.has(flag::THREAD_LOCAL), " tls-local-exec"),
        ] {
            out.push_str(if holds { word } else { "" });
        }
        out.push('\n');
    }
}
