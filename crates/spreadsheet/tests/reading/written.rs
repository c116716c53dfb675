//! Workbooks that the crate writes, read again.

use jiff::civil::date;
use orderdock_domain::problem::Language;
use orderdock_spreadsheet::{
    CellFormat, ColumnLayout, FileSettings, OrderTemplateLists, SheetLayout, TemplateEntry, WrittenCell,
    XlsxWriter, detect, propose,
};

use crate::files::{cells, opened};

fn column(title: &str) -> ColumnLayout {
    ColumnLayout { title: title.to_owned(), width: 20, format: CellFormat::General }
}

fn layout(columns: &[&str]) -> SheetLayout {
    SheetLayout {
        name: "Sheet <1> & more".to_owned(),
        columns: columns.iter().map(|title| column(title)).collect(),
        filtered: true,
        drop_downs: Vec::new(),
    }
}

#[test]
fn written_values_are_read_unchanged() {
    let mut writer = XlsxWriter::new(vec![layout(&["Ä", "b", "c", "d", "e", "f", "g"])]).unwrap();
    let texts = ["00123", "=1+1", "-2", "@x", "  a<b> & \"c\"  ", "two\nlines", "_x0041_"];
    writer.row(texts.map(|text| WrittenCell::Text(text.into()))).unwrap();
    writer
        .row([
            WrittenCell::Number("13.75".into()),
            WrittenCell::Amount("1234.5".into()),
            WrittenCell::Number("1234567890123456".into()),
            WrittenCell::Empty,
            WrittenCell::Date(date(2026, 4, 3)),
            WrittenCell::DateTime(date(2026, 4, 3).at(23, 59, 59, 0)),
            WrittenCell::Text("".into()),
        ])
        .unwrap();
    let read = cells(writer.finish().unwrap());
    assert_eq!(
        read[7..],
        [
            "A2 00123",
            "B2 =1+1",
            "C2 -2",
            "D2 @x",
            "E2   a<b> & \"c\"  ",
            "F2 two\nlines",
            "G2 _x0041_",
            "A3 number 13.75",
            "B3 number 1234.5",
            "C3 1234567890123456",
            "E3 date 2026-04-03",
            "F3 time 2026-04-03 23:59:59",
        ]
    );
}

#[test]
fn every_second_of_a_day_is_exact() {
    let mut writer = XlsxWriter::new(vec![layout(&["Time"])]).unwrap();
    let midnight = date(2026, 4, 3).at(0, 0, 0, 0);
    let times: Vec<_> = (1..86_400).map(|second| midnight + jiff::ToSpan::seconds(second)).collect();
    for time in &times {
        writer.row([WrittenCell::DateTime(*time)]).unwrap();
    }
    let read = cells(writer.finish().unwrap());
    for ((time, cell), row) in times.iter().zip(&read[1..]).zip(2..) {
        assert_eq!(*cell, format!("A{row} time {}", time.strftime("%Y-%m-%d %H:%M:%S")));
    }
}

#[test]
fn bytes_are_available_while_rows_are_written() {
    let mut writer = XlsxWriter::new(vec![layout(&["Text"])]).unwrap();
    let (mut bytes, mut largest) = (Vec::new(), 0);
    for row in 0..20_000_u64 {
        let text = format!("{row} {}", row.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        writer.row([WrittenCell::Text(text.into())]).unwrap();
        if row % 500 == 0 {
            let taken = writer.take();
            largest = largest.max(taken.len());
            bytes.extend(taken);
        }
    }
    let last = writer.finish().unwrap();
    assert!(largest.max(last.len()) < 200_000, "{largest} {}", last.len());
    bytes.extend(last);
    assert_eq!(cells(bytes).len(), 20_001);
}

fn entries(codes: &[(&str, &str)]) -> Vec<TemplateEntry> {
    codes.iter().map(|(code, name)| TemplateEntry { code: (*code).into(), name: (*name).into() }).collect()
}

fn lists() -> OrderTemplateLists {
    OrderTemplateLists {
        customers: entries(&[("G0001", "Testkunde Nord"), ("007", "Bond & Co")]),
        products: entries(&[("00123", "Tee")]),
        units: entries(&[("PCE", "Piece"), ("KGM", "Kilogram"), ("MTR", "")]),
        currencies: entries(&[("EUR", "Euro")]),
    }
}

#[test]
fn empty_template_is_recognised() {
    for language in [Language::English, Language::German] {
        let file = FileSettings::default();
        let mut workbook = opened(lists().write(language).unwrap()).unwrap();
        let detected = detect(&mut workbook, &file).unwrap();
        assert_eq!((detected.sheet, detected.header_row, detected.rows), (0, 1, 0));
        let proposal = propose(&detected, &file);
        assert_eq!(proposal.questions, []);
        let members: Vec<_> = proposal.mapping.members.keys().map(String::as_str).collect();
        assert_eq!(
            members,
            [
                "bpartner.bpartner.code",
                "currencyCode",
                "dateRequired",
                "description",
                "discount",
                "externalHeaderId",
                "externalLineId",
                "poReference",
                "price",
                "product.code",
                "productDescription",
                "qty",
                "uomCode",
            ]
        );
    }
}

#[test]
fn template_has_lists_with_names() {
    let mut workbook = opened(lists().write(Language::German).unwrap()).unwrap();
    let names: Vec<_> = workbook.sheets().iter().map(|sheet| sheet.name.clone()).collect();
    assert_eq!(names, ["Bestellungen", "Hinweise", "Listen"]);
    let mut rows = Vec::new();
    workbook
        .rows(2, &mut |row| {
            rows.push(
                row.cells.iter().map(|cell| cell.value.to_text().into_owned()).collect::<Vec<_>>().join("|"),
            );
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(
        rows[1..],
        ["G0001|Testkunde Nord|00123|Tee|PCE|Piece|EUR|Euro", "007|Bond & Co|KGM|Kilogram", "MTR"]
    );
}
