import { expect, test } from "vitest";
import { byHeading } from "./by-heading";

test("groups with the same heading are merged once per shortcut", () => {
  const undo = { press: "$mod+z", label: "Undo" };
  const open = { press: "o", label: "Open" };
  const groups = [
    { heading: "Inbox", keys: [undo] },
    { heading: "List", keys: [{ press: "", label: "Export" }] },
    { heading: "Inbox", keys: [open, undo] },
  ];
  expect(byHeading(groups)).toEqual([
    { heading: "Inbox", keys: [undo, open] },
    { heading: "List", keys: [] },
  ]);
});
