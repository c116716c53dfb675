// Empty state of the inbox.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../i18n";
import { HOLDS, holdsQuery } from "../on-hold/holds";
import { AllClear } from "../parts/all-clear";
import { useRefresh } from "../parts/refresh";
import { openCausesQuery, REJECTED } from "../rejected/rejected";
import { inboxMessages } from "./messages";

/** Links to incoming orders on hold and rejected rows, because they also wait for a user. */
export function Clear() {
  const t = useMessages(inboxMessages);
  const held = useQuery(holdsQuery()).data;
  const rejected = useQuery(openCausesQuery(useLanguage())).data;
  useRefresh(HOLDS);
  useRefresh(REJECTED);
  if (!held || !rejected) return null;
  const waiting = held.orders + rejected.rows > 0;
  return (
    <AllClear title={t(waiting ? "noErrors" : "clear")} text={t("clearText")} done={!waiting}>
      {held.orders > 0 && (
        <Button component={Link} href="/on-hold">
          {t("clearHeld", { count: held.orders })}
        </Button>
      )}
      {rejected.rows > 0 && (
        <Button component={Link} href="/rejected">
          {t("clearRejected", { count: rejected.rows })}
        </Button>
      )}
      <Button component={Link} href="/candidates?status=new&held=false" variant="default">
        {t("clearNew")}
      </Button>
    </AllClear>
  );
}
