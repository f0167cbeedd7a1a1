//! Initialisers: braces, designators, elided braces, strings.
//!
//! A braced list is read with a stack of [`Level`]s: the aggregate the braces belong to, and above it the
//! subaggregates entered without braces of their own, or by designators. A value goes to the element the innermost
//! level has next; a level entered implicitly is left when it is full.

use super::Parser;
use super::suggestion::Meant;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::lex::TokenKind;
use gimple::constant::{Const, ConstValue};
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::tree::CtorIndex;
use gimple::types::{ArrayDomain, FieldId, Quals, TypeId, TypeKind, TypeSize};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a level is filled as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Array { element: TypeId, count: Option<u64> },
    Vector { element: TypeId, count: u64 },
    Record,
    Union,
    Scalar,
}

/// What [`Level::next`] is when nothing more fits: a string has filled the array, or there is but one element.
const FULL: u64 = u64::MAX;

/// An aggregate being filled.
struct Level {
    ty: TypeId,
    shape: Shape,
    elements: Vec<(CtorIndex, ExprId)>,
    /// The element that comes next; past the end where the level is full.
    next: u64,
    /// The last index of the range a designator gave.
    range_end: Option<u64>,
    /// One more than the greatest index stored.
    length: u64,
    /// Where it goes in the level below.
    slot: CtorIndex,
    /// A designator chose an element.
    designated: bool,
    /// It was entered without braces or designators.
    implicit: bool,
    /// Its last element is a level entered so that holds nothing but a zero.
    holds_zero_level: bool,
    /// Elements by first index, once they are not in order any more.
    index: Option<FxHashMap<u64, usize>>,
}

impl Level {
    fn new(parser: &Parser<'_>, ty: TypeId, slot: CtorIndex) -> Level {
        let shape = match *parser.cx.unit.types.kind(ty) {
            TypeKind::Array { element, domain } => {
                let count = if let ArrayDomain::Count(count) = domain { Some(count) } else { None };
                Shape::Array { element, count }
            }
            TypeKind::Vector { element, lanes } => Shape::Vector { element, count: lanes.into() },
            TypeKind::Record { .. } => Shape::Record,
            TypeKind::Union { .. } => Shape::Union,
            _ => Shape::Scalar,
        };
        Level {
            ty,
            shape,
            elements: Vec::new(),
            next: 0,
            range_end: None,
            length: 0,
            slot,
            designated: false,
            implicit: false,
            holds_zero_level: false,
            index: None,
        }
    }

    /// The element that comes next and its type; `None` if the level is full.
    fn element(&self, parser: &Parser<'_>) -> Option<(CtorIndex, TypeId)> {
        match self.shape {
            Shape::Array { element, count } => {
                if self.next == FULL || count.is_some_and(|count| self.next >= count) {
                    return None;
                }
                let slot = match self.range_end {
                    Some(end) if end > self.next => CtorIndex::Range(self.next, end),
                    _ => CtorIndex::Index(self.next),
                };
                Some((slot, element))
            }
            Shape::Vector { element, count } => {
                (self.next < count).then_some((CtorIndex::Index(self.next), element))
            }
            Shape::Record | Shape::Union => {
                let &field = parser.cx.unit.types.fields(self.ty).get(self.next as usize)?;
                Some((CtorIndex::Field(field), parser.cx.unit.types.field(field).ty))
            }
            Shape::Scalar => (self.next == 0).then_some((CtorIndex::None, self.ty)),
        }
    }

    fn advance(&mut self) {
        self.next = match self.shape {
            Shape::Union | Shape::Scalar => FULL,
            _ => self.range_end.unwrap_or(self.next) + 1,
        };
        self.range_end = None;
    }

    fn store(&mut self, slot: CtorIndex, value: ExprId) {
        if let CtorIndex::Index(last) | CtorIndex::Range(_, last) = slot {
            self.length = self.length.max(last + 1);
        }
        if self.shape == Shape::Union {
            self.elements.clear();
        }
        let (start, _) = bounds(slot);
        let in_order = self.elements.last().is_none_or(|&(last, _)| bounds(last).1 < start);
        if in_order && self.index.is_none() {
            self.elements.push((slot, value));
            return;
        }
        let index = self.index.get_or_insert_with(|| {
            self.elements.iter().enumerate().map(|(i, e)| (bounds(e.0).0, i)).collect()
        });
        index.insert(start, self.elements.len());
        self.elements.push((slot, value));
    }

    /// A value stored earlier for a place that a slot covers, the last such.
    fn overwritten(&self, slot: CtorIndex) -> Option<ExprId> {
        let (start, end) = bounds(slot);
        // Nothing is, as long as elements come in order.
        if self.index.is_none() && self.elements.last().is_none_or(|e| bounds(e.0).1 < start) {
            return None;
        }
        if let Some(index) = &self.index
            && start == end
            && let Some(&at) = index.get(&start)
        {
            return Some(self.elements[at].1);
        }
        // Ranges are rare, and looked for one after the other.
        let covered = |e: &&(CtorIndex, ExprId)| bounds(e.0).0 <= end && bounds(e.0).1 >= start;
        let ranged = start != end || self.elements.iter().any(|e| bounds(e.0).0 != bounds(e.0).1);
        match ranged || self.index.is_none() {
            true => self.elements.iter().rev().find(covered).map(|e| e.1),
            false => None,
        }
    }

    /// The value stored for exactly this element, if any.
    fn stored(&self, slot: CtorIndex) -> Option<ExprId> {
        let found = match &self.index {
            Some(index) => index.get(&bounds(slot).0).map(|&i| self.elements[i]),
            None => self.elements.last().copied().filter(|last| last.0 == slot).or_else(|| {
                let i =
                    self.elements.binary_search_by_key(&bounds(slot).0, |e| bounds(e.0).0).ok()?;
                Some(self.elements[i])
            }),
        };
        found.filter(|found| found.0 == slot).map(|found| found.1)
    }

    /// The elements in order, of those for one place the last.
    fn finish(self) -> Vec<(CtorIndex, ExprId)> {
        if self.index.is_none() {
            return self.elements;
        }
        let mut map: BTreeMap<u64, (u64, CtorIndex, ExprId)> = BTreeMap::new();
        for (slot, value) in self.elements {
            let (start, end) = bounds(slot);
            carve(&mut map, start, end);
            map.insert(start, (end, slot, value));
        }
        map.into_iter()
            .map(|(start, (end, slot, value))| (ranged(slot, start, end), value))
            .collect()
    }
}

/// First and last number of a slot; fields count in order.
fn bounds(slot: CtorIndex) -> (u64, u64) {
    match slot {
        CtorIndex::None => (0, 0),
        CtorIndex::Field(field) => (field.0.into(), field.0.into()),
        CtorIndex::Index(index) => (index, index),
        CtorIndex::Range(low, high) => (low, high),
    }
}

fn ranged(slot: CtorIndex, start: u64, end: u64) -> CtorIndex {
    match slot {
        CtorIndex::Index(_) | CtorIndex::Range(..) if start == end => CtorIndex::Index(start),
        CtorIndex::Index(_) | CtorIndex::Range(..) => CtorIndex::Range(start, end),
        _ => slot,
    }
}

/// Takes the numbers from `start` to `end` out of the ranges of a map.
fn carve(map: &mut BTreeMap<u64, (u64, CtorIndex, ExprId)>, start: u64, end: u64) {
    while let Some((&low, &(high, slot, value))) = map.range(..=end).next_back() {
        if high < start {
            return;
        }
        map.remove(&low);
        if high > end {
            map.insert(end + 1, (high, slot, value));
        }
        if low < start {
            map.insert(low, (start - 1, slot, value));
        }
    }
}

/// What the braces of an initialiser are like so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Braces {
    outermost: Location,
    /// A subaggregate has been entered without braces.
    missing: bool,
}

impl Parser<'_> {
    /// Whether a level holds nothing but a zero: `{ 0 }` is a way of writing `{ }`.
    fn is_zero_level(&self, level: &Level) -> bool {
        match level.elements[..] {
            [] => true,
            [(_, value)] => {
                level.holds_zero_level || crate::fold::util::is_int_zero(&self.cx, value)
            }
            _ => false,
        }
    }

    /// `-Wmissing-braces`, at the end of a level that has braces.
    fn warn_of_missing_braces(&mut self, level: &Level) {
        if self.braces.missing && !self.is_zero_level(level) {
            let at = self.braces.outermost;
            self.warning("missing-braces", at, "missing braces around initializer");
        }
    }

    /// `-Wmissing-field-initializers`, at the end of a level.
    fn warn_of_missing_fields(&mut self, level: &Level) {
        if level.shape != Shape::Record
            || level.designated
            || !self.cx.unit.diagnostics.warnings.enabled("missing-field-initializers")
            || self.is_zero_level(level)
        {
            return;
        }
        let types = &self.cx.unit.types;
        let missing = types.fields(level.ty).iter().skip(level.next as usize).copied();
        let mut missing = missing.map(|id| types.field(id)).filter(|field| {
            !(field.is_bitfield && field.name.is_none())
                && types.size(field.ty).is_some_and(|size| size > 0)
        });
        let Some(field) = missing.next() else { return };
        let name = field.name.map_or("<anonymous>".to_string(), |name| self.text(name));
        let text =
            format!("missing initializer for field ‘{name}’ of {}", self.quoted_type(level.ty));
        let at = self.cx.input_location();
        self.warning("missing-field-initializers", at, text);
    }

    /// `-Woverride-init`: an element is given a value for the second time.
    fn warn_of_overwritten(&mut self, stack: &[Level], slot: CtorIndex, value: ExprId) {
        let Some(level) = stack.last() else { return };
        if matches!(level.shape, Shape::Scalar | Shape::Union) {
            return;
        }
        let Some(before) = level.overwritten(slot) else { return };
        let at = self.cx.get(value).loc;
        let at = if at.is_unknown() { self.cx.input_location() } else { at };
        if self.cx.has_side_effects(before) {
            let text = "initialized field with side-effects overwritten";
            self.warning("override-init-side-effects", at, text);
        } else {
            self.warning("override-init", at, "initialized field overwritten");
        }
    }

    /// Parses the initialiser of a declaration, after its `=`.
    pub fn initializer_for(&mut self, decl: DeclId, loc: Location) -> ExprId {
        let ty = self.cx.unit.decls[decl].ty;
        if self.cx.unit.types[ty].size == TypeSize::Variable {
            let at = self.cx.input_location();
            self.error(at, "variable-sized object may not be initialized");
            self.skip_to_comma();
            return self.cx.error_expr(loc);
        }
        if self.at(TokenKind::LeftBrace) {
            let initializer = self.braced_initializer(ty);
            let is_static = self.cx.unit.decls[decl].is_global();
            self.check_flexible(ty, initializer, is_static);
            return initializer;
        }
        let at = self.loc();
        let e = self.assignment_expression();
        self.convert_initializer(ty, e, at)
    }

    /// Converts an initialiser without braces to the type of the object.
    pub fn convert_initializer(&mut self, ty: TypeId, e: ExprId, loc: Location) -> ExprId {
        if self.cx.is_error(e) {
            return e;
        }
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Array { .. }) {
            if let Some(string) = self.string_initializer(ty, e, loc) {
                return string;
            }
            if matches!(self.cx.exprs[e].kind, ExprKind::CompoundLiteral(..))
                && self.compatible_types(ty, self.cx.type_of(e))
            {
                return e;
            }
            self.error(loc, "invalid initializer");
            return self.cx.error_expr(loc);
        }
        if self.cx.unit.types.is_aggregate(ty) && !self.same_aggregate(ty, e) {
            self.error(loc, "invalid initializer");
            return self.cx.error_expr(loc);
        }
        self.convert_initial_value(ty, e, loc)
    }

    fn same_aggregate(&self, ty: TypeId, e: ExprId) -> bool {
        let types = &self.cx.unit.types;
        types.main_variant(ty) == types.main_variant(self.cx.type_of(e))
    }

    /// A string literal as the value of an array of characters; `None` if it is none, or the array is no such.
    fn string_initializer(&mut self, ty: TypeId, e: ExprId, loc: Location) -> Option<ExprId> {
        let TypeKind::Array { element, domain } = *self.cx.unit.types.kind(ty) else { return None };
        let ExprKind::Const(id) = self.cx.exprs[e].kind else { return None };
        let ConstValue::String(bytes) = &self.cx.unit.consts[id].value else { return None };
        let bytes = bytes.clone();
        let types = &self.cx.unit.types;
        let of_literal = types.element(self.cx.type_of(e))?;
        let (size, literal_size) = (types.size(element)?, types.size(of_literal)?);
        if !types.is_integral(element)
            || matches!(types.kind(element), TypeKind::Bool | TypeKind::Enum { .. })
        {
            return None;
        }
        if size != literal_size {
            let text = if literal_size == 1 {
                "wide character array initialized from non-wide string"
            } else {
                "char-array initialized from wide string"
            };
            if size == 1 || literal_size == 1 {
                self.error(loc, text);
                return Some(self.cx.error_expr(loc));
            }
            return None;
        }
        let length = bytes.len() as u64 / size;
        let (array, kept) = match domain {
            ArrayDomain::Count(count) => {
                if length > count {
                    // The terminator alone may be left out.
                    if length > count + 1 {
                        let name = self.type_text(element);
                        self.pedwarn(
                            "",
                            loc,
                            format!("initializer-string for array of ‘{name}’ is too long"),
                        );
                    }
                    (ty, count)
                } else {
                    (ty, length)
                }
            }
            _ => (self.cx.unit.types.array_of(element, ArrayDomain::Count(length)), length),
        };
        let kept: Box<[u8]> = bytes[..(kept * size) as usize].into();
        let id = self.cx.unit.consts.intern(Const {
            ty: array,
            value: ConstValue::String(kept),
            overflow: false,
        });
        Some(self.cx.const_expr(id, loc))
    }

    /// Parses a braced initialiser of an object of a type. The result's type is completed where the type is an array of
    /// unknown bound.
    pub fn braced_initializer(&mut self, ty: TypeId) -> ExprId {
        let braces = Braces { outermost: self.loc(), missing: false };
        let outer = std::mem::replace(&mut self.braces, braces);
        let e = self.braced_list(ty);
        self.braces = outer;
        e
    }

    fn braced_list(&mut self, ty: TypeId) -> ExprId {
        let loc = self.loc();
        if !self.enter() {
            return self.cx.error_expr(loc);
        }
        self.next();
        if self.at(TokenKind::RightBrace) && self.cx.options.standard.year <= 2017 {
            self.pedantic(loc, "ISO C forbids empty initializer braces");
        }
        let mut stack = vec![Level::new(self, ty, CtorIndex::None)];
        let mut whole = None;
        let mut muted = false;
        if self.is_incomplete(ty) && !self.is_unbounded_array(ty) {
            let text = format!("initializer for incomplete type {}", self.quoted_type(ty));
            self.error(loc, text);
            stack[0].next = FULL;
            muted = true;
        }
        while !self.at(TokenKind::RightBrace) {
            if self.at_designator() {
                self.close_levels(&mut stack);
                self.designators(&mut stack);
            }
            self.initializer_value(&mut stack, &mut whole, muted);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        if !self.accept(TokenKind::RightBrace) {
            self.syntax_error("expected ‘}’");
            self.skip_until(TokenKind::RightBrace);
        }
        self.leave();
        if let Some(whole) = whole {
            return whole;
        }
        self.close_levels(&mut stack);
        match stack.pop() {
            Some(level) if level.shape == Shape::Scalar => self.finish_scalar(level, loc),
            Some(level) => {
                self.warn_of_missing_braces(&level);
                self.warn_of_missing_fields(&level);
                self.constructor(level, loc)
            }
            None => self.cx.error_expr(loc),
        }
    }

    fn finish_scalar(&mut self, level: Level, loc: Location) -> ExprId {
        match level.elements.last() {
            Some(&(_, value)) => value,
            None => {
                self.error(loc, "empty scalar initializer");
                self.cx.error_expr(loc)
            }
        }
    }

    fn at_designator(&mut self) -> bool {
        let token = self.peek();
        match token.kind {
            TokenKind::Dot | TokenKind::LeftBracket => true,
            TokenKind::Identifier => {
                self.keyword_of(token).is_none() && self.peek2().kind == TokenKind::Colon
            }
            _ => false,
        }
    }

    /// Leaves the levels entered without braces.
    fn close_levels(&mut self, stack: &mut Vec<Level>) {
        while stack.len() > 1 {
            self.close_level(stack);
        }
    }

    fn close_level(&mut self, stack: &mut Vec<Level>) {
        let Some(level) = stack.pop() else { return };
        let slot = level.slot;
        let zero = level.implicit && self.is_zero_level(&level);
        self.warn_of_missing_fields(&level);
        let loc = level
            .elements
            .first()
            .map_or(Location::UNKNOWN, |&(_, value)| self.cx.exprs[value].loc);
        let value = self.constructor(level, loc);
        if let Some(parent) = stack.last_mut() {
            parent.store(slot, value);
            parent.advance();
            parent.holds_zero_level = zero;
        }
    }

    fn constructor(&mut self, level: Level, loc: Location) -> ExprId {
        let mut ty = level.ty;
        if let Shape::Array { element, count: None } = level.shape
            && self.is_unbounded_array(ty)
        {
            ty = self.cx.unit.types.array_of(element, ArrayDomain::Count(level.length));
        }
        let is_vector = matches!(level.shape, Shape::Vector { .. });
        let mut elements = level.finish();
        if is_vector {
            elements = self.dense_vector(ty, elements, loc);
        }
        if is_vector && let Some(constant) = self.vector_constant(ty, &elements, loc) {
            return constant;
        }
        let mut flags = expr_flag::CONSTANT;
        for &(_, value) in &elements {
            let of = self.cx.exprs[value].flags;
            flags |= of & expr_flag::SIDE_EFFECTS;
            flags &= of | !expr_flag::CONSTANT;
        }
        self.cx.expr(ExprKind::Constructor(elements.into()), ty, loc, flags)
    }

    /// The vector as a constant, where all of its elements are.
    fn vector_constant(
        &mut self,
        ty: TypeId,
        elements: &[(CtorIndex, ExprId)],
        loc: Location,
    ) -> Option<ExprId> {
        let (element, lanes) = self.cx.unit.types.lanes(ty)?;
        let mut values = Vec::with_capacity(lanes as usize);
        for &(_, value) in elements {
            values.push(crate::fold::util::constant(&self.cx, value)?);
        }
        let zero = gimple::fold_const::zero(&mut self.cx.unit, element);
        values.resize(lanes as usize, zero);
        let value = ConstValue::Vector(values.into());
        let id = self.cx.unit.consts.intern(Const { ty, value, overflow: false });
        Some(self.cx.const_expr(id, loc))
    }

    /// The elements of a vector without indices, zeros filled in between.
    fn dense_vector(
        &mut self,
        ty: TypeId,
        elements: Vec<(CtorIndex, ExprId)>,
        loc: Location,
    ) -> Vec<(CtorIndex, ExprId)> {
        let TypeKind::Vector { element, .. } = *self.cx.unit.types.kind(ty) else {
            return elements;
        };
        let mut dense = Vec::with_capacity(elements.len());
        for (slot, value) in elements {
            while (dense.len() as u64) < bounds(slot).0 {
                let zero = self.zero_of(element, loc);
                dense.push((CtorIndex::None, zero));
            }
            dense.push((CtorIndex::None, value));
        }
        dense
    }

    /// Parses designators: the innermost level's next element becomes the one they name.
    fn designators(&mut self, stack: &mut Vec<Level>) {
        let token = self.peek();
        if self.identifier_of(token).is_some() {
            // The old form, `name: value`.
            self.next();
            self.next();
            if let Some(name) = token.symbol() {
                self.pedantic(token.loc, "obsolete use of designated initializer with ‘:’");
                self.designate_member(stack, name, token.loc, token.loc);
            }
            return;
        }
        let (mut first_designator, mut plain_index) = (true, false);
        let mut first = true;
        while matches!(self.peek().kind, TokenKind::Dot | TokenKind::LeftBracket) {
            if !first {
                self.enter_element(stack);
            }
            first = false;
            plain_index = first_designator && self.at(TokenKind::LeftBracket);
            first_designator = false;
            let dot = self.loc();
            if self.accept(TokenKind::Dot) {
                let token = self.peek();
                match token.symbol() {
                    Some(name) => {
                        self.next();
                        self.designate_member(stack, name, dot, token.loc);
                    }
                    None => {
                        self.syntax_error("expected identifier");
                        return;
                    }
                }
            } else {
                self.designate_index(stack);
            }
        }
        if !self.accept(TokenKind::Equal) {
            if !plain_index {
                self.syntax_error("expected ‘=’");
                return;
            }
            let at = self.loc();
            self.pedantic(at, "obsolete use of designated initializer without ‘=’");
        }
    }

    fn designate_index(&mut self, stack: &mut [Level]) {
        self.next();
        let loc = self.loc();
        let low = self.conditional_expression();
        let high =
            if self.accept(TokenKind::Ellipsis) { self.conditional_expression() } else { low };
        self.expect_or_skip(TokenKind::RightBracket);
        let Some(level) = stack.last_mut() else { return };
        if !matches!(level.shape, Shape::Array { .. } | Shape::Vector { .. }) {
            self.error(loc, "array index in non-array initializer");
            return;
        }
        let (low, high) = (self.folded_int(low), self.folded_int(high));
        let (Some(low), Some(high)) = (low, high) else {
            self.error(loc, "nonconstant array index in initializer");
            return;
        };
        let count = match level.shape {
            Shape::Array { count, .. } => count.unwrap_or(i64::MAX as u64),
            Shape::Vector { count, .. } => count,
            _ => 0,
        };
        if low < 0 || high >= i128::from(count) {
            self.error(loc, "array index in initializer exceeds array bounds");
            return;
        }
        if high < low {
            self.error(loc, "empty index range in initializer");
            return;
        }
        level.next = low as u64;
        level.designated = true;
        level.range_end = (high > low).then_some(high as u64);
    }

    fn designate_member(
        &mut self,
        stack: &mut Vec<Level>,
        name: Symbol,
        dot: Location,
        loc: Location,
    ) {
        let Some(ty) = stack.last().map(|level| level.ty) else { return };
        if !matches!(self.cx.unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. })
        {
            self.error(dot, "field name not in record or union initializer");
            return;
        }
        let Some(path) = self.member_path(ty, name) else {
            let text =
                format!("‘{}’ has no member named ‘{}’", self.type_text(ty), self.text(name));
            let near = crate::typeck::refs::suggested_member(&self.cx, ty, &self.text(name));
            let meant = Meant(near);
            self.error(meant.at(loc), format!("{text}{meant}"));
            return;
        };
        for (step, position) in path.iter().enumerate() {
            if step > 0 {
                self.enter_element(stack);
            }
            if let Some(level) = stack.last_mut() {
                level.next = *position as u64;
                level.designated = true;
                level.range_end = None;
            }
        }
    }

    /// Positions of the fields that lead to a member, through unnamed structs and unions.
    fn member_path(&self, ty: TypeId, name: Symbol) -> Option<Vec<usize>> {
        let types = &self.cx.unit.types;
        let mut work: Vec<(TypeId, Vec<usize>)> = vec![(ty, Vec::new())];
        while let Some((record, path)) = work.pop() {
            let fields: &[FieldId] = types.fields(record);
            for (position, &field) in fields.iter().enumerate() {
                let field = types.field(field);
                if field.name == Some(name) {
                    let mut path = path;
                    path.push(position);
                    return Some(path);
                }
                if field.name.is_none() && !field.is_bitfield {
                    let mut inner = path.clone();
                    inner.push(position);
                    work.push((field.ty, inner));
                }
            }
        }
        None
    }

    /// Enters the element that comes next as a level of its own; what was stored for it before is taken up again.
    fn enter_element(&mut self, stack: &mut Vec<Level>) {
        let Some(top) = stack.last() else { return };
        let Some((slot, ty)) = top.element(self) else { return };
        let mut level = Level::new(self, ty, slot);
        if let Some(value) = top.stored(slot)
            && let ExprKind::Constructor(elements) = &self.cx.exprs[value].kind
        {
            for &(slot, value) in elements.iter() {
                level.store(slot, value);
            }
        }
        stack.push(level);
    }

    /// Parses one value and stores it where it belongs. `whole` becomes the value of the whole list where that is a
    /// string in braces.
    fn initializer_value(
        &mut self,
        stack: &mut Vec<Level>,
        whole: &mut Option<ExprId>,
        muted: bool,
    ) {
        let loc = self.loc();
        if self.at(TokenKind::LeftBrace) {
            self.leave_full_levels(stack);
            let element = stack.last().and_then(|level| level.element(self));
            match element {
                Some((slot, ty)) => {
                    if !self.takes_braces(ty) {
                        self.warning("", loc, "braces around scalar initializer");
                    }
                    let value = self.braced_list(ty);
                    self.store_element(stack, slot, value);
                }
                None => {
                    self.excess(stack, loc, muted);
                    let int = self.cx.unit.common.int;
                    let unknown = self.cx.unit.types.array_of(int, ArrayDomain::Unknown);
                    let errors = self.unit.quiet_initializers;
                    self.unit.quiet_initializers = true;
                    self.braced_list(unknown);
                    self.unit.quiet_initializers = errors;
                }
            }
            return;
        }
        let e = self.assignment_expression();
        if self.is_in_error() && self.cx.is_error(e) {
            return;
        }
        if whole.is_some() {
            let what = if self.is_string(e) { "‘char’ array" } else { "struct" };
            self.error(loc, format!("excess elements in {what} initializer"));
            return;
        }
        if stack.len() == 1 && stack[0].elements.is_empty() && stack[0].next == 0 {
            let ty = stack[0].ty;
            if let Some(string) = self.string_initializer_in_braces(ty, e, loc) {
                stack[0].next = FULL;
                *whole = Some(string);
                return;
            }
        }
        self.place_value(stack, e, loc, muted);
    }

    fn string_initializer_in_braces(
        &mut self,
        ty: TypeId,
        e: ExprId,
        loc: Location,
    ) -> Option<ExprId> {
        let TypeKind::Array { element, .. } = *self.cx.unit.types.kind(ty) else { return None };
        if !self.cx.unit.types.is_integral(element) || !self.is_string(e) {
            return None;
        }
        self.string_initializer(ty, e, loc)
    }

    fn takes_braces(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types.is_aggregate(ty) || matches!(types.kind(ty), TypeKind::Vector { .. })
    }

    fn is_string(&self, e: ExprId) -> bool {
        match self.cx.exprs[e].kind {
            ExprKind::Const(id) => matches!(self.cx.unit.consts[id].value, ConstValue::String(_)),
            _ => false,
        }
    }

    /// Stores a value at the next element, entering subaggregates until it fits.
    fn place_value(&mut self, stack: &mut Vec<Level>, e: ExprId, loc: Location, muted: bool) {
        loop {
            self.leave_full_levels(stack);
            let Some((slot, ty)) = stack.last().and_then(|level| level.element(self)) else {
                self.excess(stack, loc, muted);
                return;
            };
            let value = match *self.cx.unit.types.kind(ty) {
                TypeKind::Array { .. } => match self.string_initializer(ty, e, loc) {
                    Some(string) if self.is_string(e) => Some(string),
                    _ if matches!(self.cx.exprs[e].kind, ExprKind::CompoundLiteral(..))
                        && self.compatible_types(ty, self.cx.type_of(e)) =>
                    {
                        Some(e)
                    }
                    _ => None,
                },
                TypeKind::Record { .. } | TypeKind::Union { .. } => {
                    self.same_aggregate(ty, e).then(|| self.convert_initial_value(ty, e, loc))
                }
                TypeKind::Vector { .. } => {
                    let of = self.cx.type_of(e);
                    let is_vector = matches!(self.cx.unit.types.kind(of), TypeKind::Vector { .. });
                    is_vector.then(|| self.convert_initial_value(ty, e, loc))
                }
                _ => {
                    let plain = self.cx.unit.types.qualified(ty, Quals::NONE);
                    Some(self.convert_initial_value(plain, e, loc))
                }
            };
            match value {
                Some(value) => {
                    self.store_element(stack, slot, value);
                    return;
                }
                None => {
                    self.enter_element(stack);
                    self.braces.missing = true;
                    if let Some(level) = stack.last_mut() {
                        level.implicit = true;
                    }
                }
            }
            // What has no room for anything (`int [0]`, a structure without members) takes the value and drops it.
            if stack.last().is_some_and(|level| level.element(self).is_none()) {
                self.excess(stack, loc, muted);
                return;
            }
        }
    }

    /// Leaves the implicitly entered levels that are full.
    fn leave_full_levels(&mut self, stack: &mut Vec<Level>) {
        while stack.len() > 1 && stack.last().is_some_and(|level| level.element(self).is_none()) {
            self.close_level(stack);
        }
    }

    fn store_element(&mut self, stack: &mut [Level], slot: CtorIndex, value: ExprId) {
        self.warn_of_overwritten(stack, slot, value);
        if let Some(level) = stack.last_mut() {
            level.holds_zero_level = false;
            level.store(slot, value);
            level.advance();
        }
    }

    fn excess(&mut self, stack: &[Level], loc: Location, muted: bool) {
        if muted || self.unit.quiet_initializers {
            return;
        }
        let what = match stack.last().map(|level| level.shape) {
            Some(Shape::Array { .. }) => "array",
            Some(Shape::Vector { .. }) => "vector",
            Some(Shape::Record) => "struct",
            Some(Shape::Union) => "union",
            _ => "scalar",
        };
        self.pedwarn("", loc, format!("excess elements in {what} initializer"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_element_takes_its_place_out_of_a_range() {
        let (a, b) = (ExprId(1), ExprId(2));
        let mut map = BTreeMap::new();
        map.insert(0, (9, CtorIndex::Range(0, 9), a));
        carve(&mut map, 4, 5);
        map.insert(4, (5, CtorIndex::Range(4, 5), b));
        let ranges: Vec<_> =
            map.iter().map(|(&low, &(high, _, value))| (low, high, value)).collect();
        assert_eq!(ranges, [(0, 3, a), (4, 5, b), (6, 9, a)]);
    }
}
