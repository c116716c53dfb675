//! Exports and templates as XLSX files over HTTP.

use std::io::{Cursor, Read, Write};
use std::ops::ControlFlow;

use orderdock_domain::access::Scope;
use orderdock_spreadsheet::{FileSettings, OpenOptions, Proposal, SheetConverter, Workbook, detect, propose};
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const TEMPLATE: &str = "/api/import-templates/orders.xlsx";

async fn download(app: &TestApp, token: &str, path: &str, language: &str) -> (String, Vec<u8>) {
    let request = app.request(Method::GET, path).header("Authorization", token);
    let response = request.header("Accept-Language", language).send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(
        header("content-type"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "{path}"
    );
    let name = header("content-disposition");
    (name, response.bytes().await.unwrap().to_vec())
}

fn opened(bytes: &[u8]) -> Workbook {
    Workbook::open(Box::new(Cursor::new(bytes.to_vec())), OpenOptions::default()).unwrap()
}

/// Returns the rows of a sheet as texts: `kind:value` of each cell.
fn rows(bytes: &[u8], sheet: usize) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    opened(bytes)
        .rows(sheet, &mut |row| {
            let cells = row.cells.iter().map(|cell| {
                let kind = format!("{:?}", cell.value);
                let kind = kind.split('(').next().unwrap_or_default().to_lowercase();
                format!("{kind}:{}", cell.value.to_text())
            });
            rows.push(cells.collect());
            ControlFlow::Continue(())
        })
        .unwrap();
    rows
}

#[tokio::test]
async fn candidates_are_exported_with_chosen_columns() {
    let app = TestApp::start().await;
    let row = candidate(
        "H1",
        "0042",
        json!({
            "qty": 2.5, "price": 9.8, "currencyCode": "EUR", "poReference": "=HYPERLINK(\"http://x\")",
            "dateRequired": "2026-12-24", "productDescription": "-5 °C, <b>\"groß\"</b>",
        }),
    );
    assert_eq!(app.import(row.to_string()).await.status, 201);
    let columns = "poReference,qty,externalLineId,dateRequired,productDescription,price,createdAt,comments";
    let path = format!("{CANDIDATES}/export?format=xlsx&columns={columns}");
    let (name, bytes) = download(&app, &app.admin, &path, "de").await;
    assert_eq!(name, "attachment; filename=\"positionen.xlsx\"");
    let rows = rows(&bytes, 0);
    assert_eq!(
        rows[0],
        [
            "text:Bestellreferenz",
            "text:Menge",
            "text:Ext. Positions-ID",
            "text:Wunschtermin",
            "text:Produktbeschreibung",
            "text:Preis",
            "text:Eingegangen",
            "text:Bemerkungen"
        ]
    );
    assert_eq!(
        rows[1][..6],
        [
            "text:=HYPERLINK(\"http://x\")",
            "number:2.5",
            "text:0042",
            "date:2026-12-24",
            "text:-5 °C, <b>\"groß\"</b>",
            "number:9.8",
        ]
    );
    assert!(rows[1][6].starts_with("datetime:20"), "{:?}", rows[1]);
    assert_eq!((rows.len(), rows[1].len()), (2, 7));
}

#[tokio::test]
async fn workbook_of_several_pages_has_every_row_once() {
    let app = TestApp::start().await;
    let lines = (0..1_203).map(|line| candidate("H1", &line.to_string(), json!({ "qty": 1 + line % 7 })));
    assert_eq!(app.import_bulk("", bulk(lines)).await.status, 201);
    let path = format!("{CANDIDATES}/export?format=xlsx&columns=externalLineId,qty&sort=qty");
    let rows = rows(&download(&app, &app.admin, &path, "en").await.1, 0);
    let mut ids: Vec<_> = rows[1..].iter().map(|row| row[0].clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((rows.len(), ids.len()), (1_204, 1_203));
}

#[tokio::test]
async fn orders_and_rejected_rows_are_exported_as_workbooks() {
    let app = TestApp::start().await;
    let order = json!({
        "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T10:00:00.000Z",
        "lines": [{ "productCode": "P002737", "qty": 2.5 }],
    });
    assert_eq!(app.post(&app.admin, "/api/sales/order", order.to_string()).await.status, 200);
    let path = "/api/sales/order/export?format=xlsx&columns=documentNo,datePromised,grandTotal,lineCount";
    let (name, bytes) = download(&app, &app.admin, path, "en").await;
    assert_eq!(name, "attachment; filename=\"orders.xlsx\"");
    assert_eq!(
        rows(&bytes, 0),
        [
            ["text:No.", "text:Date promised", "text:Total", "text:Lines"],
            ["text:000001", "datetime:2026-12-08 11:00:00", "number:29.75", "number:1"],
        ]
    );
    let faulty = candidate("H1", "1", json!({ "product": { "code": "=GONE" } }));
    app.import(faulty.to_string()).await;
    let path = "/api/rejected-rows/export?format=xlsx&columns=product,cause,count";
    let (name, bytes) = download(&app, &app.admin, path, "en").await;
    assert_eq!(name, "attachment; filename=\"rejected-rows.xlsx\"");
    assert_eq!(
        rows(&bytes, 0),
        [["text:Product", "text:Cause", "text:Count"], ["text:=GONE", "text:product.unknown", "number:1"]]
    );
}

/// Adds rows to the first sheet of a workbook, as a spreadsheet program would.
fn filled(bytes: &[u8], rows: &str) -> Vec<u8> {
    let mut source = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut target = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..source.len() {
        let mut part = source.by_index(index).unwrap();
        let mut xml = String::new();
        part.read_to_string(&mut xml).unwrap();
        let name = part.name().unwrap().into_owned();
        if name == "xl/worksheets/sheet1.xml" {
            xml = xml.replace("</sheetData>", &format!("{rows}</sheetData>"));
        }
        target.start_file(name, SimpleFileOptions::default()).unwrap();
        target.write_all(xml.as_bytes()).unwrap();
    }
    target.finish().unwrap().into_inner()
}

fn text_cell(column: char, text: &str) -> String {
    format!("<c r=\"{column}2\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
}

fn proposed(bytes: &[u8]) -> Proposal {
    let file = FileSettings::default();
    propose(&detect(&mut opened(bytes), &file).unwrap(), &file)
}

#[tokio::test]
async fn filled_template_is_imported_without_questions() {
    let app = TestApp::start().await;
    for (language, name) in [("en", "order-lines.xlsx"), ("de", "bestellpositionen.xlsx")] {
        let (header, bytes) =
            download(&app, &app.admin, &format!("{TEMPLATE}?language={language}"), "fr").await;
        assert_eq!(header, format!("attachment; filename=\"{name}\""));
        let cells = [
            text_cell('A', "PO-007"),
            text_cell('B', "G0001"),
            text_cell('C', "P002737"),
            "<c r=\"E2\"><v>2.5</v></c>".to_owned(),
            text_cell('F', "PCE"),
            "<c r=\"J2\" s=\"3\"><v>46380</v></c>".to_owned(),
        ];
        let bytes = filled(&bytes, &format!("<row r=\"2\">{}</row>", cells.concat()));
        let proposal = proposed(&bytes);
        assert_eq!((proposal.questions.as_slice(), proposal.unused.as_slice()), (&[][..], &[][..]));
        let mut workbook = opened(&bytes);
        let detected = detect(&mut workbook, &FileSettings::default()).unwrap();
        let mut converter = SheetConverter::new(&detected, &proposal.mapping).unwrap();
        let mut imported = Vec::new();
        workbook
            .rows(detected.sheet, &mut |row| {
                imported.extend(converter.convert(row).map(|row| row.json));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(
            Value::from(imported[0].clone()),
            json!({
                "externalHeaderId": "G0001/PO-007", "externalLineId": "1", "poReference": "PO-007",
                "bpartner": { "bpartner": { "code": "G0001" } }, "product": { "code": "P002737" },
                "qty": 2.5, "uomCode": "PCE", "dateRequired": "2026-12-24",
            })
        );
    }
}

#[tokio::test]
async fn template_lists_only_records_of_the_callers_organisations() {
    let app = TestApp::start().await;
    app.load("organisations: [{code: \"002\", name: Two, country: DE}]").await;
    for (kind, records) in [
        ("bpartners", json!([{ "org": "002", "code": "SECRET-C", "name": "Fremdkunde" }])),
        ("products", json!([{ "org": "002", "code": "SECRET-P", "name": "Fremdprodukt", "uom": "PCE" }])),
        (
            "bpartners",
            json!([
                { "org": "001", "code": "V-ONLY", "name": "Lieferant", "customer": false, "vendor": true },
                { "org": "001", "code": "OLD-C", "name": "Alt", "active": false },
            ]),
        ),
    ] {
        let request = app.request(Method::PUT, &format!("/api/masterdata/{kind}"));
        let request = request.header("Authorization", &app.admin).header("Content-Type", "application/json");
        let response = send(request.body(records.to_string())).await;
        assert_eq!(response.status, 200, "{kind}: {}", response.text);
    }
    let clerk = app.token_of("001", &[Scope::CandidatesRead]).await;
    let own = rows(&download(&app, &clerk, TEMPLATE, "de").await.1, 2).concat().join("\n");
    for (text, is_listed) in [
        ("text:G0001", true),
        ("text:Testkunde Nord GmbH", true),
        ("text:P002737", true),
        ("text:PCE", true),
        ("text:Stück", true),
        ("text:EUR", true),
        ("SECRET", false),
        ("Fremd", false),
        ("V-ONLY", false),
        ("OLD-C", false),
    ] {
        assert_eq!(own.contains(text), is_listed, "{text}");
    }
    let all = rows(&download(&app, &app.admin, TEMPLATE, "de").await.1, 2).concat().join("\n");
    assert!(all.contains("SECRET-C") && all.contains("SECRET-P"));
}

#[tokio::test]
async fn template_in_another_language_is_rejected() {
    let app = TestApp::start().await;
    for query in ["?language=fr", "?lang=de"] {
        assert_eq!(app.get(&app.admin, &format!("{TEMPLATE}{query}")).await.status, 400, "{query}");
    }
}
