//! Mapping of columns and conversion of rows.

use std::ops::ControlFlow;

use orderdock_spreadsheet::{
    ConvertedRow, FileSettings, Proposal, SheetConverter, SheetMapping, SkippedRows, complete_settings,
    detect, propose,
};
use rust_xlsxwriter::{ExcelDateTime, Format};
use serde_json::json;

use crate::files::{opened, xlsx};

fn proposed(bytes: Vec<u8>) -> Proposal {
    let file = FileSettings::default();
    propose(&detect(&mut opened(bytes).unwrap(), &file).unwrap(), &file)
}

/// Converts all rows with a mapping.
fn converted(bytes: Vec<u8>, mapping: &SheetMapping) -> (Vec<ConvertedRow>, SkippedRows) {
    let mut workbook = opened(bytes).unwrap();
    let detected = detect(&mut workbook, &mapping.file).unwrap();
    let mut mapping = mapping.clone();
    complete_settings(&detected, &mut mapping);
    let mut converter = SheetConverter::new(&detected, &mapping).unwrap();
    let mut rows = Vec::new();
    workbook
        .rows(detected.sheet, &mut |row| {
            rows.extend(converter.convert(row));
            ControlFlow::Continue(())
        })
        .unwrap();
    (rows, converter.skipped().clone())
}

fn mapping(members: &serde_json::Value) -> SheetMapping {
    serde_json::from_value(json!({ "members": members })).unwrap()
}

fn german_sheet() -> Vec<u8> {
    let day = ExcelDateTime::from_ymd(2026, 4, 3).unwrap();
    xlsx(|sheet| {
        sheet.write_row(
            0,
            0,
            ["Bestell-Nr.", "Kunden-Nr.", "Artikelnummer", "EAN", "Menge", "Preis", "Lieferdatum", "Farbe"],
        )?;
        for (row, po, quantity) in [(1, "B1", "13,75"), (2, "B1", "1.250,5"), (3, "B2", "2")] {
            sheet.write_row(row, 0, [po, "K1", "00123", "4006381333931", quantity, "12,50 €"])?;
            sheet.write_with_format(row, 6, &day, &Format::new().set_num_format("dd.mm.yyyy"))?;
            sheet.write(row, 7, "rot")?;
        }
        sheet.write(4, 0, "Summe")?.write(4, 4, 1266.25).map(drop)
    })
}

#[test]
fn german_sheet_is_mapped_without_questions() {
    let proposal = proposed(german_sheet());
    assert_eq!(proposal.questions, []);
    assert_eq!(proposal.unused, ["EAN", "Farbe"]);
    let written = serde_json::to_value(&proposal.mapping).unwrap();
    assert_eq!(
        written,
        json!({
            "file": {"decimalSign": ","},
            "members": {
                "bpartner.bpartner.code": {"column": "Kunden-Nr."},
                "dateRequired": {"column": "Lieferdatum"},
                "externalHeaderId": {"columns": ["Kunden-Nr.", "Bestell-Nr."], "join": "/"},
                "externalLineId": {"numbered": true},
                "poReference": {"column": "Bestell-Nr."},
                "price": {"column": "Preis"},
                "product.code": {"column": "Artikelnummer"},
                "qty": {"column": "Menge"},
            }
        })
    );
    assert_eq!(serde_json::from_value::<SheetMapping>(written).unwrap(), proposal.mapping);
    let (rows, skipped) = converted(german_sheet(), &proposal.mapping);
    let row = json!({
        "bpartner": {"bpartner": {"code": "K1"}}, "currencyCode": "EUR", "dateRequired": "2026-04-03",
        "externalHeaderId": "K1/B1", "externalLineId": "2", "poReference": "B1", "price": 12.50,
        "product": {"code": "00123"}, "qty": 1250.5
    });
    assert_eq!(serde_json::Value::Object(rows[1].json.clone()).to_string(), json_with_price(&row, "12.50"));
    let lines: Vec<_> =
        rows.iter().map(|row| (row.number, row.json["externalLineId"].as_str().unwrap())).collect();
    assert_eq!(lines, [(2, "1"), (3, "2"), (4, "1")]);
    let cell = rows[1]
        .cells
        .iter()
        .find(|(pointer, _)| pointer == "/product/code")
        .map(|(_, cell)| cell.to_string());
    assert_eq!(cell.as_deref(), Some("C3"));
    assert_eq!((skipped.subtotals, skipped.first), (1, vec![5]));
}

#[test]
fn sums_and_repeated_headers_are_skipped() {
    let text = "Menge;Artikel;Name\n1;A;Total\nMenge;Artikel;Name\n3;;Zwischensumme:\n2;;Korb\n;;Gruß\n";
    let product = mapping(&json!({"qty": {"column": "Menge"}, "product.code": {"column": "Artikel"}}));
    let (rows, skipped) = converted(text.as_bytes().to_vec(), &product);
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [2, 5]);
    assert_eq!((skipped.headers, skipped.subtotals, skipped.unmapped), (1, 1, 1));
    assert_eq!(skipped.first, [3, 4, 6]);
    // without a product column, no row is recognised as a sum
    let constant = mapping(&json!({"qty": {"column": "Menge"}, "product.code": {"constant": "A"}}));
    let (rows, _) = converted(text.as_bytes().to_vec(), &constant);
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [2, 4, 5]);
}

/// Formats a row as JSON with the given text of the price, because `json!` drops trailing zeros.
fn json_with_price(row: &serde_json::Value, price: &str) -> String {
    row.to_string().replace("\"price\":12.5,", &format!("\"price\":{price},"))
}

#[test]
fn unreadable_value_is_reported_with_cell() {
    let text = "Menge;Preis;Termin;Artikel;W\n13.75;1,5;03.04.2026;A;EUR\n1,5;x;31.02.2026;4,00638E+12;EUR\n\
                2;5 $;soon;A;EUR\n";
    let mapping = mapping(&json!({
        "qty": {"column": "Menge"}, "price": {"column": "Preis"}, "dateRequired": {"column": "Termin"},
        "product.code": {"column": "Artikel"}, "currencyCode": {"column": "W"}
    }));
    let mapping = SheetMapping {
        file: serde_json::from_value(json!({"decimalSign": ",", "dateOrder": "dmy"})).unwrap(),
        ..mapping
    };
    let (rows, _) = converted(text.as_bytes().to_vec(), &mapping);
    let faults: Vec<_> = rows.iter().flat_map(|row| &row.faults).collect();
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| format!("{} {} {} {}", fault.cell.unwrap(), fault.pointer, fault.code, fault.seen))
        .collect();
    assert_eq!(
        faults,
        [
            "A2 /qty cell.number 13.75",
            "C3 /dateRequired cell.date 31.02.2026",
            "B3 /price cell.number x",
            "D3 /product/code cell.digits_lost 4,00638E+12",
            "C4 /dateRequired cell.date soon",
            "B4 /price cell.currency 5",
        ]
    );
    assert_eq!(rows[0].json["qty"], json!({"unreadable": "13.75"}));
}

#[test]
fn sources_are_split_joined_padded_and_replaced() {
    let text = "Menge,Straße,Nr,Artikel,Einheit,Kunde\n12 x 0.7 l,Kai,1,123,Stk,\n5,Hof,,4711,KISTE,K2\n";
    let mapping = mapping(&json!({
        "qty": {"column": "Menge", "split": {"at": " x ", "part": 1}},
        "description": {"columns": ["Straße", "Nr"]},
        "product.code": {"column": "Artikel", "pad": 5},
        "uomCode": {"column": "[E]", "values": {"stk": "PCE", "Kiste": "CT"}},
        "bpartner.bpartner.code": {"column": "Kunde", "default": "K1"},
        "dateRequired": {"constant": "2026-12-31"},
        "shipper": {"constant": "DPD"},
        "discount": {"constant": "2.5"}
    }));
    let (rows, _) = converted(text.as_bytes().to_vec(), &mapping);
    let json: Vec<_> = rows.iter().map(|row| serde_json::Value::Object(row.json.clone())).collect();
    let row = |customer, description, quantity, unit, product| {
        json!({
            "bpartner": {"bpartner": {"code": customer}}, "dateRequired": "2026-12-31", "description": description,
            "discount": 2.5, "product": {"code": product}, "qty": quantity, "shipper": "val-DPD", "uomCode": unit
        })
    };
    assert_eq!(json, [row("K1", "Kai 1", 12, "PCE", "00123"), row("K2", "Hof", 5, "CT", "04711")]);
}

#[test]
fn typed_cells_are_converted_by_member() {
    let day = ExcelDateTime::from_ymd(2026, 4, 3).unwrap().and_hms(23, 59, 59).unwrap();
    let bytes = xlsx(|sheet| {
        sheet.write_row(
            0,
            0,
            [
                "qty",
                "discount",
                "dateRequired",
                "dateOrdered",
                "product",
                "line",
                "isWithoutCharge",
                "description",
            ],
        )?;
        sheet.write(1, 0, 0.1 + 0.2)?;
        sheet.write_with_format(1, 1, 0.025, &Format::new().set_num_format("0.0%"))?;
        sheet.write_with_format(1, 2, &day, &Format::new().set_num_format("dd.mm.yyyy hh:mm"))?;
        // a serial date without date format
        sheet
            .write(1, 3, 46115)?
            .write(1, 4, 4_006_381_333_931_i64)?
            .write(1, 5, 10)?
            .write(1, 6, "ja")?
            .write(1, 7, 1.5)?;
        sheet.write(2, 0, "x")?.write(2, 5, 1.5)?.write(2, 6, "maybe")?.write(2, 4, 1).map(drop)
    });
    let members: serde_json::Map<_, _> =
        ["qty", "discount", "dateRequired", "dateOrdered", "line", "isWithoutCharge", "description"]
            .into_iter()
            .map(|name| (name.to_owned(), json!({"column": name})))
            .chain([("product.code".to_owned(), json!({"column": "product"}))])
            .collect();
    let (rows, _) = converted(bytes, &mapping(&members.into()));
    assert_eq!(
        serde_json::Value::Object(rows[0].json.clone()),
        json!({
            "dateOrdered": "2026-04-03", "dateRequired": "2026-04-03", "description": "1.5", "discount": 2.5,
            "isWithoutCharge": true, "line": 10, "product": {"code": "4006381333931"}, "qty": 0.3
        })
    );
    let codes: Vec<_> = rows[1].faults.iter().map(|fault| (fault.pointer.as_str(), fault.code)).collect();
    assert_eq!(
        codes,
        [("/isWithoutCharge", "cell.boolean"), ("/line", "cell.integer"), ("/qty", "cell.number")]
    );
}

#[test]
fn uncertain_or_missing_column_returns_question() {
    let text = "Menge (Karton);x;y;Art.-Nr.;Artikel;Preis\n1;4006381333931;03.04.2026;A;B;1,5\n";
    let proposal = proposed(text.as_bytes().to_vec());
    let settings: Vec<_> = proposal
        .questions
        .iter()
        .map(|question| (question.setting.as_str(), question.choices.join(" ")))
        .collect();
    assert_eq!(
        settings,
        [
            ("members.product.code", "Art.-Nr. Artikel".to_owned()),
            ("members.qty", "Menge (Karton)".to_owned()),
            ("members.dateRequired", "y".to_owned()),
            ("members.externalHeaderId", String::new()),
            ("members.externalLineId", String::new()),
            ("members.poReference", String::new()),
            ("members.bpartner.bpartner.code", String::new()),
            ("members.currencyCode", String::new()),
        ]
    );
    let gtin = proposed(b"Menge;x\n1;4006381333931\n2;40170725\n".to_vec());
    assert_eq!(gtin.mapping.members["product.code"].column.as_deref(), Some("x"));
}

#[test]
fn invalid_mapping_is_rejected_with_path() {
    let bytes = b"Menge;Artikel\n1;A\n".to_vec();
    let mut workbook = opened(bytes).unwrap();
    let detected = detect(&mut workbook, &FileSettings::default()).unwrap();
    for (members, expected) in [
        (
            json!({"quantity": {"column": "Menge"}}),
            "members.quantity: unknown member. Known members: externalHeaderId",
        ),
        (json!({"qty": {}}), "members.qty: exactly one of column, columns, constant and numbered"),
        (json!({"qty": {"column": "Menge", "constant": "1"}}), "members.qty: exactly one of"),
        (
            json!({"qty": {"column": "Qty"}}),
            r#"members.qty: the sheet has no column "Qty". Its columns are "Menge", "Artikel""#,
        ),
        (
            json!({"externalLineId": {"numbered": true}}),
            "members.externalLineId: only externalLineId can be numbered",
        ),
        (
            json!({"qty": {"column": "Menge", "split": {"at": "", "part": 1}}}),
            "members.qty.split: the separator",
        ),
    ] {
        let error = SheetConverter::new(&detected, &mapping(&members)).err().unwrap().to_string();
        assert!(error.starts_with(expected), "{expected:?} in {error:?}");
    }
    for text in
        [r#"{"members": {"qty": {"colum": "x"}}}"#, r#"{"file": {"decimalSign": ";"}, "members": {}}"#]
    {
        assert!(serde_json::from_str::<SheetMapping>(text).is_err(), "{text}");
    }
}
