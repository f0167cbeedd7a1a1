//! A counterexample is run: a caller in C is put after the file, both bodies in the place of the function, and the
//! interpreter runs each. What they print shows whether they differ.
//!
//! The caller gives pointers objects of its own, as large and as far apart as the input says, defines functions that the
//! bodies call so that they say what they are called with and what these objects hold then, and prints the result and
//! the objects ([`instrument`](super::instrument) makes the bodies tell the rest).

use super::instrument;
use super::prover::Trial;
use crate::cli::{CommandLine, Input};
use crate::compile::Translation;
use crate::read_back;
use dumps::DumpFlags;
use dumps::putln;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::interp::{self, Limits};
use gimple::print;
use gimple::stmt::{Callee, StmtKind};
use gimple::types::{TypeId, TypeKind};
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
/// What a program prints that does not end in time.
const GOES_ON: &[u8] = b"goes on";

/// The part of an object that an input names: the first offset, and the one after the last.
type Extent = (u64, u64);

/// Objects of an input, by number.
struct Objects {
    extents: BTreeMap<u64, Extent>,
    sizes: BTreeMap<u64, u64>,
    /// Variables of the file, by what they are called.
    variables: BTreeMap<u64, String>,
    /// Definitions of those that are only declared there.
    definitions: String,
}

impl Objects {
    /// The objects that an input names; nothing where they cannot be made.
    fn of(unit: &Unit, params: &[DeclId], input: &Counterexample) -> Option<Objects> {
        let mut extents: BTreeMap<u64, Extent> = BTreeMap::new();
        let mut reaches = |address: u64| {
            let (id, offset) = (address >> OFFSET_BITS, address & ((1 << OFFSET_BITS) - 1));
            let extent = extents.entry(id).or_insert((offset, offset + 1));
            *extent = (extent.0.min(offset), extent.1.max(offset + 1));
        };
        for (&param, &bits) in params.iter().zip(&input.arguments) {
            if unit.types.is_pointer(unit.decls[param].ty) && bits >> OFFSET_BITS != 0 {
                reaches(bits as u64);
            }
        }
        input.memory.iter().for_each(|&(address, _)| reaches(address));
        let mut objects = Objects {
            extents: BTreeMap::new(),
            sizes: input.sizes.iter().copied().collect(),
            variables: BTreeMap::new(),
            definitions: String::new(),
        };
        for &(id, variable) in &input.named {
            objects.note_variable(unit, id, variable);
            if extents.remove(&id).is_some() && !objects.variables.contains_key(&id) {
                return None;
            }
        }
        if extents.iter().any(|(&id, extent)| id == 0 || extent.1 - extent.0 > MOST) {
            return None;
        }
        Some(Objects { extents, ..objects })
    }

    /// A variable that the caller can set and show: it has a name in the file, and may be written.
    fn note_variable(&mut self, unit: &Unit, id: u64, variable: Option<DeclId>) {
        let Some(decl) = variable else { return };
        let data = &unit.decls[decl];
        let is_whole = unit.types.size(data.ty).is_some_and(|size| (1..=MOST).contains(&size));
        if data.kind != DeclKind::Var
            || !data.is_global()
            || data.context != DeclId::NONE
            || data.flags & (flag::READONLY | flag::VOLATILE) != 0
            || !is_whole
        {
            return;
        }
        let Some(name) = unit.decl_name(decl) else { return };
        if data.has(flag::EXTERNAL) {
            putln!(self.definitions, "__typeof__ ({name}) {name};");
        }
        self.variables.insert(id, name.to_string());
    }

    /// Where an object starts and how large it is. One of a known size is no larger: accesses beyond are seen.
    fn place(&self, id: u64, (low, high): Extent) -> (u64, u64) {
        match self.sizes.get(&id) {
            Some(&size) if size >= high - 1 && size <= MOST => (0, size),
            _ => {
                let start = low.saturating_sub(SLACK) & !15;
                (start, high + SLACK - start)
            }
        }
    }

    /// Variables that point to the objects, and functions that make and print them.
    fn text(&self, input: &Counterexample) -> String {
        let mut text = String::new();
        let (mut make, mut show) = (String::new(), String::new());
        for (&id, name) in &self.variables {
            for &(address, byte) in input.memory.iter().filter(|&&(at, _)| at >> OFFSET_BITS == id)
            {
                let offset = address & ((1 << OFFSET_BITS) - 1);
                putln!(make, "  if ({offset} < sizeof {name})");
                putln!(make, "    ((unsigned char *) &{name})[{offset}] = {byte};");
            }
            putln!(
                show,
                "  for (unsigned long i = 0; i < sizeof {name}; i++)\n    \
                 __builtin_printf (\"%d \", ((unsigned char *) &{name})[i]);"
            );
        }
        for (&id, &extent) in &self.extents {
            let (start, size) = self.place(id, extent);
            putln!(text, "static unsigned char *gimlet_object_{id};");
            putln!(make, "  gimlet_object_{id} = __builtin_malloc ({size});");
            putln!(make, "  __builtin_memset (gimlet_object_{id}, 0, {size});");
            for &(address, byte) in &input.memory {
                if address >> OFFSET_BITS != id || byte == 0 {
                    continue;
                }
                let offset = (address & ((1 << OFFSET_BITS) - 1)) - start;
                if offset < size {
                    putln!(make, "  gimlet_object_{id}[{offset}] = {byte};");
                }
            }
            putln!(
                show,
                "  for (unsigned long i = 0; i < {size}; i++)\n    __builtin_printf (\"%d \", gimlet_object_{id}[i]);"
            );
        }
        putln!(text, "static void gimlet_make (void)\n{{\n{make}}}");
        putln!(text, "static void gimlet_show (void)\n{{\n{show}}}");
        text
    }
}

/// The caller of a function for an input; nothing where it cannot be written.
pub fn caller(unit: &Unit, bodies: [&Function; 2], input: &Counterexample) -> Option<String> {
    let (function, params) = (bodies[0].decl, &bodies[0].params);
    let name = unit.decl_name(function).filter(|&name| name != "main")?;
    let objects = Objects::of(unit, params, input)?;
    let mut text = String::from("\n#undef main\n");
    text += instrument::HELPERS;
    text += &objects.definitions;
    text += &objects.text(input);
    text += &stubs(unit, bodies);
    let mut args = Vec::new();
    for (&param, &bits) in params.iter().zip(&input.arguments) {
        args.push(argument(unit, param, bits, &objects)?);
    }
    let call = format!("{name} ({})", args.join(", "));
    text.push_str("int main (void)\n{\n  gimlet_make ();\n");
    if unit.returned_type(function).is_some() {
        putln!(
            text,
            "  __typeof__ ({call}) gimlet_result = {call};\n  for (unsigned i = 0; i < sizeof gimlet_result; \
             i++)\n    __builtin_printf (\"%d \", ((unsigned char *) &gimlet_result)[i]);"
        );
    } else {
        putln!(text, "  {call};");
    }
    text.push_str("  gimlet_show ();\n  return 0;\n}\n");
    Some(text)
}

/// Functions that are called and not there: they say with what they were called, and what memory holds, and return zero.
fn stubs(unit: &Unit, bodies: [&Function; 2]) -> String {
    let mut seen = Vec::new();
    let mut text = String::new();
    for f in bodies {
        for stmt in f.block_order().into_iter().flat_map(|block| f.block_stmts(block)) {
            let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
            let Callee::Decl(callee) = call.callee else { continue };
            let data = &unit.decls[callee];
            let external = data.has(flag::EXTERNAL) && data.builtin.is_none();
            if external && !seen.contains(&callee) {
                seen.push(callee);
                text += &stub(unit, callee).unwrap_or_default();
            }
        }
    }
    text
}

/// A function in the place of one that is only declared.
fn stub(unit: &Unit, callee: DeclId) -> Option<String> {
    let name = unit.decl_name(callee)?;
    let TypeKind::Function { result, params, .. } = unit.types.kind(unit.decls[callee].ty) else {
        return None;
    };
    let spelled = |ty: TypeId| print::type_text(unit, ty, DumpFlags::NONE);
    let (mut list, mut said) = (Vec::new(), String::new());
    for (index, &ty) in params.iter().enumerate().filter(|(_, ty)| **ty != unit.common.void) {
        list.push(format!("{} gimlet_{index}", spelled(ty)));
        if unit.types.is_integral(ty) || unit.types.is_real(ty) {
            putln!(
                said,
                "  for (unsigned i = 0; i < sizeof gimlet_{index}; i++)\n    \
                 __builtin_printf (\"%d \", ((unsigned char *) &gimlet_{index})[i]);"
            );
        }
    }
    let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
    let returned = match unit.types.kind(*result) {
        TypeKind::Void => "",
        _ if unit.types.is_aggregate(*result) => return None,
        _ => "  return 0;\n",
    };
    let result = spelled(*result);
    Some(format!(
        "{result} {name} ({list})\n{{\n  __builtin_printf (\"{name} \");\n{said}  gimlet_show ();\n{returned}}}\n"
    ))
}

/// An argument as C writes it.
fn argument(unit: &Unit, param: DeclId, bits: u128, objects: &Objects) -> Option<String> {
    let types = &unit.types;
    let ty = unit.decls[param].ty;
    let spelled = print::type_text(unit, ty, DumpFlags::NONE);
    if types.is_pointer(ty) {
        let (id, offset) = ((bits >> OFFSET_BITS) as u64, bits as u64 & ((1 << OFFSET_BITS) - 1));
        if let Some(name) = objects.variables.get(&id) {
            return Some(format!("(void *) ((char *) &{name} + {offset})"));
        }
        return Some(match objects.extents.get(&id) {
            Some(&extent) => {
                let (start, _) = objects.place(id, extent);
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

/// A file with a caller after it.
pub fn with_caller(input: &Input, caller: &str) -> Option<String> {
    let source = match &input.text {
        Some(text) => text.clone(),
        None => String::from_utf8_lossy(&std::fs::read(&input.name).ok()?).into_owned(),
    };
    Some(format!("#define main gimlet_main_of_the_file\n#line 1\n{source}\n{caller}"))
}

/// Whether the two bodies do not do the same for the input; nothing where they cannot be run.
pub fn differs(line: &CommandLine, input: &Input, trial: &Trial, overflow: bool) -> Option<bool> {
    let Trial { function, bodies, caller, .. } = trial;
    let text = with_caller(input, caller)?;
    let name = |body| run(line, input, &text, body, (function, overflow));
    let [before, after] = bodies.each_ref().map(|body| name(body));
    let before = before.filter(|out| out != GOES_ON)?;
    Some(before != after?)
}

/// What a program prints with a body in the place of the function.
fn run(
    line: &CommandLine,
    input: &Input,
    text: &str,
    body: &str,
    (name, overflow): (&str, bool),
) -> Option<Vec<u8>> {
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
    let named = |function: &&Function| module.unit.decl_name(function.decl) == Some(name);
    let function = module.functions.iter().find(named)?.decl;
    instrument::instrument(module, function, overflow)?;
    let mut out = Vec::new();
    let limits = Limits { steps: PATIENCE, ..Limits::default() };
    let ended = interp::run(module, std::slice::from_ref(&input.name), &mut out, limits);
    match ended {
        Ok(status) => out.extend(status.0.to_string().bytes()),
        // An access outside of all objects, or the like, is what differs.
        Err(error) => match error.kind {
            interp::ErrorKind::Fault { .. } => out.extend(b"fault"),
            interp::ErrorKind::CheckFailed => out.extend(b"overflow"),
            interp::ErrorKind::Uninitialized(_) => out.extend(b"undefined"),
            interp::ErrorKind::StepLimit => out = GOES_ON.to_vec(),
            interp::ErrorKind::FalseClaim(_) => out.extend(b"no value of its type"),
            _ => return None,
        },
    }
    Some(out)
}
