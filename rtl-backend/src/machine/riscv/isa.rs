//! The architecture that `-march=` names: its extensions, what they imply, and how the object file's attribute lists them.

use dumps::put;
use std::fmt::Write;

/// The extensions that insns need, a bit each.
pub mod extension {
    pub const ZBA: u32 = 1 << 0;
    pub const ZBB: u32 = 1 << 1;
    pub const ZBS: u32 = 1 << 2;

    /// Their names.
    pub(super) const NAMES: [(&str, u32); 3] = [("zba", ZBA), ("zbb", ZBB), ("zbs", ZBS)];
}

/// Letters of extensions in the order in which they are listed.
const LETTERS: &str = "imafdqlcbkjtpvnh";

/// Extensions that have a version, and what each implies. All others are listed as they are, without one: nothing is
/// generated for them.
const KNOWN: &[(&str, &str, &[&str])] = &[
    ("i", "2p1", &[]),
    ("m", "2p0", &[]),
    ("a", "2p1", &[]),
    ("f", "2p2", &["zicsr"]),
    ("d", "2p2", &["f", "zicsr"]),
    ("c", "2p0", &[]),
    ("v", "1p0", &["zvl128b", "zve64d"]),
    ("zicsr", "2p0", &[]),
    ("zifencei", "2p0", &[]),
    ("zba", "1p0", &[]),
    ("zbb", "1p0", &[]),
    ("zbc", "1p0", &[]),
    ("zbs", "1p0", &[]),
    ("zbkb", "1p0", &[]),
    ("zbkc", "1p0", &[]),
    ("zbkx", "1p0", &[]),
    ("zkne", "1p0", &[]),
    ("zknd", "1p0", &[]),
    ("zknh", "1p0", &[]),
    ("zkr", "1p0", &[]),
    ("zksed", "1p0", &[]),
    ("zksh", "1p0", &[]),
    ("zkt", "1p0", &[]),
    ("zk", "1p0", &["zkn", "zkr", "zkt"]),
    ("zkn", "1p0", &["zbkb", "zbkc", "zbkx", "zkne", "zknd", "zknh"]),
    ("zks", "1p0", &["zbkb", "zbkc", "zbkx", "zksed", "zksh"]),
    ("zve32x", "1p0", &["zvl32b"]),
    ("zve32f", "1p0", &["f", "zve32x", "zvl32b"]),
    ("zve64x", "1p0", &["zve32x", "zvl64b"]),
    ("zve64f", "1p0", &["f", "zve32f", "zve64x", "zvl64b"]),
    ("zve64d", "1p0", &["d", "zve64f", "zvl64b"]),
    ("zvl32b", "1p0", &[]),
    ("zvl64b", "1p0", &["zvl32b"]),
    ("zvl128b", "1p0", &["zvl64b"]),
    ("zvl256b", "1p0", &["zvl128b"]),
    ("zvl512b", "1p0", &["zvl256b"]),
    ("zvl1024b", "1p0", &["zvl512b"]),
    ("zvl2048b", "1p0", &["zvl1024b"]),
    ("zvl4096b", "1p0", &["zvl2048b"]),
    ("svinval", "1p0", &[]),
    ("svnapot", "1p0", &[]),
];

/// An architecture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isa {
    /// Registers have 64 bits.
    pub wide: bool,
    /// The extensions, in the order of the attribute.
    extensions: Vec<String>,
}

impl Default for Isa {
    /// `rv64gc`.
    fn default() -> Isa {
        let names = ["i", "m", "a", "f", "d", "c", "zicsr", "zifencei"];
        Isa { wide: true, extensions: names.map(str::to_string).into() }
    }
}

impl Isa {
    /// Reads an architecture.
    ///
    /// # Errors
    /// What is wrong with it, as GCC says it.
    pub fn read(arch: &str) -> Result<Isa, String> {
        let wrong = |what: &str| Err(format!("‘-march={arch}’: {what}"));
        let (wide, rest) = match (arch.strip_prefix("rv64"), arch.strip_prefix("rv32")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return wrong("ISA string must begin with rv32 or rv64"),
        };
        let mut isa = Isa { wide, extensions: Vec::new() };
        let mut words = rest.split('_');
        let letters = words.next().unwrap_or_default();
        // Names of several letters may follow the letters at once.
        let letters_end = letters.find(['s', 'z', 'x']).unwrap_or(letters.len());
        let (letters, glued) = letters.split_at(letters_end);
        for (index, letter) in without_versions(letters).chars().enumerate() {
            match letter {
                'g' if index == 0 => {
                    for name in ["i", "m", "a", "f", "d", "zicsr", "zifencei"] {
                        isa.add(name);
                    }
                }
                'i' => isa.add("i"),
                _ if index == 0 => {
                    return wrong("first ISA subset must be ‘e’, ‘i’ or ‘g’");
                }
                'h' => return wrong("name of hypervisor extension must be more than 1 letter"),
                _ if LETTERS.contains(letter) => isa.add(&letter.to_string()),
                _ => return wrong("unsupported ISA subset"),
            }
        }
        let mut seen: Vec<String> = Vec::new();
        let named = std::iter::once(glued).chain(words).filter(|word| !word.is_empty());
        for name in named.map(without_own_version) {
            let kind = match name.chars().next() {
                Some('s') => "supervisor",
                Some('z') => "sub-",
                Some('x') => "non-standard user-level",
                Some(letter) if LETTERS.contains(letter) && name.len() == 1 => "",
                _ => return wrong(&format!("extension ‘{name}’ starts with unsupported letter")),
            };
            if name.len() == 1 && !kind.is_empty() {
                return wrong(&format!("name of {kind} extension must be more than 1 letter"));
            }
            if seen.contains(&name) {
                return wrong(&format!("extension ‘{name}’ appear more than one time"));
            }
            isa.add(&name);
            seen.push(name);
        }
        if !isa.has("i") {
            return wrong("first ISA subset must be ‘e’, ‘i’ or ‘g’");
        }
        isa.extensions.sort_by_key(|name| rank(name));
        Ok(isa)
    }

    /// Whether it has an extension.
    pub fn has(&self, name: &str) -> bool {
        self.extensions.iter().any(|other| other == name)
    }

    /// Its extensions that insns need, a bit each.
    pub fn extensions(&self) -> u32 {
        extension::NAMES
            .iter()
            .filter(|(name, _)| self.has(name))
            .fold(0, |all, (_, bit)| all | bit)
    }

    fn add(&mut self, name: &str) {
        if self.has(name) {
            return;
        }
        self.extensions.push(name.to_string());
        if let Some((_, _, implied)) = KNOWN.iter().find(|row| row.0 == name) {
            for other in *implied {
                self.add(other);
            }
        }
    }

    /// Bytes of its floating-point registers; 0: it has none.
    pub fn float_width(&self) -> u32 {
        match (self.has("d"), self.has("f")) {
            (true, _) => 8,
            (_, true) => 4,
            _ => 0,
        }
    }

    /// The architecture as the object file's attribute has it.
    pub fn attribute(&self) -> String {
        let mut text = if self.wide { "rv64" } else { "rv32" }.to_string();
        for (index, name) in self.extensions.iter().enumerate() {
            let version = version(name).unwrap_or("");
            put!(text, "{}{name}{version}", if index == 0 { "" } else { "_" });
        }
        text
    }

    /// The macros that say which extensions there are, with their values: versions, in thousands.
    pub fn macros(&self) -> Vec<(String, String)> {
        let mut macros = Vec::new();
        for name in &self.extensions {
            let version = version(name).and_then(|version| version.split_once('p'));
            let number = version.map_or((0, 0), |(major, minor)| {
                (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
            });
            let value: u32 = number.0 * 1_000_000 + number.1 * 1000;
            macros.push((format!("__riscv_{name}"), value.to_string()));
        }
        macros
    }
}

fn version(name: &str) -> Option<&'static str> {
    KNOWN.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Where an extension stands in a list: letters first, then names by their first letter, those with `z` by their second.
fn rank(name: &str) -> (usize, usize, String) {
    let letter = |index: usize| {
        let found = name.chars().nth(index).and_then(|letter| LETTERS.find(letter));
        found.unwrap_or(LETTERS.len())
    };
    match name.as_bytes() {
        [_] => (0, letter(0), String::new()),
        [b's', ..] => (1, 0, name.to_string()),
        [b'z', ..] => (2, letter(1), name.to_string()),
        _ => (3, 0, name.to_string()),
    }
}

/// Letters without the versions after them (`i2p1m2`).
fn without_versions(word: &str) -> String {
    let mut text = String::new();
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        let in_version = c.is_ascii_digit()
            || c == 'p' && !text.is_empty() && chars.peek().is_some_and(char::is_ascii_digit);
        if !in_version {
            text.push(c);
        }
    }
    text
}

/// A name without the version at its end: digits, or digits, `p` and digits.
fn without_own_version(word: &str) -> String {
    // Numbers belong to some names.
    if KNOWN.iter().any(|row| row.0 == word) {
        return word.to_string();
    }
    let digits = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let minor = digits(word);
    let name = match word[..minor].strip_suffix('p') {
        Some(major) if minor < word.len() && digits(major) < major.len() => &major[..digits(major)],
        _ => &word[..minor],
    };
    name.to_string()
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
    #[case("rv64imac_zfinx_svpbmt", "rv64i2p1_m2p0_a2p1_c2p0_svpbmt_zfinx")]
    #[case("rv64gcb_xfoo", "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_b_zicsr2p0_zifencei2p0_xfoo")]
    #[case(
        "rv64gc_zks",
        "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zbkb1p0_zbkc1p0_zbkx1p0_zks1p0_zksed1p0_zksh1p0"
    )]
    #[case(
        "rv64gcv",
        "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_v1p0_zicsr2p0_zifencei2p0_zve32f1p0_zve32x1p0_zve64d1p0_zve64f1p0_\
         zve64x1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
    )]
    fn architectures_read_as_gcc_prints_them(#[case] arch: &str, #[case] attribute: &str) {
        assert_eq!(Isa::read(arch).map(|isa| isa.attribute()), Ok(attribute.to_string()));
    }

    #[rstest]
    #[case("rv16i", "ISA string must begin with rv32 or rv64")]
    #[case("rv64mi", "first ISA subset must be ‘e’, ‘i’ or ‘g’")]
    #[case("rv64gch", "name of hypervisor extension must be more than 1 letter")]
    #[case("rv64gc_s", "name of supervisor extension must be more than 1 letter")]
    #[case("rv64gc_zicsr_zicsr", "extension ‘zicsr’ appear more than one time")]
    fn what_is_wrong_is_said_as_gcc_says_it(#[case] arch: &str, #[case] what: &str) {
        assert_eq!(Isa::read(arch), Err(format!("‘-march={arch}’: {what}")));
    }
}
