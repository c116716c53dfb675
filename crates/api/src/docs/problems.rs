//! Page `/docs/problems`: all problem codes with status, messages and whether a retry helps.

use std::fmt::Write;

use orderdock_domain::problem::{Language, ProblemCode};

use crate::http::error::is_retryable;

/// Introduction of the page.
struct PageWords {
    title: &'static str,
    desk: &'static str,
    documentation: &'static str,
    retryable: &'static str,
    intro: &'static str,
}

const fn words(language: Language) -> PageWords {
    match language {
        Language::English => PageWords {
            title: "Errors and warnings",
            desk: "← Today",
            documentation: "API documentation",
            retryable: "retryable",
            intro: "Each error and warning has one of these codes. Names in braces are parameters; their values are in \
                    <code>params</code>. The number is the HTTP status of a request that fails with this error only. \
                    If an error is retryable, repeat the same request after the seconds in <code>Retry-After</code>. \
                    With any other error it would fail again.",
        },
        Language::German => PageWords {
            title: "Fehler und Warnungen",
            desk: "← Heute",
            documentation: "API-Dokumentation",
            retryable: "wiederholbar",
            intro: "Jeder Fehler und jede Warnung hat einen dieser Codes. Namen in geschweiften Klammern sind Parameter; \
                    ihre Werte stehen in <code>params</code>. Die Zahl ist der HTTP-Status einer Anfrage, die nur wegen \
                    dieses Fehlers abgelehnt wird. Ist ein Fehler wiederholbar, senden Sie dieselbe Anfrage nach den \
                    Sekunden in <code>Retry-After</code> noch einmal. Bei jedem anderen Fehler würde sie wieder \
                    abgelehnt.",
        },
    }
}

/// Renders the page. The anchor of a code is the target of `type` in errors.
pub fn page(language: Language) -> String {
    let mut page = head(language);
    for code in ProblemCode::ALL {
        let name = code.as_str();
        let retryable =
            if is_retryable(*code) { format!(" · {}", words(language).retryable) } else { String::new() };
        // writing to a String cannot fail
        let _ = write!(
            page,
            "<section id=\"{name}\">\n<h2><a href=\"#{name}\">{name}</a> <small>{}{retryable}</small></h2>\n",
            code.status()
        );
        // titles are English in all responses
        if language == Language::English {
            let _ = writeln!(page, "<p class=\"title\">{}</p>", escape(code.title()));
        }
        let _ = writeln!(page, "<p>{}</p>\n</section>", escape(code.template(language)));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn head(language: Language) -> String {
    let PageWords { title, desk, documentation, intro, .. } = words(language);
    let mut switch = String::new();
    for other in Language::ALL {
        let (tag, here) = (other.tag(), if other == language { " aria-current=\"true\"" } else { "" });
        let label = tag.to_uppercase();
        // writing to a String cannot fail
        let _ = write!(
            switch,
            "<a href=\"?lang={tag}\" lang=\"{tag}\" hreflang=\"{tag}\" title=\"{}\"{here}>{label}</a>",
            match other {
                Language::English => "English",
                Language::German => "Deutsch",
            }
        );
    }
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} · Orderdock</title>\n\
         <link rel=\"icon\" href=\"/mark.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/docs/problems.css\">\n</head>\n<body>\n\
         <header>\n<a href=\"/\">{desk}</a>\n<a href=\"/docs/\">{documentation}</a>\n<nav>{switch}</nav>\n</header>\n\
         <main>\n<h1>{title}</h1>\n<p>{intro}</p>\n",
        language.tag(),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_anchor() {
        for language in Language::ALL {
            let page = page(language);
            for code in ProblemCode::ALL {
                assert!(page.contains(&format!("id=\"{}\"", code.as_str())), "{}", code.as_str());
                assert!(page.contains(&escape(code.template(language))), "{}", code.as_str());
            }
            let retryable = words(language).retryable;
            assert!(page.contains(&format!(">server.busy</a> <small>503 · {retryable}</small>")));
            assert!(page.contains(">server.fault</a> <small>500</small>"));
            assert!(!page.contains("<script"));
            assert!(page.contains(&format!("<html lang=\"{}\">", language.tag())));
        }
    }
}
