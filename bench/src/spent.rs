//! Wall-clock and processor time. On shared machines, processor time is more reliable.

use std::time::{Duration, Instant};

use crate::Failure;

/// Duration of a clock tick in `/proc/PID/stat`, at the usual 100 ticks per second.
const MILLISECONDS_PER_TICK: u64 = 10;

#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    pub time: Duration,
    pub processor: Duration,
}

/// A stopwatch for the processor time of a process and the wall-clock time.
pub struct Watch {
    process: u32,
    started: Instant,
    processor: Duration,
}

impl Watch {
    pub fn on(process: u32) -> Result<Self, Failure> {
        Ok(Self { process, processor: processor_time(process)?, started: Instant::now() })
    }

    pub fn on_this() -> Result<Self, Failure> {
        Self::on(std::process::id())
    }

    pub fn read(&self) -> Result<Spent, Failure> {
        let time = self.started.elapsed();
        Ok(Spent { time, processor: processor_time(self.process)?.saturating_sub(self.processor) })
    }
}

/// Returns the processor time of a process, summed over its threads.
fn processor_time(process: u32) -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // the program name may contain spaces and ends at the last parenthesis
    let fields = stat.rsplit_once(')').ok_or("no name")?.1;
    let mut ticks = 0;
    for field in fields.split_whitespace().skip(11).take(2) {
        ticks += field.parse::<u64>()?;
    }
    Ok(Duration::from_millis(ticks * MILLISECONDS_PER_TICK))
}
