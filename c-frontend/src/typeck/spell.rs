//! Types and expressions as diagnostics name them, in C's syntax.

use crate::context::Context;
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::constant::{ConstValue, RealBits};
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind};

/// A type in quotes, and what a typedef name in it stands for: `‘T’ {aka ‘int’}`.
pub fn quoted(cx: &Context, ty: TypeId) -> String {
    let text = type_text(cx, ty, false);
    let plain = type_text(cx, ty, true);
    // A typedef is the only name of an unnamed structure.
    if plain == text || plain.contains("<anonymous>") {
        format!("‘{text}’")
    } else {
        format!("‘{text}’ {{aka ‘{plain}’}}")
    }
}

/// Whether a name is a typedef's rather than the spelling of a basic type.
fn typedef_name(cx: &Context, ty: TypeId) -> bool {
    let types = &cx.unit.types;
    types[ty].name.is_some() && types[ty].name != types[types.main_variant(ty)].name
}

/// A type in C's syntax; typedef names replaced by what they stand for where `plain`.
pub fn type_text(cx: &Context, ty: TypeId, plain: bool) -> String {
    text_to(cx, ty, plain, 0)
}

fn text_to(cx: &Context, mut ty: TypeId, plain: bool, depth: u32) -> String {
    let types = &cx.unit.types;
    let mut declarator = String::new();
    let mut pointer = false;
    // An array's qualifiers are its elements'.
    while depth < 8 && declarator.len() < 4096 && (plain || !typedef_name(cx, ty)) {
        match types.kind(ty) {
            &TypeKind::Pointer(to) => {
                let quals = qualifiers(types[ty].quals);
                let space =
                    if quals.is_empty() || declarator.is_empty() || declarator.starts_with('*') {
                        ""
                    } else {
                        " "
                    };
                let before = if quals.is_empty() { "" } else { " " };
                declarator = format!("*{before}{quals}{space}{declarator}");
                pointer = true;
                ty = to;
            }
            &TypeKind::Array { element, domain } => {
                let count = match domain {
                    ArrayDomain::Count(count) => count.to_string(),
                    ArrayDomain::Unknown => String::new(),
                    ArrayDomain::Variable(_) => "<variable>".to_string(),
                };
                declarator = if pointer {
                    format!("({declarator})[{count}]")
                } else {
                    format!("{declarator}[{count}]")
                };
                pointer = false;
                ty = element;
            }
            TypeKind::Function { result, params, variadic, prototyped } => {
                let mut list: Vec<String> =
                    params.iter().take(32).map(|&p| text_to(cx, p, plain, depth + 1)).collect();
                if list.is_empty() && *prototyped && !*variadic {
                    list.push("void".to_string());
                }
                let mut list = separated(&list);
                if *variadic {
                    list.push_str(if list.is_empty() { "..." } else { ", ..." });
                }
                declarator = if pointer {
                    format!("({declarator})({list})")
                } else {
                    format!("{declarator}({list})")
                };
                pointer = false;
                ty = *result;
            }
            _ => break,
        }
    }
    let base = base_text(cx, ty, plain);
    match declarator.chars().next() {
        None => base,
        Some('[') => format!("{base}{declarator}"),
        Some(_) if declarator.starts_with('(') && !declarator.starts_with("(*") => {
            format!("{base}{declarator}")
        }
        Some(_) => format!("{base} {declarator}"),
    }
}

/// Parameters with commas between them, as GCC spaces them: once more after a word.
fn separated(params: &[String]) -> String {
    let mut text = String::new();
    for param in params {
        if !text.is_empty() {
            text.push_str(if text.ends_with(char::is_alphanumeric) { ",  " } else { ", " });
        }
        text.push_str(param);
    }
    text
}

fn base_text(cx: &Context, ty: TypeId, plain: bool) -> String {
    let types = &cx.unit.types;
    let entry = &types[ty];
    let name = if plain { types[types.main_variant(ty)].name } else { entry.name };
    let text = match (name, &entry.kind) {
        (Some(name), _) => cx.unit.symbols.text(name).to_string(),
        (None, TypeKind::Record { tag, .. }) => tag_text(cx, "struct", *tag),
        (None, TypeKind::Union { tag, .. }) => tag_text(cx, "union", *tag),
        (None, TypeKind::Enum { tag, .. }) => tag_text(cx, "enum", *tag),
        (None, &TypeKind::Integer { precision, unsigned }) => {
            format!("{}:{precision}", bit_field_base(cx, ty, unsigned))
        }
        (None, &TypeKind::Vector { element, lanes }) => {
            format!("__vector({lanes}) {}", base_text(cx, element, plain))
        }
        (None, &TypeKind::Complex(part)) if part == cx.unit.common.int => "complex int".to_string(),
        (None, &TypeKind::Complex(part)) => format!("_Complex {}", base_text(cx, part, plain)),
        (None, _) => "<type>".to_string(),
    };
    let quals = qualifiers(entry.quals);
    if quals.is_empty() { text } else { format!("{quals} {text}") }
}

/// The standard type that fills the mode of a bit-field's own type.
fn bit_field_base(cx: &Context, ty: TypeId, unsigned: bool) -> String {
    let common = &cx.unit.common;
    let standard = match (crate::fold::util::mode_bits(cx, ty), unsigned) {
        (8, false) => return "signed char".to_string(),
        (8, true) => return "unsigned char".to_string(),
        (16, false) => common.short,
        (16, true) => common.ushort,
        (32, false) => common.int,
        (32, true) => common.uint,
        (128, false) => common.int128,
        (128, true) => common.uint128,
        (_, false) => common.long,
        (_, true) => common.ulong,
    };
    base_text(cx, standard, true)
}

fn tag_text(cx: &Context, keyword: &str, tag: Option<Symbol>) -> String {
    match tag {
        Some(tag) => format!("{keyword} {}", cx.unit.symbols.text(tag)),
        None => format!("{keyword} <anonymous>"),
    }
}

/// Qualifiers in the order GCC prints them.
pub fn qualifiers(quals: Quals) -> String {
    let words: Vec<&str> = [
        (Quals::ATOMIC, "_Atomic"),
        (Quals::CONST, "const"),
        (Quals::VOLATILE, "volatile"),
        (Quals::RESTRICT, "restrict"),
    ]
    .into_iter()
    .filter(|&(qualifier, _)| quals.contains(qualifier))
    .map(|(_, word)| word)
    .collect();
    words.join(" ")
}

/// What an expression is called in `called object ‘…’ is not a function` and its like; `None` for what has no short
/// name.
pub fn expr_text(cx: &Context, mut e: ExprId) -> Option<String> {
    let mut suffix = String::new();
    for _ in 0..16 {
        match cx.exprs[e].kind {
            ExprKind::Decl(decl) => {
                return cx.unit.decl_name(decl).map(|name| format!("{name}{suffix}"));
            }
            ExprKind::Const(id) => return const_text(cx, id).map(|text| format!("{text}{suffix}")),
            ExprKind::Component(base, field) => {
                let name = cx.unit.types.field(field).name?;
                let name = cx.unit.symbols.text(name);
                if let ExprKind::Indirect(pointer) = cx.exprs[base].kind {
                    suffix = format!("->{name}{suffix}");
                    e = pointer;
                } else {
                    suffix = format!(".{name}{suffix}");
                    e = base;
                }
            }
            ExprKind::Indirect(pointer) if suffix.is_empty() => {
                return expr_text(cx, pointer).map(|text| format!("*{text}"));
            }
            ExprKind::ArrayRef(base, index) => {
                let index = match cx.exprs[index].kind {
                    ExprKind::Const(id) => const_text(cx, id)?,
                    ExprKind::Decl(decl) => cx.unit.decl_name(decl)?.to_string(),
                    _ => return None,
                };
                suffix = format!("[{index}]{suffix}");
                e = base;
            }
            ExprKind::Unary(TreeCode::Nop, inner)
            | ExprKind::NonLvalue(inner)
            | ExprKind::Addr(inner) => e = inner,
            _ => return None,
        }
    }
    None
}

fn const_text(cx: &Context, id: gimple::constant::ConstId) -> Option<String> {
    let constant = &cx.unit.consts[id];
    match constant.value {
        ConstValue::Int(value) if cx.unit.types.is_unsigned(constant.ty) && value < 0 => {
            Some(format!("{:#x}", value as u128))
        }
        ConstValue::Int(value) => Some(match i64::try_from(value) {
            Ok(value) => value.to_string(),
            Err(_) if u64::try_from(value).is_ok() => value.to_string(),
            Err(_) => format!("{:#x}", value as u128),
        }),
        ConstValue::Real(bits) => Some(real_text(cx, constant.ty, bits)),
        ConstValue::Complex(re, im) => {
            let part = cx.unit.types.element(constant.ty)?;
            let parts = format!("{}, {}", const_text(cx, re)?, const_text(cx, im)?);
            Some(format!("(_Complex {}){{{parts}}}", type_text(cx, part, true)))
        }
        _ => None,
    }
}

/// A floating constant with as many digits as tell it from its neighbours, and its type's suffix: `1.5e+0f`.
fn real_text(cx: &Context, ty: TypeId, bits: RealBits) -> String {
    let (common, main) = (&cx.unit.common, cx.unit.types.main_variant(ty));
    let suffixes = [
        (common.float, "f"),
        (common.long_double, "l"),
        (common.float32, "f32"),
        (common.float64, "f64"),
        (common.float128, "f128"),
        (common.float32x, "f32x"),
        (common.float64x, "f64x"),
    ];
    let suffix = suffixes.iter().find(|known| known.0 == main).map_or("", |known| known.1);
    let most = match crate::fold::util::mode_bits(cx, main) {
        32 => 9,
        64 => 17,
        _ => 36,
    };
    let negative = bits.0 >> 127 != 0;
    let Some((mut digits, mut point)) = gimple::print::decimal_expansion(bits) else {
        let text = match (bits.0 << 16, negative) {
            (0, false) => "+Inf",
            (0, true) => "-Inf",
            _ => "+QNaN",
        };
        return format!("{text}{suffix}");
    };
    let sign = if negative { "-" } else { "" };
    if digits == [0] {
        return format!("{sign}0.0{suffix}");
    }
    let up = digits.get(most).is_some_and(|&digit| digit >= 5);
    digits.truncate(most);
    if up {
        match digits.iter().rposition(|&digit| digit < 9) {
            Some(last) => {
                digits.truncate(last + 1);
                digits[last] += 1;
            }
            None => (digits, point) = (vec![1], point + 1),
        }
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    let text: String = digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
    let (first, rest) = text.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    format!("{sign}{first}.{rest}e{point:+}{suffix}")
}
