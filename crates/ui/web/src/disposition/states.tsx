import { Button, Code, CopyButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../i18n";
import { Dock } from "../parts/dock";
import { partsMessages } from "../parts/messages";
import { useMay } from "../session/session";
import classes from "./disposition.module.css";
import { dispositionMessages } from "./messages";

const EXAMPLE = {
  orgCode: "001",
  externalHeaderId: "A-1",
  externalLineId: "10",
  poReference: "A-1",
  bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
  productCode: "P002737",
  qty: 3,
  dateRequired: "2030-02-11",
};

function example(): string {
  const { orgCode, ...row } = EXAMPLE;
  const body = JSON.stringify({ org: { code: orgCode }, ...row }, undefined, 2);
  return [
    `curl '${location.origin}/api/sales/order/candidates' \\`,
    "  -H 'Authorization: TOKEN' -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join("\n");
}

/** Empty state without any lines. */
export function NothingYet() {
  const t = useMessages(dispositionMessages);
  const tParts = useMessages(partsMessages);
  // only administrators connect data sources
  const technical = useMay("admin");
  const [shown, show] = useState(false);
  return (
    <div className={classes.state}>
      <Dock />
      <Text>{t("empty")}</Text>
      {technical && (
        <Button variant="default" aria-expanded={shown} onClick={() => show(!shown)}>
          {t(shown ? "hideExample" : "showExample")}
        </Button>
      )}
      {shown && (
        <div className={classes.example}>
          <Code block tabIndex={0}>
            {example()}
          </Code>
          <Group justify="space-between" mt={6}>
            <Text size="xs" className="quiet">
              {t("exampleToken")}
            </Text>
            <CopyButton value={example()}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="subtle" onClick={copy}>
                  {tParts(copied ? "copied" : "copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </div>
      )}
    </div>
  );
}

/** Empty state of a filtered list. */
export function NoMatch({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useMessages(dispositionMessages);
  return (
    <div className={classes.state} role="status">
      <Dock />
      <Text>{t(filtered ? "noMatch" : "noneInTab")}</Text>
      {filtered && (
        <Button variant="default" onClick={onClear}>
          {t("clearFilters")}
        </Button>
      )}
    </div>
  );
}
