//! Proxy for PostgreSQL that injects connection faults.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// Fault that the proxy injects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// Drops every n-th statement and closes its connection.
    CutEach(u64),
    /// Drops the response of every n-th COMMIT after it is executed.
    LoseCommit(u64),
    /// Forwards nothing and closes no connection.
    Silence,
    /// Executes the next COMMIT of a COPY and forwards nothing afterwards.
    SilenceAtCommit,
}

/// The proxy; its threads end with the process.
pub struct Proxy {
    pub port: u16,
    state: Arc<ProxyState>,
}

struct ProxyState {
    fault: Mutex<Fault>,
    statements: AtomicU64,
    commits: AtomicU64,
    cuts: AtomicU64,
}

impl Proxy {
    /// Starts a proxy for the server on a local port.
    pub fn start_for(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (statements, commits, cuts) = <(AtomicU64, AtomicU64, AtomicU64)>::default();
        let state = Arc::new(ProxyState { fault: Mutex::new(Fault::None), statements, commits, cuts });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if let Ok(server) = TcpStream::connect(("127.0.0.1", server)) {
                    shared.clone().join(&client, &server);
                }
            }
        });
        Self { port, state }
    }

    pub fn inject(&self, fault: Fault) {
        *self.state.fault.lock().unwrap() = fault;
    }

    /// Returns the number of connections that the proxy has closed.
    pub fn cuts(&self) -> u64 {
        self.state.cuts.load(Ordering::Relaxed)
    }
}

/// Both ends of a connection; when one is closed, the other is closed as well.
struct Pair {
    client: TcpStream,
    server: TcpStream,
    /// Whether the next response of the server is dropped and the connection closed.
    drops_response: AtomicBool,
}

impl Pair {
    fn end(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.shutdown(Shutdown::Both);
    }
}

impl ProxyState {
    fn join(self: Arc<Self>, client: &TcpStream, server: &TcpStream) {
        let both = |stream: &TcpStream| {
            let _ = stream.set_nodelay(true);
            stream.try_clone().unwrap()
        };
        let pair = Arc::new(Pair {
            client: both(client),
            server: both(server),
            drops_response: AtomicBool::new(false),
        });
        let (state, there) = (Arc::clone(&self), Arc::clone(&pair));
        thread::spawn(move || {
            let _ = state.forward_requests(&there);
            there.end();
        });
        thread::spawn(move || {
            let _ = self.forward_responses(&pair);
            pair.end();
        });
    }

    fn fault(&self) -> Fault {
        *self.fault.lock().unwrap()
    }

    fn wait_while_silent(&self) {
        while self.fault() == Fault::Silence {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Forwards messages from the client to the server.
    fn forward_requests(&self, pair: &Pair) -> std::io::Result<()> {
        let mut client = &pair.client;
        let mut server = &pair.server;
        // the startup message has no type byte
        let mut length = [0; 4];
        client.read_exact(&mut length)?;
        server.write_all(&message(length, client)?)?;
        let (mut kind, mut copied) = ([0], false);
        loop {
            client.read_exact(&mut kind)?;
            client.read_exact(&mut length)?;
            let message = message(length, client)?;
            self.wait_while_silent();
            // Bind and Query messages
            if matches!(kind[0], b'B' | b'Q') {
                let number = self.statements.fetch_add(1, Ordering::Relaxed) + 1;
                if let Fault::CutEach(each) = self.fault()
                    && number.is_multiple_of(each)
                {
                    self.cut();
                    return Ok(());
                }
            }
            copied |= kind[0] == b'd';
            if kind[0] == b'Q' && message[4..].starts_with(b"COMMIT") {
                if std::mem::take(&mut copied) && self.fault() == Fault::SilenceAtCommit {
                    *self.fault.lock().unwrap() = Fault::Silence;
                }
                let number = self.commits.fetch_add(1, Ordering::Relaxed) + 1;
                if let Fault::LoseCommit(each) = self.fault() {
                    pair.drops_response.store(number.is_multiple_of(each), Ordering::SeqCst);
                }
            }
            server.write_all(&[&kind[..], &message].concat())?;
        }
    }

    fn cut(&self) {
        self.cuts.fetch_add(1, Ordering::Relaxed);
    }

    /// Forwards bytes from the server to the client.
    fn forward_responses(&self, pair: &Pair) -> std::io::Result<()> {
        let (mut server, mut client) = (&pair.server, &pair.client);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = server.read(&mut buffer)?;
            self.wait_while_silent();
            if read == 0 {
                return Ok(());
            }
            if pair.drops_response.load(Ordering::SeqCst) {
                self.cut();
                return Ok(());
            }
            client.write_all(&buffer[..read])?;
        }
    }
}

/// Reads the rest of a message and returns it with its length prefix.
fn message(length: [u8; 4], mut from: &TcpStream) -> std::io::Result<Vec<u8>> {
    let rest = usize::try_from(u32::from_be_bytes(length)).unwrap().saturating_sub(4);
    let mut message = vec![0; rest];
    from.read_exact(&mut message)?;
    Ok([&length[..], &message].concat())
}
