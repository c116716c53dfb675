//! Values of cells in all formats.

use std::io::Cursor;
use std::ops::ControlFlow;

use orderdock_spreadsheet::{FileKind, OpenOptions, SheetInfo, TextDelimiter, TextEncoding, Workbook};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula};

use crate::files::{cells, ods, opened, packed, raw_xlsx, xlsx};

#[test]
fn values_of_a_workbook_are_typed() {
    let day = ExcelDateTime::from_ymd(2026, 4, 3).unwrap();
    let time = ExcelDateTime::from_ymd(2026, 4, 3).unwrap().and_hms(8, 30, 0).unwrap();
    let bytes = xlsx(|sheet| {
        sheet.write(0, 0, "Menge ")?.write(0, 1, 13.75)?.write(0, 2, 0.1 + 0.2)?;
        sheet.write_with_format(0, 3, &day, &Format::new().set_num_format("dd.mm.yyyy"))?;
        sheet.write_with_format(0, 4, &time, &Format::new().set_num_format("dd.mm.yyyy hh:mm"))?;
        sheet.write(0, 5, true)?.write(0, 6, 4_006_381_333_931_i64)?;
        sheet.write_with_format(0, 7, 0.025, &Format::new().set_num_format("0.0%"))?;
        sheet.write(0, 8, "'=1+1")?.write(0, 9, "00123")?;
        sheet.write_with_format(1, 0, 1234.5, &Format::new().set_num_format("#,##0.00 \"€\""))?;
        sheet.write(1, 2, " ")?.write(1, 3, "Größe\n\"M\"")?;
        Ok(())
    });
    assert_eq!(
        cells(bytes),
        [
            "A1 Menge ",
            "B1 number 13.75",
            "C1 number 0.3",
            "D1 date 2026-04-03",
            "E1 time 2026-04-03 08:30:00",
            "F1 boolean true",
            "G1 number 4006381333931",
            "H1 percentage 2.5 %",
            "I1 =1+1",
            "J1 00123",
            "A2 number 1234.5",
            "D2 Größe\n\"M\"",
        ]
    );
}

#[test]
fn every_cell_type_of_xlsx_is_read() {
    let shared = "<sst><si><t>plain</t></si><si><r><t>ri</t></r><r><t xml:space=\"preserve\">ch &amp; &#228;</t></r>\
                  <rPh><t>no</t></rPh></si><si/></sst>";
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"200\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>\
                  <cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>\
                  <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"200\"/><xf numFmtId=\"20\"/></cellXfs></styleSheet>";
    let sheet = r#"<worksheet><sheetData>
        <row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c t="s"><v>2</v></c><c r="E2" t="inlineStr"><is><t>in</t></is></c>
        <c r="F2" t="str"><f>A1&amp;"x"</f><v>str_x000D_</v></c><c r="G2" t="e"><v>#REF!</v></c><c r="H2" t="b"><v>0</v></c></row>
        <row><c s="1"><v>46115</v></c><c s="2"><v>0.5</v></c><c t="d"><v>2026-04-03T00:00:00</v></c><c><f>1+1</f></c><c><f>1+1</f><v>2</v></c>
        <c><v>123456789012345678</v></c><c s="1"><v>-5</v></c><c s="0"/><c><v>x</v></c></row>
        <row r="9" hidden="1"><c><v>1</v></c></row>
        </sheetData></worksheet>"#;
    assert_eq!(
        cells(raw_xlsx("", shared, styles, sheet)),
        [
            "B2 plain",
            "C2 rich & ä",
            "E2 in",
            "F2 str_x000D_",
            "G2 fault #REF!",
            "H2 boolean false",
            "A3 date 2026-04-03",
            "B3 12:00:00",
            "C3 date 2026-04-03",
            "D3 fault ",
            "E3 number 2",
            "F3 fault 123456789012345678",
            "G3 fault -5",
            "I3 fault x",
            "A9 number hidden 1",
        ]
    );
}

#[test]
fn date_of_the_1904_system_is_converted() {
    let styles = "<styleSheet><cellXfs><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
    let sheet = "<worksheet><sheetData><row><c s=\"0\"><v>44653</v></c></row></sheetData></worksheet>";
    let bytes = raw_xlsx("<workbookPr date1904=\"1\"/>", "<sst/>", styles, sheet);
    assert_eq!(cells(bytes), ["A1 date 2026-04-03"]);
    let bytes = raw_xlsx("<workbookPr/>", "<sst/>", styles, sheet);
    assert_eq!(cells(bytes), ["A1 date 2022-04-02"]);
}

#[test]
fn formulas_are_not_calculated() {
    let bytes = raw_xlsx(
        "<calcPr fullCalcOnLoad=\"1\"/>",
        "<sst/>",
        "<styleSheet/>",
        "<worksheet><sheetData><row><c><f>1+1</f><v>0</v></c><c><v>2</v></c></row></sheetData></worksheet>",
    );
    assert_eq!(cells(bytes), ["A1 fault ", "B1 number 2"]);
    // the library writes a result only if it is given
    let bytes = xlsx(|sheet| sheet.write_formula(0, 0, Formula::new("=1+1")).map(drop));
    assert_eq!(cells(bytes), ["A1 fault "]);
}

#[test]
fn merged_cells_are_filled_downwards() {
    let bytes = xlsx(|sheet| {
        sheet.merge_range(0, 0, 0, 2, "Title", &Format::new())?;
        sheet.merge_range(1, 0, 3, 0, "B-1", &Format::new())?;
        for row in 1..5 {
            sheet.write(row, 1, row)?;
        }
        Ok(())
    });
    assert_eq!(
        cells(bytes),
        [
            "A1 Title",
            "A2 B-1",
            "B2 number 1",
            "A3 merged B-1",
            "B3 number 2",
            "A4 merged B-1",
            "B4 number 3",
            "B5 number 4"
        ]
    );
}

#[test]
fn values_of_an_ods_file_are_typed() {
    let bytes = ods(r#"<table:table table:name="Tab" table:style-name="x"><table:table-column/>
        <table:table-row><table:table-cell office:value-type="string"><text:p>Größe<text:s text:c="2"/>M</text:p><text:p>two</text:p>
        <office:annotation><text:p>comment</text:p></office:annotation></table:table-cell>
        <table:table-cell table:number-columns-repeated="2"/>
        <table:table-cell office:value-type="float" office:value="0.30000000000000004"><text:p>0,3</text:p></table:table-cell>
        <table:table-cell office:value-type="percentage" office:value="0.025"/>
        <table:table-cell office:value-type="date" office:date-value="2026-04-03"/>
        <table:table-cell office:value-type="date" office:date-value="2026-04-03T08:30:00"/>
        <table:table-cell office:value-type="time" office:time-value="PT18H30M00S"/>
        <table:table-cell office:value-type="boolean" office:boolean-value="true"/>
        <table:table-cell office:value-type="string" calcext:value-type="error" office:string-value=""><text:p>#REF!</text:p></table:table-cell>
        <table:table-cell table:formula="of:=1+1"/></table:table-row>
        <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1"/></table:table-row>
        <table:table-row-group><table:table-row table:visibility="filter"><table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>m</text:p></table:table-cell></table:table-row></table:table-row-group>
        <table:table-row><table:covered-table-cell office:value-type="string"><text:p>old</text:p></table:covered-table-cell><table:table-cell office:value-type="currency" office:currency="EUR" office:value="13.75"/></table:table-row>
        <table:table-row table:number-rows-repeated="1048500"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
        </table:table><table:table table:name="Hidden" table:style-name="hidden"/>"#);
    let workbook = opened(bytes.clone()).unwrap();
    let [first, second] = workbook.sheets() else { panic!("two sheets") };
    assert_eq!(first, &SheetInfo { name: "Tab".to_owned(), hidden: false });
    assert_eq!(second, &SheetInfo { name: "Hidden".to_owned(), hidden: true });
    assert_eq!(
        cells(bytes),
        [
            "A1 Größe  M\ntwo",
            "D1 number 0.3",
            "E1 percentage 2.5 %",
            "F1 date 2026-04-03",
            "G1 time 2026-04-03 08:30:00",
            "H1 18:30:00",
            "I1 boolean true",
            "J1 fault #REF!",
            "K1 fault ",
            "A2 number 1",
            "B2 number 1",
            "A3 number 1",
            "B3 number 1",
            "A4 hidden m",
            "A5 merged m",
            "B5 number 13.75",
        ]
    );
}

#[test]
fn text_files_of_excel_are_read() {
    let german = b"Menge;Gr\xf6\xdfe\r\n1,5;\"a;b\"\r\n".to_vec();
    assert_eq!(cells(german.clone()), ["A1 Menge", "B1 Größe", "A2 1,5", "B2 a;b"]);
    assert!(matches!(
        opened(german).unwrap().kind(),
        FileKind::Csv {
            encoding: TextEncoding::Windows1252,
            delimiter: TextDelimiter::Semicolon,
            other_delimiter: None
        }
    ));
    let unicode: Vec<u8> =
        "\u{feff}Menge\tGröße\r\n1\t2\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(cells(unicode), ["A1 Menge", "B1 Größe", "A2 1", "B2 2"]);
    let options = OpenOptions { delimiter: Some(TextDelimiter::Comma), ..OpenOptions::default() };
    let mut workbook = Workbook::open(Box::new(Cursor::new(b"a;b,c".to_vec())), options).unwrap();
    assert_eq!(crate::files::read(&mut workbook).unwrap(), ["A1 a;b", "B1 c"]);
}

#[test]
fn reading_stops_when_the_visitor_breaks() {
    let bytes = xlsx(|sheet| (0..100).try_for_each(|row| sheet.write(row, 0, row).map(drop)));
    let mut workbook = opened(bytes).unwrap();
    // a page of rows: 11 to 13
    let mut page = Vec::new();
    workbook
        .rows(0, &mut |row| {
            page.extend((11..=13).contains(&row.number).then_some(row.number));
            if row.number < 13 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!(page, [11, 12, 13]);
}

#[test]
fn parts_of_a_package_can_have_other_names() {
    let root = r#"<Relationships xmlns="x"><Relationship Id="r" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/main.xml"/></Relationships>"#;
    let relations =
        r#"<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="one.xml"/></Relationships>"#;
    let bytes = packed(&[
        ("_rels/.rels", root.as_bytes()),
        ("book/main.xml", br#"<x:workbook><x:sheets><x:sheet name="S" r:id="a"/></x:sheets></x:workbook>"#),
        ("book/_rels/main.xml.rels", relations.as_bytes()),
        (
            "book/one.xml",
            b"<x:worksheet><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>",
        ),
    ]);
    assert_eq!(cells(bytes), ["A1 number 7"]);
}
