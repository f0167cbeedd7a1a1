//! A counterexample is run: a caller in C is put after the file, both bodies in the place of the function, and the
//! interpreter runs each. What they print shows whether they differ.
//!
//! The caller gives pointers objects of its own, as far apart as the input says, and prints the result and these objects.

use crate::cli::{CommandLine, Input};
use crate::compile::Translation;
use crate::read_back;
use dumps::DumpFlags;
use dumps::putln;
use gimple::decl::DeclId;
use gimple::function::Prop;
use gimple::interp::{self, Limits};
use gimple::print;
use gimple::unit::Unit;
use prove::Counterexample;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Bits of an offset within an object.
const OFFSET_BITS: u32 = 40;
/// Bytes before and after what an input names of an object.
const SLACK: u64 = 256;
/// Bytes of an object at most.
const MOST: u64 = 1 << 16;
/// Steps of a run.
const PATIENCE: u64 = 5_000_000;

/// The part of an object that an input names: the first offset, and the one after the last.
type Extent = (u64, u64);

/// The caller of a function for an input; nothing where it cannot be written.
pub fn caller(
    unit: &Unit,
    function: DeclId,
    params: &[DeclId],
    input: &Counterexample,
) -> Option<String> {
    let name = unit.decl_name(function).filter(|&name| name != "main")?;
    let types = &unit.types;
    let mut extents: BTreeMap<u64, Extent> = BTreeMap::new();
    let mut reaches = |address: u64| {
        let (id, offset) = (address >> OFFSET_BITS, address & ((1 << OFFSET_BITS) - 1));
        let extent = extents.entry(id).or_insert((offset, offset + 1));
        *extent = (extent.0.min(offset), extent.1.max(offset + 1));
    };
    for (&param, &bits) in params.iter().zip(&input.arguments) {
        if types.is_pointer(unit.decls[param].ty) && bits >> OFFSET_BITS != 0 {
            reaches(bits as u64);
        }
    }
    input.memory.iter().for_each(|&(address, _)| reaches(address));
    let named = |id: &u64| input.named.iter().any(|(known, _)| known == id);
    if extents.iter().any(|(id, extent)| *id == 0 || named(id) || extent.1 - extent.0 > MOST) {
        return None;
    }
    let mut text = String::from("\n#undef main\n");
    for (&id, &(low, high)) in &extents {
        let (start, size) = (low.saturating_sub(SLACK) & !15, high + SLACK);
        let mut bytes = vec![0u8; (size - start) as usize];
        for &(address, byte) in &input.memory {
            let offset = address & ((1 << OFFSET_BITS) - 1);
            if address >> OFFSET_BITS == id {
                bytes[(offset - start) as usize] = byte;
            }
        }
        let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
        putln!(
            text,
            "static unsigned char __attribute__ ((aligned (16))) gimlet_object_{id}[] = {{ {} }};",
            list.join(", ")
        );
    }
    let mut args = Vec::new();
    for (&param, &bits) in params.iter().zip(&input.arguments) {
        args.push(argument(unit, param, bits, &extents)?);
    }
    let call = format!("{name} ({})", args.join(", "));
    text.push_str("int main (void)\n{\n");
    match unit.returned_type(function) {
        Some(ty) if types.is_aggregate(ty) => return None,
        Some(_) => {
            putln!(
                text,
                "  __typeof__ ({call}) gimlet_result = {call};\n  for (unsigned i = 0; i < sizeof gimlet_result; \
                 i++)\n    __builtin_printf (\"%d \", ((unsigned char *) &gimlet_result)[i]);"
            );
        }
        None => {
            putln!(text, "  {call};");
        }
    }
    for id in extents.keys() {
        putln!(
            text,
            "  for (unsigned i = 0; i < sizeof gimlet_object_{id}; i++)\n    \
             __builtin_printf (\"%d \", gimlet_object_{id}[i]);"
        );
    }
    text.push_str("  return 0;\n}\n");
    Some(text)
}

/// An argument as C writes it.
fn argument(
    unit: &Unit,
    param: DeclId,
    bits: u128,
    extents: &BTreeMap<u64, Extent>,
) -> Option<String> {
    let types = &unit.types;
    let ty = unit.decls[param].ty;
    let spelled = print::type_text(unit, ty, DumpFlags::NONE);
    if types.is_pointer(ty) {
        let (id, offset) = ((bits >> OFFSET_BITS) as u64, bits as u64 & ((1 << OFFSET_BITS) - 1));
        return Some(match extents.get(&id) {
            Some((low, _)) => {
                let start = low.saturating_sub(SLACK) & !15;
                format!("(void *) (gimlet_object_{id} + {})", offset - start)
            }
            None => format!("(void *) {bits}ul"),
        });
    }
    if types.is_integral(ty) && types.precision(ty)? <= 64 {
        return Some(format!("({spelled}) {bits}ull"));
    }
    let whole = match (types.is_real(ty), types.size(ty)) {
        (true, Some(4)) => "unsigned",
        (true, Some(8)) => "unsigned long long",
        _ => return None,
    };
    Some(format!(
        "((union {{ {whole} gimlet_bits; {spelled} gimlet_value; }}) {{ {bits}ull }}).gimlet_value"
    ))
}

/// Whether the two bodies do not do the same for the input; nothing where they cannot be run.
pub fn differs(
    line: &CommandLine,
    input: &Input,
    bodies: &[String; 2],
    caller: &str,
) -> Option<bool> {
    let source = match &input.text {
        Some(text) => text.clone(),
        None => String::from_utf8_lossy(&std::fs::read(&input.name).ok()?).into_owned(),
    };
    let text = format!("#define main gimlet_main_of_the_file\n#line 1\n{source}\n{caller}");
    let [before, after] = bodies.each_ref().map(|body| run(line, input, &text, body));
    Some(before? != after?)
}

/// What a program prints with a body in the place of the function.
fn run(line: &CommandLine, input: &Input, text: &str, body: &str) -> Option<Vec<u8>> {
    let input = Input { text: Some(text.to_string()), ..input.clone() };
    let mut translation = Translation::parse(line, &input, Vec::new()).ok()?;
    let module = &mut translation.module;
    let read = gimple::read::read_bodies(body, module).ok()?;
    for function in &mut module.functions {
        if read.contains(&function.decl) {
            function.properties |= Prop::SSA;
            read_back::complete(&mut module.unit, function);
        }
    }
    let mut out = Vec::new();
    let limits = Limits { steps: PATIENCE, ..Limits::default() };
    let ended = interp::run(module, std::slice::from_ref(&input.name), &mut out, limits);
    match ended {
        Ok(status) => out.extend(status.0.to_string().bytes()),
        // An access outside of all objects is what differs.
        Err(error) => match error.kind {
            interp::ErrorKind::Fault { .. } => out.extend(b"fault"),
            _ => return None,
        },
    }
    Some(out)
}
