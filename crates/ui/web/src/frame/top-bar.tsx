import { Button, Group, Kbd, Loader } from "@mantine/core";
import { Search } from "lucide-react";
import { Link } from "wouter";
import { useActiveRuns } from "../api/events";
import { useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import classes from "./frame.module.css";
import { openPalette } from "./open-palette";
import { frameMessages } from "./messages";

/** Height in pixels. */
export const TOP_BAR = 44;

export function TopBar() {
  const t = useMessages(frameMessages);
  const keyName = useKeyName();
  return (
    <Group h={TOP_BAR} px="md" gap="sm" justify="space-between" wrap="nowrap">
      <Button
        variant="default"
        className={classes.search}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{keyName("Ctrl+K")}</Kbd>}
        onClick={openPalette}>
        {t("searchShort")}
      </Button>
      <JobIndicator />
    </Group>
  );
}

/** Link to active runs. */
export function JobIndicator() {
  const t = useMessages(frameMessages);
  const runs = useActiveRuns();
  const first = runs[0];
  if (!first) return null;
  return (
    <Button
      component={Link}
      href={runs.length === 1 ? `/runs/${first.id}` : "/scheduler"}
      variant="light"
      size="compact-sm"
      leftSection={<Loader size={12} aria-hidden />}>
      {t("runs", { count: runs.length })}
    </Button>
  );
}
