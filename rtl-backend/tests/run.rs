//! Functions built by hand, compiled at -O0 and -O2, linked with a C main by the cross compiler and run under qemu.
//! Where the cross tools are not installed the tests fail and say so.

mod common;

use common::{Program, params};
use gimlet_rtl_backend::emit::{CallArg, CallSpec, Emitter};
use gimlet_rtl_backend::machine::target::abi::{AbiField, AbiType};
use gimlet_rtl_backend::rtl::code::Code;
use gimlet_rtl_backend::rtl::mode::Mode;
use gimlet_rtl_backend::rtl::rtx::{RtxId, symbol_flag};

const INT: AbiType = AbiType::Int { size: 4, unsigned: false };
const UINT: AbiType = AbiType::Int { size: 4, unsigned: true };
const LONG: AbiType = AbiType::Int { size: 8, unsigned: false };
const TI: AbiType = AbiType::Int { size: 16, unsigned: false };
const FLOAT: AbiType = AbiType::Float { size: 4 };
const DOUBLE: AbiType = AbiType::Float { size: 8 };
const QUAD: AbiType = AbiType::Float { size: 16 };

fn int_param(em: &mut Emitter, values: &[RtxId], i: usize) -> RtxId {
    em.var_value(values[i], Mode::SI, false)
}

/// `int fact (int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }`
#[test]
fn factorial() {
    let mut p = Program::new();
    p.function("fact", |em| {
        let values = em.receive_params(&params(&[INT]), false, &INT);
        let n = int_param(em, &values, 0);
        let r = em.new_var(Mode::SI, "r", true, false);
        let i = em.new_var(Mode::SI, "i", true, false);
        let (one, two) = (em.int(1), em.int(2));
        em.store_var(r, one, Mode::SI, false);
        em.store_var(i, two, Mode::SI, false);
        let (test, body) = (em.new_label(), em.new_label());
        em.emit_jump(test);
        em.emit_label(body);
        let (iv, rv) = (em.var_value(i, Mode::SI, false), em.var_value(r, Mode::SI, false));
        let product = em.binop(Code::Mult, Mode::SI, rv, iv);
        em.store_var(r, product, Mode::SI, false);
        let next = em.binop(Code::Plus, Mode::SI, iv, one);
        em.store_var(i, next, Mode::SI, false);
        em.emit_label(test);
        let iv = em.var_value(i, Mode::SI, false);
        em.branch(Code::Le, Mode::SI, iv, n, body, None);
        let rv = em.var_value(r, Mode::SI, false);
        em.emit_return(&INT, Some(rv));
    });
    p.check("int fact(int);", "fact(5) == 120 && fact(0) == 1 && fact(12) == 479001600");
}

/// Every integer operation against C, in every width, with constants and registers.
#[test]
fn integer_operations() {
    use Code::*;
    let mut p = Program::new();
    let (mut decls, mut checks) = (String::new(), Vec::new());
    for (mode, ty, c_type, u_type) in [
        (Mode::SI, INT, "int", "unsigned"),
        (Mode::DI, LONG, "long", "unsigned long"),
        (Mode::TI, TI, "__int128", "unsigned __int128"),
        (Mode::HI, AbiType::Int { size: 2, unsigned: false }, "short", "unsigned short"),
        (Mode::QI, AbiType::Int { size: 1, unsigned: false }, "signed char", "unsigned char"),
    ] {
        for (code, op, unsigned) in [
            (Plus, "+", false),
            (Minus, "-", false),
            (Mult, "*", false),
            (Div, "/", false),
            (Mod, "%", false),
            (Udiv, "/", true),
            (Umod, "%", true),
            (And, "&", false),
            (Ior, "|", false),
            (Xor, "^", false),
            (Lt, "<", false),
            (Geu, ">=", true),
            (Eq, "==", false),
            (Gtu, ">", true),
            (Le, "<=", false),
        ] {
            let name = format!("{}_{}", code.name(), mode.name());
            p.function(&name, |em| {
                let values = em.receive_params(&params(&[ty.clone(), ty.clone()]), false, &ty);
                let a = em.var_value(values[0], mode, false);
                let b = em.var_value(values[1], mode, false);
                let r = em.binop(code, mode, a, b);
                em.emit_return(&ty, Some(r));
            });
            decls += &format!("{c_type} {name}({c_type}, {c_type});\n");
            let cast = if unsigned { u_type } else { c_type };
            for (a, b) in [("77", "5"), ("-77", "5"), ("-3", "-7"), ("120", "120")] {
                checks.push(format!("{name}({a},{b}) == ({c_type})(({cast}){a} {op} ({cast}){b})"));
            }
        }
        for (code, op, unsigned) in
            [(Ashift, "<<", false), (Ashiftrt, ">>", false), (Lshiftrt, ">>", true)]
        {
            for constant in [None, Some(3i64)] {
                let name = format!("{}_{}_{}", code.name(), mode.name(), constant.is_some());
                p.function(&name, |em| {
                    let values = em.receive_params(&params(&[ty.clone(), INT]), false, &ty);
                    let a = em.var_value(values[0], mode, false);
                    let b = match constant {
                        Some(n) => em.int(n),
                        None => em.var_value(values[1], Mode::SI, false),
                    };
                    let r = em.binop(code, mode, a, b);
                    em.emit_return(&ty, Some(r));
                });
                decls += &format!("{c_type} {name}({c_type}, int);\n");
                let cast = if unsigned { u_type } else { c_type };
                for a in ["77", "-77"] {
                    checks.push(format!("{name}({a},3) == ({c_type})(({cast}){a} {op} 3)"));
                }
            }
        }
    }
    p.check(&decls, &checks.join(" && "));
}

/// Division and multiplication by constants.
#[test]
fn by_constants() {
    use Code::*;
    let mut p = Program::new();
    let (mut decls, mut checks) = (String::new(), Vec::new());
    for (code, op, unsigned) in [
        (Div, "/", false),
        (Mod, "%", false),
        (Udiv, "/", true),
        (Umod, "%", true),
        (Mult, "*", false),
    ] {
        for c in [1i64, 2, 7, 8, 9, 1024, 4095] {
            for (mode, ty, c_type) in [(Mode::SI, INT, "int"), (Mode::DI, LONG, "long")] {
                let name = format!("{}_{}_{c}", code.name(), mode.name());
                p.function(&name, |em| {
                    let values = em.receive_params(&params(std::slice::from_ref(&ty)), false, &ty);
                    let a = em.var_value(values[0], mode, false);
                    let c = em.int(c);
                    let r = em.binop(code, mode, a, c);
                    em.emit_return(&ty, Some(r));
                });
                decls += &format!("{c_type} {name}({c_type});\n");
                let cast = if unsigned { format!("unsigned {c_type}") } else { c_type.to_string() };
                for a in ["12345", "-12345", "-8"] {
                    checks.push(format!("{name}({a}) == ({c_type})(({cast}){a} {op} {c})"));
                }
            }
        }
    }
    p.check(&decls, &checks.join(" && "));
}

/// Conversions between all scalar modes.
#[test]
fn conversions() {
    let types = [
        ("signed char", Mode::QI, AbiType::Int { size: 1, unsigned: false }),
        ("unsigned char", Mode::QI, AbiType::Int { size: 1, unsigned: true }),
        ("short", Mode::HI, AbiType::Int { size: 2, unsigned: false }),
        ("unsigned short", Mode::HI, AbiType::Int { size: 2, unsigned: true }),
        ("int", Mode::SI, INT),
        ("unsigned", Mode::SI, UINT),
        ("long", Mode::DI, LONG),
        ("unsigned long", Mode::DI, AbiType::Int { size: 8, unsigned: true }),
        ("__int128", Mode::TI, TI),
        ("float", Mode::SF, FLOAT),
        ("double", Mode::DF, DOUBLE),
        ("long double", Mode::TF, QUAD),
    ];
    let mut p = Program::new();
    let (mut decls, mut checks) = (String::new(), Vec::new());
    for (i, (from_c, from, from_ty)) in types.iter().enumerate() {
        for (j, (to_c, to, to_ty)) in types.iter().enumerate() {
            let name = format!("cvt_{i}_{j}");
            let unsigned =
                if from.is_float() { to_ty.is_unsigned() } else { from_ty.is_unsigned() };
            p.function(&name, |em| {
                let values =
                    em.receive_params(&params(std::slice::from_ref(from_ty)), false, to_ty);
                let a = em.var_value(values[0], *from, from_ty.is_unsigned());
                let r = em.convert(a, *from, *to, unsigned);
                em.emit_return(to_ty, Some(r));
            });
            decls += &format!("{to_c} {name}({from_c});\n");
            for v in if to.is_float() || !from.is_float() {
                &["-100", "200", "7"][..]
            } else {
                &["100.5", "7.25"][..]
            } {
                let v = if from_ty.is_unsigned() { v.trim_start_matches('-') } else { v };
                checks.push(format!("{name}(({from_c}){v}) == ({to_c})({from_c}){v}"));
            }
        }
    }
    p.check(&decls, &checks.join(" && "));
}

/// Float arithmetic and comparisons, and branches on them.
#[test]
fn floats() {
    use Code::*;
    let mut p = Program::new();
    let (mut decls, mut checks) = (String::new(), Vec::new());
    for (mode, ty, c_type) in
        [(Mode::SF, FLOAT, "float"), (Mode::DF, DOUBLE, "double"), (Mode::TF, QUAD, "long double")]
    {
        for (code, op) in [(Plus, "+"), (Minus, "-"), (Mult, "*"), (Div, "/")] {
            let name = format!("{}_{}", code.name(), mode.name());
            p.function(&name, |em| {
                let values = em.receive_params(&params(&[ty.clone(), ty.clone()]), false, &ty);
                let r = em.binop(code, mode, values[0], values[1]);
                let r = em.unop(Neg, mode, r);
                em.emit_return(&ty, Some(r));
            });
            decls += &format!("{c_type} {name}({c_type}, {c_type});\n");
            checks.push(format!("{name}(3.5, -1.25) == -(({c_type})3.5 {op} ({c_type})-1.25)"));
        }
        for (code, test) in [
            (Eq, "a == b"),
            (Ne, "a != b"),
            (Lt, "a < b"),
            (Ge, "a >= b"),
            (Unordered, "__builtin_isunordered(a,b)"),
            (Ordered, "!__builtin_isunordered(a,b)"),
            (Unlt, "!(a >= b)"),
            (Ungt, "!(a <= b)"),
            (Uneq, "!__builtin_islessgreater(a,b)"),
            (Ltgt, "__builtin_islessgreater(a,b)"),
        ] {
            for branch in [false, true] {
                let name = format!("f{}_{}_{branch}", code.name(), mode.name());
                p.function(&name, |em| {
                    let values = em.receive_params(&params(&[ty.clone(), ty.clone()]), false, &INT);
                    let r = if branch {
                        let out = em.new_var(Mode::SI, "", false, false);
                        let (one, zero, label) = (em.int(1), em.int(0), em.new_label());
                        em.store_var(out, one, Mode::SI, false);
                        em.branch(code, mode, values[0], values[1], label, None);
                        em.store_var(out, zero, Mode::SI, false);
                        em.emit_label(label);
                        em.var_value(out, Mode::SI, false)
                    } else {
                        em.store_flag(code, mode, values[0], values[1], Mode::SI)
                    };
                    em.emit_return(&INT, Some(r));
                });
                decls += &format!("int {name}({c_type}, {c_type});\n");
                for (a, b) in [("1", "2"), ("2", "1"), ("1", "1"), ("__builtin_nan(\"\")", "1")] {
                    checks.push(format!(
                        "({{ {c_type} a = {a}, b = {b}; {name}(a,b) == ({test}); }})"
                    ));
                }
            }
        }
    }
    p.check(&decls, &checks.join(" && "));
}

/// `long vsum (int n, ...)`: the sum of `n` anonymous arguments.
fn variadic_sum(em: &mut Emitter) {
    let values = em.receive_params(&params(&[INT]), true, &LONG);
    let n = em.var_value(values[0], Mode::SI, false);
    let ap = em.va_start_address();
    let ap2 = em.new_reg(Mode::DI);
    em.emit_move(ap2, ap);
    let sum = em.new_reg(Mode::DI);
    let count = em.new_var(Mode::SI, "n", true, false);
    let (zero, one, eight) = (em.int(0), em.int(1), em.int(8));
    em.emit_move(sum, zero);
    em.store_var(count, n, Mode::SI, false);
    let (top, out) = (em.new_label(), em.new_label());
    em.emit_label(top);
    let c = em.var_value(count, Mode::SI, false);
    em.branch(Code::Eq, Mode::SI, c, zero, out, None);
    let mem = em.mem(Mode::DI, ap2);
    let s = em.binop(Code::Plus, Mode::DI, sum, mem);
    em.emit_move(sum, s);
    let next = em.binop(Code::Plus, Mode::DI, ap2, eight);
    em.emit_move(ap2, next);
    let c = em.binop(Code::Minus, Mode::SI, c, one);
    em.store_var(count, c, Mode::SI, false);
    em.emit_jump(top);
    em.emit_label(out);
    em.emit_return(&LONG, Some(sum));
}

/// Calls with many arguments, aggregates in and out, stack arguments, `long double` and variadic calls.
#[test]
fn calls() {
    let pair = AbiType::Aggregate {
        size: 16,
        align: 8,
        fields: Some(vec![
            AbiField { offset: 0, size: 4, float: false },
            AbiField { offset: 8, size: 8, float: true },
        ]),
    };
    let big = AbiType::Aggregate {
        size: 24,
        align: 8,
        fields: Some((0..3).map(|i| AbiField { offset: 8 * i, size: 8, float: false }).collect()),
    };
    let odd = AbiType::Aggregate { size: 11, align: 1, fields: None };
    let mut p = Program::new();
    p.function("pass", |em| {
        let tys = [pair.clone(), big.clone(), odd.clone(), INT, DOUBLE, LONG, QUAD, INT, LONG];
        let values = em.receive_params(&params(&tys), false, &big);
        let args: Vec<CallArg> = (0..tys.len())
            .map(|i| CallArg {
                value: if tys[i].mode() == Mode::SI {
                    em.var_value(values[i], Mode::SI, false)
                } else {
                    values[i]
                },
                ty: &tys[i],
            })
            .collect();
        let callee = em.symbol(
            "callee",
            symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
            "function_decl",
            false,
        );
        let r = em.call(&CallSpec::new(callee, &args, args.len(), &big));
        em.emit_return(&big, r);
    });
    p.function("pair", |em| {
        let values = em.receive_params(&params(std::slice::from_ref(&pair)), false, &pair);
        em.emit_return(&pair, Some(values[0]));
    });
    p.function("odd", |em| {
        let values = em.receive_params(&params(&[INT, odd.clone()]), false, &odd);
        em.emit_return(&odd, Some(values[1]));
    });
    p.function("vcall", |em| {
        let values = em.receive_params(&params(&[DOUBLE, QUAD]), false, &INT);
        let five = em.int(5);
        let args = [
            CallArg { value: five, ty: &INT },
            CallArg { value: values[0], ty: &DOUBLE },
            CallArg { value: values[1], ty: &QUAD },
        ];
        let callee = em.symbol(
            "variadic",
            symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
            "function_decl",
            false,
        );
        let r = em.call(&CallSpec::new(callee, &args, 1, &INT));
        em.emit_return(&INT, r);
    });
    p.function("vsum", variadic_sum);
    p.check(
        "#include <stdarg.h>
        struct P { int x; double y; }; struct B { long a, b, c; }; struct O { char c[11]; };
        struct B pass(struct P, struct B, struct O, int, double, long, long double, int, long);
        struct P pair(struct P); struct O odd(int, struct O); int vcall(double, long double); long vsum(int, ...);
        struct B callee(struct P p, struct B b, struct O o, int i, double d, long l, long double q, int j, long k)
        { return (struct B){ p.x + b.a + o.c[10], p.y + d + q, b.c * 1000 + i + l + j + k }; }
        int variadic(int n, ...) { va_list ap; va_start(ap, n); double d = va_arg(ap, double);
          long double q = va_arg(ap, long double); va_end(ap); return n + d + q; }",
        "({ struct B r = pass((struct P){1,2.5}, (struct B){10,20,30}, (struct O){\"abcdefghij\\x07\"}, 4, 5.5, 6, 7.0L, 8, 9);
            r.a == 18 && r.b == 15 && r.c == 30027; })
         && ({ struct P r = pair((struct P){3,4.5}); r.x == 3 && r.y == 4.5; })
         && ({ struct O r = odd(1,(struct O){\"0123456789A\"}); r.c[0] == '0' && r.c[10] == 'A'; })
         && vcall(2.5, 1.5L) == 9 && vsum(9, 1L,2L,3L,4L,5L,6L,7L,8L,9L) == 45",
    );
}

/// More live values than registers, integer and float, across a call, with a frame beyond 12-bit offsets.
#[test]
fn pressure_and_large_frames() {
    let mut p = Program::new();
    for large in [false, true] {
        p.function(&format!("pressure_{large}"), |em| {
            let values = em.receive_params(&params(&[INT]), false, &LONG);
            let n = em.var_value(values[0], Mode::SI, false);
            let n = em.convert(n, Mode::SI, Mode::DI, false);
            let buffer = large.then(|| em.stack_local(100_000, 8, "buffer"));
            let mut ints = Vec::new();
            let mut floats = Vec::new();
            for i in 0..60 {
                let k = em.int(i * 3 + 1);
                let v = em.binop(Code::Plus, Mode::DI, n, k);
                let d = em.convert(v, Mode::DI, Mode::DF, false);
                ints.push(v);
                floats.push(d);
            }
            if let Some(buffer) = buffer {
                let slot = em.adjust_address(buffer, Mode::DI, 70_000);
                em.emit_move(slot, n);
            }
            let callee = em.symbol(
                "touch",
                symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
                "function_decl",
                false,
            );
            em.call(&CallSpec::new(callee, &[], 0, &AbiType::Void));
            let mut sum = em.int(0);
            for (v, d) in ints.into_iter().zip(floats) {
                let i = em.convert(d, Mode::DF, Mode::DI, false);
                let product = em.binop(Code::Mult, Mode::DI, v, i);
                sum = em.binop(Code::Plus, Mode::DI, sum, product);
            }
            if let Some(buffer) = buffer {
                let slot = em.adjust_address(buffer, Mode::DI, 70_000);
                sum = em.binop(Code::Plus, Mode::DI, sum, slot);
            } else {
                sum = em.binop(Code::Plus, Mode::DI, sum, n);
            }
            em.emit_return(&LONG, Some(sum));
        });
    }
    p.check(
        "long pressure_true(int), pressure_false(int); volatile char sink;
         void touch(void) { char b[3000]; for (int i = 0; i < 3000; i++) b[i] = i; sink = b[77]; }
         long expect(long n) { long s = n; for (int i = 0; i < 60; i++) s += (n + i * 3 + 1) * (n + i * 3 + 1); return s; }",
        "pressure_true(5) == expect(5) && pressure_false(-9) == expect(-9)",
    );
}

/// Bit-fields of every position, signed and unsigned, packed ones too.
#[test]
fn bit_fields() {
    let mut p = Program::new();
    let (mut decls, mut checks) =
        (String::from("struct __attribute__((packed)) S { unsigned char b[16]; };\n"), Vec::new());
    for (pos, size) in
        [(0u64, 3u64), (5, 7), (13, 20), (31, 33), (3, 61), (9, 1), (32, 32), (17, 47)]
    {
        for align in [1u32, 8] {
            let name = format!("bits_{pos}_{size}_{align}");
            p.function(&name, |em| {
                let values = em.receive_params(&params(&[LONG, LONG]), false, &LONG);
                let attrs = gimlet_rtl_backend::rtl::rtx::MemAttrs {
                    size: Some(16),
                    align: 8 * align,
                    ..gimlet_rtl_backend::rtl::rtx::MemAttrs::of_mode(Mode::BLK)
                };
                let mem = em.mem_attrs(Mode::BLK, values[0], attrs, 0);
                let unsigned = em.extract_bits(mem, pos, size, true, Mode::DI);
                let signed = em.extract_bits(mem, pos, size, false, Mode::DI);
                em.store_bits(mem, pos, size, values[1], Mode::DI);
                let again = em.extract_bits(mem, pos, size, true, Mode::DI);
                let three = em.int(3);
                let r = em.binop(Code::Mult, Mode::DI, unsigned, three);
                let r = em.binop(Code::Plus, Mode::DI, r, signed);
                let r = em.binop(Code::Xor, Mode::DI, r, again);
                em.emit_return(&LONG, Some(r));
            });
            decls += &format!("long {name}(void *, long);\n");
            checks.push(format!("test({name}, {pos}, {size})"));
        }
    }
    decls += "
    typedef unsigned __int128 T;
    int test(long (*f)(void *, long), int pos, int size) {
      union { T t; long l[2]; } u; u.l[0] = 0x123456789abcdef5; u.l[1] = 0x0fedcba987654321;
      T mask = (((T)1 << size) - 1); T before = u.t; long v = 0x5a5aa5a5c3c33c3c;
      unsigned long x = (before >> pos) & mask; long s = (long)(x << (64 - size)) >> (64 - size);
      long want = (long)(3 * x + s) ^ (long)(v & mask);
      long got = f(&u, v);
      T after = (before & ~(mask << pos)) | ((T)(v & mask) << pos);
      return got == want && u.t == after; }\n";
    p.check(&decls, &checks.join(" && "));
}

/// A table jump, block moves, dynamic allocation and inline assembly.
#[test]
fn the_rest() {
    let mut p = Program::new();
    p.function("table", |em| {
        let values = em.receive_params(&params(&[INT]), false, &INT);
        let x = em.var_value(values[0], Mode::SI, false);
        let out = em.new_var(Mode::SI, "", false, false);
        let labels: Vec<_> = (0..5).map(|_| em.new_label()).collect();
        let (default, end) = (em.new_label(), em.new_label());
        let four = em.int(4);
        em.branch(Code::Gtu, Mode::SI, x, four, default, None);
        let index = em.convert(x, Mode::SI, Mode::DI, true);
        let table = em.new_label();
        em.table_jump(index, table, labels.clone());
        for (i, l) in labels.into_iter().enumerate() {
            em.emit_label(l);
            let v = em.int(100 + 7 * i as i64 * i as i64);
            em.store_var(out, v, Mode::SI, false);
            em.emit_jump(end);
        }
        em.emit_label(default);
        let v = em.int(-1);
        em.store_var(out, v, Mode::SI, false);
        em.emit_label(end);
        let v = em.var_value(out, Mode::SI, false);
        em.emit_return(&INT, Some(v));
    });
    p.function("copies", |em| {
        let values = em.receive_params(&params(&[LONG, LONG]), false, &AbiType::Void);
        for (size, at) in [(40i64, 0i64), (7, 40), (300, 48)] {
            let attrs = |size: i64| gimlet_rtl_backend::rtl::rtx::MemAttrs {
                size: Some(size as u64),
                align: 64,
                ..gimlet_rtl_backend::rtl::rtx::MemAttrs::of_mode(Mode::BLK)
            };
            let (d, s) = (em.plus_constant(values[0], at), em.plus_constant(values[1], at));
            let d = em.mem_attrs(Mode::BLK, d, attrs(size), 0);
            let s = em.mem_attrs(Mode::BLK, s, attrs(size), 0);
            em.block_move(d, s, size);
        }
        let d = em.plus_constant(values[0], 352);
        let attrs = gimlet_rtl_backend::rtl::rtx::MemAttrs {
            size: Some(24),
            align: 64,
            ..gimlet_rtl_backend::rtl::rtx::MemAttrs::of_mode(Mode::BLK)
        };
        let d = em.mem_attrs(Mode::BLK, d, attrs, 0);
        em.block_clear(d, 24);
    });
    p.function("dynamic", |em| {
        let values = em.receive_params(&params(&[LONG]), false, &LONG);
        em.f.frame.frame_pointer_needed = true;
        let saved = em.save_stack();
        let p = em.allocate_dynamic(values[0], 16, false, None);
        let callee = em.symbol(
            "fill",
            symbol_flag::FUNCTION | symbol_flag::EXTERNAL,
            "function_decl",
            false,
        );
        let args = [CallArg { value: p, ty: &LONG }, CallArg { value: values[0], ty: &LONG }];
        let r = em.call(&CallSpec::new(callee, &args, 2, &LONG)).expect("a value");
        em.restore_stack(saved);
        em.emit_return(&LONG, Some(r));
    });
    p.function("assembly", |em| {
        let values = em.receive_params(&params(&[LONG, LONG]), false, &LONG);
        let out = em.new_reg(Mode::DI);
        let (seven, m) = (em.int(7), values[1]);
        em.emit_move(out, m);
        em.asm(&gimlet_rtl_backend::emit::AsmOperands {
            template: "add %0,%0,%1\n\taddi %0,%0,%2\n\tli t6,3",
            outputs: &[("+r", out, Mode::DI)],
            inputs: &[("r", values[0], Mode::DI), ("i", seven, Mode::DI)],
            clobbers: &["t6", "memory"],
            labels: &[],
            volatile: false,
        })
        .expect("fine constraints");
        em.emit_return(&LONG, Some(out));
    });
    p.check(
        "int table(int); void copies(void*, void*); long dynamic(long); long assembly(long, long); long pad[99];
         long fill(char *p, long n) { for (int i = 0; i < n; i++) p[i] = i; long s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }",
        "table(0) == 100 && table(4) == 212 && table(5) == -1 && table(-3) == -1
         && ({ unsigned char a[400] __attribute__((aligned(8))), b[400] __attribute__((aligned(8))); int ok = 1;
               for (int i = 0; i < 400; i++) a[i] = 1, b[i] = i * 7 + 3;
               copies(a, b);
               for (int i = 0; i < 348; i++) ok &= a[i] == (i == 47 ? 1 : b[i]);
               for (int i = 352; i < 376; i++) ok &= a[i] == 0;
               ok && a[376] == 1; })
         && dynamic(100) == 4950 && assembly(30, 5) == 42",
    );
}

/// A branch across more than 4 KiB.
#[test]
fn far_branches() {
    let mut p = Program::new();
    p.function("far", |em| {
        let values = em.receive_params(&params(&[LONG]), false, &LONG);
        let label = em.new_label();
        let acc = em.new_reg(Mode::DI);
        em.emit_move(acc, values[0]);
        let zero = em.int(0);
        em.branch(Code::Lt, Mode::DI, acc, zero, label, None);
        for _ in 0..2000 {
            let s = em.binop(Code::Mult, Mode::DI, acc, values[0]);
            em.emit_move(acc, s);
        }
        em.emit_label(label);
        em.emit_return(&LONG, Some(acc));
    });
    p.check("long far(long);", "far(-5) == -5 && far(1) == 1");
}
