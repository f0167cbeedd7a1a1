//! The files a translation unit depends on, as a rule for make: `-M` and its kin.

use std::fmt::Write;

/// `-M`, `-MM`, `-MD`, `-MMD` and what goes with them.
#[derive(Clone, Debug, Default)]
pub struct DependencyOptions {
    /// System headers are left out (`-MM`, `-MMD`).
    pub user_only: bool,
    /// The targets: `-MT` as they are, `-MQ` quoted by the caller's choice.
    pub targets: Vec<DependencyTarget>,
    /// `-MP`: a rule of its own for each header.
    pub phony: bool,
    /// `-MG`: missing headers are taken to be generated.
    pub missing_generated: bool,
    /// The rule has headers only (`SUNPRO_DEPENDENCIES`).
    pub without_main: bool,
}

/// A target of the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyTarget {
    /// The name.
    pub name: String,
    /// Whether characters special to make are quoted (`-MQ`, and the default target).
    pub quoted: bool,
}

#[derive(Default)]
pub(super) struct Dependencies {
    main: String,
    files: Vec<(String, bool)>,
    seen: rustc_hash::FxHashSet<String>,
}

impl Dependencies {
    pub fn main(&mut self, name: &str) {
        self.main = name.to_string();
        self.seen.insert(name.to_string());
    }

    pub fn file(&mut self, path: &str, system: bool) {
        if !self.seen.contains(path) {
            self.seen.insert(path.to_string());
            self.files.push((path.to_string(), system));
        }
    }

    /// A header that was not found: true if that is as well.
    pub fn missing(&mut self, options: &DependencyOptions, name: &str) -> bool {
        if options.missing_generated {
            self.file(name, false);
        }
        options.missing_generated
    }
}

impl super::Preprocessor<'_> {
    /// The rule, once the translation unit has been read.
    pub fn dependency_rule(&self) -> String {
        let options = &self.options.dependencies;
        let depends = &self.dependencies;
        let mut targets: Vec<String> = options
            .targets
            .iter()
            .map(|t| if t.quoted { quote(&t.name) } else { t.name.clone() })
            .collect();
        if targets.is_empty() {
            let base = depends.main.rsplit('/').next().unwrap_or_default();
            let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
            targets.push(quote(&format!("{stem}.o")));
        }
        let headers: Vec<&String> = depends
            .files
            .iter()
            .filter(|(_, system)| !system || !options.user_only)
            .map(|(path, _)| path)
            .collect();
        let main = (!options.without_main).then_some(&depends.main);
        let mut rule = String::new();
        let mut column = 0;
        for (index, target) in targets.iter().enumerate() {
            wrap(&mut rule, &mut column, target, index == 0);
        }
        rule.push(':');
        column += 1;
        for path in main.into_iter().chain(headers.iter().copied()) {
            wrap(&mut rule, &mut column, &quote(path), false);
        }
        rule.push('\n');
        if options.phony {
            for path in headers {
                // Writing to a string cannot fail.
                let _ = writeln!(rule, "{}:", quote(path));
            }
        }
        rule
    }
}

/// Appends a name; lines are no longer than 72 columns where that can be had.
fn wrap(rule: &mut String, column: &mut usize, name: &str, first: bool) {
    if !first && *column + name.len() > 72 {
        rule.push_str(" \\\n ");
        *column = 1 + name.len();
    } else {
        if !first {
            rule.push(' ');
            *column += 1;
        }
        *column += name.len();
    }
    rule.push_str(name);
}

/// A name with what is special to make quoted.
fn quote(name: &str) -> String {
    let mut quoted = String::new();
    for c in name.chars() {
        match c {
            ' ' | '\t' => {
                // Backslashes before a blank count double.
                let slashes = quoted.len() - quoted.trim_end_matches('\\').len();
                quoted.push_str(&"\\".repeat(slashes + 1));
            }
            '$' => quoted.push('$'),
            '#' => quoted.push('\\'),
            _ => {}
        }
        quoted.push(c);
    }
    quoted
}
