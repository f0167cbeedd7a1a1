//! Building and running small programs.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use gimlet_rtl_backend::allocation::{check_allocation, ira, reload};
use gimlet_rtl_backend::asm::{AsmUnit, CodegenOptions};
use gimlet_rtl_backend::emit::{Emitter, ParamSpec};
use gimlet_rtl_backend::machine::target::abi::AbiType;
use gimlet_rtl_backend::output::final_;
use gimlet_rtl_backend::output::varasm::{AsmFile, Linkage};
use gimlet_rtl_backend::passes::{
    bbro, ce, combine, cse, gcse, jump, layout, loop_invariant, pro_and_epilogue, sched, shorten,
    split, subreg, vregs,
};
use gimlet_rtl_backend::rtl::function::RtlFunction;
use gimlet_rtl_backend::state::RtlContext;

/// Takes a function that a test has built to assembly.
fn compile(
    f: &mut RtlFunction,
    unit: &mut AsmUnit,
    linkage: &Linkage,
    file: &mut AsmFile,
) -> Result<(), String> {
    let mut cx = RtlContext::silent(unit);
    vregs::run(f, &mut cx);
    if f.optimize > 0 {
        jump::run(f, &mut cx);
        subreg::run(f, &mut cx);
        cse::run(f, &mut cx);
        gcse::run(f, &mut cx);
        ce::run(f, &mut cx);
        loop_invariant::run(f, &mut cx);
        combine::run(f, &mut cx);
    } else {
        layout::enter(f, &mut cx);
        layout::jump(f, &mut cx);
        layout::leave(f, &mut cx);
    }
    let allocation = ira::run(f, &mut cx);
    let moves = reload::run(f, &allocation, &mut cx)?;
    check_allocation::check(f)?;
    reload::delete_noop_moves(f, &moves, &mut cx);
    pro_and_epilogue::run(f, &mut cx);
    if f.optimize > 0 {
        bbro::run(f, &mut cx);
        sched::run(f, &mut cx);
    } else {
        layout::after_reload(f, &mut cx);
        split::run(f, &mut cx);
    }
    let lengths = shorten::run(f, &mut cx);
    final_::run(f, &lengths, linkage, file, &mut cx);
    Ok(())
}

/// Unnamed parameters of these types.
pub fn params(types: &[AbiType]) -> Vec<ParamSpec<'_>> {
    types.iter().map(|ty| ParamSpec { ty, name: "", home: None, parts: false }).collect()
}

/// An assembly file for each level of optimisation.
pub struct Program {
    files: Vec<(u8, AsmUnit, AsmFile)>,
}

impl Program {
    pub fn new() -> Program {
        let file = |level| {
            let unit = AsmUnit::new(CodegenOptions::default());
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
            compile(&mut f, unit, &Linkage { public: true, ..Linkage::default() }, asm)
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
