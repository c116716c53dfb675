//! Memory use of reading, measured in a child process.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use orderdock_spreadsheet::{FileSettings, OpenOptions, Workbook, detect};

use crate::files::raw_xlsx_with;

const FILE: &str = "ORDERDOCK_TEST_SPREADSHEET";

/// Reads a file and prints the number of rows and the peak of resident memory in KiB. Called in a child process.
#[test]
#[ignore = "part of another test"]
fn read_and_measure() {
    let path = std::env::var(FILE).unwrap();
    let mut workbook = Workbook::open_path(Path::new(&path), OpenOptions::default()).unwrap();
    let detected = detect(&mut workbook, &FileSettings::default()).unwrap();
    let mut rows = 0;
    workbook
        .rows(detected.sheet, &mut |_| {
            rows += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("measured {rows} {}", peak.trim().split(' ').next().unwrap());
}

/// Returns the number of rows and the peak of resident memory in MiB.
fn measured(bytes: &[u8]) -> (u64, u64) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "memory::read_and_measure", "--ignored", "--nocapture"])
        .env(FILE, file.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line =
        text.lines().find_map(|line| line.split_once("measured ")).unwrap_or_else(|| panic!("{text}")).1;
    let (rows, peak) = line.split_once(' ').unwrap();
    (rows.parse().unwrap(), peak.parse::<u64>().unwrap() >> 10)
}

/// Returns a sheet with numbers, shared texts and inline texts in ten columns.
fn sheet(rows: usize) -> Vec<u8> {
    let mut sheet = b"<worksheet><sheetData>".to_vec();
    for row in 1..=rows {
        write!(sheet, "<row r=\"{row}\">").unwrap();
        for column in 0..10 {
            let address = format!("{}{row}", char::from(b'A' + column));
            match column % 3 {
                0 => write!(sheet, "<c r=\"{address}\"><v>{}.75</v></c>", row * 7919 % 100_000),
                1 => write!(sheet, "<c r=\"{address}\" t=\"s\"><v>{}</v></c>", row % 1000),
                _ => {
                    write!(sheet, "<c r=\"{address}\" t=\"inlineStr\"><is><t>text {}</t></is></c>", row * 31)
                }
            }
            .unwrap();
        }
        sheet.extend(b"</row>");
    }
    sheet.extend(b"</sheetData></worksheet>");
    sheet
}

#[test]
fn memory_does_not_grow_with_the_rows() {
    let shared: Vec<_> = (0..1000).map(|text| format!("<si><t>shared {text}</t></si>")).collect();
    let shared = format!("<sst>{}</sst>", shared.concat());
    let file = |rows| raw_xlsx_with("", &shared, "<styleSheet/>", &sheet(rows), &[]);
    let (small, large) = (measured(&file(1_000)), measured(&file(40_000)));
    assert_eq!((small.0, large.0), (1_000, 40_000));
    assert!(large.1 <= small.1 + 4, "peak in MiB: {small:?}, {large:?}");
}

#[test]
fn shared_texts_are_kept_without_overhead() {
    // a million short texts, each 20 bytes of XML
    let shared = format!("<sst>{}</sst>", "<si><t>a</t></si>".repeat(1_000_000));
    let (rows, peak) = measured(&raw_xlsx_with("", &shared, "<styleSheet/>", &sheet(10), &[]));
    assert_eq!(rows, 10);
    assert!(peak < 40, "peak of {peak} MiB");
}
