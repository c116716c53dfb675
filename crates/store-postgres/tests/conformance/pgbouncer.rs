//! Runs PgBouncer, which assigns each transaction any free server connection. Other tests include this file.

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Returns a configuration that uses the server connections in turn, so that tests detect lost session state.
fn settings(port: u16, user: &str, host: &str, server_port: &str) -> String {
    format!(
        "[databases]\n* = host={host} port={server_port} user={user}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
         listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\nmax_client_conn = 500\n\
         default_pool_size = 20\nserver_round_robin = 1\nserver_idle_timeout = 2\nlog_connections = 0\nlog_disconnections = 0\n"
    )
}

/// Starts a pooler in front of a server, with this user of the server. Returns its port. The pooler ends with this
/// process.
pub fn before(user: &str, host: &str, server_port: &str) -> u16 {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let file = folder.path().join("pgbouncer.ini");
    std::fs::write(&file, settings(port, user, host, server_port)).unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    // on a separate thread, because the pooler ends with the thread that started it, and a test thread ends too early
    let name = file.clone();
    thread::spawn(move || {
        let mut server = command(&name).spawn().unwrap();
        let status = server.wait();
        eprintln!("the pooler ended: {status:?}");
    });
    for _ in 0..200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return port;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("pgbouncer does not listen on port {port}");
}

fn command(settings: &Path) -> Command {
    let mut command = Command::new("setpriv");
    // PgBouncer refuses to run as root
    if std::fs::metadata("/proc/self").unwrap().uid() == 0 {
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]);
    }
    let place =
        ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].into_iter().find(|place| Path::new(place).exists());
    command.args(["--pdeathsig=TERM", place.unwrap_or("pgbouncer"), "-q"]).arg(settings);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}
