//! Files that are protected, damaged, or designed to exhaust memory or time.

use std::ops::ControlFlow;

use orderdock_spreadsheet::{FileSettings, SheetConverter, detect, propose};
use proptest::prelude::*;

use crate::files::{cells, ods, opened, packed, raw_xlsx, raw_xlsx_with, read, xlsx_of_texts};

const SHEET: &[u8] = b"<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>";

/// Returns the error message for a file. Panics if the file is read.
fn rejection(bytes: Vec<u8>) -> String {
    let mut rows = 0;
    let read = opened(bytes).and_then(|mut workbook| {
        workbook.rows(0, &mut |_| {
            rows += 1;
            ControlFlow::Continue(())
        })
    });
    read.map_or_else(|error| error.to_string(), |()| panic!("{rows} rows were read"))
}

#[test]
fn unsupported_file_is_rejected_with_reason() {
    let compound = |name: &str| {
        let mut bytes = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
        bytes.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
        bytes
    };
    let with_part = |name| raw_xlsx_with("", "<sst/>", "<styleSheet/>", SHEET, &[(name, b"x")]);
    let media_type = b"application/vnd.oasis.opendocument.spreadsheet";
    let manifest =
        b"<manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest>";
    let basic = packed(&[
        ("!mimetype", media_type),
        ("content.xml", b"<a/>"),
        ("Basic/Standard/Module1.xml", b"<a/>"),
    ]);
    let encrypted =
        packed(&[("!mimetype", media_type), ("META-INF/manifest.xml", manifest), ("content.xml", b"<a/>")]);
    for (bytes, expected) in [
        (Vec::new(), "the file is empty"),
        (compound("EncryptedPackage"), "protected with a password. Save it without a password"),
        (
            compound("Workbook"),
            "a file of Excel 97 to 2003 (.xls), not a spreadsheet that can be read. Open it",
        ),
        (with_part("xl/vbaProject.bin"), "contains macros. Save it as .xlsx without macros"),
        (with_part("xl/macrosheets/sheet1.xml"), "contains macros"),
        (with_part("xl/workbook.bin"), "a binary Excel workbook (.xlsb)"),
        (basic, "contains macros"),
        (encrypted, "protected with a password"),
        (b"<html><table><tr><td>1</td></tr></table></html>".to_vec(), "an HTML page"),
        (b"\xEF\xBB\xBF\r\n<TABLE>".to_vec(), "an HTML page"),
        (b"<?xml version=\"1.0\"?><Workbook/>".to_vec(), "an XML file"),
        (b"%PDF-1.7".to_vec(), "a PDF file"),
        (b"a\0b\0\0\0\0\xff\xfe".to_vec(), "a binary file"),
        (packed(&[("readme.txt", b"x")]), "the file is damaged"),
        (packed(&[("!mimetype", b"application/vnd.oasis.opendocument.text")]), "another OpenDocument file"),
    ] {
        let message = rejection(bytes);
        assert!(message.contains(expected), "{expected:?} in {message:?}");
    }
}

#[test]
fn truncated_files_are_rejected_or_read_completely() {
    let whole = xlsx_of_texts(&[&["Menge", "Artikel"], &["1", "A"], &["2", "B"]]);
    let expected = cells(whole.clone());
    for length in (0..whole.len()).step_by(97) {
        assert!(!rejection(whole[..length].to_vec()).is_empty());
    }
    // a damaged byte is detected, or does not change the cells
    for position in (0..whole.len()).step_by(31) {
        let mut damaged = whole.clone();
        damaged[position] ^= 0x55;
        if let Ok(cells) = opened(damaged).and_then(|mut workbook| read(&mut workbook)) {
            assert_eq!(cells, expected, "byte {position}");
        }
    }
    let unfinished = b"<worksheet><sheetData><row><c><v>1</v></c></row><row><c><v>2";
    let message = rejection(raw_xlsx_with("", "<sst/>", "<styleSheet/>", unfinished, &[]));
    assert!(message.contains("has no end"), "{message}");
}

#[test]
fn entities_are_not_expanded() {
    let bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><sst><si><t>&b;</t></si></sst>";
    assert!(rejection(raw_xlsx("", bomb, "<styleSheet/>", "")).contains("document type declaration"));
    let unknown = "<sst><si><t>&b;</t></si></sst>";
    assert!(rejection(raw_xlsx("", unknown, "<styleSheet/>", "")).contains("unknown XML entity"));
}

/// Returns a highly compressible text: a beginning, a repeated part, and an end.
fn bomb(beginning: &str, repeated: &str, size: usize, end: &str) -> Vec<u8> {
    [beginning, &repeated.repeat(size / repeated.len()), end].concat().into_bytes()
}

#[test]
fn oversized_content_is_rejected() {
    let mib = 1 << 20;
    let (row, end) = ("<worksheet><sheetData><row>", "</row></sheetData></worksheet>");
    let text = format!("{row}<c t=\"str\"><v>");
    let long_text = bomb(&text, "aaaaaaaaaaaaaaaa", 3 * mib, &format!("</v></c>{end}"));
    let long_tag =
        bomb("<worksheet><sheetData><row ", "a=\"aaaaaaaaaaaaaaaa\" ", 3 * mib, &format!("/>{end}"));
    let run = format!("<r><t>{}</t></r>", "a".repeat(1000));
    let runs = bomb(&format!("{row}<c t=\"inlineStr\"><is>"), &run, 3 * mib, &format!("</is></c>{end}"));
    let wide = bomb(row, "<c><v>1</v></c>", mib, end);
    let heavy = bomb(row, &format!("<c t=\"str\"><v>{}</v></c>", "a".repeat(30_000)), 3 * mib, end);
    let deep = bomb("<worksheet><sheetData>", "<a>", mib, "");
    for (sheet, expected) in [
        (
            &long_text,
            "the size of a text or tag in its part xl/worksheets/sheet1.xml exceeds the limit of 1048576",
        ),
        (&long_tag, "the size of a text or tag in its part"),
        (&runs, "the number of characters in a cell exceeds the limit of 32767"),
        (&wide, "the number of columns exceeds the limit of 1000"),
        (&heavy, "the number of bytes in a row exceeds the limit of 1048576"),
        (&deep, "nested too deeply"),
    ] {
        let message = rejection(raw_xlsx_with("", "<sst/>", "<styleSheet/>", sheet, &[]));
        assert!(message.contains(expected), "{expected:?} in {message:?}");
    }
    let columns = r#"<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell
        table:number-columns-repeated="900" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>"#;
    assert!(
        rejection(ods(columns)).contains("the number of cells with content exceeds the limit of 20000000")
    );
}

/// Replaces the uncompressed sizes that the central directory of a ZIP package declares.
fn declaring(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
    let entries: Vec<_> =
        bytes.windows(4).enumerate().filter(|(_, four)| four == b"PK\x01\x02").map(|(at, _)| at).collect();
    for at in entries {
        bytes[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
    }
    bytes
}

#[test]
fn declared_sizes_are_checked_before_and_while_reading() {
    let bytes = raw_xlsx_with("", "<sst/>", "<styleSheet/>", SHEET, &[]);
    let message = rejection(declaring(bytes.clone(), 200 << 20));
    assert!(message.contains("would unpack to more than 500 MiB"), "{message}");
    let message = rejection(declaring(bytes, 20));
    assert!(message.contains("larger than its declared uncompressed size"), "{message}");
}

#[test]
fn empty_rows_are_skipped() {
    let sheet = bomb("<worksheet><sheetData>", "<row/>", 2_000_000 * 6, "</sheetData></worksheet>");
    assert_eq!(cells(raw_xlsx_with("", "<sst/>", "<styleSheet/>", &sheet, &[])), Vec::<String>::new());
    let mut text = ";;;\r\n".repeat(2_000_000);
    assert_eq!(cells(text.clone().into_bytes()), Vec::<String>::new());
    text.push_str("1;2\r\n");
    assert!(rejection(text.into_bytes()).contains("the number of rows exceeds the limit of 1048576"));
}

/// Column names, numbers, dates, prices and sums, as regular expressions.
const TEXTS: &str = "Menge|Artikel|Kunde|Bestellnummer|Termin|Preis|[A-Z]{0,3}|[0-9]{1,6}[.,/-][0-9]{1,3}|€ ?[0-9]+|\\PC{0,6}|                     [0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|[a-z]{2,9} [0-9]{1,2}:[0-9]{2}|Summe|ẞ: ?ü|4[.,]0E\\+12";

proptest! {
    #[test]
    fn any_table_is_converted_without_panic(
        rows in prop::collection::vec(prop::collection::vec(TEXTS, 0..6), 0..8), delimiter in "[;,\t|]",
    ) {
        let lines: Vec<_> = rows.iter().map(|cells| cells.join(&delimiter)).collect();
        let file = FileSettings::default();
        if let Ok(mut workbook) = opened(lines.join("\n").into_bytes())
            && let Ok(detected) = detect(&mut workbook, &file)
        {
            let proposal = propose(&detected, &file);
            let mut converter = SheetConverter::new(&detected, &proposal.mapping).unwrap();
            workbook
                .rows(detected.sheet, &mut |row| {
                    converter.convert(row);
                    ControlFlow::Continue(())
                })
                .unwrap();
        }
    }

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = opened(bytes).and_then(|mut workbook| read(&mut workbook));
    }
}
