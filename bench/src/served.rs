//! The server binary, measured over HTTP.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::Failure;
use crate::bodies::{self, Rows};
use crate::clients::{self, ClientResults};
use crate::database::Database;
use crate::spent::Watch;
use crate::target::BenchTarget;

const CANDIDATES: &str = "/api/sales/order/candidates";
const RUNS: &str = "/api/process-runs";
const WEBHOOKS: &str = "/api/webhooks";
const MAX_START_DURATION: Duration = Duration::from_mins(1);

/// A running `orderdock demo` with the master data of the measurement.
pub struct Server {
    process: Process,
    token: String,
    folder: PathBuf,
    database: Database,
}

/// A running server process, which is killed when this value is dropped.
pub struct Process {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a server on the data in a folder, and loads the master data.
    pub fn start(target: &BenchTarget, folder: &Path, master_data: usize) -> Result<Self, Failure> {
        let (binary, database) = (target.binary()?, target.database(folder)?);
        let process = Process::start(&binary, "demo", folder, database.url())?;
        process.wait_until_ready()?;
        let access = std::fs::read_to_string(folder.join("demo-access.txt"))?;
        let mut words =
            access.split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'));
        let token = words.find(|word| word.starts_with("od_")).ok_or("the demo created no token")?.to_owned();
        let server = Self { process, token, folder: folder.to_owned(), database };
        server.load(&binary, master_data)?;
        Ok(server)
    }

    fn load(&self, binary: &Path, master_data: usize) -> Result<(), Failure> {
        let file = self.folder.join("bench-master-data.json");
        std::fs::write(&file, bodies::master_data(master_data))?;
        let mut load = command(binary, "load", self.database.url());
        let loaded = load.arg("--data-dir").arg(&self.folder).arg(&file).output()?;
        if !loaded.status.success() {
            return Err(String::from_utf8_lossy(&loaded.stderr).into());
        }
        Ok(())
    }

    pub fn process(&self) -> &Process {
        &self.process
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns bulk requests of `rows_each` rows each, including HTTP headers.
    pub fn bulks(&self, rows: &mut Rows, bulks: usize, rows_each: usize) -> Vec<Vec<u8>> {
        self.bulks_with("", rows, bulks, rows_each)
    }

    /// Returns bulk requests with a query.
    pub fn bulks_with(&self, query: &str, rows: &mut Rows, bulks: usize, rows_each: usize) -> Vec<Vec<u8>> {
        (0..bulks).map(|_| self.post(&format!("/bulk?{query}"), &rows.bulk(rows_each))).collect()
    }

    /// Returns requests with one row each, including HTTP headers.
    pub fn singles(&self, rows: &mut Rows, count: usize) -> Vec<Vec<u8>> {
        rows.candidates(count).map(|candidate| self.post("", &candidate)).collect()
    }

    fn post(&self, path: &str, body: &str) -> Vec<u8> {
        let Self { process: Process { address, .. }, token, .. } = self;
        let length = body.len();
        format!(
            "POST {CANDIDATES}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Returns a GET request for candidates. `path` is appended to the path of the list.
    pub fn list_request(&self, path: &str) -> Vec<u8> {
        self.request_bytes("GET", &format!("{CANDIDATES}{path}"))
    }

    /// Returns a request without a body.
    pub fn request_bytes(&self, method: &str, path: &str) -> Vec<u8> {
        let Self { process: Process { address, .. }, token, .. } = self;
        let length = if method == "GET" { "" } else { "Content-Length: 0\r\n" };
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {token}\r\n{length}\r\n")
            .into_bytes()
    }

    /// Assigns all candidates in error to the user of the demo, and returns the path of the run. First removes the
    /// assignments of an earlier measurement, so that the run changes all candidates and can be undone.
    pub fn assign_faulty(&self) -> Result<String, Failure> {
        self.edit_faulty(&json!({ "assignedTo": null }))?;
        self.edit_faulty(&json!({ "assignedTo": "admin" }))
    }

    /// Edits all candidates in error, and returns the path of the run after it has ended.
    fn edit_faulty(&self, edit: &Value) -> Result<String, Failure> {
        let mut edit = edit.clone();
        edit["selection"] = json!({ "filter": { "status": "error" } });
        let run = self.call("POST", &format!("{CANDIDATES}/edit"), &edit)?;
        let path = format!("{RUNS}/{}", run.get("id").ok_or("a run without id")?);
        while self.call("GET", &path, &Value::Null)?.get("finishedAt").is_none_or(Value::is_null) {
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(path)
    }

    /// Returns the response of a read of candidates.
    pub fn read(&self, path: &str) -> Result<String, Failure> {
        self.process.fetch(&format!("{CANDIDATES}{path}"), &self.token)
    }

    /// Creates a webhook for the event of new candidates, and returns its path.
    pub fn create_webhook(&self, url: &str) -> Result<String, Failure> {
        let webhook = json!({ "url": url, "types": ["orderdock.candidate.received"] });
        let created = self.call("POST", WEBHOOKS, &webhook)?;
        Ok(format!("{WEBHOOKS}/{}", created.get("id").ok_or("a webhook without id")?))
    }

    /// Activates or pauses a webhook.
    pub fn set_webhook(&self, path: &str, active: bool) -> Result<(), Failure> {
        let version = self.call("GET", path, &Value::Null)?.get("version").cloned();
        self.call("PATCH", path, &json!({ "version": version, "active": active }))?;
        Ok(())
    }

    pub fn remove_webhook(&self, path: &str) -> Result<(), Failure> {
        self.process.call("DELETE", path, &self.token, "").map(|_| ())
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Failure> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        Ok(serde_json::from_str(&self.process.call(method, path, &self.token, &body)?)?)
    }

    pub fn send(&self, requests: Vec<Vec<u8>>, connections: usize) -> Result<ClientResults, Failure> {
        clients::send(self.process.address(), requests, connections)
    }

    /// Fails unless there are `more` candidates than `before`, so that a measurement without effect is noticed.
    pub fn check_candidates(&self, before: usize, more: usize) -> Result<(), Failure> {
        let found = self.candidates()?;
        if found == before + more {
            return Ok(());
        }
        Err(format!("expected {more} new candidates, found {}", found.saturating_sub(before)).into())
    }

    pub fn candidates(&self) -> Result<usize, Failure> {
        self.database.count("candidate")
    }

    /// Returns the average number of statements that load the import context of a request.
    pub fn lookups_per_request(&self) -> Result<f64, Failure> {
        let metrics = self.process.fetch("/metrics", "")?;
        let value = |name: &str| {
            let line = metrics.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.rsplit(' ').next()).and_then(|value| value.parse::<f64>().ok())
        };
        let statements = value("orderdock_import_load_statements_total").ok_or("metric is missing")?;
        let loads = value("orderdock_import_loads_total").ok_or("metric is missing")?;
        Ok(statements / loads)
    }

    /// Stops the server gracefully, so that requests in progress are completed. Keeps the folder.
    pub fn stop(self) -> Result<(), Failure> {
        self.process.stop()
    }
}

impl Process {
    /// Starts the server with a command. It may not be ready when this returns.
    pub fn start(
        binary: &Path,
        command: &str,
        folder: &Path,
        database: Option<&str>,
    ) -> Result<Self, Failure> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let child = self::command(binary, command, database)
            .args(["--scheduler=false", "--listen", &address, "--data-dir"])
            .arg(folder)
            .env("ORDERDOCK_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Self { child, address })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn wait_until_ready(&self) -> Result<(), Failure> {
        let started = Instant::now();
        while started.elapsed() < MAX_START_DURATION {
            if self.fetch("/api/ready", "").is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err("the server was not ready in time".into())
    }

    /// Returns the response to a GET request with a token.
    pub fn fetch(&self, path: &str, token: &str) -> Result<String, Failure> {
        self.call("GET", path, token, "")
    }

    /// Returns the response to a request with a JSON body.
    fn call(&self, method: &str, path: &str, token: &str, body: &str) -> Result<String, Failure> {
        let mut stream = TcpStream::connect(&self.address)?;
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {token}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes())?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        match response.split_once("\r\n\r\n") {
            Some((head, body)) if head.starts_with("HTTP/1.1 20") => Ok(body.to_owned()),
            _ => Err(response.into()),
        }
    }

    /// Starts a stopwatch for the server's processor time and the wall-clock time.
    pub fn watch(&self) -> Result<Watch, Failure> {
        Watch::on(self.child.id())
    }

    /// Returns the current resident memory in MiB.
    pub fn memory(&self) -> Result<f64, Failure> {
        self.status("VmRSS:")
    }

    /// Returns the peak resident memory in MiB.
    pub fn peak_memory(&self) -> Result<f64, Failure> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .ok_or("the process status contains no memory figure")?;
        let kibibytes: f64 = line.split_whitespace().next().ok_or("no figure")?.parse()?;
        Ok(kibibytes / 1024.0)
    }

    /// Stops the server gracefully, so that requests in progress are completed.
    pub fn stop(mut self) -> Result<(), Failure> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let status = self.child.wait()?;
        if !status.success() {
            return Err(format!("the server ended with {status}").into());
        }
        Ok(())
    }
}

/// Returns the command line of a server. `database` is `None` for the file of the data folder.
fn command(binary: &Path, command: &str, database: Option<&str>) -> Command {
    let mut started = Command::new(binary);
    started.arg(command);
    if let Some(url) = database {
        started.env("ORDERDOCK_DATABASE", url);
    }
    started
}

impl Drop for Process {
    fn drop(&mut self) {
        // No error if the process has already exited; a server whose data is kept was stopped before.
        let ended = self.child.kill().and_then(|()| self.child.wait());
        if let Err(error) = ended {
            eprintln!("the server could not be ended: {error}");
        }
    }
}
