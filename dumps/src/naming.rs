//! What a compilation's dump files are called: `-o`, `-dumpdir`, `-dumpbase`, `-dumpbase-ext`.
//!
//! A dump file is `PREFIX.NNNkPASS`. The prefix is a directory (or any string) followed by the dump
//! base, which keeps the input's suffix:
//!
//! ```text
//! -S x.c                          x.c.034t.ccp1
//! -S x.c -o d/y.s                 d/y.c.034t.ccp1      named after the output
//! -S x.c -dumpdir d/ -o y.s       d/y.c.034t.ccp1
//! -S x.c -dumpbase b              b.034t.ccp1
//! x.c                             a-x.c.034t.ccp1      linking: after the program
//! x.c -o x                        x.c.034t.ccp1        … unless it is called as the input
//! ```
//!
//! The rules are those of GCC 11 and later ("Overall Options" in the GCC manual, `-dumpbase`); the
//! tests below repeat what GCC 12 was seen to do.

use crate::options::PassDumpInfo;

/// How far the compilation goes, which decides what the output's name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputStage {
    /// `-S` or `-c`: one output for each input.
    AssemblyOrObject,
    /// No `-S`, `-c` or `-E`: a program.
    Link,
}

/// What the command line says about names.
#[derive(Clone, Copy, Debug)]
pub struct NamingInputs<'a> {
    /// The input file as written; `-` is standard input.
    pub input: &'a str,
    /// `-o`
    pub output: Option<&'a str>,
    /// `-dumpdir`
    pub dumpdir: Option<&'a str>,
    /// `-dumpbase`
    pub dumpbase: Option<&'a str>,
    /// `-dumpbase-ext`
    pub dumpbase_ext: Option<&'a str>,
    /// `-S`/`-c`, or linking.
    pub stage: OutputStage,
    /// Are there several input files on the command line?
    pub several_inputs: bool,
}

/// The names of the dump files of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DumpNaming {
    prefix: String,
}

impl DumpNaming {
    /// Every dump file begins with `prefix`.
    pub fn from_prefix(prefix: impl Into<String>) -> DumpNaming {
        DumpNaming { prefix: prefix.into() }
    }

    /// Applies GCC's rules.
    pub fn new(inputs: &NamingInputs<'_>) -> DumpNaming {
        let base = file_name(inputs.input);
        let output = inputs.output.filter(|o| *o != "-" && !o.starts_with("/dev/"));
        let output_dir = output.map_or("", directory);
        let dumpdir = inputs.dumpdir.unwrap_or(output_dir);
        // One dump base cannot serve several inputs, nor a program's inputs: it becomes a prefix.
        let shared = inputs.several_inputs
            || (inputs.stage == OutputStage::Link && inputs.dumpdir.is_none());
        let prefix = match inputs.dumpbase {
            Some("") => format!("{dumpdir}{base}"),
            Some(b) if shared => {
                let b = inputs.dumpbase_ext.and_then(|e| b.strip_suffix(e)).unwrap_or(b);
                format!("{}-{base}", under(dumpdir, b))
            }
            Some(b) => under(dumpdir, b),
            None if inputs.stage == OutputStage::Link => match inputs.dumpdir {
                Some(dir) => format!("{dir}{base}"),
                None => Self::program_prefix(base, output, inputs.several_inputs),
            },
            None => match output {
                Some(o) if !inputs.several_inputs => {
                    format!("{dumpdir}{}{}", stem(file_name(o)), extension(base))
                }
                _ => format!("{dumpdir}{base}"),
            },
        };
        DumpNaming { prefix }
    }

    /// `a-x.c` for `a.out`, `d/y-x.c` for `-o d/y` and `-o d/y.exe`.
    fn program_prefix(base: &str, output: Option<&str>, several_inputs: bool) -> String {
        let Some(output) = output else { return format!("a-{base}") };
        let program = output.strip_suffix(".exe").unwrap_or(output);
        if !several_inputs && file_name(program) == stem(base) {
            format!("{}{base}", directory(output))
        } else {
            format!("{program}-{base}")
        }
    }

    /// The dump file of a pass.
    pub fn file(&self, pass: &PassDumpInfo) -> String {
        format!("{}.{:03}{}.{}", self.prefix, pass.number, pass.kind.letter(), pass.name)
    }

    /// What all names begin with.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }
}

/// `base` in `dir`; a base that names a directory of its own stands alone.
fn under(dir: &str, base: &str) -> String {
    if base.contains('/') { base.to_string() } else { format!("{dir}{base}") }
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn directory(path: &str) -> &str {
    path.rfind('/').map_or("", |i| &path[..=i])
}

fn stem(name: &str) -> &str {
    &name[..name.len() - extension(name).len()]
}

/// The suffix with its dot; empty if there is none.
fn extension(name: &str) -> &str {
    match name.rfind('.') {
        Some(i) if i > 0 => &name[i..],
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::DumpKind;
    use rstest::rstest;

    /// Reads a command line as far as names are concerned.
    fn name(command: &str) -> String {
        let words: Vec<&str> = command.split_whitespace().collect();
        let value = |name: &str| {
            let i = words.iter().position(|w| *w == name)?;
            Some(if words[i + 1] == "''" { "" } else { words[i + 1] })
        };
        let inputs: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(i, w)| {
                (!w.starts_with('-') || **w == "-") && (*i == 0 || !takes(words[i - 1]))
            })
            .map(|(_, w)| *w)
            .collect();
        let naming = DumpNaming::new(&NamingInputs {
            input: inputs[0],
            output: value("-o"),
            dumpdir: value("-dumpdir"),
            dumpbase: value("-dumpbase"),
            dumpbase_ext: value("-dumpbase-ext"),
            stage: if words.contains(&"-S") {
                OutputStage::AssemblyOrObject
            } else {
                OutputStage::Link
            },
            several_inputs: inputs.len() > 1,
        });
        naming.file(&PassDumpInfo::new(34, DumpKind::Tree, "ccp", Some(1)))
    }

    fn takes(option: &str) -> bool {
        matches!(option, "-o" | "-dumpdir" | "-dumpbase" | "-dumpbase-ext")
    }

    #[rstest]
    #[case("-S x.c", "x.c")]
    #[case("-S x.c -o d/y.s", "d/y.c")]
    #[case("-S x.c -o d/y.out", "d/y.c")]
    #[case("-S x.c -o d/y.c.s", "d/y.c.c")]
    #[case("-S a.b.c -o d/q.r.s", "d/q.r.c")]
    #[case("-S a.b.c -o q", "q.c")]
    #[case("-S noext -o d/y.s", "d/y")]
    #[case("-S noext", "noext")]
    #[case("-S -", "-")]
    #[case("-S d/z.c", "z.c")]
    #[case("-S x.c -o -", "x.c")]
    #[case("-S x.c -o /dev/null", "x.c")]
    #[case("-S x.c -dumpdir foo-", "foo-x.c")]
    #[case("-S x.c -dumpdir d/", "d/x.c")]
    #[case("-S x.c -dumpbase bb", "bb")]
    #[case("-S x.c -dumpbase bb.c -dumpbase-ext .c", "bb.c")]
    #[case("-S x.c -dumpbase ''", "x.c")]
    #[case("-S x.c -dumpbase '' -o d/y.s", "d/x.c")]
    #[case("-S x.c -dumpdir d/ -dumpbase bb -o y.s", "d/bb")]
    #[case("-S x.c -dumpdir d/zz -o y.s", "d/zzy.c")]
    #[case("-S x.c -o d/s.s -dumpdir ./", "./s.c")]
    #[case("-S x.c -dumpbase foo.c -dumpbase-ext .c -o d/s.s", "d/foo.c")]
    #[case("-S x.c -dumpbase d/foo.c -dumpdir e/", "d/foo.c")]
    #[case("-S x.c a.b.c -dumpbase foo", "foo-x.c")]
    #[case("-S x.c a.b.c -dumpbase foo.c -dumpdir d/k", "d/kfoo.c-x.c")]
    #[case("x.c", "a-x.c")]
    #[case("x.c -o d/y", "d/y-x.c")]
    #[case("x.c -o d/y.out", "d/y.out-x.c")]
    #[case("x.c -o d/y.exe", "d/y-x.c")]
    #[case("x.c -o x", "x.c")]
    #[case("x.c -o d/x", "d/x.c")]
    #[case("x.c a.c -o d/x", "d/x-x.c")]
    #[case("x.c -o /dev/null", "a-x.c")]
    #[case("x.c -dumpdir d/", "d/x.c")]
    #[case("x.c -o d/y -dumpdir d/q", "d/qx.c")]
    #[case("x.c -o d/y -dumpbase foo", "d/foo-x.c")]
    #[case("x.c -o d/y -dumpdir ./ -dumpbase foo", "./foo")]
    #[case("x.c -dumpbase foo.c -dumpbase-ext .c", "foo-x.c")]
    fn names(#[case] command: &str, #[case] expected: &str) {
        assert_eq!(name(command), format!("{expected}.034t.ccp1"));
    }
}
