//! References: addresses, dereferences, subscripts, members.

use super::{binary, rvalue, sanitize, spell, storage_order, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::builtins::Ecf;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::symbol::Symbol;
use gimple::types::{ArrayDomain, FieldId, Quals, TypeId, TypeKind, TypeSize};

/// `&e`.
pub fn build_address(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let ty = cx.type_of(e);
    // &*p is p.
    if let ExprKind::Indirect(pointer) = cx.exprs[e].kind {
        let to = cx.unit.types.pointer_to(ty);
        let own = cx.type_of(pointer);
        if own == to || types::is_function(cx, ty) {
            // The pointer is where the operator is.
            if !matches!(cx.exprs[pointer].kind, ExprKind::Const(_)) {
                cx.exprs[pointer].loc = loc;
            }
            return pointer;
        }
        return fold::fold_convert(cx, loc, to, pointer);
    }
    let is_function = types::is_function(cx, ty);
    let is_label = matches!(cx.exprs[e].kind, ExprKind::Decl(decl) if cx.unit.decls[decl].kind == DeclKind::Label);
    let temporary = matches!(cx.exprs[e].kind, ExprKind::Target(..) | ExprKind::Call { .. })
        && types::is_array(cx, ty);
    if !is_function && !is_label && !temporary && !addressable_value(cx, e) {
        return cx.error_at(loc, "lvalue required as unary ‘&’ operand");
    }
    if !rvalue::mark_addressable(cx, loc, e) || !storage_order::may_take_address(cx, loc, e) {
        return cx.error_expr(loc);
    }
    let object = object_type(cx, e);
    let pointer = match cx.exprs[e].kind {
        ExprKind::Decl(decl) if is_function => function_pointer(cx, decl, object),
        _ => cx.unit.types.pointer_to(object),
    };
    let e = sanitize::allow_end(cx, loc, e);
    fold::build_addr(cx, loc, pointer, e)
}

/// The type of a function's address.
fn function_pointer(cx: &mut Context, function: DeclId, ty: TypeId) -> TypeId {
    let d = &cx.unit.decls[function];
    let mut quals = Quals::NONE;
    for (property, qual) in [(flag::CONST, Quals::CONST), (flag::NORETURN, Quals::VOLATILE)] {
        if d.has(property) {
            quals = quals.union(qual);
        }
    }
    let attributed =
        d.builtin.is_some_and(|builtin| builtin.info().flags.intersects(Ecf::TYPE_ATTRIBUTES));
    cx.unit.types.pointer_to_function(ty, quals, attributed)
}

/// Whether the address of a value may be taken: lvalues, and arrays within values that are none.
fn addressable_value(cx: &Context, e: ExprId) -> bool {
    if rvalue::lvalue_p(cx, e) {
        return true;
    }
    let mut base = e;
    while let ExprKind::Component(inner, _) | ExprKind::ArrayRef(inner, _) = cx.exprs[base].kind {
        base = inner;
    }
    types::is_array(cx, cx.type_of(e)) && base != e
}

/// The type of an object with the qualifiers the access has.
fn object_type(cx: &mut Context, e: ExprId) -> TypeId {
    use crate::generic::expr_flag;
    let ty = cx.type_of(e);
    if types::is_function(cx, ty) {
        return ty;
    }
    let mut quals = Quals::NONE;
    let string = util::constant(cx, e).is_some();
    if cx.exprs[e].has(expr_flag::READONLY) && !string {
        quals = quals.union(Quals::CONST);
    }
    if cx.exprs[e].has(expr_flag::VOLATILE) {
        quals = quals.union(Quals::VOLATILE);
    }
    types::with_quals(cx, ty, quals)
}

/// `*e` of a value; `operator` is `unary *`, `->` or `array`, for complaints.
pub fn build_indirect(cx: &mut Context, loc: Location, e: ExprId, operator: &str) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let ty = cx.type_of(e);
    let Some(to) = cx.unit.types.pointee(ty) else {
        let have = spell::quoted(cx, ty);
        let have = have.trim_start_matches('‘').replacen('’', "", 1);
        let text = match operator {
            "->" => format!("invalid type argument of ‘->’ (have ‘{have}’)"),
            "array" => {
                return cx
                    .error_at(loc, "subscripted value is neither array nor pointer nor vector");
            }
            _ => format!("invalid type argument of unary ‘*’ (have ‘{have}’)"),
        };
        return cx.error_at(loc, text);
    };
    // *&x is x, where the types agree.
    if let ExprKind::Addr(object) = cx.exprs[e].kind
        && cx.type_of(object) == to
    {
        return object;
    }
    if operator == "->" && incomplete(cx, to) {
        return incomplete_use(cx, loc, to);
    }
    if types::is_void(cx, to) && cx.folding.inhibit_warnings == 0 {
        cx.warning("", loc, "dereferencing ‘void *’ pointer");
    }
    let object = fold::build_indirect_ref(cx, loc, to, e);
    // An access that may raise an exception stays where it is, as often as it is written.
    if cx.options.on(Flag::NonCallExceptions)
        && matches!(cx.exprs[object].kind, ExprKind::Indirect(_))
        && !types::is_function(cx, to)
        && !types::is_void(cx, to)
    {
        cx.exprs[object].flags |= expr_flag::VOLATILE | expr_flag::SIDE_EFFECTS;
    }
    object
}

/// Whether a type is incomplete: not an array of known elements, nor `void`.
fn incomplete(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types[ty].size == TypeSize::Incomplete && types::is_record(cx, ty)
}

/// Complains of a use of an incomplete type (`c_incomplete_type_error`).
pub fn incomplete_use(cx: &mut Context, loc: Location, ty: TypeId) -> ExprId {
    let text = match cx.unit.types.kind(ty) {
        TypeKind::Void => "invalid use of void expression".to_string(),
        TypeKind::Array { domain: ArrayDomain::Unknown, .. } => {
            "invalid use of array with unspecified bounds".to_string()
        }
        _ => format!("invalid use of undefined type {}", spell::quoted(cx, ty)),
    };
    cx.error_at(loc, text)
}

/// `array[index]`; either may be the array or pointer.
pub fn build_array_ref(cx: &mut Context, loc: Location, array: ExprId, index: ExprId) -> ExprId {
    if cx.is_error(array) || cx.is_error(index) {
        return cx.error_expr(loc);
    }
    let indexable = |cx: &Context, e| {
        let ty = cx.type_of(e);
        types::is_array(cx, ty) || cx.unit.types.is_pointer(ty) || types::is_vector(cx, ty)
    };
    let (array, index) =
        if !indexable(cx, array) && indexable(cx, index) { (index, array) } else { (array, index) };
    if !indexable(cx, array) {
        return cx.error_at(loc, "subscripted value is neither array nor pointer nor vector");
    }
    if !util::integral(cx, cx.type_of(index)) {
        return cx.error_at(loc, "array subscript is not an integer");
    }
    let ty = cx.type_of(array);
    if let Some(to) = cx.unit.types.pointee(ty)
        && types::is_function(cx, to)
    {
        return cx.error_at(loc, "subscripted value is pointer to function");
    }
    if cx.unit.types.main_variant(cx.type_of(index)) == cx.unit.common.char_ {
        cx.warning("char-subscripts", loc, "array subscript has type ‘char’");
    }
    let index = rvalue::default_conversion(cx, index);
    match *cx.unit.types.kind(ty) {
        TypeKind::Array { element, domain } => {
            array_element(cx, loc, array, index, element, domain)
        }
        TypeKind::Vector { element, lanes } => {
            if let Some(value) = cx.int_value(index)
                && !(0..i128::from(lanes)).contains(&value)
            {
                cx.warning("", loc, "index value is out of bound");
            }
            rvalue::mark_addressable(cx, loc, array);
            let quals = cx.unit.types[ty].quals;
            let element = types::with_quals(cx, element, quals);
            let as_array = cx.unit.types.array_of(element, ArrayDomain::Count(lanes.into()));
            let view = fold::build1(cx, loc, TreeCode::ViewConvert, as_array, array);
            fold::build_array(cx, loc, element, view, index)
        }
        _ => {
            let pointer = rvalue::default_conversion(cx, array);
            let sum = binary::build_binary(cx, loc, TreeCode::Plus, pointer, index);
            build_indirect(cx, loc, sum, "array")
        }
    }
}

fn array_element(
    cx: &mut Context,
    loc: Location,
    array: ExprId,
    index: ExprId,
    element: TypeId,
    domain: ArrayDomain,
) -> ExprId {
    // Only an array indexed within its bounds by constants could be kept in registers.
    let within = match (cx.int_value(index), domain) {
        (Some(value), ArrayDomain::Count(count)) => (0..i128::from(count)).contains(&value),
        _ => false,
    };
    let variable = cx.unit.types[element].size == TypeSize::Variable;
    if (!within || variable) && !rvalue::mark_indexed(cx, loc, array) {
        return cx.error_expr(loc);
    }
    if cx.unit.types[element].size == TypeSize::Incomplete && types::is_record(cx, element) {
        return incomplete_use(cx, loc, element);
    }
    let mut base = array;
    while let ExprKind::Component(inner, _) = cx.exprs[base].kind {
        base = inner;
    }
    if let ExprKind::Decl(decl) = cx.exprs[base].kind
        && cx.unit.decls[decl].has(flag::REGISTER)
        && base == array
    {
        cx.pedwarn("pedantic", loc, "ISO C forbids subscripting ‘register’ array");
    }
    let quals = cx.unit.types[cx.type_of(array)].quals;
    let element = types::with_quals(cx, element, quals);
    let index = sanitize::subscript(cx, loc, array, index);
    fold::build_array(cx, loc, element, array, index)
}

/// The fields that lead to the member called `name`, through anonymous structures and unions.
fn find_member(cx: &Context, ty: TypeId, name: Symbol) -> Option<Vec<FieldId>> {
    let types = &cx.unit.types;
    // Depth first, with the way to each anonymous member remembered.
    let mut work = vec![(ty, Vec::new())];
    while let Some((ty, path)) = work.pop() {
        let fields = types.fields(ty);
        // Plan 9's C knows a member without a name by that of its type too.
        let plan9 = cx.options.on(Flag::Plan9Extensions);
        let called = |&&field: &&FieldId| {
            let member = types.field(field);
            member.name == Some(name)
                || plan9 && member.name.is_none() && types[member.ty].name == Some(name)
        };
        if let Some(&found) = fields.iter().find(called) {
            let mut path = path;
            path.push(found);
            return Some(path);
        }
        for &field in fields.iter().rev() {
            let member = types.field(field);
            if member.name.is_none() && !types.fields(member.ty).is_empty() && path.len() < 256 {
                let mut inner = path.clone();
                inner.push(field);
                work.push((member.ty, inner));
            }
        }
    }
    None
}

/// The member of a structure, or of an anonymous one within it, whose name is nearest to one it does not have.
pub fn suggested_member(cx: &Context, ty: TypeId, name: &str) -> Option<String> {
    let mut nearest = crate::suggest::Nearest::new(name);
    let mut work = vec![ty];
    let mut visited = 0;
    while let Some(ty) = work.pop() {
        visited += 1;
        if visited > 1000 {
            break;
        }
        for &field in cx.unit.types.fields(ty) {
            let field = cx.unit.types.field(field);
            match field.name {
                Some(member) => nearest.consider(cx.unit.symbols.text(member)),
                None => work.push(field.ty),
            }
        }
    }
    nearest.found()
}

/// `base.name`.
pub fn build_component_ref(
    cx: &mut Context,
    loc: Location,
    base: ExprId,
    name: Symbol,
    name_loc: Location,
) -> ExprId {
    if cx.is_error(base) {
        return base;
    }
    let ty = cx.type_of(base);
    let text = cx.unit.symbols.text(name).to_string();
    if !types::is_record(cx, ty) {
        if let Some(to) = cx.unit.types.pointee(ty)
            && types::is_record(cx, to)
        {
            let what =
                spell::expr_text(cx, base).map_or(String::new(), |text| format!("‘{text}’ "));
            return cx.error_at(loc, format!("{what}is a pointer; did you mean to use ‘->’?"));
        }
        let message = format!("request for member ‘{text}’ in something not a structure or union");
        return cx.error_at(loc, message);
    }
    if cx.unit.types[ty].size == TypeSize::Incomplete {
        return incomplete_use(cx, loc, ty);
    }
    let Some(path) = find_member(cx, ty, name) else {
        let message = format!("{} has no member named ‘{text}’", spell::quoted(cx, ty));
        return match suggested_member(cx, ty, &text) {
            Some(near) => {
                let said = format!("{message}; did you mean ‘{near}’?");
                let fixit = FixIt::Replace(name_loc, near);
                cx.unit.diagnostics.error(RichLocation::from(name_loc).with_fixit(fixit), said);
                cx.error_expr(name_loc)
            }
            None => cx.error_at(loc, message),
        };
    };
    let mut e = base;
    for field in path {
        e = member(cx, loc, e, field);
    }
    e
}

/// `base.field` for a field of the structure itself, with the qualifiers of both.
pub fn member(cx: &mut Context, loc: Location, base: ExprId, field: FieldId) -> ExprId {
    let of = cx.type_of(base);
    let mut quals = cx.unit.types[of].quals;
    // What a restrict-qualified structure would say of its members makes no sense.
    quals = quals.without(Quals::RESTRICT).without(Quals::ATOMIC);
    let ty = cx.unit.types.field(field).ty;
    let ty = types::with_quals(cx, ty, quals);
    fold::build_component(cx, loc, ty, base, field)
}
