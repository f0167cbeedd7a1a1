//! Assembling: the target's `as`, or its GCC driver where only that is installed.

use crate::cli::CommandLine;
use crate::driver::tools;
use std::path::Path;
use std::process::Command;

/// What GCC tells the assembler of the machine unless told otherwise.
const DEFAULT_ARCH: &str = "rv64imafdc_zicsr_zifencei";
const DEFAULT_ABI: &str = "lp64d";

/// Assembles a file; the exit status. `ours` if it was compiled here, and so says itself where lines come from.
pub fn assemble(line: &CommandLine, source: &Path, object: &Path, ours: bool) -> u8 {
    let Some(mut command) = command(line, source, object, ours) else {
        return tools::missing("assemble", "as");
    };
    if line.dry_run {
        tools::show(line, &command);
        return 0;
    }
    command.stdin(std::process::Stdio::inherit());
    tools::execute(line, command, object, false)
}

fn command(line: &CommandLine, source: &Path, object: &Path, ours: bool) -> Option<Command> {
    let last = |stem: &str| {
        let options = line.options.machine.iter().rev();
        options.filter_map(|option| option.strip_prefix(stem)).next().map(str::to_string)
    };
    let arch = rtl_backend::architecture_of(&line.options.machine).unwrap_or(DEFAULT_ARCH);
    let abi = last("abi=").unwrap_or_else(|| DEFAULT_ABI.to_string());
    let spec = last("isa-spec=").map(|spec| format!("-misa-spec={spec}"));
    let machine = [format!("-march={arch}"), format!("-mabi={abi}")].into_iter().chain(spec);
    let mut command;
    match tools::find(line, "as") {
        Some(program) => {
            command = Command::new(program);
            if line.verbose {
                command.arg("-v");
            }
            command.arg("--traditional-format").args(machine);
            if line.options.pic != 0 {
                command.arg("-fpic");
            }
            if line.options.machine.iter().any(|option| option == "no-relax") {
                command.arg("-mno-relax");
            }
            if line.diagnostics.iter().any(|option| option == "w") {
                command.arg("-W");
            }
            if line.debugs_assembly && !ours {
                command.arg("-gdwarf-5");
            }
            let dirs = line.preprocessor.iter().filter(|(option, _)| option == "-I");
            for (_, directory) in dirs {
                command.args(["-I", directory]);
            }
            command.args(&line.assembler);
        }
        None => {
            command = Command::new(tools::gcc()?);
            command.args(machine);
            for word in &line.assembler {
                command.args(["-Xassembler", word]);
            }
            command.args(["-c", "-x", "assembler"]);
        }
    }
    command.arg("-o").arg(object).arg(source);
    Some(command)
}
