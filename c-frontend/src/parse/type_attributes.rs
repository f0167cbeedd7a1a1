//! Attributes that make a type another type: `mode`, `vector_size`, `aligned`, `may_alias`.

use super::Parser;
use super::attributes::AttrSet;
use gimple::location::Location;
use gimple::types::{ArrayDomain, Quals, Type, TypeFlags, TypeId, TypeKind};

/// A type constructor between a declarator's base and its outermost type.
enum Layer {
    Pointer(Quals),
    Array(ArrayDomain),
    Function { params: Vec<TypeId>, variadic: bool, prototyped: bool },
}

impl Parser<'_> {
    /// Applies `mode` and `vector_size`.
    pub fn apply_mode_attributes(&mut self, ty: TypeId, attrs: &AttrSet) -> TypeId {
        let mut ty = ty;
        if let Some((mode, loc)) = attrs.mode {
            let text = self.cx.unit.symbols.text(mode).to_string();
            ty = self.with_mode(ty, &text, loc);
        }
        if let Some((size, loc)) = attrs.vector_size {
            ty = self.map_base(ty, |parser, base| parser.vector_of_bytes(base, size, loc));
        }
        ty
    }

    /// Applies every attribute that changes a type: those of a typedef or type name.
    pub fn apply_type_attributes(&mut self, ty: TypeId, attrs: &AttrSet, loc: Location) -> TypeId {
        let ty = self.apply_mode_attributes(ty, attrs);
        let mut flags = attrs.type_flags;
        if attrs.reversed == Some(true) && self.takes_storage_order(ty, loc) {
            flags |= TypeFlags::REVERSED;
            self.make_bit_units(ty, loc);
        }
        let types = &mut self.cx.unit.types;
        if attrs.align.is_none() && flags == 0 {
            return ty;
        }
        let original: Type = types[ty].clone();
        let flags = original.flags.0
            | flags
            | if attrs.align.is_some() { TypeFlags::USER_ALIGN } else { 0 };
        let align = attrs.align.unwrap_or(original.align);
        if align == original.align && flags == original.flags.0 {
            return ty;
        }
        types.add(Type { align, flags: TypeFlags(flags), ..original })
    }

    /// Replaces the type below pointers, arrays and functions.
    fn map_base(&mut self, ty: TypeId, f: impl FnOnce(&mut Self, TypeId) -> TypeId) -> TypeId {
        let mut layers = Vec::new();
        let mut base = ty;
        loop {
            let quals = self.cx.unit.types[base].quals;
            match self.cx.unit.types.kind(base) {
                &TypeKind::Pointer(to) => {
                    layers.push(Layer::Pointer(quals));
                    base = to;
                }
                &TypeKind::Array { element, domain } => {
                    layers.push(Layer::Array(domain));
                    base = element;
                }
                TypeKind::Function { result, params, variadic, prototyped } => {
                    layers.push(Layer::Function {
                        params: params.clone(),
                        variadic: *variadic,
                        prototyped: *prototyped,
                    });
                    base = *result;
                }
                _ => break,
            }
        }
        let mut ty = f(self, base);
        let types = &mut self.cx.unit.types;
        for layer in layers.into_iter().rev() {
            ty = match layer {
                Layer::Pointer(quals) => {
                    let pointer = types.pointer_to(ty);
                    types.qualified(pointer, quals)
                }
                Layer::Array(domain) => types.array_of(ty, domain),
                Layer::Function { params, variadic, prototyped } => {
                    types.function_of(ty, params, variadic, prototyped)
                }
            };
        }
        ty
    }

    fn vector_of_bytes(&mut self, base: TypeId, bytes: u64, loc: Location) -> TypeId {
        let types = &self.cx.unit.types;
        let scalar = types.is_integral(base) || types.is_real(base);
        let is_bool = matches!(types.kind(base), TypeKind::Bool);
        let Some(size) = types.size(base).filter(|_| scalar && !is_bool) else {
            self.error(loc, "invalid vector type for attribute ‘vector_size’");
            return base;
        };
        if bytes == 0 || !bytes.is_multiple_of(size) {
            let text = if bytes == 0 {
                "zero vector size"
            } else {
                "vector size not an integral multiple of component size"
            };
            self.error(loc, text);
            return base;
        }
        let lanes = bytes / size;
        if !lanes.is_power_of_two() || lanes > 1 << 27 {
            self.error(loc, format!("number of vector components {lanes} not a power of two"));
            return base;
        }
        let quals = types[base].quals;
        let types = &mut self.cx.unit.types;
        let element = types.main_variant(base);
        let vector = types.vector_of(element, lanes as u32);
        types.qualified(vector, quals)
    }

    /// Bits of an integer mode.
    pub fn integer_mode_bits(&self, mode: &str) -> Option<u32> {
        Some(match mode {
            "QI" | "byte" => 8,
            "HI" => 16,
            "SI" => 32,
            "DI" => 64,
            "TI" => 128,
            "word" | "unwind_word" | "libgcc_shift_count" | "libgcc_cmp_return" => {
                self.cx.unit.target.word_bits
            }
            "pointer" => self.cx.unit.target.pointer_size * 8,
            _ => return None,
        })
    }

    fn with_mode(&mut self, ty: TypeId, mode: &str, loc: Location) -> TypeId {
        let c = self.cx.unit.common.clone();
        let quals = self.cx.unit.types[ty].quals;
        let wrong = |parser: &mut Self| {
            parser.error(loc, format!("unknown machine mode ‘{mode}’"));
            ty
        };
        if let Some(bits) = self.integer_mode_bits(mode) {
            let types = &self.cx.unit.types;
            if types.is_pointer(ty) {
                return ty;
            }
            if !types.is_integral(ty) {
                self.error(loc, format!("mode ‘{mode}’ applied to inappropriate type"));
                return ty;
            }
            let unsigned = types.is_unsigned(ty);
            // As in GCC, an enumeration of another size is an integer that has it.
            if let TypeKind::Enum { precision, .. } = *types.kind(ty)
                && u32::from(precision) == bits
            {
                return ty;
            }
            let new = if bits == 128 {
                if unsigned { c.uint128 } else { c.int128 }
            } else {
                self.integer_of_width(bits, unsigned)
            };
            return self.cx.unit.types.qualified(new, quals);
        }
        let new = match mode {
            "SF" => c.float,
            "DF" => c.double,
            "TF" => c.long_double,
            "SC" => c.complex_float,
            "DC" => c.complex_double,
            "TC" => c.complex_long_double,
            _ => match vector_mode(mode) {
                Some((lanes, element)) => {
                    let element = self.with_mode(ty, element, loc);
                    let element = self.cx.unit.types.main_variant(element);
                    self.cx.unit.types.vector_of(element, lanes)
                }
                None => return wrong(self),
            },
        };
        self.cx.unit.types.qualified(new, quals)
    }
}

/// `V4SI` as the number of lanes and the mode of one.
fn vector_mode(mode: &str) -> Option<(u32, &str)> {
    let rest = mode.strip_prefix('V')?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let lanes: u32 = rest[..end].parse().ok()?;
    (lanes.is_power_of_two() && lanes <= 64).then_some((lanes, &rest[end..]))
}
