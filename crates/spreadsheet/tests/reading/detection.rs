//! Detection of sheet, header and values, and the questions about ambiguous ones.

use std::fmt::Write;

use orderdock_spreadsheet::{DetectedSheet, FileSettings, HiddenRows, Question, detect, propose};
use rust_xlsxwriter::Workbook as Writer;

use crate::files::{opened, xlsx, xlsx_of_texts};

fn detected(bytes: Vec<u8>, file: &FileSettings) -> DetectedSheet {
    detect(&mut opened(bytes).unwrap(), file).unwrap()
}

/// Returns the questions about a file, as setting and samples.
fn questions(bytes: Vec<u8>, file: &FileSettings) -> Vec<String> {
    let describe = |question: &Question| {
        let samples: Vec<_> = question.samples.iter().map(|sample| sample.text.as_str()).collect();
        format!("{} {}", question.setting, samples.join(" ")).trim_end().to_owned()
    };
    propose(&detected(bytes, file), file).questions.iter().map(describe).collect()
}

/// Returns a CSV file with a column for every required member and the given texts for quantity and date.
fn orders_csv(rows: &[(&str, &str)]) -> Vec<u8> {
    let mut text = "Bestellnummer;Kunde;Artikel;Menge;Wunschtermin\n".to_owned();
    for (quantity, date) in rows {
        writeln!(text, "B1;K1;A1;{quantity};{date}").unwrap();
    }
    text.into_bytes()
}

#[test]
fn ambiguous_value_returns_question() {
    let none: [String; 0] = [];
    let default = FileSettings::default();
    for (rows, expected) in [
        (vec![("13,75", "03.04.2026")], vec![]),
        (vec![("13", "2026-04-03")], vec![]),
        (vec![("1,234", "03.04.2026")], vec!["file.decimalSign 1,234"]),
        (vec![("1,234", "03.04.2026"), ("2,5", "03.04.2026")], vec![]),
        (vec![("1,5", "03.04.2026"), ("2.5", "03.04.2026")], vec!["file.decimalSign 1,5 2.5"]),
        (vec![("1", "03/04/2026")], vec!["file.dateOrder 03/04/2026"]),
        (vec![("1", "03/04/2026"), ("1", "31/04/2026"), ("1", "13/04/2026")], vec![]),
        (vec![("1", "13/04/2026"), ("1", "04/13/2026")], vec!["file.dateOrder 13/04/2026 04/13/2026"]),
    ] {
        assert_eq!(questions(orders_csv(&rows), &default), expected, "{rows:?}");
    }
    let given = serde_json::from_str(r#"{"decimalSign": ",", "dateOrder": "mdy"}"#).unwrap();
    assert_eq!(questions(orders_csv(&[("1,234", "03/04/2026")]), &given), none);
}

#[test]
fn header_is_found_below_titles() {
    let bytes = xlsx_of_texts(&[
        &["Bestellung der Muster GmbH"],
        &[],
        &["Datum", "03.04.2026"],
        &["Best.-Nr.", "Kd.-Nr.", "Art.-Nr.", "Menge", "Termin"],
        &["B1", "K1", "A1", "1", "03.04.2026"],
    ]);
    let sheet = detected(bytes, &FileSettings::default());
    assert_eq!((sheet.header_row, sheet.first_row, sheet.rows), (4, 5, 1));
    assert_eq!(sheet.columns[3].header, "Menge");
    assert_eq!(sheet.columns[3].samples[0].cell.to_string(), "D5");
}

#[test]
fn unknown_or_second_header_row_returns_question() {
    let default = FileSettings::default();
    let unknown = xlsx_of_texts(&[&["aa", "bb"], &["1", "2"]]);
    assert_eq!(questions(unknown, &default)[0], "file.headerRow");
    let two = xlsx_of_texts(&[
        &["Bestellnummer", "Kunde", "Artikel", "Menge", "Wunschtermin"],
        &["", "Code", "Code", "Stk", "Tag"],
        &["B1", "K1", "A1", "1", "03.04.2026"],
    ]);
    assert_eq!(questions(two.clone(), &default), ["file.firstRow"]);
    let given = FileSettings { first_row: Some(3), ..default };
    assert_eq!(questions(two, &given), Vec::<String>::new());
}

#[test]
fn sheet_is_chosen_by_header_or_returns_question() {
    let header = ["Bestellnummer", "Kunde", "Artikel", "Menge", "Wunschtermin"];
    let values = ["B1", "K1", "A1", "1", "03.04.2026"];
    let written = |sheets: &[(&str, bool)]| {
        let mut writer = Writer::new();
        for (name, has_header) in sheets {
            let sheet = writer.add_worksheet().set_name(*name).unwrap();
            let header = if *has_header { header } else { ["x"; 5] };
            sheet.write_row(0, 0, header).unwrap().write_row(1, 0, values).unwrap();
        }
        writer.save_to_buffer().unwrap()
    };
    let default = FileSettings::default();
    let one = detected(written(&[("Info", false), ("Daten", true)]), &default);
    assert_eq!((one.sheet_name.as_str(), one.questions.len()), ("Daten", 0));
    let two = written(&[("Mai", true), ("Juni", true)]);
    assert_eq!(detected(two.clone(), &default).questions[0].choices, ["Mai", "Juni"]);
    let given = FileSettings { sheet: Some("Juni".to_owned()), ..default.clone() };
    let chosen = detected(two.clone(), &given);
    assert_eq!((chosen.sheet_name.as_str(), chosen.questions.len()), ("Juni", 0));
    let unknown = FileSettings { sheet: Some("Juli".to_owned()), ..default };
    let message = detect(&mut opened(two).unwrap(), &unknown).unwrap_err().to_string();
    assert_eq!(message, r#"the workbook has no sheet "Juli"; its sheets are "Mai", "Juni""#);
}

#[test]
fn hidden_rows_return_question() {
    let bytes = xlsx(|sheet| {
        sheet.write_row(0, 0, ["Bestellnummer", "Kunde", "Artikel", "Menge", "Wunschtermin"])?;
        for row in 1..4 {
            sheet.write_row(row, 0, ["B1", "K1", "A1", "1", "03.04.2026"])?;
        }
        sheet.set_row_hidden(2).map(drop)
    });
    assert_eq!(questions(bytes.clone(), &FileSettings::default()), ["file.hiddenRows"]);
    let given = FileSettings { hidden_rows: Some(HiddenRows::Skip), ..FileSettings::default() };
    assert_eq!(questions(bytes, &given), Vec::<String>::new());
}

#[test]
fn ambiguous_delimiter_returns_question() {
    let bytes = b"Menge;Artikel,Kunde;Bestellnummer\n1;A,K;B\n".to_vec();
    assert!(questions(bytes, &FileSettings::default()).contains(&"file.delimiter".to_owned()));
}
