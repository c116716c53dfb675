//! `/docs/problems`: every code with its status and its words, from the one list.

use std::fmt::Write;

use orderdock_domain::problem::{Code, Language};

use crate::refusal::title;

/// The page; an anchor for each code is what `type` in an error leads to.
pub fn page() -> String {
    let mut page = String::from(concat!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Problems · Orderdock</title>\n",
        "<link rel=\"stylesheet\" href=\"/docs/problems.css\">\n</head>\n<body>\n<h1>Problems</h1>\n",
        "<p>Every error, stored problem and warning has one of these codes. Words in braces are parameters; ",
        "they stand in <code>params</code>. The status is that of a request which fails by this problem alone.</p>\n",
    ));
    for code in Code::ALL {
        let name = code.as_str();
        // writing to a String cannot fail
        let _ = write!(
            page,
            "<section id=\"{name}\">\n<h2><a href=\"#{name}\">{name}</a> <small>{}</small></h2>\n<p class=\"title\">{}</p>\n\
             <p>{}</p>\n<p lang=\"de\">{}</p>\n</section>\n",
            code.status(),
            title(*code),
            escape(code.template(Language::English)),
            escape(code.template(Language::German)),
        );
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_anchor() {
        let page = page();
        for code in Code::ALL {
            assert!(page.contains(&format!("id=\"{}\"", code.as_str())), "{}", code.as_str());
        }
        assert!(!page.contains("<script"));
    }
}
