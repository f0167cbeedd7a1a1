//! The architecture that `-march=` names: its extensions, what they imply, and how the object file's attribute lists them.

use crate::rtl::mode::Mode;
use dumps::put;
use std::fmt::Write;

/// The extensions that insns need, a bit each.
pub mod extension {
    pub const ZBA: u32 = 1 << 0;
    pub const ZBB: u32 = 1 << 1;
    pub const ZBS: u32 = 1 << 2;
    /// Registers of 32 bits, which insns need as they need extensions.
    pub const RV32: u32 = 1 << 3;

    /// The names of those that architectures name.
    pub(super) const NAMES: [(&str, u32); 3] = [("zba", ZBA), ("zbb", ZBB), ("zbs", ZBS)];
}

/// A version in each [`Spec`].
type Versions = [(u32, u32); 3];

/// Extensions that have a version, the versions in each [`Spec`], and what each implies. All others are listed as they are,
/// without one: nothing is generated for them.
const KNOWN: &[(&str, Versions, &[&str])] = &[
    ("e", [(1, 9); 3], &[]),
    ("i", [(2, 0), (2, 1), (2, 1)], &[]),
    ("m", [(2, 0); 3], &[]),
    ("a", [(2, 0), (2, 0), (2, 1)], &[]),
    ("f", [(2, 0), (2, 2), (2, 2)], &["zicsr"]),
    ("d", [(2, 0), (2, 2), (2, 2)], &["f", "zicsr"]),
    ("c", [(2, 0); 3], &[]),
    ("v", [(1, 0); 3], &["zvl128b", "zve64d"]),
    ("zicsr", [(2, 0); 3], &[]),
    ("zifencei", [(2, 0); 3], &[]),
    ("zba", [(1, 0); 3], &[]),
    ("zbb", [(1, 0); 3], &[]),
    ("zbc", [(1, 0); 3], &[]),
    ("zbs", [(1, 0); 3], &[]),
    ("zbkb", [(1, 0); 3], &[]),
    ("zbkc", [(1, 0); 3], &[]),
    ("zbkx", [(1, 0); 3], &[]),
    ("zkne", [(1, 0); 3], &[]),
    ("zknd", [(1, 0); 3], &[]),
    ("zknh", [(1, 0); 3], &[]),
    ("zkr", [(1, 0); 3], &[]),
    ("zksed", [(1, 0); 3], &[]),
    ("zksh", [(1, 0); 3], &[]),
    ("zkt", [(1, 0); 3], &[]),
    ("zk", [(1, 0); 3], &["zkn", "zkr", "zkt"]),
    ("zkn", [(1, 0); 3], &["zbkb", "zbkc", "zbkx", "zkne", "zknd", "zknh"]),
    ("zks", [(1, 0); 3], &["zbkb", "zbkc", "zbkx", "zksed", "zksh"]),
    ("zve32x", [(1, 0); 3], &["zvl32b"]),
    ("zve32f", [(1, 0); 3], &["f", "zve32x", "zvl32b"]),
    ("zve64x", [(1, 0); 3], &["zve32x", "zvl64b"]),
    ("zve64f", [(1, 0); 3], &["f", "zve32f", "zve64x", "zvl64b"]),
    ("zve64d", [(1, 0); 3], &["d", "zve64f", "zvl64b"]),
    ("zvl32b", [(1, 0); 3], &[]),
    ("zvl64b", [(1, 0); 3], &["zvl32b"]),
    ("zvl128b", [(1, 0); 3], &["zvl64b"]),
    ("zvl256b", [(1, 0); 3], &["zvl128b"]),
    ("zvl512b", [(1, 0); 3], &["zvl256b"]),
    ("zvl1024b", [(1, 0); 3], &["zvl512b"]),
    ("zvl2048b", [(1, 0); 3], &["zvl1024b"]),
    ("zvl4096b", [(1, 0); 3], &["zvl2048b"]),
];

/// Extensions that are there where all they imply is, those that others are made of first.
const COMBINED: [&str; 3] = ["zkn", "zks", "zk"];

/// An edition of the manual: it says which version an extension has where none is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spec {
    /// `-misa-spec=2.2`, in which `zicsr` and `zifencei` are part of `i`.
    V2p2,
    /// `-misa-spec=20190608`.
    V20190608,
    /// `-misa-spec=20191213`.
    #[default]
    V20191213,
}

impl Spec {
    /// The edition of this name.
    pub fn of(name: &str) -> Spec {
        match name {
            "2.2" => Spec::V2p2,
            "20190608" => Spec::V20190608,
            _ => Spec::V20191213,
        }
    }

    fn version(self, name: &str) -> Option<(u32, u32)> {
        KNOWN.iter().find(|row| row.0 == name).map(|row| row.1[self as usize])
    }
}

/// An extension of an architecture.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Extension {
    name: String,
    version: Option<(u32, u32)>,
    /// Others bring it along: it has not been named.
    implied: bool,
}

/// An architecture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isa {
    /// Registers have 64 bits.
    pub wide: bool,
    spec: Spec,
    /// The extensions, in the order of the attribute.
    extensions: Vec<Extension>,
}

impl Default for Isa {
    /// `rv64gc`.
    fn default() -> Isa {
        let mut isa = Isa { wide: true, spec: Spec::default(), extensions: Vec::new() };
        for name in GENERAL.into_iter().chain(["c"]) {
            isa.imply(name);
        }
        isa.sort();
        isa
    }
}

/// What `g` stands for.
const GENERAL: [&str; 7] = ["i", "m", "a", "f", "d", "zicsr", "zifencei"];

/// Letters of extensions after the base, in the order in which they have to come.
const LETTERS: &str = "mafdqlcbkjtpvn";

/// What names of several letters begin with, in the order in which they have to come, and what they are called.
const FAMILIES: [(char, &str); 4] = [
    ('s', "supervisor extension"),
    ('h', "hypervisor extension"),
    ('z', "sub-extension"),
    ('x', "non-standard extension"),
];

/// Text that is being read.
struct Reader<'a> {
    rest: &'a str,
    isa: Isa,
}

type Read<T> = Result<T, String>;

impl Reader<'_> {
    fn first(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn number(&mut self) -> Option<u32> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok();
        self.advance(end);
        number
    }

    /// The version after a letter: `2` or `2p1`.
    fn version(&mut self, letter: char) -> Read<Option<(u32, u32)>> {
        let Some(major) = self.number() else { return Ok(None) };
        if self.first() != Some('p') {
            return Ok(Some((major, 0)));
        }
        self.advance(1);
        let Some(minor) = self.number() else {
            return Err(format!("expect number after ‘{major}p’"));
        };
        if self.first() == Some('p') {
            let levels = format!("{letter}{major}p{minor}p?");
            return Err(format!(
                "for ‘{levels}’, version number with more than 2 level is not supported"
            ));
        }
        Ok(Some((major, minor)))
    }

    /// `i`, `e`, or `g` for `i` with what is usual.
    fn base(&mut self) -> Read<()> {
        let letter = self.first().filter(|letter| matches!(letter, 'i' | 'e' | 'g'));
        let Some(letter) = letter else {
            return Err("first ISA subset must be ‘e’, ‘i’ or ‘g’".to_string());
        };
        self.advance(1);
        let version = self.version(letter)?;
        match letter {
            'e' if self.isa.wide => return Err("rv64e is not a valid base ISA".to_string()),
            'g' => GENERAL.into_iter().for_each(|name| self.isa.imply(name)),
            _ => self.isa.add(&letter.to_string(), version)?,
        }
        Ok(())
    }

    /// The letters after the base.
    fn letters(&mut self) -> Read<()> {
        let mut allowed = LETTERS;
        while let Some(letter) = self.first() {
            if FAMILIES.iter().any(|(first, _)| *first == letter) {
                break;
            }
            self.advance(letter.len_utf8());
            if letter == '_' {
                continue;
            }
            let Some(place) = allowed.find(letter) else {
                let what = match LETTERS.contains(letter) {
                    true => "ISA string is not in canonical order.",
                    false => "unsupported ISA subset",
                };
                return Err(format!("{what} ‘{letter}’"));
            };
            allowed = &allowed[place + 1..];
            let version = self.version(letter)?;
            self.isa.add(&letter.to_string(), version)?;
        }
        Ok(())
    }

    /// The names of several letters that begin with this one.
    fn names(&mut self, first: char, kind: &str) -> Read<()> {
        loop {
            self.rest = self.rest.trim_start_matches('_');
            if self.first() != Some(first) {
                return Ok(());
            }
            let end = self.rest.find('_').unwrap_or(self.rest.len());
            let (name, version) = split_version(&self.rest[..end]);
            if name.len() == 1 {
                return Err(format!("name of {kind} must be more than 1 letter"));
            }
            self.isa.add(name, version)?;
            self.advance(end);
        }
    }
}

/// A name and the version at its end: digits, or digits, `p` and digits.
fn split_version(word: &str) -> (&str, Option<(u32, u32)>) {
    let before = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let last = before(word);
    let Ok(number) = word[last..].parse() else { return (word, None) };
    if let Some(text) = word[..last].strip_suffix('p')
        && let Ok(major) = text[before(text)..].parse()
    {
        return (&word[..before(text)], Some((major, number)));
    }
    // A letter and digits are a name.
    if last > 1 { (&word[..last], Some((number, 0))) } else { (word, None) }
}

impl Isa {
    /// Reads an architecture.
    ///
    /// # Errors
    /// What is wrong with it, as GCC says it.
    pub fn read(arch: &str, spec: Spec) -> Result<Isa, String> {
        Isa::parse(arch, spec).map_err(|what| format!("‘-march={arch}’: {what}"))
    }

    fn parse(arch: &str, spec: Spec) -> Read<Isa> {
        let (wide, rest) = match (arch.strip_prefix("rv64"), arch.strip_prefix("rv32")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err("ISA string must begin with rv32 or rv64".to_string()),
        };
        let mut reader = Reader { rest, isa: Isa { wide, spec, extensions: Vec::new() } };
        reader.base()?;
        reader.letters()?;
        for (first, kind) in FAMILIES {
            reader.names(first, kind)?;
        }
        if !reader.rest.is_empty() {
            return Err(format!("unexpected ISA string at end: ‘{}’", reader.rest));
        }
        let mut isa = reader.isa;
        let named: Vec<String> = isa.extensions.iter().map(|one| one.name.clone()).collect();
        named.iter().for_each(|name| isa.imply_others(name));
        for name in COMBINED {
            if implied_by(name).iter().all(|part| isa.has(part)) {
                isa.imply(name);
            }
        }
        isa.sort();
        Ok(isa)
    }

    /// The mode of its general registers.
    pub fn word(&self) -> Mode {
        if self.wide { Mode::DI } else { Mode::SI }
    }

    /// Whether it has an extension.
    pub fn has(&self, name: &str) -> bool {
        self.extensions.iter().any(|other| other.name == name)
    }

    /// Its extensions that insns need, a bit each.
    pub fn extensions(&self) -> u32 {
        extension::NAMES
            .iter()
            .filter(|(name, _)| self.has(name))
            .fold(if self.wide { 0 } else { extension::RV32 }, |all, (_, bit)| all | bit)
    }

    /// An extension that is named.
    fn add(&mut self, name: &str, version: Option<(u32, u32)>) -> Read<()> {
        let version = version.or_else(|| self.spec.version(name));
        let Some(known) = self.extensions.iter_mut().find(|other| other.name == name) else {
            self.extensions.push(Extension { name: name.to_string(), version, implied: false });
            return Ok(());
        };
        if !known.implied {
            return Err(format!("extension ‘{name}’ appear more than one time"));
        }
        (known.version, known.implied) = (version, false);
        Ok(())
    }

    /// An extension that comes with another one.
    fn imply(&mut self, name: &str) {
        if !self.has(name) {
            let version = self.spec.version(name);
            self.extensions.push(Extension { name: name.to_string(), version, implied: true });
            self.imply_others(name);
        }
    }

    fn imply_others(&mut self, name: &str) {
        implied_by(name).iter().for_each(|other| self.imply(other));
    }

    fn sort(&mut self) {
        self.extensions.sort_by_cached_key(|one| rank(&one.name));
    }

    /// Bytes of its floating-point registers; 0: it has none.
    pub fn float_width(&self) -> u32 {
        match (self.has("d"), self.has("f")) {
            (true, _) => 8,
            (_, true) => 4,
            _ => 0,
        }
    }

    /// Bits of the elements of vectors, of floating-point elements, and least bits of a vector register, if it has vectors.
    pub fn vectors(&self) -> Option<[u32; 3]> {
        let bits = |names: &[(&str, u32)]| {
            names.iter().find(|(name, _)| self.has(name)).map_or(0, |(_, bits)| *bits)
        };
        let element = bits(&[("zve64x", 64), ("zve32x", 32)]);
        let float = bits(&[("zve64d", 64), ("zve32f", 32)]);
        let least = self
            .extensions
            .iter()
            .filter_map(|one| one.name.strip_prefix("zvl")?.strip_suffix('b')?.parse::<u32>().ok());
        (element > 0).then(|| [element, float, least.max().unwrap_or(0)])
    }

    /// The architecture as the object file's attribute has it.
    pub fn attribute(&self) -> String {
        let mut text = if self.wide { "rv64" } else { "rv32" }.to_string();
        for (index, one) in self.extensions.iter().enumerate() {
            // They are part of `i` there.
            if self.spec == Spec::V2p2 && matches!(one.name.as_str(), "zicsr" | "zifencei") {
                continue;
            }
            put!(text, "{}{}", if index == 0 { "" } else { "_" }, one.name);
            if let Some((major, minor)) = one.version {
                put!(text, "{major}p{minor}");
            }
        }
        text
    }

    /// The architecture without versions, as `-march=` names it: `rv64imac_zba`.
    pub fn name(&self) -> String {
        let mut text = if self.wide { "rv64" } else { "rv32" }.to_string();
        for one in &self.extensions {
            put!(text, "{}{}", if one.name.len() > 1 { "_" } else { "" }, one.name);
        }
        text
    }

    /// The macros that say which extensions there are, with their values: versions, in thousands.
    pub fn macros(&self) -> Vec<(String, String)> {
        let value = |one: &Extension| {
            let (major, minor) = one.version.unwrap_or_default();
            (u64::from(major) * 1_000_000 + u64::from(minor) * 1000).to_string()
        };
        let name = |one: &Extension| format!("__riscv_{}", one.name);
        self.extensions.iter().map(|one| (name(one), value(one))).collect()
    }
}

/// What an extension brings along.
fn implied_by(name: &str) -> &'static [&'static str] {
    KNOWN.iter().find(|row| row.0 == name).map_or(&[], |row| row.2)
}

/// Where an extension stands in a list: letters first, then names by their first letter, those with `z` by their second.
fn rank(name: &str) -> (usize, usize, String) {
    let letter = |index: usize| {
        let found = name.chars().nth(index);
        match found {
            Some('i' | 'e') => 0,
            Some(letter) => LETTERS.find(letter).map_or(LETTERS.len() + 1, |place| place + 1),
            None => 0,
        }
    };
    if name.len() == 1 {
        return (0, letter(0), String::new());
    }
    let family = FAMILIES.iter().position(|(first, _)| name.starts_with(*first));
    let second = if name.starts_with('z') { letter(1) } else { 0 };
    (1 + family.unwrap_or(FAMILIES.len()), second, name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    // Each row is what GCC 12.2 writes.
    #[rstest]
    #[case("rv64gc", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0")]
    #[case("rv64gc_zba", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zba1p0")]
    #[case(
        "rv64i2p1m2p0afdc_zicsr_zifencei",
        "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
    )]
    #[case("rv64imafd", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0")]
    #[case(
        "rv64imac_zicbom_zihintpause_zifencei",
        "rv64i2p1_m2p0_a2p1_c2p0_zicbom_zifencei2p0_zihintpause"
    )]
    #[case("rv64imac_svpbmt_zfinx", "rv64i2p1_m2p0_a2p1_c2p0_svpbmt_zfinx")]
    #[case("rv32i2p3_m4p2", "rv32i2p3_m4p2")]
    #[case("rv32e1p9", "rv32e1p9")]
    #[case("rv32g2", "rv32i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0_zifencei2p0")]
    #[case("rv32g_zicsr2", "rv32i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0_zifencei2p0")]
    #[case("rv32isabc_hghi_zfoo_xbar", "rv32i2p1_sabc_hghi_zfoo_xbar")]
    #[case("rv32if3d", "rv32i2p1_f3p0_d2p2_zicsr2p0")]
    #[case("rv64imp0p9", "rv64i2p1_m2p0_p0p9")]
    #[case("rv64imc_zba1p", "rv64i2p1_m2p0_c2p0_zba1p")]
    #[case("rv64imc_zfoo12", "rv64i2p1_m2p0_c2p0_zfoo12p0")]
    #[case("rv64imc_z1", "rv64i2p1_m2p0_c2p0_z1")]
    #[case("rv64im_a2_c", "rv64i2p1_m2p0_a2p0_c2p0")]
    #[case("rv64gc__zba_", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zba1p0")]
    #[case("2.2 rv64gc", "rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0")]
    #[case("2.2 rv64imac_svinval_zicsr", "rv64i2p0_m2p0_a2p0_c2p0_svinval")]
    #[case("20190608 rv64gc", "rv64i2p1_m2p0_a2p0_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0")]
    #[case("rv64gcb_xfoo", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_b_zicsr2p0_zifencei2p0_xfoo")]
    #[case(
        "rv64gc_zks",
        "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zbkb1p0_zbkc1p0_zbkx1p0_zks1p0_zksed1p0_zksh1p0"
    )]
    #[case(
        "rv64i_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh_zkr_zkt",
        "rv64i2p1_zbkb1p0_zbkc1p0_zbkx1p0_zk1p0_zkn1p0_zknd1p0_zkne1p0_zknh1p0_zkr1p0_zks1p0_zksed1p0_zksh1p0_zkt1p0"
    )]
    #[case(
        "rv64gcv",
        "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_v1p0_zicsr2p0_zifencei2p0_zve32f1p0_zve32x1p0_zve64d1p0_zve64f1p0_\
         zve64x1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
    )]
    fn architectures_read_as_gcc_prints_them(#[case] arch: &str, #[case] attribute: &str) {
        let (spec, arch) = arch.split_once(' ').unwrap_or(("", arch));
        let read = Isa::read(arch, Spec::of(spec)).map(|isa| isa.attribute());
        assert_eq!(read, Ok(attribute.to_string()));
    }

    #[rstest]
    #[case("rv16i", "ISA string must begin with rv32 or rv64")]
    #[case("rv64mi", "first ISA subset must be ‘e’, ‘i’ or ‘g’")]
    #[case("rv64gch", "name of hypervisor extension must be more than 1 letter")]
    #[case("rv64gc_s", "name of supervisor extension must be more than 1 letter")]
    #[case("rv64gc_zicsr_zicsr", "extension ‘zicsr’ appear more than one time")]
    #[case("rv64", "first ISA subset must be ‘e’, ‘i’ or ‘g’")]
    #[case("rv64e", "rv64e is not a valid base ISA")]
    #[case("rv64imam", "ISA string is not in canonical order. ‘m’")]
    #[case("rv64gc_q", "ISA string is not in canonical order. ‘q’")]
    #[case("rv64imafdci", "unsupported ISA subset ‘i’")]
    #[case("rv64gc_xa_sb_zb", "unexpected ISA string at end: ‘sb_zb’")]
    #[case("rv64im_sx_unexpected", "unexpected ISA string at end: ‘unexpected’")]
    #[case("rv64imc_x", "name of non-standard extension must be more than 1 letter")]
    #[case("rv64i2p", "expect number after ‘2p’")]
    #[case(
        "rv64imafd2p2p2",
        "for ‘d2p2p?’, version number with more than 2 level is not supported"
    )]
    fn what_is_wrong_is_said_as_gcc_says_it(#[case] arch: &str, #[case] what: &str) {
        assert_eq!(Isa::read(arch, Spec::default()), Err(format!("‘-march={arch}’: {what}")));
    }

    #[test]
    fn what_vectors_hold_follows_from_extensions() {
        for (arch, vectors) in [
            ("rv64gc", None),
            ("rv64gcv", Some([64, 64, 128])),
            ("rv64i_zve64f_zvl256b", Some([64, 32, 256])),
            ("rv64imac_zve32x", Some([32, 0, 32])),
        ] {
            let isa = Isa::read(arch, Spec::default()).expect("an architecture");
            assert_eq!(isa.vectors(), vectors, "{arch}");
        }
    }
}
