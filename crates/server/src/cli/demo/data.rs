//! The demo data in both languages. Only display names and free texts differ.

use orderdock_app::{Outcome, Services};
use orderdock_domain::{problem::Language, text::Code};

/// Organisation of requests that specify none.
pub const ORGANISATION: &str = "001";

/// Name of the organisation in German, by which the language of existing data is recognised.
const GERMAN_ORGANISATION: &str = "Hauptbetrieb";

/// The demo data of a language.
pub struct DemoData {
    /// Master data files, in the order in which they build on each other.
    pub master_data: [(&'static str, &'static str); 4],
    /// Sample requests with their paths.
    pub samples: [(&'static str, &'static str); 4],
    /// A complete candidate on one line that brings its own partner, contact, location, product and price.
    pub first_candidate: &'static str,
}

const POSTAL_CODES: (&str, &str) = ("2-postal-codes.yaml", include_str!("../../../demo/2-postal-codes.yaml"));
const INDIAN_SAMPLE: (&str, &str) =
    ("candidates", include_str!("../../../../../examples/candidate-variant-b.json"));

static ENGLISH: DemoData = DemoData {
    master_data: [
        ("1-settings.yaml", include_str!("../../../demo/en/1-settings.yaml")),
        POSTAL_CODES,
        ("3-partners.yaml", include_str!("../../../demo/en/3-partners.yaml")),
        ("4-products.yaml", include_str!("../../../demo/en/4-products.yaml")),
    ],
    samples: [
        ("candidates", include_str!("../../../../../examples/candidate-variant-a.json")),
        INDIAN_SAMPLE,
        ("candidates", include_str!("../../../../../examples/candidate-short.json")),
        ("candidates/bulk?errorPolicy=row", include_str!("../../../../../examples/bulk.json")),
    ],
    first_candidate: include_str!("../../../demo/en/first-candidate.json"),
};

static GERMAN: DemoData = DemoData {
    master_data: [
        ("1-settings.yaml", include_str!("../../../demo/de/1-settings.yaml")),
        POSTAL_CODES,
        ("3-partners.yaml", include_str!("../../../demo/de/3-partners.yaml")),
        ("4-products.yaml", include_str!("../../../demo/de/4-products.yaml")),
    ],
    samples: [
        ("candidates", include_str!("../../../demo/de/candidate-variant-a.json")),
        INDIAN_SAMPLE,
        ("candidates", include_str!("../../../demo/de/candidate-short.json")),
        ("candidates/bulk?errorPolicy=row", include_str!("../../../demo/de/bulk.json")),
    ],
    first_candidate: include_str!("../../../demo/de/first-candidate.json"),
};

impl DemoData {
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }
}

/// Returns the language of existing demo data. Returns `None` if the database contains none yet.
pub async fn stored_language(services: &Services) -> Outcome<Option<Language>> {
    let reference = services.reference().await?;
    let Ok(Some(code)) = Code::parse(ORGANISATION) else { return Ok(None) };
    Ok(reference.organisation_by_code(&code).map(|organisation| {
        if organisation.name == GERMAN_ORGANISATION { Language::German } else { Language::English }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::path::PathBuf;

    /// Members that differ by language. `address1` is the name of a company in one sample.
    const FREE_TEXTS: [&str; 7] =
        ["name", "companyName", "email", "description", "productDescription", "poReference", "address1"];

    /// Replaces the free texts, so that only structure, codes, units and prices are compared.
    fn without_free_texts(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    if FREE_TEXTS.contains(&name.as_str()) && member.is_string() {
                        *member = "text".into();
                    } else {
                        without_free_texts(member);
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(without_free_texts),
            _ => {}
        }
    }

    #[test]
    fn languages_differ_only_in_free_texts() {
        let json = |text: &str| {
            let mut value: Value = serde_json::from_str(text).unwrap();
            without_free_texts(&mut value);
            value
        };
        let texts = |data: &'static DemoData| {
            data.samples.map(|(_, text)| text).into_iter().chain([data.first_candidate])
        };
        for (english, german) in texts(&ENGLISH).zip(texts(&GERMAN)) {
            assert_eq!(json(english), json(german));
        }
        for ((name, english), (_, german)) in ENGLISH.master_data.into_iter().zip(GERMAN.master_data) {
            assert_eq!(yaml_without_free_texts(english), yaml_without_free_texts(german), "{name}");
        }
    }

    /// Kinds of records whose name is their key.
    const NAMED_BY_KEY: [&str; 2] = ["document-types:", "bpartner-groups:"];

    /// Replaces the free texts in a YAML file that has its members on lines of their own or in flow mappings.
    fn yaml_without_free_texts(text: &str) -> String {
        let mut has_names = true;
        let replaced = |line: &str| {
            if line.ends_with(':') && !line.starts_with(' ') {
                has_names = !NAMED_BY_KEY.contains(&line);
            }
            let mut line = line.to_owned();
            for member in FREE_TEXTS.iter().filter(|_| has_names) {
                let Some(start) = member_start(&line, member) else { continue };
                let end = line[start..].find([',', '}']).map_or(line.len(), |length| start + length);
                line.replace_range(start..end, "text");
            }
            line
        };
        text.lines().map(replaced).collect::<Vec<_>>().join("\n")
    }

    /// Returns where the value of a member starts.
    fn member_start(line: &str, member: &str) -> Option<usize> {
        let at = line.find(&format!("{member}: "))?;
        let is_whole = !line[..at].ends_with(|before: char| before.is_alphanumeric());
        is_whole.then_some(at + member.len() + 2)
    }

    #[test]
    fn german_organisation_is_recognised_by_its_name() {
        let settings = |data: &DemoData| data.master_data[0].1;
        assert!(settings(&GERMAN).contains(GERMAN_ORGANISATION));
        assert!(!settings(&ENGLISH).contains(GERMAN_ORGANISATION));
    }

    #[test]
    fn first_candidate_fits_into_quoted_shell_argument() {
        for data in [&ENGLISH, &GERMAN] {
            let candidate: Value = serde_json::from_str(data.first_candidate).unwrap();
            assert!(candidate["product"]["priceStd"].is_number());
            assert!(!data.first_candidate.contains('\''));
            assert_eq!(data.first_candidate.trim().lines().count(), 1);
        }
    }

    #[test]
    fn every_file_of_the_demo_folder_is_used() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo");
        for (language, data) in [("en", &ENGLISH), ("de", &GERMAN)] {
            for file in std::fs::read_dir(folder.join(language)).unwrap().map(Result::unwrap) {
                let text = std::fs::read_to_string(file.path()).unwrap();
                let used = data.master_data.iter().chain(&data.samples).any(|(_, used)| *used == text);
                assert!(used || data.first_candidate == text, "{}", file.path().display());
            }
        }
    }
}
