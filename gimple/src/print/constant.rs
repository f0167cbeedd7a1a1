//! Constants: integers, reals in GCC's exact decimal form, strings, complex and vector values.

use super::{Printer, decimal};
use crate::constant::{ConstId, ConstValue, RealBits};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

impl Printer<'_> {
    /// A constant.
    pub fn constant(&mut self, id: ConstId) {
        let unit = self.unit;
        let constant = &unit.consts[id];
        match &constant.value {
            ConstValue::Int(value) if self.writes_gimple() => {
                self.gimple_integer(*value, constant.ty);
            }
            ConstValue::Int(value) => {
                self.integer(*value, constant.ty);
                if constant.overflow {
                    self.text("(OVF)");
                }
            }
            ConstValue::Real(_) if constant.overflow => self.text(" overflow"),
            ConstValue::Real(value) => self.real(*value),
            ConstValue::Complex(re, im) => {
                self.text("__complex__ (");
                self.nested(|p| {
                    p.constant(*re);
                    p.text(", ");
                    p.constant(*im);
                });
                self.text(")");
            }
            ConstValue::Vector(elements) => {
                self.text("{ ");
                for (index, &element) in elements.iter().enumerate() {
                    if index != 0 {
                        self.text(", ");
                    }
                    self.nested(|p| p.constant(element));
                }
                self.text(" }");
            }
            ConstValue::String(bytes) => self.string(bytes),
        }
    }

    fn integer(&mut self, value: i128, ty: crate::types::TypeId) {
        let types = &self.unit.types;
        if types.is_pointer(ty) {
            self.number(value as i64);
            return self.text("B");
        }
        let wide = types.precision(ty).is_some_and(|bits| bits == 128);
        if wide && types.is_unsigned(ty) && value < 0 {
            self.number(format_args!("{:#x}", value as u128));
        } else if i64::try_from(value).is_ok() || u64::try_from(value).is_ok() {
            self.number(value);
        } else if value < 0 {
            self.number(format_args!("-{:#x}", value.unsigned_abs()));
        } else {
            self.number(format_args!("{value:#x}"));
        }
    }

    fn real(&mut self, value: RealBits) {
        // GCC shows neither sign nor digits of a NaN; what is to be read back needs them.
        if self.names.is_some() && value.quad().is_nan() {
            let plain = RealBits::from_quad(Quad::NAN);
            match value.0 ^ plain.0 {
                0 => self.text(" Nan"),
                difference if difference == 1 << 127 => self.text(" -Nan"),
                _ => self.number(format_args!(" Nan ({:#x})", value.0)),
            }
            return;
        }
        decimal::write(self.out, value);
    }

    /// A string literal without its terminator, escaped as `pretty_print_string` does.
    pub(super) fn string(&mut self, bytes: &[u8]) {
        self.text("\"");
        for &byte in bytes.strip_suffix(&[0]).unwrap_or(bytes) {
            match byte {
                b'\x08' => self.text("\\b"),
                b'\x0c' => self.text("\\f"),
                b'\n' => self.text("\\n"),
                b'\r' => self.text("\\r"),
                b'\t' => self.text("\\t"),
                b'\x0b' => self.text("\\v"),
                b'\\' => self.text("\\\\"),
                b'"' => self.text("\\\""),
                b'\'' => self.text("\\'"),
                b' '..=b'~' => self.out.push(char::from(byte)),
                _ => self.number(format_args!("\\x{byte:02x}")),
            }
        }
        self.text("\"");
    }
}
