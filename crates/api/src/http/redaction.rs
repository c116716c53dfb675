//! Removes credentials from logged paths and queries.

use orderdock_app::secrets;
use percent_encoding::percent_decode_str;

/// Query parameters of write requests. Other parameters are rejected; their values can contain anything, so they are
/// hidden.
const OF_WRITES: [&str; 7] =
    ["dryRun", "errorPolicy", "externalSystem", "filename", "org", "tags", "unresolved"];
/// Maximum length of a logged parameter name. Credentials are longer.
const MAX_NAME_LENGTH: usize = 32;
const HIDDEN: &str = "…";
/// Maximum number of times that a text is decoded. Text that is still encoded is hidden.
const DEEPEST_ENCODING: usize = 8;

/// Returns a path with hidden credentials.
pub fn path(sent: &str) -> String {
    let segments = sent.split('/').map(|segment| if is_secret(segment) { HIDDEN } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

/// Returns a query with hidden credentials and hidden values of unknown parameters.
pub fn query(sent: &str) -> String {
    sent.split('&').map(pair).collect::<Vec<_>>().join("&")
}

/// Returns the parameters of a logged query whose values are not hidden.
pub fn known_query(stored: &str) -> String {
    let pairs = stored.split('&').filter(|pair| !pair.contains(HIDDEN));
    pairs.collect::<Vec<_>>().join("&")
}

fn pair(sent: &str) -> String {
    let (name, value) = sent.split_once('=').unwrap_or((sent, ""));
    if sent.is_empty() || OF_WRITES.contains(&name) && !is_secret(&value.replace('+', " ")) {
        return sent.to_owned();
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    let name = if name.len() <= MAX_NAME_LENGTH && name.bytes().all(plain) { name } else { HIDDEN };
    format!("{name}={HIDDEN}")
}

fn is_secret(encoded: &str) -> bool {
    if encoded.len() < secrets::SHORTEST && !encoded.contains('%') {
        return false;
    }
    let mut text = encoded.to_owned();
    for _ in 0..DEEPEST_ENCODING {
        if secrets::are_in(&text) {
            return true;
        }
        let decoded = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if decoded == text {
            return false;
        }
        text = decoded;
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use base64::{Engine, engine::general_purpose::STANDARD};

    use super::*;

    const TOKEN: &str = "od_0000000000000000000000000000000000000000001qb9Fr";

    #[test]
    fn credentials_are_hidden_in_every_encoding() {
        let basic = STANDARD.encode(format!("x:{TOKEN}"));
        let encoded = TOKEN.replace('_', "%5F");
        let session = format!("os_{}", "aZ0-_9".repeat(10));
        let every_byte =
            |text: &str| text.bytes().fold(String::new(), |text, byte| format!("{text}%{byte:02x}"));
        for (sent, expected) in [
            (String::new(), ""),
            (
                "dryRun=false&errorPolicy=row&&org=M%C3%BCller+%26+Co".to_owned(),
                "dryRun=false&errorPolicy=row&&org=M%C3%BCller+%26+Co",
            ),
            ("tags=a,b&tags=prod_1234567890123456".to_owned(), "tags=a,b&tags=prod_1234567890123456"),
            ("policy=row&dryrun".to_owned(), "policy=…&dryrun=…"),
            (format!("token={TOKEN}&org=001"), "token=…&org=001"),
            (format!("authorization=Basic%20{basic}"), "authorization=…"),
            (format!("{TOKEN}&{encoded}=1&org={TOKEN}"), "…=…&…=…&org=…"),
            (format!("org={encoded}&tags=x,{encoded}"), "org=…&tags=…"),
            (format!("org=Basic%20{basic}&tags=Basic+{basic}"), "org=…&tags=…"),
        ] {
            assert_eq!(query(&sent), expected, "{sent}");
        }
        for (sent, expected) in [
            (
                "/api/sales/order/candidates/M%C3%BCller/attachments".to_owned(),
                "/api/sales/order/candidates/M%C3%BCller/attachments",
            ),
            (format!("/api/x/{TOKEN}/void"), "/api/x/…/void"),
            (format!("/api/x/a{encoded}b/void"), "/api/x/…/void"),
            (format!("/api/x/Basic%20{basic}"), "/api/x/…"),
            (format!("/api/x/{}", every_byte(TOKEN)), "/api/x/…"),
            (format!("/api/x/{}", every_byte(&every_byte(TOKEN))), "/api/x/…"),
            (format!("/api/x/{session}/y"), "/api/x/…/y"),
            (format!("/api/x/a{}", every_byte(&session)), "/api/x/…"),
            (format!("/api/x/100%{}41", "25".repeat(9)), "/api/x/…"),
            ("/api/x/os_Linux/100%2525".to_owned(), "/api/x/os_Linux/100%2525"),
        ] {
            assert_eq!(path(&sent), expected, "{sent}");
        }
    }

    #[test]
    fn logged_parameters_equal_documented_ones() {
        let document = serde_json::to_value(crate::routes::document()).unwrap();
        let paths =
            document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap());
        let writes = paths.filter(|(method, _)| *method != "get");
        let parameters = writes.filter_map(|(_, operation)| operation["parameters"].as_array()).flatten();
        let resolved = parameters.map(|parameter| match parameter["$ref"].as_str() {
            Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
            None => parameter,
        });
        let queries = resolved.filter(|parameter| parameter["in"] == "query");
        let names: BTreeSet<_> = queries.filter_map(|parameter| parameter["name"].as_str()).collect();
        assert_eq!(names, BTreeSet::from(OF_WRITES));
    }
}
