//! Linking, with inputs and options in the order of the command line: by the target's GCC driver, or by `ld` with the
//! C library's start files and libraries where they usually are.

use crate::cli::{CommandLine, LinkItem};
use crate::driver::tools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where libraries for the target lie without GCC's driver, below the system's root.
const LIBRARY_DIRS: &[&str] =
    &["/usr/riscv64-linux-gnu/lib", "/usr/lib/riscv64-linux-gnu", "/lib/riscv64-linux-gnu"];
/// Where GCC's own libraries lie, in a folder for each version.
const GCC_DIRS: &[&str] =
    &["/usr/lib/gcc-cross/riscv64-linux-gnu", "/usr/lib/gcc/riscv64-linux-gnu"];
/// The program that loads programs, by the ABI.
const DYNAMIC_LINKER: &str = "/lib/ld-linux-riscv64-";

/// Links what was made of each input; the exit status.
pub fn link(line: &CommandLine, outputs: &[Option<PathBuf>]) -> u8 {
    let mut items: Vec<OsString> = Vec::new();
    for item in &line.link {
        match item {
            LinkItem::Word(word) => items.push(word.into()),
            LinkItem::Input(index) => items.extend(outputs[*index].clone().map(OsString::from)),
        }
    }
    if line.options.code.coverage.arcs {
        items.push("-lgcov".into());
    }
    let output = line.output.clone().unwrap_or_else(|| "a.out".to_string());
    let command = match (tools::gcc(), tools::find(line, "ld")) {
        (Some(gcc), _) => by_gcc(line, &gcc, items, &output),
        (None, Some(ld)) => match by_ld(line, &ld, items, &output) {
            Ok(command) => command,
            Err(problem) => return super::output::fatal(&problem),
        },
        (None, None) => return tools::missing("link", "ld"),
    };
    if line.dry_run && tools::gcc().is_none() {
        tools::show(line, &command);
        return 0;
    }
    if line.dry_run {
        return tools::execute(line, command, Path::new("/dev/null"), true);
    }
    tools::execute(line, command, Path::new(&output), true)
}

fn by_gcc(line: &CommandLine, gcc: &Path, items: Vec<OsString>, output: &str) -> Command {
    let mut command = Command::new(gcc);
    if line.dry_run {
        command.arg("-###");
    } else if line.verbose {
        command.arg("-v");
    }
    let machine = line.options.machine.iter();
    let choosing =
        machine.filter(|option| option.starts_with("arch=") || option.starts_with("abi="));
    command.args(choosing.map(|option| format!("-m{option}")));
    command.arg("-o").arg(output).args(items);
    command
}

/// What the options of the GCC driver among the items ask for.
#[derive(Default)]
struct Kind {
    shared: bool,
    is_static: bool,
    pie: bool,
    relocatable: bool,
    no_start_files: bool,
    no_libraries: bool,
    root: String,
}

fn by_ld(
    line: &CommandLine,
    ld: &Path,
    items: Vec<OsString>,
    output: &str,
) -> Result<Command, String> {
    let mut kind = Kind { root: line.sysroot.clone().unwrap_or_default(), ..Kind::default() };
    let words = for_ld(items, &mut kind)?;
    let dirs = library_dirs(&kind.root);
    let file = |name: &str| dirs.iter().map(|dir| dir.join(name)).find(|path| path.is_file());
    let needed = |name: &str| {
        file(name).ok_or_else(|| {
            format!("cannot link: {name} is in none of {dirs:?}; install the target’s C library")
        })
    };
    let mut command = Command::new(ld);
    command.arg("-o").arg(output);
    if kind.is_static {
        command.arg("-static");
    } else if !kind.relocatable {
        command.args(["--eh-frame-hdr", "-dynamic-linker"]);
        let abi = line.options.machine.iter().rev().find_map(|option| option.strip_prefix("abi="));
        command.arg(format!("{DYNAMIC_LINKER}{}.so.1", abi.unwrap_or("lp64d")));
    }
    for (on, option) in [(kind.shared, "-shared"), (kind.pie, "-pie"), (kind.relocatable, "-r")] {
        if on {
            command.arg(option);
        }
    }
    let start_files = !kind.no_start_files && !kind.relocatable;
    if start_files {
        if !kind.shared {
            command.arg(needed(if kind.pie { "Scrt1.o" } else { "crt1.o" })?);
        }
        command.arg(needed("crti.o")?);
        command.args(file(if kind.shared || kind.pie { "crtbeginS.o" } else { "crtbegin.o" }));
    }
    command.args(dirs.iter().map(|dir| format!("-L{}", dir.display())));
    command.args(words);
    if !kind.no_libraries && !kind.relocatable {
        command.args(["--start-group", "-lc"]);
        // GCC's own library: without GCC, few programs need it.
        if file("libgcc.a").is_some() {
            command.arg("-lgcc");
            command.args(file("libgcc_eh.a").filter(|_| kind.is_static));
        }
        command.arg("--end-group");
    }
    if start_files {
        command.args(file(if kind.shared || kind.pie { "crtendS.o" } else { "crtend.o" }));
        command.arg(needed("crtn.o")?);
    }
    Ok(command)
}

/// The linker's words; those that only GCC's driver knows are taken out.
fn for_ld(items: Vec<OsString>, kind: &mut Kind) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    let mut items = items.into_iter();
    while let Some(item) = items.next() {
        let word = item.to_string_lossy().into_owned();
        match word.as_str() {
            "-shared" => kind.shared = true,
            "-static" => kind.is_static = true,
            "-pie" => kind.pie = true,
            "-r" => kind.relocatable = true,
            "-nostartfiles" => kind.no_start_files = true,
            "-nodefaultlibs" => kind.no_libraries = true,
            "-nostdlib" => (kind.no_start_files, kind.no_libraries) = (true, true),
            "-rdynamic" => words.push("-export-dynamic".into()),
            "-no-pie" | "-nopie" | "-pthread" | "-static-libgcc" | "-shared-libgcc" => {}
            "-Xlinker" => words.extend(items.next()),
            "-B" => drop(items.next()),
            "-static-pie" | "-nolibc" => {
                return Err(format!("cannot link with ‘{word}’ without the target’s gcc"));
            }
            _ if word.starts_with("-specs=") || word.starts_with("-fuse-ld=") => {
                return Err(format!("cannot link with ‘{word}’ without the target’s gcc"));
            }
            _ if word.starts_with("-B") => {}
            _ => match word.strip_prefix("-Wl,") {
                Some(several) => words.extend(several.split(',').map(OsString::from)),
                None => words.push(item),
            },
        }
    }
    Ok(words)
}

fn library_dirs(root: &str) -> Vec<PathBuf> {
    let root = root.trim_end_matches('/');
    let mut dirs: Vec<PathBuf> =
        LIBRARY_DIRS.iter().map(|dir| PathBuf::from(format!("{root}{dir}"))).collect();
    for dir in GCC_DIRS {
        let versions = std::fs::read_dir(dir).into_iter().flatten().flatten();
        dirs.extend(versions.map(|version| version.path()).filter(|path| path.is_dir()));
    }
    dirs.retain(|dir| dir.is_dir());
    dirs
}
