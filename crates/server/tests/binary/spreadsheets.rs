//! Imports of order lists from spreadsheets.

use crate::import::{counted, folder, import, write};
use crate::running::{Server, call, demo_token, status_and_body};
use orderdock_api::request::{candidate_request::read_one, json::Handling};
use orderdock_spreadsheet::SHEET_MEMBERS;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};
use std::path::Path;

/// Writes a German order list: quantities as text with decimal comma, dates as dates, article numbers as text.
fn write_order_list(path: &Path, customer: &str, articles: [&str; 3]) {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Bestellungen").unwrap();
    sheet.write(0, 0, "Bestellungen der Woche 14").unwrap();
    let header =
        ["Bestell-Nr.", "Kunden-Nr.", "Artikelnummer", "Bezeichnung", "Menge", "Lieferdatum", "Farbe"];
    sheet.write_row(2, 0, header).unwrap();
    let day = ExcelDateTime::from_ymd(2030, 4, 3).unwrap();
    let format = Format::new().set_num_format("dd.mm.yyyy");
    let rows = [("B-1", articles[0], "13,75"), ("B-1", articles[1], "1.250"), ("B-2", articles[2], "2")];
    for (row, (order, article, quantity)) in (3..).zip(rows) {
        sheet.write_row(row, 0, [order, customer, article, "Kiste", quantity]).unwrap();
        sheet.write_with_format(row, 5, &day, &format).unwrap().write(row, 6, "rot").unwrap();
    }
    sheet.write(6, 0, "Summe").unwrap().write(6, 4, "1.265,75").unwrap();
    workbook.save(path).unwrap();
}

#[tokio::test]
async fn german_order_list_is_imported_and_repeats_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let environment = [("ORDERDOCK_TOKEN", token.as_str()), ("ORDERDOCK_URL", &server.url)];
    write_order_list(&folder.path().join("orders.xlsx"), "G0001", ["A001", "P002737", "NEU-7"]);
    let call = || counted(&call(folder.path(), &environment, &["import", "orders.xlsx"]));
    let (code, counts, stderr) = call();
    assert_eq!((code, counts), (Some(0), [3, 0, 0]), "{stderr}");
    for part in [
        "orders.xlsx: sheet \"Bestellungen\", column names in row 3, rows below it: 4",
        "externalHeaderId = \"Kunden-Nr.\", \"Bestell-Nr.\"",
        "externalLineId = number of the row in its order",
        "orders.xlsx: columns that are not imported: Farbe",
        "orders.xlsx: skipped rows: 1 with totals (rows 7)",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    let lines = async |reference: &str| {
        let path = format!("/api/sales/order/candidates?poReference={reference}");
        let list = status_and_body(server.get(&path).header("Authorization", &token).send().await).await.1;
        list["items"].as_array().unwrap().clone()
    };
    let mut first: Vec<Value> = lines("B-1").await;
    first.sort_by_key(|line| line["externalLineId"].to_string());
    let quantities: Vec<_> = first.iter().map(|line| line["imported"]["qty"].to_string()).collect();
    assert_eq!(quantities, ["13.75", "1250"], "{first:?}");
    assert_eq!(first[0]["imported"]["dateRequired"], "2030-04-03");
    assert_eq!(first[0]["imported"]["externalHeaderId"], "G0001/B-1");
    let unknown = &lines("B-2").await[0];
    assert_eq!(unknown["status"], "error");
    assert_eq!(unknown["problems"][0]["code"], "product.unresolved", "{unknown}");

    let (code, counts, stderr) = call();
    assert_eq!((code, counts), (Some(0), [0, 3, 0]), "{stderr}");
}

#[test]
fn rejected_rows_name_the_cell_and_are_importable_after_correction() {
    let folder = folder();
    let text = "PO number;Customer no.;Item no.;Qty;Unit;Delivery date\nA;B;A;1,5;PCE;2030-04-03\nA;B;A;13.75;PCE;2030-04-03\n\
                C;B;A;2;XYZ;2030-04-03\nD;B;A;3;PCE;2030-04-03\n";
    write(folder.path(), "orders.csv", text);
    write(
        folder.path(),
        "comma.json",
        r#"{"file": {"decimalSign": ","}, "members": {
            "externalHeaderId": {"column": "PO number"}, "externalLineId": {"numbered": true}, "poReference": {"column": "PO number"},
            "bpartner.bpartner.code": {"column": "Customer no."}, "product.code": {"column": "Item no."}, "qty": {"column": "Qty"},
            "uomCode": {"column": "Unit"}, "dateRequired": {"column": "Delivery date"}}}"#,
    );
    let arguments =
        ["orders.csv", "--mapping", "comma.json", "--unresolved", "reject", "--rejected", "rejected.ndjson"];
    let (code, counts, stderr) = import(folder.path(), &arguments);
    assert_eq!((code, counts), (Some(1), [1, 0, 3]), "{stderr}");
    for part in [
        "orders.csv:2: The row was rejected with its incoming order because of errors in rows orders.csv:3.",
        "orders.csv:3: qty (D3): The value is not a number with decimal comma, such as 1.234,50. Seen: 13.75.",
        "orders.csv:4: uomCode (E4): ",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    let rejected = std::fs::read_to_string(folder.path().join("rejected.ndjson")).unwrap();
    let rejected_lines: Vec<Value> =
        rejected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let faulty = rejected_lines.iter().find(|line| line["line"] == 3).unwrap();
    assert_eq!(
        faulty["errors"],
        json!([{
            "code": "cell.number", "pointer": "/qty", "cell": "D3", "seen": "13.75",
            "message": "The value is not a number with decimal comma, such as 1.234,50."
        }])
    );
    // an unreadable value is rejected again unless it is corrected
    let (code, counts, _) = import(folder.path(), &["rejected.ndjson", "--rejected", "again.ndjson"]);
    assert_eq!((code, counts), (Some(1), [0, 0, 3]));
    let corrected = rejected.replace(r#"{"unreadable":"13.75"}"#, "13.75").replace("XYZ", "PCE");
    write(folder.path(), "rejected.ndjson", &corrected);
    let (code, counts, stderr) = import(folder.path(), &["rejected.ndjson"]);
    assert_eq!((code, counts), (Some(0), [3, 0, 0]), "{stderr}");
}

#[test]
fn questions_stop_the_import_until_the_mapping_answers_them() {
    let folder = folder();
    let text = "PO number,Customer no.,Item no.,Qty,Delivery date\nA,B,A,1,03/04/2030\n";
    write(folder.path(), "orders.csv", text);
    // the other file is not imported either
    write(folder.path(), "good.ndjson", &crate::import::row("G", 1, "1"));
    let (code, _, stderr) = import(folder.path(), &["good.ndjson", "orders.csv"]);
    assert_eq!(code, Some(1), "{stderr}");
    for part in [
        "orders.csv: file.dateOrder: Does the day or the month come first in dates? \"dmy\" or \"mdy\"? Seen: E2 \"03/04/2030\".",
        "1 question is open, so nothing was imported",
        "--write-mapping FILE",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    let (code, _, stderr) = import(folder.path(), &["orders.csv", "--write-mapping", "mapping.json"]);
    assert_eq!(code, Some(1), "{stderr}");
    let mapping = std::fs::read_to_string(folder.path().join("mapping.json")).unwrap();
    let mut mapping: Value = serde_json::from_str(&mapping).unwrap();
    assert_eq!(mapping["members"]["qty"], json!({"column": "Qty"}));
    let (code, _, _) = import(folder.path(), &["orders.csv", "--mapping", "mapping.json"]);
    assert_eq!(code, Some(1));
    mapping["file"] = json!({"dateOrder": "dmy"});
    write(folder.path(), "mapping.json", &mapping.to_string());
    let (code, counts, stderr) =
        import(folder.path(), &["good.ndjson", "orders.csv", "--mapping", "mapping.json"]);
    assert_eq!((code, counts), (Some(0), [2, 0, 0]), "{stderr}");
    let (code, _, stderr) =
        import(folder.path(), &["orders.csv", "--mapping", "mapping.json", "--write-mapping", "m.json"]);
    assert_eq!(code, Some(0), "{stderr}");
}

#[test]
fn unreadable_spreadsheets_and_wrong_calls_are_reported() {
    let folder = folder();
    let compound: Vec<u8> =
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1].into_iter().chain([0; 512]).collect();
    std::fs::write(folder.path().join("old.xls"), compound).unwrap();
    write(folder.path(), "page.xls", "<html><table></table></html>");
    write(folder.path(), "cut.xlsx", "PK\u{3}\u{4}");
    write(folder.path(), "o.csv", "Menge;Artikel\n1;A\n");
    write(folder.path(), "one.ndjson", &crate::import::row("A", 1, "1"));
    write(folder.path(), "bad.json", "{\"members\": {\"qty\": {\"column\": \"Anzahl\"}}}");
    write(folder.path(), "worse.json", "{\"member\": {}}");
    let calls: [(&[&str], i32, &str); 9] = [
        (&["old.xls"], 1, "old.xls: the file is a file of Excel 97 to 2003 (.xls)"),
        (&["page.xls"], 1, "page.xls: the file is an HTML page"),
        (&["cut.xlsx"], 1, "cut.xlsx: the file is damaged: invalid package"),
        (&["none.xlsx"], 1, "none.xlsx: cannot read the file: No such file"),
        (
            &["o.csv", "--mapping", "bad.json"],
            2,
            "members.qty: the sheet has no column \"Anzahl\". Its columns are \"Menge\"",
        ),
        (
            &["o.csv", "--mapping", "worse.json"],
            2,
            "worse.json is not a valid mapping: unknown field `member`",
        ),
        (&["one.ndjson", "--mapping", "bad.json"], 2, "--mapping requires a spreadsheet"),
        (
            &["one.ndjson", "--write-mapping", "m.json"],
            2,
            "--write-mapping requires exactly one file, a spreadsheet",
        ),
        (&["--format", "spreadsheet", "-"], 1, "spreadsheets cannot be read from standard input"),
    ];
    for (arguments, code, part) in calls {
        let (seen, _, stderr) = import(folder.path(), arguments);
        assert_eq!(seen, Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
}

/// An unreadable cell is sent as an object, which no member accepts.
#[test]
fn unreadable_values_are_rejected_by_the_api() {
    for member in SHEET_MEMBERS {
        let mut row = Value::Null;
        let value = member.path.split('.').fold(&mut row, |object, name| &mut object[name]);
        *value = json!({"unreadable": "x"});
        let text = row.to_string();
        let errors = read_one(&text, Handling::Lenient).unwrap().errors.first;
        assert!(
            errors.iter().any(|error| error.problem.pointer == member.pointer()),
            "{}: {errors:?}",
            member.path
        );
    }
}
