//! The scripts that run the tests: they run every lane, repeat failed tests, and reject a run with many flaky tests.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder with the scripts of this repository and stubs of the programs that they run.
struct Checkout(TempDir);

impl Checkout {
    fn new() -> Self {
        let checkout = Self(tempfile::tempdir().unwrap());
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for file in [
            "scripts/test",
            "scripts/retry-failed",
            "scripts/flaky-tests",
            "crates/ui/web/browser-tests.mjs",
            "crates/store/src/conformance/racing.rs",
        ] {
            let copy = checkout.path(file);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(root.join(file), copy).unwrap();
        }
        for folder in ["bin", "docs", "target/debug", "crates/ui/web", "tmp"] {
            fs::create_dir_all(checkout.path(folder)).unwrap();
        }
        let listed = "| `api::frame::listed` | 2026-11-26 | 500 | It waits for the server now |\n";
        fs::write(checkout.path("docs/flaky-tests.md"), listed).unwrap();
        checkout
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Writes an executable shell script.
    fn script(&self, file: &str, lines: &str) {
        let file = self.path(file);
        fs::write(&file, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn call(&self, script: &str, arguments: &[&str]) -> Output {
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(self.path(script));
        command.current_dir(self.0.path()).args(arguments).env("PATH", path);
        // report files of the outer test run
        command.env_remove("FLAKY_REPORT").env_remove("FAILURE_REPORT");
        command.env_remove("CARGO_TARGET_DIR").env("TMPDIR", self.path("tmp"));
        loop {
            match command.output() {
                // another test started a process while the script was open for writing
                Err(failure) if failure.kind() == ErrorKind::ExecutableFileBusy => {}
                output => return output.unwrap(),
            }
        }
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_default()
    }
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[test]
fn run_with_few_flaky_tests_is_green_and_prints_their_rows() {
    let checkout = Checkout::new();
    let report = |names: &[&str]| {
        let lines = names.iter().map(|name| format!("{name}\tleft: 1 | right: 2\n"));
        fs::write(checkout.path("report"), lines.collect::<String>()).unwrap();
        let output = checkout.call("scripts/flaky-tests", &["report"]);
        (output.status.code().unwrap(), words(&output))
    };
    assert_eq!(report(&[]), (0, String::new()));
    // equal reports of several lanes count once
    let (code, printed) = report(&["api::a", "api::b", "api::c", "api::a"]);
    assert_eq!(code, 0, "{printed}");
    assert!(printed.contains("flaky: ") && printed.contains("  api::a: left: 1 | right: 2\n"), "{printed}");
    let row = printed.lines().find(|line| line.starts_with("| `api::a` | 20")).unwrap();
    assert!(row.ends_with(" | left: 1 / right: 2 | |"), "{row}");
    let (code, printed) = report(&["api::a", "api::b", "api::c", "api::d"]);
    assert!(code == 1 && printed.contains("4 flaky tests, at most 3 are accepted"), "{printed}");
    let (code, printed) = report(&["api::frame::listed"]);
    let again = "flaky again although listed as fixed: api::frame::listed";
    assert!(code == 1 && printed.contains(again), "{printed}");
}

/// Replaces `cargo` by one whose test binary `target` fails in the test `name`, and fails again in `failures` repetitions.
fn failing(checkout: &Checkout, target: &str, name: &str, failures: usize) {
    let binary = checkout.path("binary");
    let (binary, manifest) = (binary.display(), checkout.path("Cargo.toml"));
    let repeated = format!("echo \"$*\" >> runs; [ $(wc -l < runs) -gt {failures} ]");
    checkout.script("binary", &repeated);
    let artifact = serde_json::json!({ "reason": "compiler-artifact", "executable": binary.to_string(),
        "manifest_path": manifest, "target": { "name": target } });
    checkout.script(
        "bin/cargo",
        &format!(
            "case \"$*\" in *--no-run*) echo '{artifact}'; exit 0;; esac\n\
             cat <<'END'\n     Running tests/main.rs ({binary})\ntest {name} ... FAILED\n\nfailures:\n\n\
             ---- {name} stdout ----\n\nthread '{name}' (1) panicked at tests/main.rs:1:1:\nleft: 1\n\n\
             test result: FAILED.\nEND\necho 'error: test failed' >&2\nexit 101"
        ),
    );
}

#[test]
fn failed_test_is_repeated_alone_unless_it_races() {
    for (target, name, failures, repeated, is_green) in [
        ("api", "frame::flaky", 0, 1, true),
        ("api", "frame::flaky", 1, 2, true),
        ("api", "frame::broken", 9, 2, false),
        ("twins", "both_engines_return_and_store_the_same", 0, 0, false),
        ("binary", "postgres_takeover::work_of_killed_instance_is_taken_over", 0, 0, false),
        ("api", "two_servers::wrong_passwords_are_counted_across_servers", 0, 0, false),
        ("conformance", "postgres::new_partners_in_opposite_orders_do_not_deadlock", 0, 0, false),
        ("orders", "killing::concurrent_processes_create_each_order_once", 0, 0, false),
    ] {
        let checkout = Checkout::new();
        failing(&checkout, target, name, failures);
        let output = checkout.call("scripts/retry-failed", &["report", "cargo", "test", "--locked"]);
        let runs = checkout.read("runs");
        assert_eq!(runs, format!("--exact {name}\n").repeat(repeated), "{name}: {}", words(&output));
        assert_eq!(output.status.success(), is_green, "{name}: {}", words(&output));
        let reported = if is_green { format!("{target}::{name}\tleft: 1\n") } else { String::new() };
        assert_eq!(checkout.read("report"), reported, "{name}");
        let is_named = words(&output).ends_with(&format!("\nfailed: {target}::{name}: left: 1\n"));
        assert_eq!(is_named, !is_green, "{name}: {}", words(&output));
    }
}

#[test]
fn failed_browser_test_is_repeated_with_its_file() {
    for (failures, repeated, is_green) in [(0, 0, true), (1, 1, true), (2, 2, true), (3, 2, false)] {
        let checkout = Checkout::new();
        let failure = serde_json::json!({ "file": "tests/a.test.ts", "name": "opens", "reason": "timeout" });
        checkout.script(
            "bin/vitest",
            &format!(
                "echo \"$*\" >> runs; [ $(wc -l < runs) -gt {failures} ] || {{ echo '{failure}' > \"$FAILED_TESTS\"; exit 1; }}"
            ),
        );
        checkout.script(
            "browser-tests",
            "FLAKY_REPORT=flaky FAILURE_REPORT=failures exec node crates/ui/web/browser-tests.mjs a b --bail 9",
        );
        let output = checkout.call("browser-tests", &[]);
        let repetition = "run --project browser tests/a.test.ts --bail 9\n".repeat(repeated);
        assert_eq!(checkout.read("runs"), format!("run --project browser a b --bail 9\n{repetition}"));
        assert_eq!(output.status.success(), is_green, "{}", words(&output));
        let is_flaky = is_green && failures > 0;
        assert_eq!(checkout.read("flaky"), if is_flaky { "tests/a.test.ts::opens\ttimeout\n" } else { "" });
        assert_eq!(
            checkout.read("failures"),
            if is_green { "" } else { "tests/a.test.ts::opens: timeout\n" }
        );
    }
}

/// Runs the lanes in a checkout in which every program succeeds, except `database` and `npm`: shell commands with the
/// arguments in `$*`.
fn lanes(database: &str, npm: &str) -> (Output, String) {
    let checkout = Checkout::new();
    for program in
        ["cc", "curl", "jq", "chromium-headless-shell", "pgbouncer", "nginx", "cargo", "node", "apt-get"]
    {
        checkout.script(&format!("bin/{program}"), "exit 0");
    }
    let log = checkout.path("log");
    let log = |words: &str| format!("echo \"{words}\" >> {}\n", log.display());
    checkout.script("bin/npm", &(log("npm $*") + npm));
    checkout.script("scripts/test-database", &(log("$ORDERDOCK_TEST_DATABASE $*") + database));
    let output = checkout.call("scripts/test", &[]);
    (output, checkout.read("log"))
}

#[test]
fn every_lane_runs_and_all_failures_are_reported_together() {
    let fails = "case \"$*\" in *'--test binary'*) exit 3;; esac";
    let (output, log) = lanes(fails, "case \"$*\" in *lint*) exit 1;; esac");
    let printed = words(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    let first = printed.lines().next().unwrap();
    assert!(first.contains("all tests take about 25 minutes"), "{first}");
    for (lane, has_failed) in [
        ("rust_on_sqlite", false),
        ("desk", true),
        ("binary_on_postgres", true),
        ("services_on_postgres", false),
        ("flaky tests", false),
    ] {
        assert_eq!(printed.contains(&format!("scripts/test: failed: {lane}\n")), has_failed, "{printed}");
    }
    assert!(
        printed.contains("\nscripts/test: failures:\n  desk: npm run --silent lint\nscripts/test: failed: "),
        "{printed}"
    );
    for part in [
        "sqlite scripts/retry-failed ",
        "--workspace --tests --locked",
        "npm run --silent test:browser\n",
        "--test binary -- --skip postgres",
        "--test load_masterdata",
    ] {
        assert!(log.contains(part), "{part} in {log}");
    }
    let (output, _) = lanes("exit 0", "exit 0");
    assert!(output.status.success() && words(&output).contains("every test passed"), "{}", words(&output));
}

#[test]
fn flaky_tests_of_all_lanes_decide_together() {
    let flaky = |count: usize| {
        let lines = (0..count).map(|number| format!("api::late_{number}\\tleft: 1\\n"));
        let report = format!(
            "case \"$*\" in *load_masterdata*) printf '{}' >> \"$FLAKY_REPORT\";; esac",
            lines.collect::<String>()
        );
        lanes(&report, "exit 0").0
    };
    let few = flaky(3);
    assert!(few.status.success() && words(&few).contains("flaky: "), "{}", words(&few));
    let many = flaky(4);
    assert_eq!(many.status.code(), Some(1), "{}", words(&many));
    assert!(words(&many).contains("scripts/test: failed: flaky tests"), "{}", words(&many));
}
