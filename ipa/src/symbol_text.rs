//! The symbol table as GCC shows it after IPA passes: functions, variables and aliases, what each refers to, who calls whom.
//!
//! ```text
//! g/3 (g) @0x3
//!   Type: function definition analyzed
//!   Visibility: semantic_interposition prevailing_def_ironly
//!   References: v/1 (read)
//!   Referring:
//!   Function g/3 is inline copy in f/1
//!   Clone of g/0
//!   Availability: local
//!   Function flags: count:1073741824 (estimated locally) body local
//!   Called by: f/1 (inlined) (1073741824 (estimated locally),1.00 per call)
//!   Calls:
//! ```
//!
//! It is made from the functions as they are, for a dump only. Numbers stand where GCC prints addresses. Linear in statements
//! and initialisers.

use super::{fn_summary, visibility};
use dumps::{put, putln};
use gimple::cfg::{ENTRY, NO_COUNT};
use gimple::decl::{Decl, DeclExtra, DeclId, DeclKind, flag};
use gimple::function::{CountQuality, Function};
use gimple::options::{Flag, Options};
use gimple::pass::PassContext;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::{Frequency, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;

/// How one symbol refers to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Read,
    Write,
    Address,
    Alias,
}

impl How {
    fn word(self) -> &'static str {
        match self {
            How::Read => "read",
            How::Write => "write",
            How::Address => "addr",
            How::Alias => "alias",
        }
    }
}

/// A call: of whom or by whom.
pub struct CallEntry {
    pub other: String,
    pub inlined: bool,
    /// It went through a pointer before.
    pub was_indirect: bool,
    pub count: u64,
    /// For each call of the function it is in.
    pub frequency: f64,
}

/// The text of a call.
pub fn of_call(call: &CallEntry) -> String {
    let inlined = if call.inlined { "(inlined) " } else { "" };
    let indirect = if call.was_indirect { "(indirect_inlining) " } else { "" };
    let how_often = match times(call.count, call.frequency, CountQuality::Local) {
        Some(times) => format!("{times} "),
        None => String::new(),
    };
    format!("{} {inlined}{indirect}{how_often}", call.other)
}

/// How often a call is made, if that is known.
fn times(count: u64, frequency: f64, quality: CountQuality) -> Option<String> {
    (count != NO_COUNT).then(|| format!("({},{frequency:.2} per call)", counted(count, quality)))
}

/// A count and where it is from.
fn counted(count: u64, quality: CountQuality) -> String {
    let precise = count == 0 || quality == CountQuality::Precise;
    format!("{count} ({})", if precise { "precise" } else { "estimated locally" })
}

/// A function or a copy of one of which a pass knows more than its statements say.
pub struct Known {
    pub decl: DeclId,
    pub order: u32,
    /// The function it has been inlined into, and the one it is a copy of.
    pub inline_copy_in: Option<String>,
    pub clone_of: Option<String>,
    pub called_by: String,
    pub calls: String,
}

/// A function, variable or alias.
struct Entry {
    decl: DeclId,
    /// The unit has its body or value.
    defined: bool,
    alias: bool,
    local: bool,
    optimized_for_size: bool,
    /// Its number of executions, of a function, once there is one.
    count: Option<String>,
    references: Vec<(DeclId, How)>,
    referring: Vec<(DeclId, How)>,
    called_by: String,
    calls: String,
    indirect_calls: String,
}

/// All symbols that something needs.
pub struct Table<'a> {
    unit: &'a Unit,
    entries: Vec<Entry>,
    places: FxHashMap<DeclId, usize>,
}

/// Shows the table as it is after a pass that knows no more than the functions say.
pub fn say(cx: &mut PassContext<'_>, functions: &[Function]) {
    if cx.dump.enabled() {
        let text = Table::of(cx.unit, cx.options, functions).text(&[], &[]);
        put!(cx.dump, "{text}");
    }
}

impl<'a> Table<'a> {
    /// The table of a unit.
    pub fn of(unit: &'a Unit, options: &Options, functions: &[Function]) -> Table<'a> {
        let (entries, places) = (Vec::new(), FxHashMap::default());
        let mut table = Table { unit, entries, places };
        let keep_static = !options.on(Flag::ToplevelReorder);
        let (there, variables) = symbol_references::reached_symbols(unit, functions, keep_static);
        let mut there: Vec<&Function> = there.collect();
        there.sort_by_key(|f| unit.symtab_node(f.decl).map(|node| node.order));
        for f in &there {
            if let Some(place) = table.add(f.decl) {
                let entry = &mut table.entries[place];
                entry.defined = true;
                let own = f.options.as_deref().unwrap_or(options);
                entry.optimized_for_size = own.optimize_size;
                let count = f.block_info.get(ENTRY).map_or(NO_COUNT, |info| info.count);
                entry.count = (count != NO_COUNT).then(|| counted(count, f.count_quality));
            }
        }
        let mut data: Vec<DeclId> = variables.into_iter().collect();
        data.sort_by_key(|&decl| unit.symtab_node(decl).map(|node| node.order));
        for &decl in &data {
            let defined = unit.symtab_node(decl).is_some_and(|node| node.definition);
            if let (true, Some(place)) = (defined, table.add(decl)) {
                table.entries[place].defined = true;
            }
        }
        for f in &there {
            table.function(f);
        }
        for decl in data {
            if let Some(&value) = unit.initializers.get(&decl) {
                table.addresses(decl, value);
            }
        }
        table.aliases();
        for decl in visibility::local_functions(unit, functions, keep_static) {
            if let Some(&place) = table.places.get(&decl) {
                table.entries[place].local = table.entries[place].defined;
            }
        }
        table
    }

    /// The place of a symbol, which may be new; none of what is in no table of symbols.
    fn add(&mut self, decl: DeclId) -> Option<usize> {
        let numbered = self.unit.symtab_node(decl).is_some_and(|node| node.is_numbered());
        if !numbered {
            return None;
        }
        let next = self.entries.len();
        let place = *self.places.entry(decl).or_insert(next);
        if place == next {
            self.entries.push(Entry {
                decl,
                defined: false,
                alias: false,
                local: false,
                optimized_for_size: false,
                count: None,
                references: Vec::new(),
                referring: Vec::new(),
                called_by: String::new(),
                calls: String::new(),
                indirect_calls: String::new(),
            });
        }
        Some(place)
    }

    fn refer(&mut self, from: DeclId, to: DeclId, how: How) {
        if let (Some(source), Some(target)) = (self.add(from), self.add(to)) {
            self.entries[source].references.push((to, how));
            self.entries[target].referring.push((from, how));
        }
    }

    fn aliases(&mut self) {
        let named = |entry: &Entry| Some((self.unit.decls[entry.decl].name?, entry.decl));
        let by_name: FxHashMap<_, _> = self.entries.iter().filter_map(named).collect();
        for decl in self.unit.visible_aliases() {
            let Some(place) = self.add(decl) else { continue };
            let entry = &mut self.entries[place];
            (entry.defined, entry.alias) = (true, true);
            let target = self.unit.alias_target(decl).and_then(|name| by_name.get(&name));
            if let Some(&target) = target {
                self.refer(decl, target, How::Alias);
            }
        }
    }

    /// What the statements of a function call and refer to. The call noted last is listed first.
    fn function(&mut self, f: &Function) {
        for block in f.block_iter() {
            for phi in f.phis(block) {
                f.phi(phi).args.iter().for_each(|arg| self.addresses(f.decl, arg.value));
            }
            for stmt in f.block_stmts(block) {
                self.statement(f, stmt);
            }
        }
    }

    fn statement(&mut self, f: &Function, stmt: StmtId) {
        if let StmtKind::Call(call) = &f.stmts[stmt].kind {
            self.call(f, stmt, call.callee);
        }
        // What is written comes before what is read, and addresses come last.
        f.for_each_write(stmt, &mut |op| self.object(f.decl, op, How::Write));
        f.for_each_read(stmt, &mut |op| self.object(f.decl, op, How::Read));
        f.for_each_write(stmt, &mut |op| self.addresses(f.decl, op));
        f.for_each_read(stmt, &mut |op| self.addresses(f.decl, op));
    }

    fn call(&mut self, f: &Function, stmt: StmtId, callee: Callee) {
        let count = f.block_info[f.stmts[stmt].block].count;
        let frequency = fn_summary::frequency(count, f.block_info[ENTRY].count).to_f64();
        let times = times(count, frequency, f.count_quality);
        let after = times.as_ref().map_or(String::new(), |times| format!("{times} "));
        let Some(caller) = self.add(f.decl) else { return };
        match callee {
            Callee::Decl(decl) => {
                let Some(place) = self.add(decl) else { return };
                let (by, of) = (self.short(f.decl), self.short(decl));
                self.entries[place].called_by.insert_str(0, &format!("{by} {after}"));
                self.entries[caller].calls.insert_str(0, &format!("{of} {after}"));
            }
            Callee::Pointer(_) => {
                let times = times.map_or(String::new(), |times| times + " ");
                let line = format!("   Indirect call{times}num speculative call targets: 0\n");
                self.entries[caller].indirect_calls += &line;
            }
            Callee::Internal(_) => {}
        }
    }

    /// The object that a reference reads or writes, if it has a name.
    fn object(&mut self, from: DeclId, op: Operand, how: How) {
        let address = |id| matches!(self.unit.trees.kind(id), TreeKind::Addr(_));
        if op.tree().is_some_and(address) {
            return;
        }
        if let Operand::Decl(decl) = self.unit.trees.base_address(op)
            && self.is_symbol(decl)
        {
            self.refer(from, decl, how);
        }
    }

    /// Whose addresses an operand takes.
    fn addresses(&mut self, from: DeclId, op: Operand) {
        let mut open: Vec<Operand> = vec![op];
        while let Some(op) = open.pop() {
            let Operand::Tree(id) = op else { continue };
            if let TreeKind::Addr(object) = *self.unit.trees.kind(id)
                && let Operand::Decl(decl) = self.unit.trees.base_address(object)
                && self.is_symbol(decl)
            {
                self.refer(from, decl, How::Address);
            }
            let before = open.len();
            self.unit.trees.for_each_operand(id, |inner| open.push(inner));
            open[before..].reverse();
        }
    }

    fn is_symbol(&self, decl: DeclId) -> bool {
        let data = &self.unit.decls[decl];
        data.is_global() && matches!(data.kind, DeclKind::Function | DeclKind::Var)
    }

    /// `f/0`, as the assembler knows it.
    fn short(&self, decl: DeclId) -> String {
        numbered(self.unit, decl, self.unit.symtab_node(decl).map_or(0, |node| node.order))
    }

    /// The text, the last symbol first. Some functions have copies, or callers that their statements do not tell of; some are
    /// copies of others with a declaration of their own.
    pub fn text(&self, known: &[Known], originals: &[(DeclId, String)]) -> String {
        let of_known: FxHashSet<DeclId> = known.iter().map(|known| known.decl).collect();
        let order = |decl: DeclId| self.unit.symtab_node(decl).map_or(0, |node| node.order);
        let plain = self.entries.iter().filter(|entry| !of_known.contains(&entry.decl));
        let mut all: Vec<(u32, &Entry, Option<&Known>)> =
            plain.map(|entry| (order(entry.decl), entry, None)).collect();
        for known in known {
            if let Some(&place) = self.places.get(&known.decl) {
                all.push((known.order, &self.entries[place], Some(known)));
            }
        }
        all.sort_by_key(|(order, ..)| std::cmp::Reverse(*order));
        let originals: FxHashMap<DeclId, &str> =
            originals.iter().map(|(decl, original)| (*decl, original.as_str())).collect();
        let mut out = "Symbol table:\n\n".to_owned();
        for (order, entry, known) in all {
            let original = known.and_then(|known| known.clone_of.as_deref());
            let original = original.or(originals.get(&entry.decl).copied());
            self.entry(&mut out, (order, original), entry, known);
        }
        out
    }

    fn entry(
        &self,
        out: &mut String,
        (order, original): (u32, Option<&str>),
        entry: &Entry,
        known: Option<&Known>,
    ) {
        let data = &self.unit.decls[entry.decl];
        let function = data.kind == DeclKind::Function;
        let (long, name) =
            (numbered(self.unit, entry.decl, order), self.unit.decl_name(entry.decl).unwrap_or(""));
        let kind = if function { "function" } else { "variable" };
        let defined = if entry.defined { " definition analyzed" } else { "" };
        let alias = if entry.alias { " alias" } else { "" };
        putln!(out, "{long} ({name}) @{order:#x}\n  Type: {kind}{defined}{alias}");
        if !function && !entry.defined {
            out.push_str("  Body removed by symtab_remove_unreachable_nodes\n");
        }
        putln!(out, "  Visibility:{}", Self::visibility(entry, data));
        if function && entry.referring.iter().any(|(_, how)| *how == How::Address) {
            out.push_str("  Address is taken.\n");
        }
        let list = |list: &[(DeclId, How)]| -> String {
            list.iter().map(|(to, how)| format!("{} ({}) ", self.short(*to), how.word())).collect()
        };
        putln!(out, "  References: {}", list(&entry.references));
        putln!(out, "  Referring: {}", list(&entry.referring));
        if let Some(root) = known.and_then(|known| known.inline_copy_in.as_ref()) {
            putln!(out, "  Function {long} is inline copy in {root}");
        }
        if let Some(original) = original {
            putln!(out, "  Clone of {original}");
        }
        let available = match () {
            () if entry.local => "local",
            () if !entry.defined => "not_available",
            () if data.has(flag::WEAK) || data.has(flag::INTERPOSABLE) => "overwritable",
            () => "available",
        };
        putln!(out, "  Availability: {available}");
        if !function {
            return putln!(out, "  Varpool flags:{}", self.contents(entry, data));
        }
        let (called_by, calls) = match known {
            Some(known) => (&known.called_by, &known.calls),
            None => (&entry.called_by, &entry.calls),
        };
        putln!(out, "  Function flags:{}", self.flags(entry, data));
        put!(out, "  Called by: {called_by}\n  Calls: {calls}\n{}", entry.indirect_calls);
    }

    fn visibility(entry: &Entry, data: &Decl) -> String {
        let function = data.kind == DeclKind::Function;
        let external = data.has(flag::EXTERNAL);
        let visible = entry.defined && data.has(flag::PUBLIC) && !external;
        let forced = data.has(flag::PRESERVED) || !function && data.has(flag::VOLATILE);
        words(&[
            (forced && entry.defined, "force_output"),
            (visible, "externally_visible"),
            (true, "semantic_interposition"),
            (entry.defined && !visible && !external, "prevailing_def_ironly"),
            (external, "external"),
            (data.has(flag::PUBLIC) || external, "public"),
            (data.has(flag::WEAK), "weak"),
            (!function && data.has(flag::ARTIFICIAL), "artificial"),
            (data.has(flag::CONSTRUCTOR), "constructor"),
            (data.has(flag::DESTRUCTOR), "destructor"),
        ])
    }

    fn flags(&self, entry: &Entry, data: &Decl) -> String {
        if !entry.defined || entry.alias {
            return String::new();
        }
        let mut out = String::new();
        if let Some(count) = &entry.count {
            put!(out, " count:{count}");
        }
        let main = self.unit.decl_name(entry.decl) == Some("main");
        let at_startup = entry.count.is_some() && (main || data.has(flag::CONSTRUCTOR));
        out += &words(&[
            (true, "body"),
            (entry.local, "local"),
            (at_startup, "only_called_at_startup"),
        ]);
        let priority = data.extra.as_ref().and_then(|extra| extra.priority).unwrap_or(u16::MAX);
        for (role, word) in [(flag::CONSTRUCTOR, "constructor"), (flag::DESTRUCTOR, "destructor")] {
            if data.has(role) {
                put!(out, " static_{word} (priority:{priority})");
            }
        }
        let frequency = match self.unit.frequency(entry.decl) {
            _ if entry.count.is_none() => "",
            Frequency::Hot => " hot",
            Frequency::Unlikely => " unlikely_executed",
            Frequency::Once => " executed_once",
            Frequency::Normal => "",
        };
        out + frequency + if entry.optimized_for_size { " optimize_size" } else { "" }
    }

    fn contents(&self, entry: &Entry, data: &Decl) -> String {
        let initialized = self.unit.initializers.contains_key(&entry.decl);
        let constant = data.has(flag::READONLY);
        words(&[
            (initialized, "initialized"),
            (constant, "read-only"),
            (constant && initialized && !data.has(flag::VOLATILE), "const-value-known"),
            (data.has(flag::WRITE_ONLY), "write-only"),
            (data.has(flag::THREAD_LOCAL), "tls-local-exec"),
        ])
    }
}

/// The words that hold, each after a space.
fn words(list: &[(bool, &str)]) -> String {
    list.iter().filter(|(holds, _)| *holds).map(|(_, word)| format!(" {word}")).collect()
}

/// A symbol with a number, as the assembler knows it: `__builtin_abort` is the library's `abort`.
fn numbered(unit: &Unit, decl: DeclId, order: u32) -> String {
    let data = &unit.decls[decl];
    let given = |extra: &&DeclExtra| data.builtin.is_some() || extra.assembler_name_given;
    let assembler_name = data.extra.as_deref().filter(given).and_then(|extra| extra.assembler_name);
    let shown = assembler_name.map(|name| unit.symbols.text(name));
    format!("{}/{order}", shown.or(unit.decl_name(decl)).unwrap_or(""))
}
