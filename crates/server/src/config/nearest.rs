//! Suggestions for misspelled names.

use strsim::osa_distance;

/// Returns the most similar name, if it is similar enough to be meant.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_lowercase().replace('_', "-");
    let distances = names.map(|name| (osa_distance(&word, &name.to_lowercase().replace('_', "-")), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + name.chars().count() / 6).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_suggested() {
        let names = ["listen", "log", "log-format", "max-connections", "data-dir"];
        for (word, expected) in [
            ("listn", Some("listen")),
            ("Listen", Some("listen")),
            ("lsiten", Some("listen")),
            ("max_connections", Some("max-connections")),
            ("max-conections", Some("max-connections")),
            ("logs", Some("log")),
            ("datadir", Some("data-dir")),
            ("colour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names.into_iter()), expected, "{word}");
        }
    }
}
