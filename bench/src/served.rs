//! The real binary, over real HTTP.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::{Failure, bodies};

const LONGEST_START: Duration = Duration::from_secs(30);

/// Linux counts processor time in hundredths of a second.
const MILLISECONDS_PER_TICK: u64 = 10;

/// A running `orderdock demo` with the master data of the measurement.
pub struct Server {
    process: Child,
    url: String,
    address: String,
    token: String,
    folder: PathBuf,
    http: reqwest::Client,
}

impl Server {
    pub async fn start(binary: &Path, parent: &Path, master_data: usize) -> Result<Self, Failure> {
        let folder = parent.join("served");
        let listen = format!("127.0.0.1:{}", free_port()?);
        let process = Command::new(binary)
            .args(["demo", "--scheduler", "false", "--listen", &listen, "--data-dir"])
            .arg(&folder)
            .env("ORDERDOCK_LOG", "warn")
            .stdout(Stdio::null())
            .spawn()?;
        let url = format!("http://{listen}");
        let http = orderdock_testkit::client();
        let mut server = Self { process, url, address: listen, token: String::new(), folder, http };
        server.wait_until_ready().await?;
        server.token = server.demo_token()?;
        let file = parent.join("master-data.json");
        std::fs::write(&file, bodies::master_data(master_data))?;
        let loaded =
            Command::new(binary).arg("load").arg("--data-dir").arg(&server.folder).arg(&file).output()?;
        if !loaded.status.success() {
            return Err(String::from_utf8_lossy(&loaded.stderr).into());
        }
        Ok(server)
    }

    pub fn database(&self) -> PathBuf {
        self.folder.join("orderdock.sqlite")
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Of one who may do everything.
    pub fn token(&self) -> &str {
        &self.token
    }

    async fn wait_until_ready(&self) -> Result<(), Failure> {
        let started = Instant::now();
        while started.elapsed() < LONGEST_START {
            let ready = self.http.get(format!("{}/api/ready", self.url)).send().await;
            if ready.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err("the server was not ready in time".into())
    }

    fn demo_token(&self) -> Result<String, Failure> {
        let access = std::fs::read_to_string(self.folder.join("demo-access.txt"))?;
        let token = access.split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'));
        token.into_iter().find(|word| word.starts_with("od_")).map(str::to_owned).ok_or("no token".into())
    }

    /// Sends the bodies from several clients at once; the time until the last answer.
    pub async fn send(&self, bodies: Vec<Vec<u8>>, clients: usize) -> Result<Duration, Failure> {
        let bodies = Arc::new(std::sync::Mutex::new(bodies));
        let started = Instant::now();
        let senders: Vec<_> = (0..clients)
            .map(|_| {
                let (bodies, http, token) = (bodies.clone(), self.http.clone(), self.token.clone());
                let url = format!("{}/api/sales/order/candidates/bulk", self.url);
                tokio::spawn(async move {
                    let next = || bodies.lock().map(|mut bodies| bodies.pop()).ok().flatten();
                    while let Some(body) = next() {
                        let request = http.post(&url).header("Authorization", &token).body(body);
                        let answer = request.header("Content-Type", "application/json").send().await?;
                        let status = answer.status();
                        let body = answer.bytes().await?;
                        if status != 201 {
                            let start = String::from_utf8_lossy(&body).chars().take(2000).collect::<String>();
                            return Err(format!("{status}: {start}").into());
                        }
                    }
                    Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
                })
            })
            .collect();
        for sender in senders {
            sender.await?.map_err(|error| error.to_string())?;
        }
        Ok(started.elapsed())
    }

    /// Statements that loading the context of one request took, on average.
    pub async fn lookups_per_request(&self) -> Result<f64, Failure> {
        let metrics = self.http.get(format!("{}/metrics", self.url)).send().await?.text().await?;
        let value = |name: &str| {
            let line = metrics.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.rsplit(' ').next()).and_then(|value| value.parse::<f64>().ok())
        };
        let statements = value("orderdock_import_load_statements_total").ok_or("metric is missing")?;
        let loads = value("orderdock_import_loads_total").ok_or("metric is missing")?;
        Ok(statements / loads)
    }

    /// Processor time that the server has used, all threads together.
    pub fn processor_time(&self) -> Result<Duration, Failure> {
        processor_time(self.process.id())
    }

    /// The most memory that the process ever held.
    pub fn peak_memory_mib(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).ok_or("no VmHWM")?;
        let kib: u64 = line.split_whitespace().nth(1).ok_or("no figure")?.parse()?;
        Ok(kib / 1024)
    }
}

/// Processor time that a process has used, all threads together.
pub fn processor_time(process: u32) -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // the name of the program may hold blanks; it ends with the last bracket
    let fields = stat.rsplit_once(')').ok_or("no name")?.1;
    let mut ticks = 0;
    for field in fields.split_whitespace().skip(11).take(2) {
        ticks += field.parse::<u64>()?;
    }
    Ok(Duration::from_millis(ticks * MILLISECONDS_PER_TICK))
}

impl Drop for Server {
    fn drop(&mut self) {
        // The folder goes with it, so there is nothing to save.
        let killed = self.process.kill().and_then(|()| self.process.wait());
        if let Err(error) = killed {
            eprintln!("the server could not be ended: {error}");
        }
    }
}

fn free_port() -> Result<u16, Failure> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
