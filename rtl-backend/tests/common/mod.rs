//! Building and running small programs.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use gimlet_rtl_backend::emit::{Emitter, ParamSpec};
use gimlet_rtl_backend::machine::riscv::abi::AbiType;
use gimlet_rtl_backend::output::unit::{CodegenOptions, Unit};
use gimlet_rtl_backend::output::varasm::{AsmFile, Linkage};
use gimlet_rtl_backend::passes;
use gimlet_rtl_backend::rtl::function::RtlFunction;

/// Unnamed parameters of these types.
pub fn params(types: &[AbiType]) -> Vec<ParamSpec<'_>> {
    types.iter().map(|ty| ParamSpec { ty, name: "", home: None, parts: false }).collect()
}

/// An assembly file for each level of optimisation.
pub struct Program {
    files: Vec<(u8, Unit, AsmFile)>,
}

impl Program {
    pub fn new() -> Program {
        let file = |level| {
            let unit = Unit::new(CodegenOptions::default());
            let asm = AsmFile::new("t.c", &unit.options);
            (level, unit, asm)
        };
        Program { files: vec![file(0), file(2)] }
    }

    /// Adds a function, built by `build` up to but without `finish`.
    pub fn function(&mut self, name: &str, build: impl Fn(&mut Emitter)) {
        for (level, unit, asm) in &mut self.files {
            let mut f = RtlFunction::new(name, *level);
            f.frame.frame_pointer_needed = *level == 0;
            let mut em = Emitter::new(&mut f, unit);
            build(&mut em);
            em.finish();
            passes::compile(&mut f, unit, &Linkage { public: true, ..Linkage::default() }, asm)
                .expect("registers suffice");
        }
    }

    /// Links with a `main` that returns whether `condition` holds, and runs that.
    pub fn check(self, declarations: &str, condition: &str) {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let installed = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
        for tool in ["riscv64-linux-gnu-gcc", "qemu-riscv64"] {
            assert!(installed(tool), "{tool} is not installed: tests/install-deps.sh installs it");
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir: PathBuf =
            std::env::temp_dir().join(format!("rtl-run-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a temporary directory");
        let checks: Vec<String> = condition
            .split(" && ")
            .scan(String::new(), |open, part| {
                // Only balanced parts are conditions of their own.
                open.push_str(if open.is_empty() { "" } else { " && " });
                open.push_str(part);
                let depth = open.matches(['(', '{']).count() as i32
                    - open.matches([')', '}']).count() as i32;
                Some(if depth == 0 { Some(std::mem::take(open)) } else { None })
            })
            .flatten()
            .collect();
        let mut main =
            format!("{declarations}\n#include <stdio.h>\nint main(void) {{ int bad = 0;\n");
        for check in &checks {
            let text = check
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', " ")
                .replace('%', "%%");
            main += &format!("if (!({check})) bad = 1, printf(\"fails: {text}\\n\");\n");
        }
        main += "return bad; }\n";
        std::fs::write(dir.join("main.c"), main).expect("writable");
        for (level, mut unit, asm) in self.files {
            let text = asm.finish(&mut unit, "gimlet");
            let source = dir.join(format!("f{level}.s"));
            std::fs::write(&source, &text).expect("writable");
            let program = dir.join(format!("a{level}"));
            let build = Command::new("riscv64-linux-gnu-gcc")
                .args(["-static", "-w", "-O1", "-o"])
                .args([&program, &dir.join("main.c"), &source])
                .output()
                .expect("the compiler runs");
            assert!(
                build.status.success(),
                "-O{level}: {}\n{text}",
                String::from_utf8_lossy(&build.stderr)
            );
            let run =
                Command::new("qemu-riscv64").arg(&program).output().expect("the emulator runs");
            let lines = String::from_utf8_lossy(&run.stdout).into_owned();
            assert!(
                run.status.success(),
                "-O{level}: {:?} {lines}\n{}",
                run.status,
                excerpt(&text)
            );
        }
        let _ = std::fs::remove_dir_all(&dir);
    }
}

fn excerpt(text: &str) -> &str {
    &text[..text.len().min(6000)]
}
