//! Master data loaded from spreadsheets.

use crate::running::{call, printed, stderr_of};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use std::path::Path;

/// Master data of the organisation `200` with the price list `DE-EUR` and one price.
const COMPANY: &str = r#"
organisations: [{code: "200", name: Example, country: DE}]
pricing-systems: [{org: "200", code: STANDARD, name: Standard}]
tax-categories: [{org: "200", code: normal, name: Normal}]
price-lists:
  - {org: "200", code: DE-EUR, name: Germany, pricingSystem: STANDARD, currency: EUR, versions: [{validFrom: 2020-01-01}]}
products:
  - {org: "200", code: T1, name: Tea 1, uom: PCE}
  - {org: "200", code: T2, name: Tea 2, uom: PCE}
  - {org: "200", code: T3, name: Tea 3, uom: PCE}
product-prices:
  - {org: "200", priceList: DE-EUR, validFrom: 2020-01-01, product: T1, uom: PCE, price: 4.20}
  - {org: "200", priceList: DE-EUR, validFrom: 2020-01-01, product: T2, uom: PCE, price: 5}
"#;

/// Options that load a price list into the version of the company.
const PRICES: [&str; 8] = [
    "--kind",
    "product-prices",
    "--org",
    "200",
    "--set",
    "priceList=DE-EUR",
    "--set",
    "validFrom=2020-01-01",
];

/// Creates a database with the company.
fn company() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "company.yaml", COMPANY);
    printed(folder.path(), &["load", "company.yaml"]);
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Loads a file with options and returns exit code, standard output and standard error output.
fn load(folder: &Path, file: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let output = call(folder, &[], &[&["load", file], options].concat());
    let stderr = stderr_of(&output);
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), stderr)
}

fn load_prices(folder: &Path, file: &str, options: &[&str]) -> (Option<i32>, String, String) {
    load(folder, file, &[&PRICES[..], options].concat())
}

#[test]
fn dry_run_of_price_list_lists_differences_and_writes_nothing() {
    let folder = company();
    write(folder.path(), "prices.csv", "Art.-Nr.;Preis;Einheit\nT1;4,40;PCE\nT2;5,00;PCE\nT3;1.250,5;PCE\n");
    let expected = "prices.csv\n\
        new, row 4: DE-EUR 2020-01-01 T3 PCE\n\
        changed, row 2: DE-EUR 2020-01-01 T1 PCE: price 4.2 → 4.4\n\
        product-prices: created 1, changed 1, unchanged 1\n\
        dry run: nothing was written\n";
    for _ in 0..2 {
        let (code, stdout, stderr) = load_prices(folder.path(), "prices.csv", &["--dry-run"]);
        assert_eq!((code, stdout.as_str()), (Some(0), expected), "{stderr}");
    }
}

#[test]
fn price_list_is_loaded_and_repeat_changes_nothing() {
    let folder = company();
    write(folder.path(), "prices.csv", "Art.-Nr.;Preis;Einheit\nT1;4,40;PCE\nT2;5,00;PCE\nT3;1.250,5;PCE\n");
    for counts in ["created 1, changed 1, unchanged 1", "created 0, changed 0, unchanged 3"] {
        let (code, stdout, stderr) = load_prices(folder.path(), "prices.csv", &[]);
        let expected = format!("prices.csv\nproduct-prices: {counts}\n");
        assert_eq!((code, stdout), (Some(0), expected), "{stderr}");
    }
    let yaml = "product-prices: [{org: '200', priceList: DE-EUR, validFrom: 2020-01-01, product: T3, uom: PCE, price: 1250.5}]";
    write(folder.path(), "same.yaml", yaml);
    assert!(printed(folder.path(), &["load", "same.yaml"]).contains("unchanged 1"));
}

#[test]
fn workbook_with_title_and_other_sheets_is_loaded() {
    let folder = company();
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Hinweise").unwrap().write(0, 0, "Preise ab Januar").unwrap();
    let sheet = workbook.add_worksheet().set_name("Preise").unwrap();
    sheet.write(0, 0, "Preisliste").unwrap();
    sheet.write_row(2, 0, ["Artikelnummer", "Gültig ab", "Preis", "ME", "Preisliste"]).unwrap();
    let day = ExcelDateTime::from_ymd(2020, 1, 1).unwrap();
    sheet.write_row(3, 0, ["T3"]).unwrap().write_row(3, 3, ["PCE", "DE-EUR"]).unwrap();
    sheet.write_with_format(3, 1, &day, &Format::new().set_num_format("dd.mm.yyyy")).unwrap();
    sheet.write(3, 2, 13.75).unwrap();
    workbook.save(folder.path().join("prices.xlsx")).unwrap();
    let options = ["--kind", "product-prices", "--org", "200"];
    let (code, stdout, stderr) = load(folder.path(), "prices.xlsx", &options);
    let expected = "prices.xlsx\nproduct-prices: created 1, changed 0, unchanged 0\n";
    assert_eq!((code, stdout.as_str()), (Some(0), expected), "{stderr}");
    assert!(stderr.contains("prices.xlsx: sheet \"Preise\", column names in row 3"), "{stderr}");
}

#[test]
fn ambiguous_decimal_sign_is_an_error_that_names_the_option() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;price;uom\nT1;1.250;PCE\nT2;2.500;PCE\n");
    let (code, _, stderr) = load_prices(folder.path(), "prices.csv", &["--dry-run"]);
    assert_eq!(code, Some(1), "{stderr}");
    let expected = "prices.csv: Is the decimal sign a comma or a point? Seen: cell B2 \"1.250\". \
                    Use --decimal-sign comma or --decimal-sign point\n";
    assert!(stderr.contains(expected), "{stderr}");
    let options = ["--dry-run", "--decimal-sign", "comma"];
    let (_, stdout, stderr) = load_prices(folder.path(), "prices.csv", &options);
    assert!(stdout.contains("T1 PCE: price 4.2 → 1250\n"), "{stdout}{stderr}");
}

#[test]
fn ambiguous_date_is_an_error_that_names_the_option() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;price;uom;validFrom\nT1;4,40;PCE;03/04/2026\n");
    let options = ["--kind", "product-prices", "--org", "200", "--set", "priceList=DE-EUR"];
    let (code, _, stderr) = load(folder.path(), "prices.csv", &options);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("cell D2 \"03/04/2026\". Use --date-order dmy or --date-order mdy"), "{stderr}");
}

#[test]
fn unknown_column_is_an_error_with_the_nearest_member() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;prise;uom;Farbe\nT1;4,40;PCE;rot\n");
    let (code, _, stderr) = load_prices(folder.path(), "prices.csv", &["--ignore", "Farbe"]);
    assert_eq!(code, Some(1), "{stderr}");
    for part in [
        "prices.csv: cell B1: unknown column \"prise\". The nearest member is price.",
        "Use --column price=\"prise\" or --ignore \"prise\"",
        "prices.csv: no column for the required member price.",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    assert!(!stderr.contains("Farbe"), "{stderr}");
    let options = ["--ignore", "Farbe", "--column", "price=prise"];
    let (_, stdout, stderr) = load_prices(folder.path(), "prices.csv", &options);
    assert!(stdout.contains("changed 1"), "{stdout}{stderr}");
}

#[test]
fn faulty_rows_are_located_and_nothing_is_loaded() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;price;uom\nT1;4,40;PCE\nT9;1,50;PCE\nT1;5;PCE\nT3;7;XX\n");
    let (code, stdout, stderr) = load_prices(folder.path(), "prices.csv", &[]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    for part in [
        "prices.csv: cell A3: product: No product “T9” exists",
        "prices.csv: row 4: Duplicate record: the same product price is at row 2.",
        "prices.csv: cell C5: uom: No unit “XX” exists.",
        "error: not loaded: prices.csv",
    ] {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    write(folder.path(), "unreadable.csv", "product;price;uom\nT1;4,40;PCE\nT2;abc;PCE\n");
    let (_, _, stderr) = load_prices(folder.path(), "unreadable.csv", &[]);
    assert!(stderr.contains("unreadable.csv: cell B3: price: The value is not a number"), "{stderr}");
}

#[test]
fn fault_of_constant_is_listed_once() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;price\nT1;4,40\nT2;1,50\n");
    let (code, _, stderr) = load_prices(folder.path(), "prices.csv", &["--set", "uom=XX"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(stderr.matches("uom, for all rows: No unit “XX” exists.").count(), 1, "{stderr}");
}

#[test]
fn ambiguous_constant_is_rejected() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;uom\nT1;PCE\nT2;PCE\n");
    let options = |date, price| {
        let fixed = ["--kind", "product-prices", "--org", "200", "--set", "priceList=DE-EUR"];
        [&fixed[..], &["--set", date, "--set", price]].concat()
    };
    for (date, price, member) in
        [("validFrom=03/04/2026", "price=1", "validFrom"), ("validFrom=2020-01-01", "price=1,250", "price")]
    {
        let (code, _, stderr) = load(folder.path(), "prices.csv", &options(date, price));
        assert_eq!(code, Some(1), "{stderr}");
        assert_eq!(stderr.matches(&format!("prices.csv: {member}, for all rows: ")).count(), 1, "{stderr}");
    }
}

#[test]
fn amounts_in_several_currencies_are_rejected() {
    let folder = company();
    write(folder.path(), "prices.csv", "product;price;uom\nT1;4,40 €;PCE\nT2;5,50 $;PCE\n");
    let (code, _, stderr) = load_prices(folder.path(), "prices.csv", &[]);
    assert_eq!(code, Some(1), "{stderr}");
    let expected = "prices.csv: cell B3: price: The amount is in USD, but others are in EUR.";
    assert!(stderr.contains(expected), "{stderr}");
    write(folder.path(), "euros.csv", "product;price;uom\nT1;4,40 €;PCE\nT2;5,50 €;PCE\n");
    let (code, _, stderr) = load_prices(folder.path(), "euros.csv", &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("euros.csv: amounts are in EUR"), "{stderr}");
}

#[test]
fn hidden_rows_are_skipped_only_by_option() {
    let folder = company();
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_row(0, 0, ["product", "uom", "price"]).unwrap();
    for (row, product) in [(1, "T1"), (2, "T2")] {
        sheet.write_row(row, 0, [product, "PCE"]).unwrap().write(row, 2, 7.5).unwrap();
    }
    sheet.set_row_hidden(2).unwrap();
    workbook.save(folder.path().join("prices.xlsx")).unwrap();
    let (code, _, stderr) = load_prices(folder.path(), "prices.xlsx", &[]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("Use --hidden-rows load or --hidden-rows skip"), "{stderr}");
    let (_, stdout, stderr) = load_prices(folder.path(), "prices.xlsx", &["--hidden-rows", "skip"]);
    assert!(stdout.contains("created 0, changed 1, unchanged 0"), "{stdout}{stderr}");
}

#[test]
fn dry_run_lists_only_first_differences() {
    let folder = company();
    let rows = (0..25).map(|number| format!("N{number};New {number};PCE\n"));
    write(folder.path(), "products.csv", &format!("code;name;uom\n{}", rows.collect::<String>()));
    let options = ["--kind", "products", "--org", "200", "--dry-run"];
    let (code, stdout, stderr) = load(folder.path(), "products.csv", &options);
    assert_eq!((code, stdout.matches("new, row ").count()), (Some(0), 20), "{stderr}");
    assert!(stdout.contains("new, row 21: N19\nand 5 more new\nproducts: created 25,"), "{stdout}");
}

#[test]
fn products_and_partners_with_locations_are_loaded() {
    let folder = company();
    let products = "Artikelnummer\tBezeichnung\tEAN\nT1\t\t\nT4\tTea 4\t4006381333931, 96385074\n";
    write(folder.path(), "products.tsv", &products.replace("T1\t\t", "T1\tTea 1\t"));
    let options = ["--kind", "products", "--org", "200", "--set", "uom=PCE"];
    let (code, stdout, stderr) = load(folder.path(), "products.tsv", &options);
    let expected = "products.tsv\nproducts: created 1, changed 0, unchanged 1\n";
    assert_eq!((code, stdout.as_str()), (Some(0), expected), "{stderr}");

    let partners = "Kundennummer;Name;locations.city;locations.country\nC1;One;Köln;DE\nC2;Two;;\n";
    write(folder.path(), "partners.csv", partners);
    let options = ["--kind", "bpartners", "--org", "200"];
    let (code, stdout, stderr) = load(folder.path(), "partners.csv", &options);
    let expected = "partners.csv\nbpartners: created 2, changed 0, unchanged 0\n\
                    bpartners.locations: created 1, changed 0, unchanged 0\n";
    assert_eq!((code, stdout.as_str()), (Some(0), expected), "{stderr}");
}

#[test]
fn kind_is_required_for_spreadsheets_and_only_for_them() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (&["prices.csv"][..], "prices.csv is a spreadsheet: name the kind of its records with --kind"),
        (&["a.yaml", "--kind", "products"], "a.yaml is not a spreadsheet"),
        (
            &["prices.csv", "--kind", "product-price"],
            "unknown kind \"product-price\". Did you mean product-prices?",
        ),
    ] {
        let output = call(folder.path(), &[], &[&["load"], arguments].concat());
        let stderr = stderr_of(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(message), "{message:?} in {stderr}");
    }
}
