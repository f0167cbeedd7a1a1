//! The dump options as GCC 12 spells them, resolved against the pass table.
//!
//! An option names a pass by its numbered name (`-fdump-tree-fre3`) or, when no pass has that very
//! name, by the name its instances share (`-fdump-tree-fre`: `fre1`, `fre3` and `fre5`). What follows
//! the name is a list of `-modifier`s and at last `=FILE`, which takes the rest of the argument. The
//! same grammar serves `-fdump-rtl-` and `-fdump-ipa-`; `all` stands for every pass of the kind.
//! See "GCC Developer Options" in the GCC manual.
//!
//! Nothing here prints: a mistake becomes an [`OptionMessage`] whose text is GCC's.

use rustc_hash::FxHashSet;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// What a pass is to print beside its plain result: a set of `-modifier`s.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DumpFlags(u32);

macro_rules! dump_flags {
    ($($(#[$doc:meta])* $name:ident = $bit:expr, $text:expr;)*) => {
        impl DumpFlags {
            $($(#[$doc])* pub const $name: DumpFlags = DumpFlags(1 << $bit);)*
            const TABLE: &'static [(&'static str, DumpFlags)] = &[$(($text, DumpFlags::$name),)*];
        }
    };
}

dump_flags! {
    /// Print the addresses of the printed objects (Gimlet prints stable indices).
    ADDRESS = 0, "address";
    /// Print the assembler name of a declaration that has one instead of its source name.
    ASMNAME = 1, "asmname";
    /// Leave out what is usually of little interest, such as bodies of blocks.
    SLIM = 2, "slim";
    /// The raw form: `gimple_assign <var_decl, a, b, NULL, NULL>`.
    RAW = 3, "raw";
    /// Say what the pass did and why.
    DETAILS = 4, "details";
    /// Statistics of the pass.
    STATS = 5, "stats";
    /// Block boundaries: predecessors, successors, frequencies.
    BLOCKS = 6, "blocks";
    /// Virtual operands.
    VOPS = 7, "vops";
    /// Line numbers of statements.
    LINENO = 8, "lineno";
    /// Unique ids of declarations.
    UID = 9, "uid";
    /// Addresses of statements.
    STMTADDR = 10, "stmtaddr";
    /// A `.dot` file beside the dump with the control-flow graph.
    GRAPH = 11, "graph";
    /// Memory symbols.
    MEMSYMS = 12, "memsyms";
    /// Exception-handling region numbers.
    EH = 13, "eh";
    /// Alias (points-to) information of SSA names.
    ALIAS = 14, "alias";
    /// Do not print uids.
    NOUID = 15, "nouid";
    /// Number local declarations.
    ENUMERATE_LOCALS = 16, "enumerate_locals";
    /// Details of scalar evolution.
    SCEV = 17, "scev";
    /// The syntax `-fgimple` reads.
    GIMPLE = 18, "gimple";
    /// Details of expression folding.
    FOLDING = 19, "folding";
    /// Details of cselib, in RTL passes.
    CSELIB = 20, "cselib";
    /// Successful optimisations.
    OPTIMIZED = 21, "optimized";
    /// Missed optimisations.
    MISSED = 22, "missed";
    /// General notes on optimisation.
    NOTE = 23, "note";
    /// Only the right-hand side of statements; passes use it, no option sets it.
    RHS_ONLY = 24, "";
    /// Block parameters and arguments of jumps instead of φs; GCC has no such modifier.
    BLOCKARGS = 25, "blockargs";
    /// Only what the pass has changed, as differences; GCC has no such modifier.
    CHANGED = 26, "changed";
    /// `#` for numbers of insns: all, or those of neighbours; for addresses. Options of their own set these for all passes.
    UNNUMBERED = 27, "";
    UNNUMBERED_LINKS = 28, "";
    NOADDR = 29, "";
    /// Insns without neighbours and blocks, as `-fdump-final-insns` has them.
    ALONE = 30, "";
    /// RTL as bodies of `__RTL` have it; GCC prints this from a debugger only.
    COMPACT = 31, "compact";
}

impl DumpFlags {
    /// No modifier.
    pub const NONE: DumpFlags = DumpFlags(0);
    /// Modifiers that are GCC's and that no dump here asks.
    pub const NOTHING_ELSE: DumpFlags = DumpFlags(
        Self::ADDRESS.0 | Self::STMTADDR.0 | Self::EH.0 | Self::ENUMERATE_LOCALS.0 | Self::CSELIB.0,
    );
    /// `-optall`: all three kinds of optimisation messages.
    pub const OPTALL: DumpFlags = DumpFlags(Self::OPTIMIZED.0 | Self::MISSED.0 | Self::NOTE.0);

    /// Is any of `flags` set?
    #[inline]
    pub const fn intersects(self, flags: DumpFlags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Are all of `flags` set?
    #[inline]
    pub const fn contains(self, flags: DumpFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// This set without `flags`.
    pub const fn without(self, flags: DumpFlags) -> DumpFlags {
        DumpFlags(self.0 & !flags.0)
    }

    /// `-all`: everything except what changes the form of the dump.
    pub const fn all() -> DumpFlags {
        DumpFlags((1 << 24) - 1).without(DumpFlags(
            Self::RAW.0
                | Self::SLIM.0
                | Self::LINENO.0
                | Self::GRAPH.0
                | Self::STMTADDR.0
                | Self::RHS_ONLY.0
                | Self::NOUID.0
                | Self::ENUMERATE_LOCALS.0
                | Self::SCEV.0
                | Self::GIMPLE.0
                | Self::FOLDING.0
                | Self::ASMNAME.0,
        ))
    }

    /// The modifier called `name`; `details` brings the optimisation messages with it.
    pub fn from_name(name: &str) -> Option<DumpFlags> {
        match name {
            "" => None,
            "all" => Some(Self::all()),
            "none" => Some(Self::NONE),
            "optall" => Some(Self::OPTALL),
            "details" => Some(Self::DETAILS | Self::OPTALL),
            _ => Self::TABLE.iter().find(|(n, _)| *n == name).map(|&(_, f)| f),
        }
    }
}

impl BitOr for DumpFlags {
    type Output = DumpFlags;
    fn bitor(self, other: DumpFlags) -> DumpFlags {
        DumpFlags(self.0 | other.0)
    }
}

impl BitOrAssign for DumpFlags {
    fn bitor_assign(&mut self, other: DumpFlags) {
        self.0 |= other.0;
    }
}

impl BitAnd for DumpFlags {
    type Output = DumpFlags;
    fn bitand(self, other: DumpFlags) -> DumpFlags {
        DumpFlags(self.0 & other.0)
    }
}

impl fmt::Debug for DumpFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = Self::TABLE.iter().filter(|(n, flag)| self.contains(*flag) && !n.is_empty());
        f.debug_list().entries(set.map(|(n, _)| n)).finish()
    }
}

/// The three families of passes, and of dump files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DumpKind {
    /// GIMPLE passes over one function.
    Tree,
    /// RTL passes over one function.
    Rtl,
    /// Passes over the whole unit.
    Ipa,
}

impl DumpKind {
    /// The word in options and in the pass list: `tree`, `rtl`, `ipa`.
    pub fn word(self) -> &'static str {
        match self {
            DumpKind::Tree => "tree",
            DumpKind::Rtl => "rtl",
            DumpKind::Ipa => "ipa",
        }
    }

    /// The letter in dump file names: `t`, `r`, `i`.
    pub fn letter(self) -> char {
        match self {
            DumpKind::Tree => 't',
            DumpKind::Rtl => 'r',
            DumpKind::Ipa => 'i',
        }
    }

    /// Splits `tree-fre1` into the kind and the rest.
    fn strip(text: &str) -> Option<(DumpKind, &str)> {
        [DumpKind::Tree, DumpKind::Rtl, DumpKind::Ipa]
            .into_iter()
            .find_map(|k| Some((k, text.strip_prefix(k.word())?.strip_prefix('-')?)))
    }
}

/// One row of the pass table, as far as dumps are concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassDumpInfo {
    /// The number in the file name: `034` of `x.c.034t.ccp1`.
    pub number: u32,
    /// Tree, RTL or IPA.
    pub kind: DumpKind,
    /// The name with its instance number: `ccp1`. A name that begins with `*` has no dump.
    pub name: String,
    /// How many characters of `name` all instances share: 3 for `ccp1`.
    base_len: usize,
    /// Not one of those that `all` stands for.
    on_request: bool,
}

impl PassDumpInfo {
    /// A pass called `base`, or `base` followed by its instance number where it has several.
    /// A dump is known by the last word of the pass's name.
    pub fn new(number: u32, kind: DumpKind, base: &str, instance: Option<u32>) -> Self {
        let base = base.rsplit(' ').next().unwrap_or(base);
        let name = match instance {
            Some(n) => format!("{base}{n}"),
            None => base.to_string(),
        };
        PassDumpInfo { number, kind, name, base_len: base.len(), on_request: false }
    }

    /// The same, but written only where it is asked for by name.
    pub fn on_request(self) -> Self {
        PassDumpInfo { on_request: true, ..self }
    }

    /// The name without the instance number.
    pub fn base(&self) -> &str {
        &self.name[..self.base_len]
    }

    /// Whether the pass can have a dump file.
    pub fn has_dump(&self) -> bool {
        !self.name.starts_with('*')
    }

    /// `tree-ccp1`: the name in `-fdump-passes`, in `-fdisable-` and in "enabled by".
    pub fn qualified_name(&self) -> String {
        if self.has_dump() {
            format!("{}-{}", self.kind.word(), self.name)
        } else {
            self.name.clone()
        }
    }
}

/// Where a dump goes.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum DumpTarget {
    /// The file the naming rules give.
    Default,
    /// `=stderr`
    Stderr,
    /// `=stdout` or `=-`
    Stdout,
    /// `=FILE`
    File(String),
}

/// How serious an [`OptionMessage`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Compilation fails.
    Error,
    /// A warning.
    Warning,
    /// A note.
    Note,
}

/// Something to tell the user about an option, in GCC's words, without the `error: `.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionMessage {
    /// Error, warning or note.
    pub severity: Severity,
    /// The text.
    pub text: String,
}

/// What the options say about one pass's dump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassDump {
    /// Has any option asked for the dump?
    pub enabled: bool,
    /// The modifiers of all options that did.
    pub flags: DumpFlags,
    /// Where it goes.
    pub target: DumpTarget,
}

/// What becomes of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassState {
    On,
    /// Its gate is closed.
    Off,
    /// GCC has it, this compiler does not.
    Missing,
}

/// A set of functions of `-fdisable-…=`/`-fenable-…=`.
#[derive(Clone, Default, Debug)]
struct FunctionSet {
    everything: bool,
    names: FxHashSet<String>,
    /// Inclusive ranges of call-graph ids.
    ranges: Vec<(u32, u32)>,
}

impl FunctionSet {
    fn contains(&self, function: &str, cgraph_uid: u32) -> bool {
        self.everything
            || self.names.contains(function)
            || self.ranges.iter().any(|&(lo, hi)| lo <= cgraph_uid && cgraph_uid <= hi)
    }
}

#[derive(Clone, Default, Debug)]
struct PassOverride {
    enable: FunctionSet,
    disable: FunctionSet,
}

/// All `-fdump-…`, `-fdisable-…` and `-fenable-…` options of a compilation, by pass.
#[derive(Clone, Debug)]
pub struct DumpOptions {
    passes: Vec<PassDump>,
    overrides: Vec<Option<Box<PassOverride>>>,
    list_passes: bool,
    /// Modifiers of all dumps.
    everywhere: DumpFlags,
    /// The passes that each option with a pass's name asks for, with the option.
    named: Vec<(String, Vec<usize>)>,
    /// `-fdump-final-insns[=FILE]`: the file, empty for the usual name.
    final_insns: Option<String>,
}

impl DumpOptions {
    /// No dumps for any of `n` passes.
    pub fn none(n: usize) -> DumpOptions {
        let off = PassDump { enabled: false, flags: DumpFlags::NONE, target: DumpTarget::Default };
        DumpOptions {
            passes: vec![off; n],
            overrides: vec![None; n],
            list_passes: false,
            everywhere: DumpFlags::NONE,
            named: Vec::new(),
            final_insns: None,
        }
    }

    /// Resolves the options of a command line, in order. What is wrong with them comes back as
    /// messages; the rest takes effect.
    pub fn resolve<S: AsRef<str>>(
        table: &[PassDumpInfo],
        args: impl IntoIterator<Item = S>,
    ) -> (DumpOptions, Vec<OptionMessage>) {
        let mut options = DumpOptions::none(table.len());
        let mut messages = Vec::new();
        for arg in args {
            options.apply(table, arg.as_ref(), &mut messages);
        }
        (options, messages)
    }

    /// Whether an argument is one that [`DumpOptions::resolve`] takes.
    pub fn is_dump_option(arg: &str) -> bool {
        ["-fdump-", "-fdisable-", "-fenable-"].iter().any(|p| arg.starts_with(p))
    }

    /// What was asked of the pass with this index.
    pub fn pass(&self, index: usize) -> &PassDump {
        &self.passes[index]
    }

    /// Asks for a pass's dump.
    pub fn ask_for(&mut self, index: usize) {
        self.passes[index].enabled = true;
    }

    /// The modifiers of a pass's dump.
    pub fn flags(&self, index: usize) -> DumpFlags {
        self.passes[index].flags | self.everywhere
    }

    /// Whether a dump is to show something.
    pub fn shows(&self, what: DumpFlags) -> bool {
        let passes = self.passes.iter();
        passes.filter(|pass| pass.enabled).any(|it| (it.flags | self.everywhere).intersects(what))
    }

    /// The options that name passes, with the passes each asks for.
    pub fn named(&self) -> &[(String, Vec<usize>)] {
        &self.named
    }

    /// The file for the insns that become assembly, empty for the usual one (`-fdump-final-insns[=FILE]`).
    pub fn final_insns(&self) -> Option<&str> {
        self.final_insns.as_deref()
    }

    /// `-fdump-passes`: print the list of passes.
    pub fn list_passes(&self) -> bool {
        self.list_passes
    }

    /// `Some(true)` if the pass must run on the function whatever its gate says, `Some(false)` if
    /// it must not. `-fdisable-` wins over `-fenable-`.
    pub fn gate_override(&self, pass: usize, function: &str, cgraph_uid: u32) -> Option<bool> {
        let o = self.overrides[pass].as_deref()?;
        if o.disable.contains(function, cgraph_uid) {
            Some(false)
        } else if o.enable.contains(function, cgraph_uid) {
            Some(true)
        } else {
            None
        }
    }

    /// The line of `-fdump-passes` for a pass at nesting `depth` (top-level passes: 1).
    pub fn pass_list_line(
        &self,
        pass: usize,
        info: &PassDumpInfo,
        depth: usize,
        state: PassState,
    ) -> String {
        let indent = 3 * depth;
        let forced = match self.overrides[pass].as_deref() {
            Some(o) if o.disable.everything => " (FORCED_OFF)",
            Some(o) if o.enable.everything => " (FORCED_ON)",
            _ => "",
        };
        let state = match state {
            PassState::On => " ON",
            PassState::Off => " OFF",
            PassState::Missing => " MISSING",
        };
        let width = 55usize.saturating_sub(indent);
        format!("{:indent$}{:<width$}: {state}{forced}\n", "", info.qualified_name())
    }

    fn apply(&mut self, table: &[PassDumpInfo], arg: &str, messages: &mut Vec<OptionMessage>) {
        if let Some(rest) = arg.strip_prefix("-fdump-") {
            if rest == "passes" {
                self.list_passes = true;
            } else if let Some(file) = suffix_after(rest, "final-insns") {
                self.final_insns = Some(file.trim_start_matches('=').to_string());
            } else if let Some(flag) = anonymous(rest) {
                self.everywhere |= flag;
            } else if !self.apply_dump(table, rest, messages) {
                messages.push(OptionMessage {
                    severity: Severity::Error,
                    text: unrecognized(arg, table),
                });
            }
        } else if let Some(rest) = arg.strip_prefix("-fdisable-") {
            self.apply_override(table, rest, false, messages);
        } else if let Some(rest) = arg.strip_prefix("-fenable-") {
            self.apply_override(table, rest, true, messages);
        } else {
            messages.push(OptionMessage {
                severity: Severity::Error,
                text: format!("unrecognized command-line option ‘{arg}’"),
            });
        }
    }

    /// `rest` is what follows `-fdump-`. False if it names no pass.
    fn apply_dump(
        &mut self,
        table: &[PassDumpInfo],
        rest: &str,
        messages: &mut Vec<OptionMessage>,
    ) -> bool {
        let Some((kind, rest)) = DumpKind::strip(rest) else {
            return self.apply_bare(table, rest, messages);
        };
        let of_kind = |p: &(usize, &PassDumpInfo)| p.1.kind == kind && p.1.has_dump();
        let select = |suffix: &dyn Fn(&PassDumpInfo) -> Option<String>| -> Vec<(usize, String)> {
            let rows = table.iter().enumerate().filter(of_kind);
            rows.filter_map(|(i, p)| Some((i, suffix(p)?))).collect()
        };
        let mut chosen = select(&|p| suffix_after(rest, &p.name));
        if chosen.is_empty() {
            chosen = select(&|p| suffix_after(rest, p.base()));
        }
        let everything = suffix_after(rest, "all");
        if !chosen.is_empty() {
            let option = format!("-fdump-{}-{rest}", kind.word());
            self.named.push((option, chosen.iter().map(|(index, _)| *index).collect()));
        }
        if chosen.is_empty() && everything.is_some() {
            chosen = select(&|p| everything.clone().filter(|_| !p.on_request));
        }
        let known = !chosen.is_empty() || everything.is_some();
        self.enable(chosen, messages);
        known
    }

    /// `-fdump-statistics`, `-fdump-debug`, `-fdump-earlydebug`: tree dumps without the kind.
    fn apply_bare(
        &mut self,
        table: &[PassDumpInfo],
        rest: &str,
        messages: &mut Vec<OptionMessage>,
    ) -> bool {
        let Some(name) = ["statistics", "earlydebug", "debug"]
            .into_iter()
            .find(|n| suffix_after(rest, n).is_some())
        else {
            return false;
        };
        let suffix = suffix_after(rest, name).unwrap_or_default();
        let row = table.iter().position(|p| p.name == name && p.kind == DumpKind::Tree);
        self.enable(row.map(|i| (i, suffix)).into_iter().collect(), messages);
        true
    }

    /// Switches dumps on; each comes with its `-modifiers=FILE`, which is the same for all.
    fn enable(&mut self, chosen: Vec<(usize, String)>, messages: &mut Vec<OptionMessage>) {
        let Some((_, suffix)) = chosen.first() else { return };
        let (flags, target) = parse_suffix(suffix, messages);
        for (index, _) in chosen {
            let pass = &mut self.passes[index];
            pass.enabled = true;
            pass.flags |= flags;
            if let Some(target) = &target {
                pass.target = target.clone();
            }
        }
    }

    /// `rest` is what follows `-fdisable-` or `-fenable-`.
    fn apply_override(
        &mut self,
        table: &[PassDumpInfo],
        rest: &str,
        enable: bool,
        messages: &mut Vec<OptionMessage>,
    ) {
        let (pass_name, functions) = match rest.split_once('=') {
            Some((p, f)) => (p, Some(f)),
            None => (rest, None),
        };
        let found = DumpKind::strip(pass_name)
            .and_then(|(kind, name)| table.iter().position(|p| p.kind == kind && p.name == name));
        let verb = if enable { "enable" } else { "disable" };
        let Some(index) = found else {
            say(
                messages,
                Severity::Error,
                format!("unknown pass {pass_name} specified in ‘-f{verb}’"),
            );
            return;
        };
        let entry = self.overrides[index].get_or_insert_default();
        let set = if enable { &mut entry.enable } else { &mut entry.disable };
        let range_text = |lo: u32, hi: u32| {
            format!("{verb} pass {pass_name} for functions in the range of [{lo}, {hi}]")
        };
        let Some(functions) = functions else {
            set.everything = true;
            say(messages, Severity::Note, range_text(0, u32::MAX));
            return;
        };
        for item in functions.split(',') {
            match parse_range(item) {
                Ok(Some((lo, hi))) => {
                    set.ranges.push((lo, hi));
                    say(messages, Severity::Note, range_text(lo, hi));
                }
                Ok(None) => {
                    set.names.insert(item.to_string());
                    let text = format!("{verb} pass {pass_name} for function {item}");
                    say(messages, Severity::Note, text);
                }
                Err(bad) => {
                    let text = format!("Invalid range {bad} in option -f{verb}");
                    say(messages, Severity::Error, text);
                    return;
                }
            }
        }
    }
}

fn say(messages: &mut Vec<OptionMessage>, severity: Severity, text: String) {
    messages.push(OptionMessage { severity, text });
}

/// What follows `name` in `text`, if it is nothing, `-modifiers` or `=FILE`.
fn suffix_after(text: &str, name: &str) -> Option<String> {
    let rest = text.strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with(['-', '='])).then(|| rest.to_string())
}

/// Reads `-details-vops=FILE`. Unknown modifiers are warned about and otherwise ignored.
fn parse_suffix(
    suffix: &str,
    messages: &mut Vec<OptionMessage>,
) -> (DumpFlags, Option<DumpTarget>) {
    let (modifiers, file) = match suffix.split_once('=') {
        Some((m, f)) => (m, Some(f)),
        None => (suffix, None),
    };
    let mut flags = DumpFlags::NONE;
    for word in modifiers.split('-').filter(|w| !w.is_empty()) {
        match DumpFlags::from_name(word) {
            Some(f) => {
                if DumpFlags::NOTHING_ELSE.contains(f) {
                    let text = format!("‘-{word}’ adds nothing to the dumps of this compiler");
                    say(messages, Severity::Warning, text);
                }
                flags |= f;
            }
            None => say(messages, Severity::Warning, format!("ignoring unknown option ‘{word}’")),
        }
    }
    let target = file.map(|f| match f {
        "stderr" => DumpTarget::Stderr,
        "stdout" | "-" => DumpTarget::Stdout,
        _ => DumpTarget::File(f.to_string()),
    });
    (flags, target)
}

/// The modifier of all dumps that an option stands for.
fn anonymous(name: &str) -> Option<DumpFlags> {
    match name {
        "noaddr" => Some(DumpFlags::NOADDR),
        "unnumbered" => Some(DumpFlags::UNNUMBERED | DumpFlags::NOADDR),
        "unnumbered-links" => Some(DumpFlags::UNNUMBERED_LINKS),
        _ => None,
    }
}

/// Reads `3`, or `3:5`; `None` for anything else, which is a function's name.
fn parse_range(item: &str) -> Result<Option<(u32, u32)>, &str> {
    let (lo, hi) = item.split_once(':').unwrap_or((item, item));
    if item.is_empty() {
        return Ok(Some((0, 0)));
    }
    match (lo.parse(), hi.parse()) {
        (Ok(lo), Ok(hi)) if lo <= hi => Ok(Some((lo, hi))),
        (Ok::<u32, _>(_), Ok::<u32, _>(_)) => Err(hi),
        _ => Ok(None),
    }
}

/// GCC's message for an option it does not know, with a suggestion if one is near.
fn unrecognized(arg: &str, table: &[PassDumpInfo]) -> String {
    let mut text = format!("unrecognized command-line option ‘{arg}’");
    let written = arg.strip_prefix("-fdump-").unwrap_or(arg);
    let best = table
        .iter()
        .filter(|p| p.has_dump())
        .map(|p| p.qualified_name())
        .filter_map(|name| {
            let d = edit_distance(written, &name);
            (d <= suggestion_cutoff(written.len() + 6, name.len() + 6)).then_some((d, name))
        })
        .min_by_key(|(d, _)| *d);
    if let Some((_, name)) = best {
        text += &format!("; did you mean ‘-fdump-{name}’?");
    }
    text
}

/// The greatest distance at which a suggestion still helps, for spellings of these lengths.
fn suggestion_cutoff(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if long - short <= 1 { (long / 3).max(1) } else { long.div_ceil(3) }
}

/// Edits (insertion, deletion, replacement, swap of neighbours) between two spellings.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn table() -> Vec<PassDumpInfo> {
        use DumpKind::*;
        vec![
            PassDumpInfo::new(15, Tree, "cfg", None),
            PassDumpInfo::new(39, Tree, "fre", Some(1)),
            PassDumpInfo::new(50, Tree, "local-pure-const", Some(1)),
            PassDumpInfo::new(85, Ipa, "inline", None),
            PassDumpInfo::new(112, Tree, "fre", Some(3)),
            PassDumpInfo::new(186, Tree, "veclower2", Some(1)),
            PassDumpInfo::new(259, Rtl, "cse1", None),
            PassDumpInfo::new(0, Tree, "*rebuild_cgraph_edges", None),
        ]
    }

    #[rstest]
    #[case("-fdump-tree-fre1", &["fre1"])]
    #[case("-fdump-tree-fre", &["fre1", "fre3"])]
    #[case("-fdump-tree-local-pure-const1-details", &["local-pure-const1"])]
    #[case("-fdump-tree-local-pure-const", &["local-pure-const1"])]
    #[case("-fdump-tree-veclower21", &["veclower21"])]
    #[case("-fdump-rtl-all-slim=out", &["cse1"])]
    #[case("-fdump-ipa-all", &["inline"])]
    #[case("-fdump-tree-all", &["cfg", "fre1", "local-pure-const1", "fre3", "veclower21"])]
    #[case("-fdump-statistics", &[])]
    fn selects(#[case] arg: &str, #[case] expected: &[&str]) {
        let table = table();
        let (options, messages) = DumpOptions::resolve(&table, [arg]);
        assert_eq!(messages, []);
        let on: Vec<_> = (0..table.len())
            .filter(|&i| options.pass(i).enabled)
            .map(|i| table[i].name.as_str())
            .collect();
        assert_eq!(on, expected);
    }

    #[rstest]
    #[case(
        "-fdump-tree-foo",
        "unrecognized command-line option ‘-fdump-tree-foo’; did you mean ‘-fdump-tree-cfg’?"
    )]
    #[case(
        "-fdump-tree-fre9",
        "unrecognized command-line option ‘-fdump-tree-fre9’; did you mean ‘-fdump-tree-fre1’?"
    )]
    #[case(
        "-fdump-rtl-fre1",
        "unrecognized command-line option ‘-fdump-rtl-fre1’; did you mean ‘-fdump-rtl-cse1’?"
    )]
    #[case(
        "-fdump-completely-different",
        "unrecognized command-line option ‘-fdump-completely-different’"
    )]
    #[case("-fdump-tree-cfg-foo", "ignoring unknown option ‘foo’")]
    #[case("-fdisable-tree-foo", "unknown pass tree-foo specified in ‘-fdisable’")]
    #[case(
        "-fdisable-tree-fre1",
        "disable pass tree-fre1 for functions in the range of [0, 4294967295]"
    )]
    #[case("-fenable-tree-cfg=f", "enable pass tree-cfg for function f")]
    #[case("-fdisable-tree-cfg=5:1", "Invalid range 1 in option -fdisable")]
    fn says(#[case] arg: &str, #[case] expected: &str) {
        let (_, messages) = DumpOptions::resolve(&table(), [arg]);
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0].text, expected);
    }

    #[test]
    fn modifiers_accumulate_and_the_file_ends_the_option() {
        let args = ["-fdump-tree-cfg-details", "-fdump-tree-cfg-vops=a-stats"];
        let (options, _) = DumpOptions::resolve(&table(), args);
        let pass = options.pass(0);
        assert_eq!(pass.target, DumpTarget::File("a-stats".into()));
        assert!(pass.flags.contains(DumpFlags::DETAILS | DumpFlags::VOPS | DumpFlags::MISSED));
        assert!(!pass.flags.intersects(DumpFlags::STATS));
    }

    #[test]
    fn disable_wins_over_enable() {
        let args = ["-fenable-tree-cfg", "-fdisable-tree-cfg=f,3:4"];
        let (options, _) = DumpOptions::resolve(&table(), args);
        assert_eq!(options.gate_override(0, "f", 1), Some(false));
        assert_eq!(options.gate_override(0, "g", 3), Some(false));
        assert_eq!(options.gate_override(0, "g", 5), Some(true));
        assert_eq!(options.gate_override(1, "g", 5), None);
        let line = options.pass_list_line(0, &table()[0], 1, PassState::On);
        assert_eq!(line.find(':'), Some(55));
        assert!(line.ends_with(":  ON (FORCED_ON)\n"), "{line}");
    }
}
