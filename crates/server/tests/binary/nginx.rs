//! nginx in front of a server, over unencrypted HTTP/1.1 and HTTP/2.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::{net::TcpStream, time::sleep};

pub struct Nginx {
    child: Child,
    pub http1: SocketAddr,
    pub http2: SocketAddr,
}

impl Nginx {
    /// Starts nginx with the configuration of `docs/operating.md`, but without TLS.
    pub async fn start(folder: &Path, server: SocketAddr) -> Self {
        let folder = folder.join("nginx");
        fs::create_dir(&folder).unwrap();
        let (http1, http2) = (free_address(), free_address());
        let shown = folder.display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {shown}/{name};\n"))
            .concat();
        let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
        let configuration = format!(
            "{user} daemon off; worker_processes 1; pid {shown}/pid; error_log {shown}/error.log;\n\
             events {{ worker_connections 4096; }}\n\
             http {{ access_log off; {temporary}\n\
             server {{ listen {http1}; listen {http2} http2; client_max_body_size 64m;\n\
             location / {{ proxy_pass http://{server}; proxy_http_version 1.1; proxy_set_header Host $host;\n\
             proxy_set_header Connection \"\"; proxy_request_buffering off; proxy_read_timeout 330s;\n\
             proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }} }} }}\n"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, configuration).unwrap();
        let mut command = Command::new(program());
        command.arg("-e").arg(folder.join("error.log")).arg("-c").arg(&file).stdin(Stdio::null());
        let child = command.spawn().unwrap();
        let started = Self { child, http1, http2 };
        while TcpStream::connect(http2).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
        started
    }
}

/// Debian installs it in a folder that is not in the path of users.
fn program() -> &'static str {
    if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM also ends the worker processes
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
