//! Unknown query parameters that metasfresh endpoints may ignore.

/// Parameter names with which clients send credentials, which must not be logged unnoticed.
const OF_CREDENTIALS: [&str; 3] = ["apiKey", "token", "access_token"];

/// Whether an unknown name can be ignored: it is neither a misspelled known one nor that of a credential.
pub fn is_harmless(name: &str, known: &[&str]) -> bool {
    let is_credential = OF_CREDENTIALS.iter().any(|credential| is_spelling_of(name, credential));
    !is_credential && !known.iter().any(|known| is_misspelling_of(name, known))
}

fn is_misspelling_of(name: &str, known: &str) -> bool {
    let codes_at_distance_one = match known.chars().count() {
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    is_spelling_of(name, known) || strsim::levenshtein(name, known) <= codes_at_distance_one
}

/// Whether names are equal except for case, underscores and hyphens.
fn is_spelling_of(name: &str, known: &str) -> bool {
    let letters = |text: &str| text.replace(['_', '-'], "").to_ascii_lowercase();
    letters(name) == letters(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_and_credentials_are_not_ignored() {
        let known = ["dryRun", "errorPolicy", "org", "tags"];
        for (name, harmless) in [
            ("shop", true),
            ("organisation", true),
            ("or", true),
            ("dryRunning", true),
            ("errorPolic", false),
            ("errorPlcy", false),
            ("erorrPolicy", false),
            ("dry_run", false),
            ("DRYRUN", false),
            ("dryRum", false),
            ("tag", false),
            ("ORG", false),
            ("apiKey", false),
            ("apikey", false),
            ("api-key", false),
            ("token", false),
            ("accessToken", false),
            ("", true),
        ] {
            assert_eq!(is_harmless(name, &known), harmless, "{name}");
        }
    }
}
