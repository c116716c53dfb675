//! Reads the metrics that this server writes at `/metrics`. OpenTelemetry has no reader of OpenMetrics text for Rust.

/// Type of a metric family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FamilyType {
    Counter,
    Gauge,
    Histogram,
}

/// A metric family with its samples.
#[derive(PartialEq, Debug)]
pub struct Family {
    pub name: String,
    pub help: String,
    pub kind: FamilyType,
    pub samples: Vec<Sample>,
}

/// A value with the suffix of its name (`_total`, `_bucket`, `_sum`, `_count` or none) and its labels.
#[derive(PartialEq, Debug)]
pub struct Sample {
    pub suffix: String,
    pub labels: Vec<(String, String)>,
    pub value: f64,
}

/// Reads all families; a line of another form is skipped.
pub fn read(text: &str) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let mut help = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ');
        } else if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' '))
        {
            let kind = match kind {
                "counter" => FamilyType::Counter,
                "histogram" => FamilyType::Histogram,
                _ => FamilyType::Gauge,
            };
            let help = help.take().filter(|(of, _)| *of == name).map_or("", |(_, help)| help);
            let help = help.trim_end_matches('.').to_owned();
            families.push(Family { name: name.to_owned(), help, kind, samples: Vec::new() });
        } else if let Some(family) = families.last_mut() {
            let sample = sample(line, &family.name);
            family.samples.extend(sample);
        }
    }
    families
}

/// `name_suffix{label="value",…} number`.
fn sample(line: &str, family: &str) -> Option<Sample> {
    let rest = line.strip_prefix(family)?;
    let (name, value) = rest.rsplit_once(' ')?;
    let (suffix, labels) = match name.split_once('{') {
        Some((suffix, labels)) => (suffix, read_labels(labels.strip_suffix('}')?)?),
        None => (name, Vec::new()),
    };
    Some(Sample { suffix: suffix.to_owned(), labels, value: value.parse().ok()? })
}

/// `label="value",…`; values with `\\`, `\"` and `\n` escaped.
fn read_labels(mut text: &str) -> Option<Vec<(String, String)>> {
    let mut labels = Vec::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once("=\"")?;
        let mut value = String::new();
        let mut characters = rest.char_indices();
        let end = loop {
            match characters.next()? {
                (end, '"') => break end,
                (_, '\\') => match characters.next()?.1 {
                    'n' => value.push('\n'),
                    escaped => value.push(escaped),
                },
                (_, character) => value.push(character),
            }
        };
        labels.push((name.to_owned(), value));
        let (_, after) = rest.split_at(end + 1);
        text = after.strip_prefix(',').unwrap_or(after);
    }
    Some(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text::encode;
    use prometheus_client::metrics::counter::Counter;
    use prometheus_client::metrics::family::Family as Labelled;
    use prometheus_client::metrics::gauge::Gauge;
    use prometheus_client::metrics::histogram::Histogram;
    use prometheus_client::registry::Registry;

    fn label(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn written_metrics_are_read_back() {
        let mut registry = Registry::with_prefix("orderdock");
        let requests = Labelled::<Vec<(String, String)>, Counter>::default();
        requests
            .get_or_create(&vec![label("route", "a\"b\\c\n{d=\"e\"},"), label("method", "GET")])
            .inc_by(3);
        registry.register("requests", "Number of requests", requests);
        let open = Gauge::<i64>::default();
        open.set(-7);
        registry.register("open", "Open connections", open);
        let seconds = Histogram::new([0.5, 1.0]);
        seconds.observe(0.75);
        registry.register("seconds", "Duration", seconds);
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();

        let families = read(&text);

        let [requests, open, seconds] = families.as_slice() else { panic!("{text}") };
        assert_eq!((requests.name.as_str(), requests.kind), ("orderdock_requests", FamilyType::Counter));
        assert_eq!(requests.help, "Number of requests");
        let labels = vec![label("route", "a\"b\\c\n{d=\"e\"},"), label("method", "GET")];
        assert_eq!(requests.samples, [Sample { suffix: "_total".to_owned(), labels, value: 3.0 }]);
        assert_eq!(open.kind, FamilyType::Gauge);
        assert_eq!(open.samples, [Sample { suffix: String::new(), labels: Vec::new(), value: -7.0 }]);
        assert_eq!(seconds.kind, FamilyType::Histogram);
        let buckets: Vec<_> =
            seconds.samples.iter().map(|sample| (sample.suffix.as_str(), sample.value)).collect();
        let expected =
            [("_sum", 0.75), ("_count", 1.0), ("_bucket", 0.0), ("_bucket", 1.0), ("_bucket", 1.0)];
        assert_eq!(buckets, expected);
        assert_eq!(
            seconds.samples.last().map(|sample| sample.labels.clone()),
            Some(vec![label("le", "+Inf")])
        );
    }

    #[test]
    fn invalid_metric_lines_are_skipped() {
        let text = "# TYPE a counter\na_total{x=\"1} 2\na_total 3\nb 1\n# EOF\n";
        let families = read(text);
        assert_eq!(families.len(), 1);
        assert_eq!(families[0].samples.iter().map(|sample| sample.value).collect::<Vec<_>>(), [3.0]);
    }
}
