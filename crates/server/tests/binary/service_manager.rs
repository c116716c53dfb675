//! Notifications to the service manager, received by a socket of the test.

use crate::running::{Server, signal};
use std::{os::unix::net::UnixDatagram, path::Path, time::Duration};

/// A service manager that expects heartbeats every 400 ms.
struct Manager {
    socket: UnixDatagram,
    path: String,
}

impl Manager {
    fn listen(folder: &Path) -> Self {
        let path = folder.join("notify").to_str().unwrap().to_owned();
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Self { socket, path }
    }

    fn environment(&self) -> [(&str, &str); 2] {
        [("NOTIFY_SOCKET", &self.path), ("WATCHDOG_USEC", "400000")]
    }

    /// Returns the next message, heartbeats included.
    fn message(&self) -> String {
        let mut bytes = [0; 4096];
        let length = self.socket.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    }

    /// Returns the next message that is not a heartbeat.
    fn state(&self) -> String {
        loop {
            let message = self.message();
            if message != "WATCHDOG=1\n" {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn service_manager_receives_readiness_heartbeats_reload_and_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let manager = Manager::listen(folder.path());
    let server = Server::start_with(folder.path(), &manager.environment(), &["serve"]);
    assert_eq!(manager.message(), "READY=1\n");
    assert_eq!(server.get("/api/health").send().await.unwrap().status(), 200);
    assert_eq!(manager.message(), "WATCHDOG=1\n");
    assert_eq!(manager.message(), "WATCHDOG=1\n");

    signal(server.process_id(), "-HUP");
    let reloading = manager.state();
    assert!(reloading.starts_with("RELOADING=1\nMONOTONIC_USEC="), "{reloading}");
    assert_eq!(manager.state(), "READY=1\n");
    assert_eq!(server.get("/api/health").send().await.unwrap().status(), 200);

    let output = server.stop();
    assert!(output.status.success());
    assert_eq!(manager.state(), "STOPPING=1\n");
}
