//! What the C file's function says of its variables that a dump does not: in which scopes they are declared, and which of
//! them its statements mean.
//!
//! ```text
//! { int i; … i = 0; … }  { long i; … i = 1; … }      the C file: two scopes side by side
//! int i;  long i;  <bb 2> :  i = 0;  …  i = 1;       the dump: one list of variables
//! ```

use crate::decl::DeclId;
use crate::function::Function;
use crate::print::stmt_text;
use crate::stmt::{Seq, StmtId, StmtKind, TryKind};
use crate::unit::Unit;
use dumps::DumpFlags;
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a function by their scopes.
#[derive(Default)]
pub(super) struct Declared {
    /// In the order of the text.
    pub variables: Vec<DeclId>,
    scopes: FxHashMap<DeclId, u32>,
    /// Of each scope, the one around it; the first has none.
    around: Vec<u32>,
    /// What statements print as, and as with uids, where a name is declared more than once.
    said: FxHashMap<String, Vec<String>>,
}

impl Declared {
    pub fn of(unit: &Unit, function: &Function) -> Declared {
        let mut declared = Declared { around: vec![0], ..Declared::default() };
        for &variable in function.params.iter().chain(&function.locals) {
            declared.enter(variable, 0);
        }
        if function.has_cfg() {
            return declared;
        }
        let statements = declared.walk(function);
        let mut names = FxHashSet::default();
        let shared = |decl: &DeclId| match unit.decl_name(*decl) {
            Some(name) => !names.insert(name),
            None => false,
        };
        if !function.params.iter().chain(&declared.variables).any(shared) {
            return declared;
        }
        for stmt in statements {
            let plain = stmt_text(unit, function, stmt, DumpFlags::NONE);
            let exact = stmt_text(unit, function, stmt, DumpFlags::UID);
            declared.said.entry(key(&plain)).or_default().push(exact);
        }
        declared
    }

    fn enter(&mut self, variable: DeclId, scope: u32) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.scopes.entry(variable) {
            entry.insert(scope);
            self.variables.push(variable);
        }
    }

    /// Enters the variables of all scopes; the statements in their order.
    fn walk(&mut self, function: &Function) -> Vec<StmtId> {
        let mut statements = Vec::new();
        let mut pending = vec![(function.body.first, 0)];
        while let Some((stmt, scope)) = pending.pop() {
            if stmt.is_none() {
                continue;
            }
            statements.push(stmt);
            let node = &function.stmts[stmt];
            pending.push((node.next, scope));
            let mut inner = |body: &Seq, scope| pending.push((body.first, scope));
            match &node.kind {
                StmtKind::Bind { vars, body, .. } => {
                    let own = self.around.len() as u32;
                    self.around.push(scope);
                    for &variable in vars.iter() {
                        self.enter(variable, own);
                    }
                    inner(body, own);
                }
                StmtKind::Try { body, cleanup, kind } => {
                    if let TryKind::FinallyElse(other) = kind {
                        inner(other, scope);
                    }
                    inner(cleanup, scope);
                    inner(body, scope);
                }
                _ => {}
            }
        }
        statements.retain(|stmt| {
            let kind = &function.stmts[*stmt].kind;
            !matches!(kind, StmtKind::Bind { .. } | StmtKind::Try { .. })
        });
        statements
    }

    /// Whether the C file declares a variable in the function.
    pub fn has(&self, variable: DeclId) -> bool {
        self.scopes.contains_key(&variable)
    }

    /// Whether no scope of these variables is within another's, so that no two of them are alive at once.
    pub fn side_by_side(&self, variables: &[DeclId]) -> bool {
        let mut scopes = FxHashSet::default();
        for variable in variables {
            match self.scopes.get(variable) {
                Some(&scope) if scopes.insert(scope) => {}
                _ => return false,
            }
        }
        scopes.iter().all(|&scope| {
            let mut outer = scope;
            while outer != 0 {
                outer = self.around[outer as usize];
                if scopes.contains(&outer) {
                    return false;
                }
            }
            true
        })
    }

    /// The variable called `name` that a statement means which prints as `line`, the `nth` of `count` that do.
    pub fn meant(&self, name: &str, line: &str, nth: usize, count: usize) -> Option<DeclId> {
        let said = self.said.get(&key(line))?;
        let first = variable_in(said.first()?, name)?;
        if said.iter().all(|exact| variable_in(exact, name) == Some(first)) {
            return Some(first);
        }
        if said.len() == count { variable_in(said.get(nth)?, name) } else { None }
    }
}

/// The one variable that a name means in a text with uids, `xD.12`.
fn variable_in(text: &str, name: &str) -> Option<DeclId> {
    let part = |c: char| c.is_alphanumeric() || "_$".contains(c);
    let mut found = None;
    for (at, _) in text.match_indices(name) {
        let within = text[..at].ends_with(|c| part(c) || c == '.');
        let Some(uid) = text[at + name.len()..].strip_prefix("D.").filter(|_| !within) else {
            continue;
        };
        let digits = &uid[..uid.find(|c: char| !c.is_ascii_digit()).unwrap_or(uid.len())];
        let decl = DeclId(digits.parse().ok()?);
        if *found.get_or_insert(decl) != decl {
            return None;
        }
    }
    found
}

/// What lines of dumps have in common that show one statement, before it has jumps to blocks and after: its first line up
/// to where it goes, without the numbers of what has no name.
pub(super) fn key(text: &str) -> String {
    let line = text.trim_start().lines().next().unwrap_or("");
    let line = line.split(" goto ").next().unwrap_or("");
    let line =
        if line.starts_with("switch ") { line.split(" <").next().unwrap_or("") } else { line };
    let mut key = String::new();
    let mut rest = line.trim_end();
    while let Some(at) = rest.find("D.") {
        let (before, after) = rest.split_at(at + 2);
        key.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    key.push_str(rest);
    key
}
