//! Helpers that run commands of the binary and start servers.

use crate::engine;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Runs a command to its end, in a folder. Its environment has only the given variables and those of the database.
pub fn call(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    command(folder, arguments).envs(environment.iter().copied()).output().unwrap()
}

/// Lets a server that a test expects to fail choose its port, so that a server on the default port does not matter.
pub const FREE_PORT: (&str, &str) = ("ORDERDOCK_LISTEN", "127.0.0.1:0");

/// Runs a command with standard input.
pub fn call_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(folder, arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// Runs a command and returns exit code, standard output and peak resident memory in KiB.
#[cfg(target_os = "linux")]
pub fn peak_memory(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, u64) {
    let child = command(folder, arguments).stdout(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let ended = std::thread::spawn(move || child.wait_with_output().unwrap());
    let mut peak = 0;
    while !ended.is_finished() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let seen = line.and_then(|rest| rest.trim().split(' ').next()?.parse().ok());
        peak = peak.max(seen.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = ended.join().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), peak)
}

/// Runs a command that must succeed and returns its output.
pub fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = call(folder, &[], arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr_of(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the standard error output of a command.
pub fn stderr_of(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns a command in a folder. Its environment has only the variables of the folder's database.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orderdock"));
    command.current_dir(folder).env_clear().args(arguments).stdin(Stdio::null());
    command.envs(engine::environment(folder, arguments));
    command
}

/// Starts a server in a shell that first sets resource limits.
#[cfg(target_os = "linux")]
fn command_within(limit: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{limit} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_orderdock")]).args(arguments);
    command.current_dir(folder).stdin(Stdio::null()).envs(engine::environment(folder, arguments));
    command
}

/// Runs a command to its end under a limit of the shell.
#[cfg(target_os = "linux")]
pub fn call_within(limit: &str, folder: &Path, arguments: &[&str]) -> Output {
    command_within(limit, folder, arguments).output().unwrap()
}

/// A running `serve` or `demo`; killed on drop.
pub struct Server {
    child: Child,
    pub url: String,
    client: Client,
    log: Arc<Mutex<String>>,
    /// Thread that collects the log until it ends.
    keeping: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server on a free port and waits until it listens.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_at(folder, arguments, "127.0.0.1:0")
    }

    /// Starts a server with environment variables.
    pub fn start_with(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        let mut command = command(folder, &[arguments, &["--listen", "127.0.0.1:0"]].concat());
        command.envs(environment.iter().copied());
        Self::wait_for(command)
    }

    /// Starts another program with the same options on a free port and waits until it listens.
    pub fn start_other(program: &str, folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.current_dir(folder).env_clear().stdin(Stdio::null());
        command.args(arguments).args(["--listen", "127.0.0.1:0"]);
        Self::wait_for(command)
    }

    /// Starts a server on this address and waits until it listens.
    pub fn start_at(folder: &Path, arguments: &[&str], listen: &str) -> Self {
        Self::wait_for(command(folder, &[arguments, &["--listen", listen]].concat()))
    }

    /// Starts a server on a free port with resource limits, and waits until it listens.
    #[cfg(target_os = "linux")]
    pub fn start_within(limit: &str, folder: &Path, arguments: &[&str]) -> Self {
        Self::wait_for(command_within(limit, folder, &[arguments, &["--listen", "127.0.0.1:0"]].concat()))
    }

    fn wait_for(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let messages = BufReader::new(child.stderr.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        let log = Arc::<Mutex<String>>::default();
        let log_copy = log.clone();
        let keeping = std::thread::spawn(move || {
            for line in messages.lines().map_while(Result::ok) {
                eprintln!("{line}");
                log_copy.lock().unwrap().extend([line.as_str(), "\n"]);
                if let Some((_, url)) = line.split_once("listening on ") {
                    // in a JSON log line, the URL is followed by a quotation mark
                    let url = url.split('"').next().unwrap_or_default();
                    let _ = sender.send(url.to_owned());
                }
            }
        });
        let url = receiver.recv_timeout(Duration::from_mins(1)).unwrap();
        Self { child, url, client: orderdock_testkit::client(), log, keeping: Some(keeping) }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.url))
    }

    pub fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.url)).json(body)
    }

    /// Returns a POST request with a text body.
    pub fn post_text(&self, path: &str, body: String) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.url)).header("Content-Type", "application/json").body(body)
    }

    /// Waits until the log contains a text and returns the log.
    pub async fn logged(&self, awaited: &str) -> String {
        loop {
            let log = self.log.lock().unwrap().clone();
            if log.contains(awaited) {
                return log;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the peak resident memory in MiB since the start.
    #[cfg(target_os = "linux")]
    pub fn peak_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process_id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    }

    /// Stops the server with SIGTERM, like a service manager. Returns its output, log and exit status.
    pub fn stop(mut self) -> Output {
        signal(self.child.id(), "-TERM");
        let status = self.child.wait().unwrap();
        let mut stdout = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        self.keeping.take().unwrap().join().unwrap();
        let stderr = self.log.lock().unwrap().clone().into_bytes();
        Output { status, stdout, stderr }
    }

    /// Kills the server, like `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process and waits until a stopped process has actually stopped, which takes time on a busy machine.
pub fn signal(process: u32, signal: &str) {
    let process = process.to_string();
    assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
    if signal == "-STOP" {
        let started = Instant::now();
        while !has_stopped(&process) {
            assert!(started.elapsed() < Duration::from_mins(2), "{process} does not stop");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Returns whether all threads of a process are stopped.
fn has_stopped(process: &str) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    threads.flatten().all(|thread| {
        let status = std::fs::read_to_string(thread.path().join("status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:\tT"))
    })
}

/// Asserts that a condition holds one second from now. On a busy machine it is checked later, and must hold as well.
pub async fn within_a_second(condition: &str, is_so: impl AsyncFn() -> bool) {
    let started = Instant::now();
    loop {
        let late = started.elapsed() >= Duration::from_secs(1);
        if is_so().await {
            return;
        }
        assert!(!late, "not within a second: {condition}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns the token in the access file that `demo` writes.
pub fn demo_token(data_dir: &Path) -> String {
    let access = std::fs::read_to_string(data_dir.join("demo-access.txt")).unwrap();
    access.split_whitespace().find(|word| word.starts_with("od_")).unwrap().to_owned()
}

/// Returns status and body of a response.
pub async fn status_and_body(response: Result<Response, reqwest::Error>) -> (u16, Value) {
    let response = response.unwrap();
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// Waits until `/api/ready` returns 200, at most `limit`. A check of the database may take longer than the second that
/// the response waits for, so the first response after the start can be 503.
pub async fn ready_within(server: &Server, limit: Duration) {
    let started = Instant::now();
    loop {
        let (status, response) = status_and_body(server.get("/api/ready").send().await).await;
        if status == 200 {
            return;
        }
        assert_eq!(status, 503, "{response}");
        assert!(started.elapsed() < limit, "{response}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
