//! Media types of attachments: by content, then by extension, then as declared by the sender.

use std::borrow::Cow;

/// `type/subtype` in lower case, without parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MediaType(Cow<'static, str>);

impl MediaType {
    /// Type of unrecognised content.
    pub const UNKNOWN: Self = Self(Cow::Borrowed("application/octet-stream"));
    /// Type of unspecified text.
    pub const TEXT: Self = Self(Cow::Borrowed("text/plain"));

    /// Maximum length of type or subtype in bytes (RFC 6838).
    const MAX_HALF_LENGTH: usize = 127;

    /// Parses a media type without its parameters; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let essence = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (kind, subtype) = essence.split_once('/')?;
        let is_name =
            |half: &str| (1..=Self::MAX_HALF_LENGTH).contains(&half.len()) && half.bytes().all(is_name_byte);
        (is_name(kind) && is_name(subtype)).then_some(Self(Cow::Owned(essence)))
    }

    /// Chooses the type from content, extension and declaration. `application/octet-stream` counts as unknown.
    /// The extension takes precedence over `text/plain` as content, because a CSV file is text too, and between two
    /// types of one container format, because workbooks with and without macros have the same signature.
    pub fn decide(content: Option<Self>, extension: Option<Self>, declared: Option<Self>) -> Self {
        let is_text = content == Some(Self::TEXT);
        let is_known = |named: &Self| *named != Self::UNKNOWN;
        let container = content.as_ref().and_then(Self::container);
        if let Some(extension) = &extension
            && container.is_some()
            && extension.container() == container
        {
            return extension.clone();
        }
        let content = content.filter(|found| is_known(found) && !is_text);
        let found = content.or_else(|| extension.filter(is_known)).or_else(|| declared.filter(is_known));
        found.unwrap_or(if is_text { Self::TEXT } else { Self::UNKNOWN })
    }

    /// Returns the container format that this type shares with others.
    fn container(&self) -> Option<Container> {
        let subtype = self.0.strip_prefix("application/")?;
        let is_office = subtype.starts_with("vnd.openxmlformats-officedocument.")
            || subtype.starts_with("vnd.oasis.opendocument.")
            || subtype.ends_with(".macroenabled.12");
        if is_office || matches!(subtype, "zip" | "epub+zip" | "java-archive" | "vnd.ms-xpsdocument" | "oxps")
        {
            return Some(Container::Zip);
        }
        match subtype {
            "x-cfb" | "x-ole-storage" | "msword" | "vnd.ms-excel" | "vnd.ms-powerpoint"
            | "vnd.ms-outlook" | "vnd.visio" | "vnd.ms-project" => Some(Container::CompoundFile),
            "x-x509-ca-cert"
            | "pkix-cert"
            | "pkix-crl"
            | "pkcs7-mime"
            | "pkcs7-signature"
            | "pkcs8"
            | "pkcs10"
            | "x-pkcs7-certificates"
            | "x-pkcs12" => Some(Container::Der),
            _ => None,
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the `Content-Type` of a download. Types that a browser may execute are served as bytes.
    pub fn served(&self) -> &str {
        if self.may_run() { Self::UNKNOWN.0.as_ref() } else { &self.0 }
    }

    fn may_run(&self) -> bool {
        let Some((kind, subtype)) = self.0.split_once('/') else { return true };
        let xml = subtype == "xml" || subtype.starts_with("xml-") || subtype.ends_with("+xml");
        let page = matches!(
            subtype,
            "html" | "xsl" | "x-xsl" | "hta" | "x-hta" | "css" | "x-component" | "cache-manifest"
        );
        // browsers unpack these types and execute their contents
        let wrapped = kind == "multipart"
            || matches!(subtype, "x-mimearchive" | "x-shockwave-flash" | "futuresplash" | "vnd.wap.xhtml");
        xml || page || wrapped || is_script(subtype)
    }
}

/// A file format shared by several media types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Zip,
    CompoundFile,
    /// Certificates, keys and signed messages.
    Der,
}

fn is_script(subtype: &str) -> bool {
    const ENDINGS: [&str; 8] = [
        "javascript",
        "ecmascript",
        "jscript",
        "livescript",
        "vbscript",
        "typescript",
        "shellscript",
        "powershell",
    ];
    const NAMES: [&str; 16] = [
        "sh",
        "x-sh",
        "x-csh",
        "x-bash",
        "x-python",
        "x-script.python",
        "x-perl",
        "perl",
        "x-php",
        "php",
        "x-httpd-php",
        "x-ruby",
        "x-tcl",
        "x-bat",
        "x-msdos-batch",
        "wasm",
    ];
    ENDINGS.iter().any(|ending| subtype.ends_with(ending)) || NAMES.contains(&subtype)
}

/// Returns whether RFC 6838, section 4.2, allows the byte in a name.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media_type(text: &str) -> Option<MediaType> {
        (!text.is_empty()).then(|| MediaType::parse(text).unwrap())
    }

    #[test]
    fn media_type_is_parsed_without_parameters() {
        let table = [
            ("application/pdf", Some("application/pdf")),
            (" Text/CSV; charset=utf-8", Some("text/csv")),
            ("application/vnd.ms-excel", Some("application/vnd.ms-excel")),
            ("pdf", None),
            ("application/", None),
            ("/pdf", None),
            ("a/b/c", None),
            ("text/html\r\nX: y", None),
            ("text/pläin", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(MediaType::parse(text).as_ref().map(MediaType::as_str), expected, "{text}");
        }
        let longest = format!("a/{}", "b".repeat(127));
        assert!(MediaType::parse(&longest).is_some() && MediaType::parse(&(longest + "b")).is_none());
    }

    #[test]
    fn media_type_prefers_content_over_extension_over_sender() {
        let table = [
            ("application/pdf", "image/png", "text/html", "application/pdf"),
            ("", "image/png", "text/html", "image/png"),
            ("", "", "text/html", "text/html"),
            ("", "", "", "application/octet-stream"),
            ("application/octet-stream", "", "image/png", "image/png"),
            ("", "application/octet-stream", "image/png", "image/png"),
            ("text/plain", "text/csv", "image/png", "text/csv"),
            ("text/plain", "", "text/calendar", "text/calendar"),
            ("text/plain", "", "application/octet-stream", "text/plain"),
            (
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "application/vnd.ms-excel.sheet.macroEnabled.12",
                "",
                "application/vnd.ms-excel.sheet.macroenabled.12",
            ),
            ("application/x-x509-ca-cert", "application/pkcs7-mime", "", "application/pkcs7-mime"),
            ("application/x-cfb", "application/vnd.ms-outlook", "", "application/vnd.ms-outlook"),
            ("application/zip", "application/pkcs7-mime", "", "application/zip"),
        ];
        for (content, extension, declared, expected) in table {
            let decided = MediaType::decide(media_type(content), media_type(extension), media_type(declared));
            assert_eq!(decided.as_str(), expected, "{content} {extension} {declared}");
        }
    }

    #[test]
    fn executable_media_type_is_served_as_octet_stream() {
        for runs in [
            "text/html",
            "application/xhtml+xml",
            "image/svg+xml",
            "text/xml",
            "application/xml",
            "application/xml-dtd",
            "application/rss+xml",
            "text/javascript",
            "application/x-javascript",
            "application/ecmascript",
            "text/vbscript",
            "application/x-sh",
            "text/x-python",
            "text/x-shellscript",
            "multipart/related",
            "text/xsl",
            "text/css",
        ] {
            assert_eq!(media_type(runs).unwrap().served(), "application/octet-stream", "{runs}");
        }
        for harmless in [
            "application/pdf",
            "image/png",
            "text/plain",
            "text/csv",
            "application/zip",
            "application/json",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "application/postscript",
            "message/rfc822",
        ] {
            assert_eq!(media_type(harmless).unwrap().served(), harmless);
        }
    }
}
