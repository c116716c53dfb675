//! Content codings: negotiation and compression.

use std::io::{self, Write};

use axum::http::{HeaderMap, HeaderValue, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Content coding, ordered by preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Coding {
    Identity,
    Gzip,
    Zstd,
}

/// Compression level of bodies that are sent once.
const GZIP_LEVEL: u32 = 4;
const ZSTD_LEVEL: i32 = 3;
/// Compression level of bodies that are stored.
const BEST_ZSTD_LEVEL: i32 = 15;

impl Coding {
    /// Returns the best of `offered` that the client accepts: the highest weight, then the best coding.
    pub fn accepted(headers: &HeaderMap, offered: &[Self]) -> Self {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let accepted: Vec<_> = values.flat_map(|value| value.split(',')).filter_map(weighted).collect();
        let weight = |coding: Self| {
            let named = |name: &str| accepted.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            named(coding.as_str()).or_else(|| named("*")).map_or(0, |(_, weight)| *weight)
        };
        let weights =
            offered.iter().map(|coding| (weight(*coding), *coding)).filter(|(weight, _)| *weight > 0);
        weights.max().map_or(Self::Identity, |(_, coding)| coding)
    }

    /// Returns the coding of a name. `x-gzip` is an old name of gzip.
    pub fn named(name: &str) -> Option<Self> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let known = [Self::Identity, Self::Gzip, Self::Zstd].into_iter().find(|coding| is(coding.as_str()));
        known.or_else(|| is("x-gzip").then_some(Self::Gzip))
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// Returns the value of `Content-Encoding`; `None` without coding.
    pub fn header(self) -> Option<HeaderValue> {
        (self != Self::Identity).then(|| HeaderValue::from_static(self.as_str()))
    }

    /// Compresses a body that is sent once.
    pub fn encode(self, body: &[u8]) -> io::Result<Vec<u8>> {
        self.encode_with(body, Compression::new(GZIP_LEVEL), ZSTD_LEVEL)
    }

    /// Compresses a body that is stored, at the highest level.
    pub fn encode_best(self, body: &[u8]) -> io::Result<Vec<u8>> {
        self.encode_with(body, Compression::best(), BEST_ZSTD_LEVEL)
    }

    fn encode_with(self, body: &[u8], gzip: Compression, zstd: i32) -> io::Result<Vec<u8>> {
        match self {
            Self::Identity => Ok(body.to_vec()),
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), gzip);
                encoder.write_all(body)?;
                encoder.finish()
            }
            Self::Zstd => zstd::bulk::compress(body, zstd),
        }
    }
}

/// Reads a coding with its weight in thousandths; `None` if it is invalid.
fn weighted(text: &str) -> Option<(&str, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    Some((name, weight.map_or(Some(1000), thousandths)?))
}

/// Reads a weight from 0 to 1 with up to three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let valid = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let decimals: u16 = format!("{decimals:0<3}").parse().ok().filter(|_| valid)?;
    match whole {
        "0" => Some(decimals),
        "1" if decimals == 0 => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_accepted_coding_is_chosen() {
        let all = [Coding::Gzip, Coding::Zstd];
        for (accepted, offered, expected) in [
            ("", &all[..], Coding::Identity),
            ("gzip", &all, Coding::Gzip),
            ("GZIP", &all, Coding::Gzip),
            ("gzip, deflate, br, zstd", &all, Coding::Zstd),
            ("gzip, zstd", &all[..1], Coding::Gzip),
            ("gzip;q=1.0, zstd;q=0.5", &all, Coding::Gzip),
            ("zstd;q=0, gzip;q=0.001", &all, Coding::Gzip),
            ("gzip;q=0", &all, Coding::Identity),
            ("gzip;q=0.0, *;q=0", &all, Coding::Identity),
            ("*", &all, Coding::Zstd),
            ("zstd;q=0, *", &all, Coding::Gzip),
            ("gzip;q=2", &all, Coding::Identity),
            ("gzip;q=0.1234", &all, Coding::Identity),
            ("br", &all, Coding::Identity),
            (",;,", &all, Coding::Identity),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
            assert_eq!(Coding::accepted(&headers, offered), expected, "{accepted:?}");
        }
    }
}
