//! PostgreSQL clusters of a single test, which can be stopped, killed, frozen and filled up, and can have standbys.
//! Unlike the shared test cluster, they are durable.

use crate::{postgres::program, running::stderr_of};
use orderdock_store_postgres::{Address, BlockingConnection};
use std::{
    fs, net,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Timeout for the start, the stop and the replication of a server.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// User that runs PostgreSQL: the user of its package if the tests run as root, which PostgreSQL rejects.
struct Owner(Option<(u32, u32)>);

impl Owner {
    fn of(folder: &Path) -> Self {
        let superuser = fs::metadata(folder).unwrap().uid() == 0;
        let number = |kind| {
            let output = Command::new("id").args([kind, "postgres"]).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
        };
        Self(superuser.then(|| (number("-u"), number("-g"))))
    }

    fn give(&self, path: &Path) {
        if let Some((user, group)) = self.0 {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }

    fn call(&self, name: &str, folder: &Path) -> Command {
        let mut command = program(name);
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command.current_dir(folder).env("PGCONNECT_TIMEOUT", "10").stdin(Stdio::null());
        command
    }
}

/// Ways to end a server.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// Rolls back open transactions.
    Fast,
    /// Ends without a checkpoint, as after a crash.
    Immediate,
    /// SIGKILL, as after the loss of the machine.
    Killed,
}

pub struct Cluster {
    folder: TempDir,
    owner: Owner,
    data: PathBuf,
    server: Option<Child>,
    pub port: u16,
    settings: Vec<String>,
}

impl Cluster {
    /// Starts a cluster that accepts all connections without a password.
    pub fn start(settings: &[&str]) -> Self {
        Self::make("postgres", &[], settings).trusting()
    }

    /// Starts a cluster whose write-ahead log is in another folder, in small segments.
    pub fn start_with_log_in(parent: &Path, settings: &[&str]) -> Self {
        let place = format!("--waldir={}", parent.join("pg_wal").display());
        Self::make("postgres", &[&place, "--wal-segsize=1"], settings).trusting()
    }

    fn trusting(mut self) -> Self {
        let rules =
            "local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n";
        fs::write(self.data.join("pg_hba.conf"), rules).unwrap();
        self.go();
        self.connect("postgres");
        self
    }

    /// Starts a cluster with additional files in its folder, rules for `pg_hba.conf`, and the name of its first user.
    pub fn start_with(files: &[&str], rules: &str, user: &str, settings: &[&str]) -> Self {
        let mut cluster = Self::make(user, &[], settings);
        for name in files {
            let from: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "tls", name].iter().collect();
            let to = cluster.folder.path().join(name);
            fs::copy(from, &to).unwrap();
            fs::set_permissions(&to, fs::Permissions::from_mode(0o600)).unwrap();
            cluster.owner.give(&to);
        }
        fs::write(cluster.data.join("pg_hba.conf"), rules).unwrap();
        cluster.go();
        cluster
    }

    fn make(user: &str, arguments: &[&str], settings: &[&str]) -> Self {
        let cluster = Self::empty(settings);
        let mut made = cluster.owner.call("initdb", cluster.folder.path());
        made.arg("--pgdata").arg(&cluster.data).args(["--username", user, "--auth", "trust", "--no-sync"]);
        let made = made.args(["--encoding", "UTF8", "--locale", "C.UTF-8"]).args(arguments).output().unwrap();
        assert!(made.status.success(), "{}", stderr_of(&made));
        cluster
    }

    fn empty(settings: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let owner = Owner::of(folder.path());
        owner.give(folder.path());
        let data = folder.path().join("data");
        let port = net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let usual = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", folder.path().display()),
            // shared memory of a killed server is deleted with the folder
            "dynamic_shared_memory_type=mmap".to_owned(),
        ];
        let settings =
            usual.into_iter().chain(settings.iter().map(|setting| (*setting).to_owned())).collect();
        Self { folder, owner, data, server: None, port, settings }
    }

    /// Starts a standby of this cluster with this application name, ready to be promoted.
    pub fn standby(&self, name: &str, settings: &[&str]) -> Self {
        let mut standby = Self::empty(settings);
        let source = format!("host=127.0.0.1 port={} user=postgres application_name={name}", self.port);
        let mut copy = standby.owner.call("pg_basebackup", standby.folder.path());
        copy.args([
            "--write-recovery-conf",
            "--checkpoint=fast",
            "--no-sync",
            "--dbname",
            &source,
            "--pgdata",
        ]);
        let copied = copy.arg(&standby.data).output().unwrap();
        assert!(copied.status.success(), "{}", stderr_of(&copied));
        standby.go();
        standby.connect("postgres");
        standby
    }

    /// Starts the server. If another process uses its port for a moment, the start is repeated.
    pub fn go(&mut self) {
        let started = Instant::now();
        loop {
            let logged = self.log().len();
            self.spawn();
            if !self.found_port_in_use(logged) || started.elapsed() > START_TIMEOUT {
                return;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
    }

    /// Waits until the server listens or ends; returns whether it ended because its port was in use.
    fn found_port_in_use(&mut self, logged: usize) -> bool {
        let started = Instant::now();
        while started.elapsed() < START_TIMEOUT {
            let log = self.log();
            let new = log.get(logged..).unwrap_or_default();
            let ended = self
                .server
                .as_mut()
                .is_none_or(|server| server.try_wait().is_ok_and(|status| status.is_some()));
            if ended {
                return new.contains("Address already in use");
            }
            if new.contains("listening on IPv4 address") {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    fn spawn(&mut self) {
        let mut server = self.owner.call("postgres", self.folder.path());
        server.arg("-D").arg(&self.data);
        server.args(self.settings.iter().flat_map(|setting| ["-c", setting]));
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        self.server = Some(server.stdout(Stdio::null()).stderr(log).spawn().unwrap());
    }

    pub fn end(&mut self, how: End) {
        let Some(mut server) = self.server.take() else { return };
        let signal = match how {
            End::Fast => "-INT",
            End::Immediate => "-QUIT",
            End::Killed => "-KILL",
        };
        // stopped processes receive the signal, too
        let process = server.id().to_string();
        let _ = Command::new("pkill").args(["-CONT", "-P", &process]).status();
        let _ = Command::new("kill").args([signal, &process]).status();
        let _ = Command::new("kill").args(["-CONT", &process]).stderr(Stdio::null()).status();
        let _ = server.wait();
    }

    /// Stops all responses while connections stay open and new ones are accepted.
    pub fn freeze(&self) {
        let server = self.server.as_ref().unwrap().id().to_string();
        // the postmaster first, so that no new backend starts
        let stopped = Command::new("kill").args(["-STOP", &server]).status().unwrap();
        let children = Command::new("pkill").args(["-STOP", "-P", &server]).status().unwrap();
        assert!(stopped.success() && children.success());
    }

    /// Promotes the standby to a primary.
    pub fn promote(&self) {
        let connection = self.connect("postgres");
        connection.batch("SELECT pg_promote(true, 60)").unwrap();
    }

    /// Returns the log output so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Creates a folder that the PostgreSQL user owns, within another one.
    pub fn own_folder(&self, parent: &Path) -> PathBuf {
        let folder = parent.join("own");
        fs::create_dir(&folder).unwrap();
        self.owner.give(&folder);
        folder
    }

    /// Returns the URL of a database of this cluster.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Connects through the socket, without the rules for TCP, as soon as the server accepts connections.
    pub fn connect(&self, database: &str) -> BlockingConnection {
        self.connect_as("postgres", database)
    }

    pub fn connect_as(&self, user: &str, database: &str) -> BlockingConnection {
        let socket = self.folder.path().display();
        let url = format!("postgres:///{database}?user={user}&host={socket}&port={}", self.port);
        let address = Address::parse(&url).unwrap();
        let started = Instant::now();
        loop {
            match BlockingConnection::connect(&address) {
                Ok(plain) => return plain,
                Err(error) if started.elapsed() > START_TIMEOUT => {
                    panic!("the cluster does not start: {error}\n{}", self.log());
                }
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.end(End::Immediate);
    }
}
