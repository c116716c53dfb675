//! Pages of the histories of candidates and orders: changes and comments in one sequence.

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_store::{Comment, HistoryPosition, HistoryRange};

/// Page of a history to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryQuery {
    pub newest_first: bool,
    /// Value of `next` of the previous page.
    pub after: Option<HistoryPosition>,
    pub limit: u32,
}

/// A page of a history.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryPage<C: HistoryChange> {
    pub items: Vec<HistoryItem<C>>,
    /// Start of the next page, if there is one.
    pub next: Option<HistoryPosition>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum HistoryItem<C: HistoryChange> {
    Change(C),
    /// A comment, with version and state of the record at that time.
    Comment {
        comment: Comment,
        version: i64,
        state: C::State,
    },
}

/// A change that a history records.
pub trait HistoryChange {
    type State: Copy + PartialEq + std::fmt::Debug;

    /// Returns the version of the record after the change; 1 for the first.
    fn version(&self) -> i64;
    fn at(&self) -> Timestamp;
    /// Returns the state of the record after the change.
    fn state(&self) -> Self::State;
}

impl HistoryQuery {
    /// Returns the range to read, with one more entry than the page, which shows whether another page follows.
    pub(crate) fn range(&self) -> HistoryRange {
        let Self { newest_first, after, limit } = *self;
        HistoryRange { newest_first, after, limit: limit.saturating_add(1) }
    }
}

impl<C: HistoryChange> HistoryPage<C> {
    /// Merges changes and comments of the range, both in its order, by their times.
    pub(crate) fn of(changes: Vec<C>, comments: Vec<(i64, Comment)>, query: &HistoryQuery) -> Self {
        let newest_first = query.newest_first;
        let mut place = query.range().position();
        let mut changes = changes.into_iter().peekable();
        let mut comments = comments.into_iter().peekable();
        let state = |change: &C| (change.version(), change.state());
        // in ascending order the range includes the change before the page
        let mut last =
            changes.next_if(|one| !newest_first && one.version() == place.version).as_ref().map(state);
        let mut items = Vec::new();
        while items.len() < cast::<usize>(query.limit) {
            let before = if newest_first { changes.peek().map(state) } else { last };
            let next_change = changes.peek();
            let comment = before.and_then(|_| {
                comments.next_if(|(_, comment)| precedes_change(comment.at, next_change, newest_first))
            });
            if let (Some((version, state)), Some((id, comment))) = (before, comment) {
                place.comment = id;
                items.push(HistoryItem::Comment { comment, version, state });
            } else if let Some(change) = changes.next() {
                place.version = change.version();
                last = Some(state(&change));
                items.push(HistoryItem::Change(change));
            } else {
                break;
            }
        }
        let more = changes.peek().is_some() || comments.peek().is_some();
        Self { items, next: Some(place).filter(|_| more) }
    }
}

/// Returns whether a comment precedes the next change. No comment precedes the first change of a record.
fn precedes_change<C: HistoryChange>(at: Timestamp, change: Option<&C>, newest_first: bool) -> bool {
    change.is_none_or(|change| {
        if newest_first { change.version() == 1 || at >= change.at() } else { at < change.at() }
    })
}

#[cfg(test)]
mod tests {
    use orderdock_domain::text::Text;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    impl HistoryChange for (i64, i64) {
        type State = i64;

        fn version(&self) -> i64 {
            self.0
        }

        fn at(&self) -> Timestamp {
            at(self.1)
        }

        fn state(&self) -> i64 {
            self.0 * 10
        }
    }

    /// Versions of the changes with their seconds, and seconds of the comments.
    const CHANGES: [(i64, i64); 4] = [(1, 10), (2, 20), (3, 20), (5, 40)];
    const COMMENTS: [i64; 5] = [5, 10, 20, 30, 50];

    /// Changes as version and second, and comments with their number.
    type StoredHistory = (Vec<(i64, i64)>, Vec<(i64, Comment)>);

    /// Returns the stored history in a range.
    fn read(range: HistoryRange) -> StoredHistory {
        let comment = |(number, second): (i64, &i64)| {
            let text = Text::stored("x").unwrap();
            (number, Comment { at: at(*second), actor: String::new(), text })
        };
        let (place, limit) = (range.position(), cast::<usize>(range.limit));
        let comments = (1..).zip(&COMMENTS).map(comment);
        if range.newest_first {
            let changes = CHANGES.into_iter().rev().filter(|one| one.0 < place.version).take(limit + 1);
            let mut comments: Vec<_> = comments.filter(|one| one.0 < place.comment).collect();
            comments.reverse();
            comments.truncate(limit);
            return (changes.collect(), comments);
        }
        let changes = CHANGES.into_iter().filter(|one| one.0 >= place.version).take(limit + 1).collect();
        (changes, comments.filter(|one| one.0 > place.comment).take(limit).collect())
    }

    fn pages(limit: u32, newest_first: bool) -> Vec<String> {
        let (mut after, mut all) = (None, Vec::new());
        loop {
            let query = HistoryQuery { newest_first, after, limit };
            let (changes, comments) = read(query.range());
            let page = HistoryPage::of(changes, comments, &query);
            assert!(!page.items.is_empty() && page.items.len() <= cast::<usize>(limit));
            all.extend(page.items.iter().map(|item| match item {
                HistoryItem::Change(change) => format!("{}", change.0),
                HistoryItem::Comment { comment, version, state } => {
                    assert_eq!(*state, version * 10);
                    format!("{}s after {version}", comment.at.as_second())
                }
            }));
            after = page.next;
            if after.is_none() {
                return all;
            }
        }
    }

    #[test]
    fn pages_of_any_length_return_each_item_once_and_in_order() {
        let expected =
            ["1", "5s after 1", "10s after 1", "2", "3", "20s after 3", "30s after 3", "5", "50s after 5"];
        for limit in 1..12 {
            assert_eq!(pages(limit, false), expected, "{limit}");
            let mut backwards = pages(limit, true);
            backwards.reverse();
            assert_eq!(backwards, expected, "{limit}");
        }
    }
}
