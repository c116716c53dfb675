import { Group, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useLocation } from "wouter";
import { useConnected } from "../api/events";
import { useMessages } from "../i18n";
import { useKeys } from "../keys/keys";
import { useAnnouncement } from "../parts/announce";
import { revealUnsaved, useUnsaved } from "../session/unsent-texts";
import classes from "./frame.module.css";
import { JobIndicator } from "./top-bar";
import { frameMessages } from "./messages";

/** Values that are being sent for longer count as not saved, in milliseconds. */
const LONG = 1_000;

/** Number of unsaved values; leads to the first one. */
function Unsaved() {
  const t = useMessages(frameMessages);
  const [, go] = useLocation();
  const unsaved = useUnsaved();
  const sending = unsaved.filter((one) => one.sending).length;
  const [before] = useDebouncedValue(sending, LONG);
  const count = unsaved.length - sending + Math.min(sending, before);
  const key = { press: "g u", label: t("toUnsaved"), run: () => revealUnsaved(go), offered: true };
  useKeys({ heading: t("everywhere"), keys: count > 0 ? [key] : [] });
  if (count === 0) return null;
  return (
    <UnstyledButton
      className={classes.unsaved}
      title={`${t("toUnsaved")} (g u)`}
      aria-keyshortcuts="g u"
      onClick={() => revealUnsaved(go)}>
      {t("notSaved", { count })}
    </UnstyledButton>
  );
}

/** Last message and connection. */
export function StatusLine({ phone }: { phone: boolean }) {
  const t = useMessages(frameMessages);
  const connected = useConnected();
  const message = useAnnouncement();
  return (
    <Group px="md" justify="space-between" wrap="nowrap" className={classes.status}>
      <div role="status" aria-live="polite" id="status-line">
        {connected ? message : t("offline")}
      </div>
      <Unsaved />
      {phone && <JobIndicator />}
      <span className={classes.connection} data-connected={connected}>
        {connected ? t("connected") : ""}
      </span>
    </Group>
  );
}
