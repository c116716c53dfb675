//! Progress bars on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Returns a bar that counts bytes, or a spinner if their number is unknown; hidden unless standard error is a
/// terminal.
pub fn byte_bar(bytes: Option<u64>) -> ProgressBar {
    let bar = bytes.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let template = if bytes.is_some() {
        "{wide_bar} {percent} %  {bytes} of {total_bytes}  {eta} left"
    } else {
        "{spinner} {bytes} in {elapsed}"
    };
    styled(bar, template)
}

/// Returns a bar that counts rows; hidden unless standard error is a terminal.
pub fn row_bar() -> ProgressBar {
    styled(ProgressBar::new(0), "{msg} {wide_bar} {percent} %  {human_pos} of {human_len}  {eta} left")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
