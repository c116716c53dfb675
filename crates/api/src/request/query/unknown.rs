//! Which unknown query parameters an endpoint of the original interface may ignore.

/// Names by which clients send credentials: they must not reach a log unnoticed.
const OF_CREDENTIALS: [&str; 3] = ["apiKey", "token", "access_token"];

/// Whether a name that is not known can be ignored: neither a known one misspelled nor that of a credential.
pub fn is_harmless(name: &str, known: &[&str]) -> bool {
    let is_credential = OF_CREDENTIALS.iter().any(|credential| is_spelling_of(name, credential));
    !is_credential && !known.iter().any(|known| is_misspelling_of(name, known))
}

fn is_misspelling_of(name: &str, known: &str) -> bool {
    let slips = match known.chars().count() {
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    is_spelling_of(name, known) || strsim::levenshtein(name, known) <= slips
}

/// Equal except for case, underscores and hyphens.
fn is_spelling_of(name: &str, known: &str) -> bool {
    let letters = |text: &str| text.replace(['_', '-'], "").to_ascii_lowercase();
    letters(name) == letters(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_and_credentials_are_not_harmless() {
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
