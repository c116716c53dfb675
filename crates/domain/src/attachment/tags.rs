//! Tags of an attachment: keys and values set by the sender.

use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Text};

/// Maximum number of tags per file.
pub const MAX_TAGS: usize = 32;

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    pub key: Code,
    pub value: Text,
}

/// Builds tags from alternating keys and values. Drops a last key without a value, and pairs with a blank key or value.
pub fn tags(words: &[String]) -> Result<Vec<Tag>, Vec<Problem>> {
    let mut tags = Vec::new();
    let mut faults = Vec::new();
    for (index, pair) in words.chunks_exact(2).enumerate() {
        let place = |half| format!("/tags/{}", 2 * index + half);
        let key = Code::parse(&pair[0]).map_err(|fault| fault.problem(place(0)));
        let value = Text::parse(&pair[1]).map_err(|fault| fault.problem(place(1)));
        match (key, value) {
            (Ok(Some(key)), Ok(Some(value))) => tags.push(Tag { key, value }),
            (Ok(_), Ok(_)) => {}
            (key, value) => faults.extend(key.err().into_iter().chain(value.err())),
        }
    }
    if tags.len() > MAX_TAGS {
        faults.push(Problem::new(ProblemCode::AttachmentTooManyTags, "/tags").with("limit", MAX_TAGS));
    }
    if faults.is_empty() { Ok(tags) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pair = (String, String);

    fn read(words: &[&str]) -> Result<Vec<Pair>, Vec<String>> {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        let pairs = |tags: Vec<Tag>| {
            tags.into_iter().map(|tag| (tag.key.into_string(), tag.value.into_string())).collect()
        };
        tags(&words)
            .map(pairs)
            .map_err(|faults| faults.into_iter().map(|fault| fault.pointer.into()).collect())
    }

    fn pair(key: &str, value: &str) -> Pair {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn tags_alternate_keys_and_values() {
        let table: [(&[&str], Vec<Pair>); 5] = [
            (&[], vec![]),
            (&["kind", "label"], vec![pair("kind", "label")]),
            (&["kind", " label ", "odd"], vec![pair("kind", "label")]),
            (&["kind", "label", "kind", "again"], vec![pair("kind", "label"), pair("kind", "again")]),
            (&["kind", "", "", "label", "a", "b"], vec![pair("a", "b")]),
        ];
        for (words, expected) in table {
            assert_eq!(read(words), Ok(expected), "{words:?}");
        }
    }

    #[test]
    fn invalid_tag_is_reported_with_its_pointer() {
        let long = "x".repeat(256);
        assert_eq!(read(&["a", "b", &long, "c\u{1}d"]), Err(vec!["/tags/2".into(), "/tags/3".into()]));
        let many = |count: usize| read(&vec!["a"; 2 * count]);
        assert!(many(MAX_TAGS).is_ok());
        assert_eq!(many(MAX_TAGS + 1), Err(vec!["/tags".into()]));
    }
}
