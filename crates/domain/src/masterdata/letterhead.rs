//! Letterhead of an organisation: its data as the seller on printed orders.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{CountryCode, Organisation};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::text::{Name, Text};

/// Maximum size of a logo in bytes.
pub const LOGO_BYTES: usize = 100 << 10;
/// Maximum length of a logo in Base64.
pub const LOGO_LETTERS: usize = LOGO_BYTES.div_ceil(3) * 4;

/// Signatures of the accepted formats. SVG is not accepted because it can contain scripts.
const SIGNATURES: [&[u8]; 2] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"];

/// Data of an organisation as the seller, except its name, country and logo.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letterhead {
    /// Name of the company, if it differs from the name of the organisation.
    pub legal_name: Option<Name>,
    pub address1: Option<Name>,
    pub address2: Option<Name>,
    pub postal: Option<Name>,
    pub city: Option<Name>,
    pub vat_id: Option<Name>,
    pub phone: Option<Name>,
    pub email: Option<Name>,
    /// Lines at the end of a printed order.
    pub footer: Option<Text>,
}

/// The seller of an order, copied when the order is created.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seller {
    pub name: Name,
    pub address1: Option<Name>,
    pub address2: Option<Name>,
    pub postal: Option<Name>,
    pub city: Option<Name>,
    pub country: Option<CountryCode>,
    pub vat_id: Option<Name>,
    pub phone: Option<Name>,
    pub email: Option<Name>,
    pub footer: Option<Text>,
}

impl Seller {
    /// Returns the seller of the orders of an organisation; `None` if the organisation has no letterhead.
    pub fn of(organisation: &Organisation) -> Option<Self> {
        let letterhead = &organisation.letterhead;
        if *letterhead == Letterhead::default() {
            return None;
        }
        let Letterhead { legal_name, address1, address2, postal, city, vat_id, phone, email, footer } =
            letterhead.clone();
        Some(Self {
            name: legal_name.unwrap_or_else(|| organisation.name.clone()),
            address1,
            address2,
            postal,
            city,
            country: organisation.country.clone(),
            vat_id,
            phone,
            email,
            footer,
        })
    }
}

/// Validates that a logo is a PNG or JPEG image of at most [`LOGO_BYTES`] in Base64. The caller sets the pointer of the
/// problem.
pub(super) fn check_logo(text: &str) -> Result<(), Problem> {
    let image = if text.len() > LOGO_LETTERS { None } else { STANDARD.decode(text).ok() };
    let is_logo = image.is_some_and(|image| {
        image.len() <= LOGO_BYTES && SIGNATURES.iter().any(|signature| image.starts_with(signature))
    });
    if is_logo {
        return Ok(());
    }
    let found = Phrase::TextOfLength.of([text.chars().count().into()]);
    Err(Problem::new(ProblemCode::TypeWrong, "").with("expected", Phrase::Logo).with("found", found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base64_of(signature: &[u8], size: usize) -> String {
        let mut image = signature.to_vec();
        image.resize(size, 0);
        STANDARD.encode(image)
    }

    #[test]
    fn logo_is_a_small_png_or_jpeg_in_base64() {
        let [png, jpeg] = SIGNATURES;
        let table = [
            ("PNG", base64_of(png, 300), true),
            ("JPEG", base64_of(jpeg, 300), true),
            ("largest PNG", base64_of(png, LOGO_BYTES), true),
            ("PNG with one byte too many", base64_of(png, LOGO_BYTES + 1), false),
            ("PNG far too large", base64_of(png, 10 * LOGO_BYTES), false),
            ("GIF", base64_of(b"GIF89a", 300), false),
            ("SVG", STANDARD.encode("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), false),
            ("signature cut off", STANDARD.encode(&png[..7]), false),
            ("data URL", format!("data:image/png;base64,{}", base64_of(png, 300)), false),
            ("line breaks", format!("{}\n", base64_of(png, 300)), false),
            ("no padding", base64_of(png, 301).trim_end_matches('=').to_owned(), false),
        ];
        for (name, text, accepted) in table {
            assert_eq!(check_logo(&text).is_ok(), accepted, "{name}");
        }
    }

    #[test]
    fn longest_base64_text_is_that_of_the_largest_image() {
        assert_eq!(base64_of(SIGNATURES[0], LOGO_BYTES).len(), LOGO_LETTERS);
    }
}
