//! Trailing slashes: some clients send `/api/…/`.

use axum::extract::Request;
use axum::http::Uri;

/// Removes a single trailing slash from paths of the API. Pages and `/docs/` keep theirs.
pub fn without_slash(mut request: Request) -> Request {
    if let Some(uri) = shortened(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

fn shortened(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    let short = path.strip_suffix('/').filter(|short| !short.ends_with('/'))?;
    if !short.starts_with("/api/") && short != "/metrics" {
        return None;
    }
    let text = uri.query().map_or_else(|| short.to_owned(), |query| format!("{short}?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(text.parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_trailing_slash_of_api_path_is_removed() {
        for (sent, expected) in [
            ("/api/sales/order/", "/api/sales/order"),
            ("/api/v1/sales/order/?limit=1&q=a/", "/api/v1/sales/order?limit=1&q=a/"),
            ("/api/sales/order/?", "/api/sales/order?"),
            ("/metrics/", "/metrics"),
            ("http://h.example/api/health/", "http://h.example/api/health"),
            ("/api/sales/order", "/api/sales/order"),
            ("/api/sales/order//", "/api/sales/order//"),
            ("/api/sales/order/%2F/", "/api/sales/order/%2F"),
            ("/api/", "/api/"),
            ("/api//", "/api//"),
            ("/apiary/", "/apiary/"),
            ("/docs/", "/docs/"),
            ("/candidates/", "/candidates/"),
            ("/", "/"),
        ] {
            let request = Request::get(sent).body(axum::body::Body::empty()).unwrap();
            assert_eq!(without_slash(request).uri().to_string(), expected, "{sent}");
        }
    }
}
