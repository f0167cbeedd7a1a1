//! Where headers are looked for: the options' directories, the environment's, the compiler's own, the C library's.

use crate::cli::CommandLine;
use c_frontend::pp::SearchDir;
use gimple::location::HeaderKind;
use std::path::Path;

/// The two chains of directories.
pub struct SearchPath {
    /// For `#include "…"` only.
    pub quoted: Vec<SearchDir>,
    /// For both forms.
    pub angled: Vec<SearchDir>,
}

impl SearchPath {
    /// The directories there are, in the words of `-v`, by which build systems know them.
    pub fn described(&self) -> String {
        let mut text = String::from("#include \"...\" search starts here:\n");
        let list = |dirs: &[SearchDir], text: &mut String| {
            for dir in dirs.iter().filter(|dir| dir.builtin || Path::new(&dir.path).is_dir()) {
                text.push_str(&format!(" {}\n", dir.path));
            }
        };
        list(&self.quoted, &mut text);
        text.push_str("#include <...> search starts here:\n");
        list(&self.angled, &mut text);
        text.push_str("End of search list.\n");
        text
    }
}

/// The search path that the command line asks for.
pub fn search_path(line: &CommandLine, triplet: &str) -> SearchPath {
    let own = own_headers(triplet);
    let root = system_root(line);
    let directory = |path: &str, kind| {
        let path = in_root(path, &root);
        // Programs may drop the standard directories and name the compiler's own themselves.
        let is_own = path.trim_end_matches('/') == own || same_directory(&path, &own);
        if is_own { SearchDir::builtin(path) } else { SearchDir::new(path, kind) }
    };
    let (user, system_kind) = (HeaderKind::User, HeaderKind::SystemExternC);
    let (mut quoted, mut first, mut system, mut after) = (vec![], vec![], vec![], vec![]);
    let (mut standard, mut prefix) = (true, String::new());
    for (option, argument) in &line.preprocessor {
        match option.as_str() {
            "-I" => first.push(directory(argument, user)),
            "-iquote" => quoted.push(directory(argument, user)),
            "-isystem" => system.push(directory(argument, system_kind)),
            "-idirafter" => after.push(directory(argument, system_kind)),
            "-iprefix" => prefix.clone_from(argument),
            "-iwithprefix" => after.push(directory(&format!("{prefix}{argument}"), system_kind)),
            "-iwithprefixbefore" => first.push(directory(&format!("{prefix}{argument}"), user)),
            "-nostdinc" => standard = false,
            _ => {}
        }
    }
    let from_variable = |name: &str, kind| {
        let value = std::env::var(name).unwrap_or_default();
        let paths = value.split(':').map(|path| if path.is_empty() { "." } else { path });
        let all = paths.map(|path| directory(path, kind)).collect::<Vec<_>>();
        if value.is_empty() { Vec::new() } else { all }
    };
    first.append(&mut from_variable("CPATH", user));
    for prefix in &line.prefixes {
        let headers = format!("{prefix}{}include", if prefix.ends_with('/') { "" } else { "/" });
        system.push(directory(&headers, system_kind));
    }
    system.append(&mut from_variable("C_INCLUDE_PATH", system_kind));
    first.append(&mut system);
    if standard {
        first.append(&mut standard_directories(triplet, &own, &root));
    }
    first.append(&mut after);
    SearchPath { quoted, angled: first }
}

/// The directory that the compiler's own headers, which are built in, are shown to lie in.
pub fn own_headers(triplet: &str) -> String {
    format!("/usr/lib/gcc-cross/{triplet}/12/include")
}

fn same_directory(a: &str, b: &str) -> bool {
    let full = |path: &str| std::fs::canonicalize(path).ok();
    full(a).is_some_and(|a| Some(a) == full(b))
}

/// `-isysroot`, `--sysroot`
fn system_root(line: &CommandLine) -> String {
    let given = line.preprocessor.iter().rev().find(|(option, _)| option == "-isysroot");
    let root = given.map(|(_, root)| root.clone()).or_else(|| line.sysroot.clone());
    root.unwrap_or_default().trim_end_matches('/').to_string()
}

/// A directory whose name begins with `=` or `$SYSROOT` lies in the system's root.
fn in_root(path: &str, root: &str) -> String {
    match path.strip_prefix('=').or_else(|| path.strip_prefix("$SYSROOT")) {
        Some(rest) => format!("{root}{rest}"),
        None => path.to_string(),
    }
}

/// Where GCC's cross compiler for the target looks for headers: its own, those of the target's C library.
fn standard_directories(triplet: &str, own: &str, root: &str) -> Vec<SearchDir> {
    let library = format!("{own}/../../../../../{triplet}/include");
    // The shorter name is the one that is shown.
    let found =
        std::fs::canonicalize(library).ok().and_then(|path| path.to_str().map(String::from));
    let found = found.unwrap_or_else(|| format!("/usr/{triplet}/include"));
    vec![
        SearchDir::builtin(own),
        SearchDir::new(found, HeaderKind::System),
        SearchDir::new(format!("{root}/usr/include/{triplet}"), HeaderKind::SystemExternC),
        SearchDir::new(format!("{root}/usr/include"), HeaderKind::SystemExternC),
    ]
}
