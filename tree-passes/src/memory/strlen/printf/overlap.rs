//! Strings that are printed over themselves: `-Wrestrict`.
//!
//! ```text
//! x.c:4:3: warning: ‘sprintf’ argument 3 overlaps destination object ‘g’ [-Wrestrict]
//!     4 |   sprintf (g.name, "%s", g.name);
//! x.c:1:43: note: destination object referenced by ‘restrict’-qualified argument 1 was declared here
//! ```

use super::count::{Bounds, Count, UNBOUNDED};
use super::warn::Warned;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;

/// Where a pointer comes from (`get_origin_and_offset`): a variable or a parameter, a member of it, and how far into that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub var: DeclId,
    /// The offset of the member, in bytes.
    field: i64,
    /// Nothing where it is not known.
    offset: Option<i64>,
}

/// A string that may overlap what is printed to.
pub struct Alias {
    /// Which argument it is, counted from 1.
    argument: usize,
    offset: Option<i64>,
    precision: Bounds,
    printed: Count,
}

impl Alias {
    /// A string that is printed to the object it is in.
    pub fn of(
        destination: &Origin,
        string: &Origin,
        argument: usize,
        precision: Bounds,
        printed: Count,
    ) -> Option<Alias> {
        let same = (destination.var, destination.field) == (string.var, string.field);
        same.then_some(Alias { argument, offset: string.offset, precision, printed })
    }

    /// Whether it overlaps what is printed in all: certainly, perhaps, or not.
    fn overlaps(&self, destination: Option<i64>, total: &Count) -> Option<bool> {
        if self.precision == Bounds::exactly(0) {
            return None;
        }
        let (Some(from), Some(to)) = (self.offset, destination) else { return Some(false) };
        if from == to {
            return Some(self.precision.low != 0);
        }
        let (from, to) = (from as u64, to as u64);
        let end = |start: u64, count: u64| start.saturating_add(count);
        let (string, printed) = (end(from, self.printed.min), end(to, total.min) - 1);
        if from <= to && string > to || from >= to && from < printed {
            return Some(true);
        }
        let (string, printed) = (end(from, self.printed.max), end(to, total.max) - 1);
        let perhaps = (to..=printed).contains(&from) || (to..=printed).contains(&string);
        perhaps.then_some(false)
    }
}

/// Warns of strings that overlap what is printed; what is printed then cannot be relied on. Whether a warning was shown.
pub fn warn(
    warned: Warned,
    destination: &Origin,
    first: Operand,
    aliases: &[Alias],
    total: &mut Count,
) -> bool {
    let (mut certain, mut possible) = (Vec::new(), Vec::new());
    for alias in aliases {
        match alias.overlaps(destination.offset, total) {
            Some(true) => certain.push(alias.argument),
            Some(false) => possible.push(alias.argument),
            None => continue,
        }
        total.unlikely = UNBOUNDED;
    }
    let Warned { unit, name, call, .. } = warned;
    let object = unit.decl_name(destination.var).unwrap_or_default().to_string();
    let several = |list: &[usize]| if list.len() == 1 { "" } else { "s" };
    let text = match (&certain[..], &possible[..]) {
        ([], []) => return false,
        (some, []) => {
            let verb = if some.len() == 1 { "overlaps" } else { "overlap" };
            format!(
                "‘{name}’ argument{} {} {verb} destination object ‘{object}’",
                several(some),
                listed(some)
            )
        }
        ([], some) => format!(
            "‘{name}’ argument{} {} may overlap destination object ‘{object}’",
            several(some),
            listed(some)
        ),
        (some, others) => format!(
            "‘{name}’ arguments {} and maybe {} overlap destination object ‘{object}’",
            listed(some),
            listed(others)
        ),
    };
    let shown = unit.diagnostics.warning("restrict", call, text);
    if shown && first != Operand::Decl(destination.var) {
        let text =
            "destination object referenced by ‘restrict’-qualified argument 1 was declared here";
        let declared = unit.decls[destination.var].loc;
        unit.diagnostics.note(declared, text);
    }
    shown
}

/// `3`, `3 and 5`, `3, 5, and 6`.
fn listed(numbers: &[usize]) -> String {
    let all: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match &all[..] {
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
        [] => String::new(),
    }
}

/// What is followed back to an origin.
enum Step {
    Pointer(Operand),
    /// What it points to.
    Object(Operand),
}

/// Where a pointer comes from, if that is a variable or a parameter. Linear in the definitions it is computed by.
pub fn origin(unit: &Unit, f: &Function, pointer: Operand) -> Option<Origin> {
    let (mut field, mut offset) = (0i64, Some(0i64));
    let mut step = Step::Pointer(pointer);
    loop {
        step = match step {
            Step::Pointer(Operand::Ssa(name)) => {
                let Some(def) = f.names[name].def.expand() else {
                    let var = f.names[name].var;
                    return var.is_some().then_some(Origin { var, field, offset });
                };
                let StmtKind::Assign { code, rhs, .. } = f.stmts[def].kind else { return None };
                match code {
                    TreeCode::Single if unit.addressed(rhs[0]).is_some() => {}
                    TreeCode::PointerPlus => offset = small(unit, rhs[1]),
                    _ => return None,
                }
                Step::Pointer(rhs[0])
            }
            Step::Pointer(address) => Step::Object(unit.addressed(address)?),
            Step::Object(Operand::Decl(var)) => return Some(Origin { var, field, offset }),
            Step::Object(Operand::Tree(id)) => match *unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field: member } => {
                    field = field.checked_add(unit.types.field(member).byte_offset() as i64)?;
                    Step::Object(base)
                }
                TreeKind::ArrayRef { base, index } => {
                    let size = i64::try_from(unit.types.size(unit.trees[id].ty)?).ok()?;
                    let by = small(unit, index).and_then(|index| index.checked_mul(size));
                    offset = offset.zip(by).and_then(|(offset, by)| offset.checked_add(by));
                    if size > 1 {
                        field = field.checked_add(by?)?;
                    }
                    Step::Object(base)
                }
                TreeKind::MemRef { base, offset: by, .. } => {
                    let object = unit.addressed(base);
                    let ty = match object {
                        Some(object) => unit.type_of(f, object),
                        None => unit.types.pointee(unit.type_of(f, base))?,
                    };
                    let member = member_at(unit, ty, by);
                    field = field.checked_add(member)?;
                    if by != 0 {
                        offset = by.checked_sub(member);
                    }
                    object.map_or(Step::Pointer(base), Step::Object)
                }
                _ => return None,
            },
            Step::Object(_) => return None,
        };
    }
}

/// A constant that is a number of bytes.
fn small(unit: &Unit, op: Operand) -> Option<i64> {
    i64::try_from(unit.as_int(op)?).ok()
}

/// The offset of the innermost member that a byte of a type is in.
fn member_at(unit: &Unit, ty: TypeId, byte: i64) -> i64 {
    let Ok(byte) = u64::try_from(byte) else { return 0 };
    let within = unit.types.fields(ty).iter().find_map(|&field| {
        let field = unit.types.field(field);
        let (start, size) = (field.byte_offset(), unit.types.size(field.ty)?);
        (start..start + size).contains(&byte).then_some((start, field.ty))
    });
    match within {
        Some((start, ty)) => start as i64 + member_at(unit, ty, (byte - start) as i64),
        None => 0,
    }
}
