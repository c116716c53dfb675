//! Time by the clock, and by the processors: where a machine is shared, the latter tells more.

use std::time::{Duration, Instant};

use crate::Failure;

/// Linux counts processor time in hundredths of a second.
const MILLISECONDS_PER_TICK: u64 = 10;

#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    pub time: Duration,
    pub processor: Duration,
}

/// A watch on a process.
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

/// Processor time that a process has used, all threads together.
fn processor_time(process: u32) -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // the name of the program may hold blanks; it ends with the last bracket
    let fields = stat.rsplit_once(')').ok_or("no name")?.1;
    let mut ticks = 0;
    for field in fields.split_whitespace().skip(11).take(2) {
        ticks += field.parse::<u64>()?;
    }
    Ok(Duration::from_millis(ticks * MILLISECONDS_PER_TICK))
}
