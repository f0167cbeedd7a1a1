//! Character sets of one byte a character that extend ASCII: those of ISO 8859. Text is UTF-8 inside.
//!
//! ```text
//!   -finput-charset=latin1        the byte e9 of a file   =>   é
//!   -fexec-charset=ISO-8859-2     č in a string           =>   the byte e8
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

/// A character set; UTF-8 by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Charset {
    /// The characters from a0 on; those below are ASCII's and the control characters.
    upper: Option<&'static str>,
}

impl Charset {
    /// The set of a name, as `iconv` knows it.
    pub fn find(name: &str) -> Option<Charset> {
        let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
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
        Some(Charset { upper: Some(row.1) })
    }

    /// Whether it is UTF-8.
    pub fn is_utf8(self) -> bool {
        self.upper.is_none()
    }

    /// The byte of a character, in a set of one byte a character that has it.
    pub fn byte(self, c: char) -> Option<u8> {
        if u32::from(c) < 0xa0 {
            return Some(c as u8);
        }
        let at = self.upper?.chars().position(|known| known == c)?;
        Some(0xa0 + at as u8)
    }

    /// Text of this set in UTF-8.
    pub fn decoded(self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(upper) = self.upper.filter(|_| !bytes.is_ascii()) else { return bytes };
        let upper: Vec<char> = upper.chars().collect();
        let character = |byte: u8| match byte {
            0xa0.. => upper[usize::from(byte - 0xa0)],
            _ => char::from(byte),
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
    }

    #[test]
    fn names_are_iconvs() {
        let latin2 = Charset::find("ISO-8859-2").expect("it is known");
        assert_eq!(latin2.byte('č'), Some(0xe8));
        assert_eq!(latin2.byte('é'), Some(0xe9));
        assert_eq!(latin2.byte('ê'), None);
        assert_eq!(Charset::find("latin1").map(|set| set.decoded(vec![0xb2])), Some("²".into()));
        assert!(Charset::find("utf-8").is_some_and(Charset::is_utf8));
        assert_eq!(Charset::find("IBM1047"), None);
    }
}
