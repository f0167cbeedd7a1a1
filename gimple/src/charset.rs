//! Character sets of one byte a character: those of ISO 8859, which extend ASCII, and EBCDIC's code pages for Latin 1.
//! Text is UTF-8 inside.
//!
//! ```text
//!   -finput-charset=latin1        the byte e9 of a file   =>   é
//!   -fexec-charset=ISO-8859-2     č in a string           =>   the byte e8
//!   -fexec-charset=IBM1047        a in a string           =>   the byte 81
//! ```

/// The parts of ISO 8859 that define all characters from a0 on, with these.
const PARTS: &[(u32, &str)] = &[
    (
        1,
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        2,
        "\u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        4,
        "\u{a0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{ad}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙",
    ),
    (
        5,
        "\u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
    ),
    (
        9,
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
    (
        10,
        "\u{a0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{ad}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ",
    ),
    (
        13,
        "\u{a0}”¢£¤„¦§Ø©Ŗ«¬\u{ad}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž’",
    ),
    (
        14,
        "\u{a0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{ad}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ",
    ),
    (
        15,
        "\u{a0}¡¢£€¥Š§š©ª«¬\u{ad}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        16,
        "\u{a0}ĄąŁ€„Š§š©Ș«Ź\u{ad}źŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
    ),
];

/// Code pages of EBCDIC, by number: all 256 characters.
const CODE_PAGES: &[(u32, &str)] = &[
    (
        37,
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\
         \u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\
         \u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|\
         &éêëèíîïìß!$*);¬\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?\
         øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±\
         °jklmnopqrªºæ¸Æ¤\
         µ~stuvwxyz¡¿ÐÝÞ®\
         ^£¥·©§¶¼½¾[]¯¨´×\
         {ABCDEFGHI\u{ad}ôöòóõ\
         }JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ\
         0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        500,
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\
         \u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\
         \u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ[.<(+!\
         &éêëèíîïìß]$*);^\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?\
         øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±\
         °jklmnopqrªºæ¸Æ¤\
         µ~stuvwxyz¡¿ÐÝÞ®\
         ¢£¥·©§¶¼½¾¬|¯¨´×\
         {ABCDEFGHI\u{ad}ôöòóõ\
         }JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ\
         0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        1047,
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\
         \u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\
         \u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|\
         &éêëèíîïìß!$*);^\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?\
         øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±\
         °jklmnopqrªºæ¸Æ¤\
         µ~stuvwxyz¡¿Ð[Þ®\
         ¬£¥·©§¶¼½¾Ý¨¯]´×\
         {ABCDEFGHI\u{ad}ôöòóõ\
         }JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ\
         0123456789³ÛÜÙÚ\u{9f}",
    ),
    (
        1140,
        "\u{0}\u{1}\u{2}\u{3}\u{9c}\u{9}\u{86}\u{7f}\u{97}\u{8d}\u{8e}\u{b}\u{c}\u{d}\u{e}\u{f}\
         \u{10}\u{11}\u{12}\u{13}\u{9d}\u{85}\u{8}\u{87}\u{18}\u{19}\u{92}\u{8f}\u{1c}\u{1d}\u{1e}\u{1f}\
         \u{80}\u{81}\u{82}\u{83}\u{84}\u{a}\u{17}\u{1b}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{5}\u{6}\u{7}\
         \u{90}\u{91}\u{16}\u{93}\u{94}\u{95}\u{96}\u{4}\u{98}\u{99}\u{9a}\u{9b}\u{14}\u{15}\u{9e}\u{1a}\
         \u{20}\u{a0}âäàáãåçñ¢.<(+|\
         &éêëèíîïìß!$*);¬\
         -/ÂÄÀÁÃÅÇÑ¦,%_>?\
         øÉÊËÈÍÎÏÌ`:#@'=\"\
         Øabcdefghi«»ðýþ±\
         °jklmnopqrªºæ¸Æ€\
         µ~stuvwxyz¡¿ÐÝÞ®\
         ^£¥·©§¶¼½¾[]¯¨´×\
         {ABCDEFGHI\u{ad}ôöòóõ\
         }JKLMNOPQR¹ûüùúÿ\
         \\÷STUVWXYZ²ÔÖÒÓÕ\
         0123456789³ÛÜÙÚ\u{9f}",
    ),
];

/// A character set; UTF-8 by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Charset {
    /// The characters from `first` on; those below are ASCII's and the control characters.
    characters: Option<&'static str>,
    first: u8,
}

impl Charset {
    /// The set of a name, as `iconv` knows it.
    pub fn find(name: &str) -> Option<Charset> {
        let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let page = plain.strip_prefix("ibm").or_else(|| plain.strip_prefix("cp"));
        if let Some(number) = page {
            let number: u32 = number.parse().ok()?;
            let row = CODE_PAGES.iter().find(|row| row.0 == number)?;
            return Some(Charset { characters: Some(row.1), first: 0 });
        }
        let part = match plain.as_str() {
            "utf8" => return Some(Charset::default()),
            "latin1" | "l1" => 1,
            "latin2" | "l2" => 2,
            "latin4" | "l4" => 4,
            "latin5" | "l5" => 9,
            "latin6" | "l6" => 10,
            "latin9" => 15,
            _ => plain.strip_prefix("iso8859")?.parse().ok()?,
        };
        let row = PARTS.iter().find(|row| row.0 == part)?;
        Some(Charset { characters: Some(row.1), first: 0xa0 })
    }

    /// Whether it is UTF-8.
    pub fn is_utf8(self) -> bool {
        self.characters.is_none()
    }

    /// Whether ASCII's characters have the bytes they have there.
    pub fn extends_ascii(self) -> bool {
        self.characters.is_none() || self.first > 0
    }

    /// The byte of a character, in a set of one byte a character that has it.
    pub fn byte(self, c: char) -> Option<u8> {
        if u32::from(c) < u32::from(self.first) || self.is_utf8() && c.is_ascii() {
            return Some(c as u8);
        }
        let at = self.characters?.chars().position(|known| known == c)?;
        Some(self.first + at as u8)
    }

    /// Text of this set in UTF-8.
    pub fn decoded(self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(characters) = self.characters.filter(|_| self.first == 0 || !bytes.is_ascii())
        else {
            return bytes;
        };
        let characters: Vec<char> = characters.chars().collect();
        let character = |byte: u8| match byte.checked_sub(self.first) {
            Some(at) => characters[usize::from(at)],
            None => char::from(byte),
        };
        bytes.into_iter().map(character).collect::<String>().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_defines_all() {
        assert!(PARTS.iter().all(|row| row.1.chars().count() == 96));
        assert!(CODE_PAGES.iter().all(|row| row.1.chars().count() == 256));
    }

    #[test]
    fn names_are_iconvs() {
        let latin2 = Charset::find("ISO-8859-2").expect("it is known");
        assert_eq!(latin2.byte('č'), Some(0xe8));
        assert_eq!(latin2.byte('é'), Some(0xe9));
        assert_eq!(latin2.byte('ê'), None);
        assert_eq!(Charset::find("latin1").map(|set| set.decoded(vec![0xb2])), Some("²".into()));
        assert!(Charset::find("utf-8").is_some_and(Charset::is_utf8));
        assert_eq!(Charset::find("EUC-JP"), None);
    }

    #[test]
    fn code_pages_move_ascii() {
        let page = Charset::find("IBM1047").expect("it is known");
        assert_eq!(
            "a9 [\n".chars().filter_map(|c| page.byte(c)).collect::<Vec<_>>(),
            [0x81, 0xf9, 0x40, 0xad, 0x25]
        );
        assert_eq!(page.decoded(vec![0xc1, 0x5a]), b"A!");
        assert!(!page.extends_ascii() && Charset::default().extends_ascii());
    }
}
