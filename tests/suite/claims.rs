//! What passes claim of the functions they work on holds when the programs of `tests/run` run, in the interpreter
//! (`-fchecking=2`). That a claim which does not hold is found, the interpreter's own tests show.

use crate::run::{judge, options_of};
use crate::support::{
    ScratchDir, compiler, for_each_file, project_dir, run, test_files, testing_gimlet, words,
};

#[test]
fn what_passes_claim_holds_in_every_program() {
    if !testing_gimlet() {
        return;
    }
    for_each_file(&test_files(&project_dir("tests/run"), &["c"]), |program| {
        let dir = ScratchDir::new().map_err(|e| e.to_string())?;
        let mut command = compiler();
        command.extend(words(&["-O2", "-fchecking=2", "--interpret=outofssa"]));
        command.push(program.display().to_string());
        command.extend(options_of(program)?);
        judge(program, "with claims checked", &run(&command, dir.path())?)
    });
}
