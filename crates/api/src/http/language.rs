//! Language of messages in responses.

use axum::http::{HeaderMap, header};
use orderdock_domain::problem::Language;

/// Returns the supported language that `Accept-Language` prefers; English by default.
pub fn wanted(headers: &HeaderMap) -> Language {
    let wishes = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    let mut best = (0.0, Language::English);
    for wish in wishes.flat_map(|value| value.split(',')) {
        let (tag, quality) = wish.split_once(';').unwrap_or((wish, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|text| text.trim().parse().ok());
        let primary = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        let Some(language) = Language::of_tag(&primary) else { continue };
        if let Some(quality) = quality.filter(|quality: &f32| *quality > best.0) {
            best = (quality, language);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferred_supported_language_is_chosen() {
        for (wish, expected) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,de;q=0.9,en;q=0.8", Language::German),
            ("fr-FR,fr;q=0.9,de;q=0.3,en;q=0.2", Language::German),
            ("en-GB, de;q=0.5", Language::English),
            ("de;q=0, en;q=0.1", Language::English),
            ("de;q=0", Language::English),
            ("nl, *;q=0.5", Language::English),
            ("DE ; q=0.7, en;q=0.6", Language::German),
            ("de;q=x", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wish.parse().unwrap());
            assert_eq!(wanted(&headers), expected, "{wish}");
        }
    }
}
