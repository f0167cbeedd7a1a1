//! Build systems with Gimlet as their compiler: a small project each, in `tests/build-systems/NAME`, whose `check.sh`
//! builds it and looks at what came out. The scripts pass with GCC (`GIMLET_CC`).

use crate::support::{
    EMULATOR, ScratchDir, compiler, project_dir, require_tools, run_with_timeout,
};
use rstest::rstest;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Where the emulator finds the shared libraries of the target.
const TARGET_ROOT: &str = "/usr/riscv64-linux-gnu";

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// The full name of the compiler, which build systems want without options.
fn compiler_path() -> String {
    let name = compiler().swap_remove(0);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|dir| dir.join(&name)).find(|path| path.is_file());
    found.map_or(name, |path| path.to_string_lossy().into_owned())
}

#[rstest]
#[case("cmake", &["cmake", "ninja"])]
#[case("meson", &["meson", "ninja"])]
#[case("libtool", &["autoconf", "automake", "libtoolize", "make"])]
#[case("ccache", &["ccache"])]
#[case("distcc", &["distcc", "distccd"])]
#[case("kbuild", &["make"])]
fn a_project_is_built(#[case] name: &str, #[case] tools: &[&str]) {
    require_tools();
    for tool in tools {
        let there = Command::new(tool).arg("--version").output().is_ok();
        assert!(there, "{tool} is needed and was not found: run tests/install-deps.sh");
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let root = dir.path().join(name);
    copy(&project_dir("tests/build-systems").join(name), &root).expect("the project is copied");
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "check.sh"]).current_dir(&root);
    command.env("CC", compiler_path()).env("RUN", format!("{EMULATOR} -L {TARGET_ROOT}"));
    command.env_remove("CFLAGS").env_remove("LDFLAGS").env_remove("MAKEFLAGS");
    let finished =
        run_with_timeout(&mut command, Duration::from_secs(300), &root).expect("bash can be run");
    assert!(finished.succeeded(), "{}\n{}", finished.describe(), finished.output);
}
