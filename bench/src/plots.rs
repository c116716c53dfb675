//! Plots of curves as SVG files.

use std::path::Path;

use plotters::prelude::{
    BLACK, ChartBuilder, Circle, IntoDrawingArea, LineSeries, RGBColor, SVGBackend, WHITE,
};
use plotters::prelude::{Color, PathElement, SeriesLabelPosition};

use crate::Failure;
use crate::figures::{Curve, Plot};

const SIZE: (u32, u32) = (820, 460);
const FONT: &str = "sans-serif";
/// Colours that differ in brightness too, for readers with colour blindness.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 68, 136), RGBColor(187, 85, 102), RGBColor(221, 170, 51), RGBColor(120, 120, 120)];

/// The texts and scales of a plot.
struct PlotTexts {
    file: &'static str,
    title: &'static str,
    x: &'static str,
    y: &'static str,
    /// Whether the x axis is logarithmic (base 10).
    is_logarithmic: bool,
}

fn describe(plot: Plot) -> PlotTexts {
    match plot {
        Plot::BatchSize => PlotTexts {
            file: "throughput-by-batch-size.svg",
            title: "Bulks: candidates per second, by candidates per request",
            x: "candidates per request",
            y: "candidates per second",
            is_logarithmic: true,
        },
        Plot::Clients => PlotTexts {
            file: "throughput-by-clients.svg",
            title: "Single requests per second, by connections",
            x: "connections",
            y: "requests per second",
            is_logarithmic: true,
        },
        Plot::DatabaseSize => PlotTexts {
            file: "throughput-by-database-size.svg",
            title: "Bulks: candidates per second, by candidates in the database",
            x: "candidates in the database",
            y: "candidates per second",
            is_logarithmic: false,
        },
        Plot::Latency => PlotTexts {
            file: "latency.svg",
            title: "Single requests: latency by percentile",
            x: "percentile of requests",
            y: "milliseconds",
            is_logarithmic: false,
        },
    }
}

/// Writes an SVG file for each plot with curves. Returns the titles and file names.
pub fn draw(curves: &[&Curve], folder: &Path) -> Result<Vec<(&'static str, &'static str)>, Failure> {
    std::fs::create_dir_all(folder)?;
    let mut drawn = Vec::new();
    for plot in [Plot::BatchSize, Plot::Clients, Plot::DatabaseSize, Plot::Latency] {
        let curves: Vec<_> =
            curves.iter().filter(|curve| curve.plot == plot && !curve.points.is_empty()).copied().collect();
        if !curves.is_empty() {
            let words = describe(plot);
            let mut picture = String::new();
            draw_one(&words, &curves, &mut picture).map_err(|error| error.to_string())?;
            std::fs::write(folder.join(words.file), picture)?;
            drawn.push((words.title, words.file));
        }
    }
    Ok(drawn)
}

fn draw_one(
    words: &PlotTexts,
    curves: &[&Curve],
    picture: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let place = |x: f64| if words.is_logarithmic { x.log10() } else { x };
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let right = points().map(|(x, _)| place(*x)).fold(f64::MIN, f64::max);
    let left =
        if words.is_logarithmic { points().map(|(x, _)| place(*x)).fold(f64::MAX, f64::min) } else { 0.0 };
    let top = points().map(|(_, y)| *y).fold(0.0, f64::max) * 1.05;
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(words.title, (FONT, 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(left..right, 0.0..top)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(if words.is_logarithmic { 5 } else { 11 })
        .x_desc(words.x)
        .y_desc(words.y)
        .label_style((FONT, 13))
        .x_label_formatter(&|x| label(if words.is_logarithmic { 10_f64.powf(*x) } else { *x }))
        .y_label_formatter(&|y| label(*y))
        .draw()?;
    for (curve, colour) in curves.iter().zip(COLOURS.into_iter().cycle()) {
        let points: Vec<_> = curve.points.iter().map(|(x, y)| (place(*x), *y)).collect();
        chart
            .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
            .label(curve.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .label_font((FONT, 13))
        .draw()?;
    area.present()?;
    drop(chart);
    Ok(())
}

/// Formats a number with as few digits as possible.
fn label(number: f64) -> String {
    match number {
        number if number >= 1e6 => format!("{} M", number / 1e6),
        number if number >= 1e4 => format!("{:.0} k", number / 1e3),
        number if number >= 100.0 => format!("{number:.0}"),
        number => format!("{}", (number * 10.0).round() / 10.0),
    }
}
