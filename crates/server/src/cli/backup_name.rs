//! Names of the backups of `orderdock backup --keep`.

/// Returns whether a file name has the form `orderdock-20261127T013000Z.sqlite`.
pub fn is_backup_name(name: &str, ending: &str) -> bool {
    let time = name.strip_prefix("orderdock-").and_then(|rest| rest.strip_suffix(ending));
    time.is_some_and(|time| {
        time.len() == 16
            && time.bytes().enumerate().all(|(place, byte)| match place {
                8 => byte == b'T',
                15 => byte == b'Z',
                _ => byte.is_ascii_digit(),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backup_names_are_distinguished_from_other_files() {
        for (name, expected) in [
            ("orderdock-20261127T013000Z.sqlite", true),
            ("orderdock-20261127T013000Z.dump", false),
            ("orderdock-monday.sqlite", false),
            ("orderdock-20261127T0130000.sqlite", false),
            ("orderdock-20261127T013000Z.sqlite.unfinished", false),
            ("orderdock.sqlite", false),
        ] {
            assert_eq!(is_backup_name(name, ".sqlite"), expected, "{name}");
        }
    }
}
