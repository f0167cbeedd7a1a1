//! Structures stored in the order that is not the target's: the attribute, the pragma, and what they make of a structure.

use super::Parser;
use super::attributes::{Arg, AttrSet};
use crate::layout::Member;
use crate::layout::bit_units::{UnitTypes, make_bit_units};
use crate::lex::TokenKind;
use gimple::decl::{Decl, DeclKind, flag};
use gimple::location::Location;
use gimple::types::{FieldId, TypeId, TypeKind, TypeSize};

const IGNORED: &str = "‘scalar_storage_order’ attribute ignored";

impl Parser<'_> {
    /// The argument of the attribute.
    pub(super) fn take_storage_order(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e).unwrap_or_default(),
            _ => String::new(),
        };
        let big = match text.as_str() {
            "big-endian" => true,
            "little-endian" => false,
            _ => {
                let text = "attribute ‘scalar_storage_order’ argument must be one of ‘big-endian’ or ‘little-endian’";
                self.error(loc, text);
                return;
            }
        };
        set.reversed = Some(big != self.cx.unit.target.big_endian);
    }

    /// `#pragma scalar_storage_order ORDER`: the order of the structures that follow.
    pub(super) fn pragma_storage_order(&mut self, loc: Location) {
        const WANTED: &str =
            "‘big-endian’, ‘little-endian’, or ‘default’ after ‘#pragma scalar_storage_order’";
        let token = self.peek();
        if token.symbol().is_none() {
            self.warning("pragmas", loc, format!("missing {WANTED}"));
            return;
        }
        // `big-endian` is three tokens.
        let mut word = String::new();
        while !matches!(self.peek().kind, TokenKind::PragmaEnd | TokenKind::Eof) {
            let token = self.next();
            word += &self.spelling(token);
        }
        let target = self.cx.unit.target.big_endian;
        self.unit.reversed = match word.as_str() {
            "big-endian" => !target,
            "little-endian" => target,
            "default" => self.cx.options.code.big_endian_records.is_some_and(|big| big != target),
            _ => {
                self.warning("pragmas", loc, format!("expected {WANTED}"));
                return;
            }
        };
    }

    /// Whether a type has a storage order of its own, which structures and unions have.
    pub(super) fn takes_storage_order(&mut self, ty: TypeId, loc: Location) -> bool {
        let types = &self.cx.unit.types;
        let takes = types.is_aggregate(ty) && types.element(ty).is_none();
        if !takes {
            self.warning("attributes", loc, IGNORED);
        }
        takes
    }

    /// Says that variables, members and enumerations have no storage order of their own.
    pub(super) fn refuse_storage_order(&mut self, attrs: &AttrSet, loc: Location) {
        if attrs.reversed.is_some() {
            self.warning("attributes", loc, IGNORED);
        }
    }

    /// Arrays of scalars in a reversed structure are reversed themselves, but for those of bytes, where it is the same.
    pub(super) fn reverse_arrays(&mut self, members: &mut [Member]) {
        for member in members.iter_mut() {
            let types = &mut self.cx.unit.types;
            let mut element = member.ty;
            while let TypeKind::Array { element: inner, .. } = *types.kind(element) {
                element = inner;
            }
            if element != member.ty
                && !types.is_aggregate(element)
                && types.size(element) != Some(1)
            {
                member.ty = types.reversed_array(member.ty);
            }
        }
    }

    /// Makes the units in which the bit-fields of a reversed structure are accessed, if it has not got them.
    pub(super) fn make_bit_units(&mut self, ty: TypeId, loc: Location) {
        let types = &self.cx.unit.types;
        let fields = types.fields(ty);
        if !fields.iter().any(|&field| types.field(field).is_bitfield)
            || !types.bit_units(ty).is_empty()
        {
            return;
        }
        let is_union = matches!(types.kind(ty), TypeKind::Union { .. });
        let straddles = |&field: &FieldId| {
            let field = types.field(field);
            field.is_bitfield && field.bit_offset % 8 + field.bit_size > 128
        };
        if types[ty].size == TypeSize::Variable || fields.iter().any(straddles) {
            self.sorry(loc, "such bit-fields in a structure of reverse storage order");
            return;
        }
        let c = &self.cx.unit.common;
        let of = UnitTypes { integers: [c.uchar, c.ushort, c.uint, self.cx.unit.int64(true)] };
        let main = types.main_variant(ty);
        let cx = &mut self.cx;
        let decls = &mut cx.unit.decls;
        let void = cx.unit.common.void;
        let mut uid = || {
            let mut decl = Decl::new(DeclKind::Type, None, void, Location::UNKNOWN);
            decl.flags = flag::ARTIFICIAL;
            decls.push(decl).0
        };
        make_bit_units(&mut cx.unit.types, main, is_union, of, &mut uid);
    }

    /// A union through which the same bytes are seen in both orders is not what the order is for.
    pub(super) fn check_punning(&mut self, ty: TypeId, members: &[Member]) {
        let reversed = self.cx.unit.types.is_reversed(ty);
        for member in members {
            let types = &self.cx.unit.types;
            let mut inner = member.ty;
            while let TypeKind::Array { element, .. } = *types.kind(inner) {
                inner = element;
            }
            if !types.is_aggregate(inner) {
                continue;
            }
            if types.is_reversed(inner) != reversed {
                let text = "type punning toggles scalar storage order";
                self.warning("scalar-storage-order", member.loc, text);
            }
        }
    }
}
