//! The dump text, pinned to what GCC 12.2 prints for such insns.

use gimlet_rtl_backend::allocation::{ira, reload};
use gimlet_rtl_backend::asm::{AsmUnit, CodegenOptions};
use gimlet_rtl_backend::emit::{CallArg, CallSpec, Emitter, ParamSpec};
use gimlet_rtl_backend::machine::target::abi::AbiType;
use gimlet_rtl_backend::passes::vregs;
use gimlet_rtl_backend::rtl::code::Code;
use gimlet_rtl_backend::rtl::function::{Loc, RtlFunction};
use gimlet_rtl_backend::rtl::mode::Mode;
use gimlet_rtl_backend::rtl::print::{Style, print_function};
use gimlet_rtl_backend::rtl::rtx::symbol_flag;
use gimlet_rtl_backend::state::RtlContext;

use expect_test::expect;

const INT: AbiType = AbiType::Int { size: 4, unsigned: false };

#[test]
fn insns_jumps_calls_and_notes() {
    let mut unit = AsmUnit::new(CodegenOptions::default());
    let mut f = RtlFunction::new("callit", 2);
    f.files.push("f.c".into());
    let mut em = Emitter::new(&mut f, &mut unit);
    em.set_loc(Loc { file: 0, line: 6, column: 24, block: 0 });
    let a = em.receive_params(
        &[ParamSpec { ty: &INT, name: "a", home: None, parts: false }],
        false,
        &INT,
    )[0];
    em.note_function_beg();
    em.set_loc(Loc { file: 0, line: 6, column: 30, block: 0 });
    let slot = em.stack_local(4, 4, "v");
    let slot = em.adjust_address(slot, Mode::SI, 0);
    let value = em.var_value(a, Mode::SI, false);
    em.emit_move(slot, value);
    let (label, one) = (em.new_label(), em.int(1));
    em.branch(Code::Le, Mode::SI, value, one, label, Some(118_111_604));
    let h = em.symbol("h", symbol_flag::FUNCTION | symbol_flag::EXTERNAL, "function_decl", false);
    let args = [CallArg { value, ty: &INT }];
    em.call(&CallSpec::new(h, &args, 1, &AbiType::Void));
    em.emit_label(label);
    let sum = em.binop(Code::Plus, Mode::SI, slot, one);
    em.emit_return(&INT, Some(sum));
    em.finish();
    let mut text = String::new();
    print_function(&f, Style::default(), &mut text);
    expect![[r#"
        (note 16 0 1 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
        (insn 1 16 2 2 (set (reg/v:DI 72 [ a ])
                (reg:DI 10 a0 [ a ])) "f.c":6:24 -1
             (nil))
        (note 2 1 3 2 NOTE_INSN_FUNCTION_BEG)
        (insn 3 2 5 2 (set (mem/c:SI (plus:DI (reg/f:DI 67 virtual-stack-vars)
                        (const_int -4 [0xfffffffffffffffc])) [0 v+0 S4 A32])
                (subreg/s/u:SI (reg/v:DI 72 [ a ]) 0)) "f.c":6:30 -1
             (nil))
        (insn 5 3 6 2 (set (reg:DI 73)
                (reg/v:DI 72 [ a ])) "f.c":6:30 -1
             (nil))
        (insn 6 5 7 2 (set (reg:DI 74)
                (const_int 1 [0x1])) "f.c":6:30 -1
             (nil))
        (jump_insn 7 6 17 2 (set (pc)
                (if_then_else (le (reg:DI 73)
                        (reg:DI 74))
                    (label_ref 4)
                    (pc))) "f.c":6:30 -1
             (int_list:REG_BR_PROB 118111604 (nil))
         -> 4)
        (note 17 7 8 3 [bb 3] NOTE_INSN_BASIC_BLOCK)
        (insn 8 17 9 3 (set (reg:DI 10 a0)
                (reg/v:DI 72 [ a ])) "f.c":6:30 -1
             (nil))
        (call_insn 9 8 4 3 (parallel [
                    (call (mem:SI (symbol_ref:DI ("h") [flags 0x41]  <function_decl 0x7f0000000090 h>) [0  S4 A32])
                        (const_int 0 [0]))
                    (clobber (reg:SI 1 ra))
                ]) "f.c":6:30 -1
             (expr_list:REG_CALL_DECL (symbol_ref:DI ("h") [flags 0x41]  <function_decl 0x7f0000000090 h>)
                (nil))
            (expr_list:SI (use (reg:DI 10 a0))
                (nil)))
        (code_label 4 9 18 4 1 (nil) [1 uses])
        (note 18 4 10 4 [bb 4] NOTE_INSN_BASIC_BLOCK)
        (insn 10 18 11 4 (set (reg:DI 77)
                (sign_extend:DI (mem/c:SI (plus:DI (reg/f:DI 67 virtual-stack-vars)
                            (const_int -4 [0xfffffffffffffffc])) [0 v+0 S4 A32]))) "f.c":6:30 -1
             (nil))
        (insn 11 10 12 4 (set (reg:SI 76)
                (subreg:SI (reg:DI 77) 0)) "f.c":6:30 -1
             (nil))
        (insn 12 11 13 4 (set (reg:SI 75)
                (plus:SI (reg:SI 76)
                    (const_int 1 [0x1]))) "f.c":6:30 -1
             (nil))
        (insn 13 12 14 4 (set (reg:DI 78)
                (sign_extend:DI (reg:SI 75))) "f.c":6:30 -1
             (nil))
        (insn 14 13 15 4 (set (reg/i:DI 10 a0)
                (reg:DI 78)) "f.c":6:30 -1
             (nil))
        (insn 15 14 0 4 (use (reg/i:DI 10 a0)) "f.c":6:30 -1
             (nil))
    "#]]
    .assert_eq(&text);
}

#[test]
fn hard_registers_remember_their_pseudos() {
    let mut unit = AsmUnit::new(CodegenOptions::default());
    let mut f = RtlFunction::new("f", 2);
    let mut em = Emitter::new(&mut f, &mut unit);
    let n = em.receive_params(
        &[ParamSpec { ty: &INT, name: "n", home: None, parts: false }],
        false,
        &INT,
    )[0];
    let value = em.var_value(n, Mode::SI, false);
    let one = em.int(1);
    let sum = em.binop(Code::Plus, Mode::SI, value, one);
    em.emit_return(&INT, Some(sum));
    em.finish();
    let mut cx = RtlContext::silent(&mut unit);
    vregs::run(&mut f, &mut cx);
    let allocation = ira::run(&mut f, &mut cx);
    let moves = reload::run(&mut f, &allocation, &mut cx).expect("nothing is spilled");
    reload::delete_noop_moves(&mut f, &moves, &mut cx);
    let mut text = String::new();
    print_function(&f, Style::default(), &mut text);
    expect![[r#"
        (note 6 0 1 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
        (note 1 6 2 2 NOTE_INSN_DELETED)
        (insn 2 1 3 2 (set (reg:SI 10 a0 [73])
                (plus:SI (reg:SI 10 a0 [orig:72 n ] [72])
                    (const_int 1 [0x1]))) 3 {addsi3}
             (nil))
        (insn 3 2 4 2 (set (reg:DI 10 a0 [74])
                (sign_extend:DI (reg:SI 10 a0 [73]))) 90 {extendsidi2}
             (nil))
        (note 4 3 5 2 NOTE_INSN_DELETED)
        (insn 5 4 0 2 (use (reg/i:DI 10 a0)) -1
             (nil))
    "#]]
    .assert_eq(&text);
}
