// What leaves Orderdock: webhooks, notification rules and their messages, and unconfirmed transfers.
import { Button, Tabs } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { STATISTICS } from "../dashboard/intake";
import { useWords } from "../i18n";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { AdministratorsOnly } from "./administrators-only";
import { Messages } from "./messages";
import classes from "./outgoing.module.css";
import { usePageKeys } from "./page-keys";
import { NewRule } from "./rule-form";
import { RuleList } from "./rule-list";
import { ruleWords } from "./rule-words";
import { WaitingOrders } from "./waiting-orders";
import { NewWebhook } from "./webhook-form";
import { WebhookList } from "./webhook-list";
import { webhookWords } from "./webhook-words";
import { OUTGOING } from "./webhooks";
import { outgoingWords } from "./words";

const TABS = ["webhooks", "rules", "messages"] as const;
type Tab = (typeof TABS)[number];

export default function OutgoingPage() {
  return (
    <AdministratorsOnly>
      <Outgoing />
    </AdministratorsOnly>
  );
}

function Outgoing() {
  const t = useWords(outgoingWords);
  const [query, change] = useQueryString("tab");
  const tab = TABS.find((one) => one === query.tab) ?? "webhooks";
  const choose = (to: Tab) => change({ tab: to === "webhooks" ? undefined : to });
  useRefresh(OUTGOING);
  useRefresh(STATISTICS);
  usePageKeys(TABS.map((one, place) => ({ press: String(place + 1), words: t(`tab_${one}`), run: () => choose(one) })));
  return (
    <Page title={t("title")} actions={tab !== "messages" && <New key={tab} tab={tab} />}>
      <WaitingOrders />
      <Tabs value={tab} onChange={(to) => choose(TABS.find((one) => one === to) ?? "webhooks")}>
        <Tabs.List aria-label={t("parts")}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab_${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="webhooks" className={classes.panel}>
          <WebhookList />
        </Tabs.Panel>
        <Tabs.Panel value="rules" className={classes.panel}>
          <RuleList />
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={classes.panel}>
          <Messages />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function New({ tab }: { tab: "webhooks" | "rules" }) {
  const webhooks = useWords(webhookWords);
  const rules = useWords(ruleWords);
  const words = tab === "webhooks" ? webhooks("new") : rules("new");
  const [opened, open] = useState(false);
  usePageKeys([{ press: "n", words, run: () => open(true) }]);
  const close = () => open(false);
  return (
    <>
      <Button leftSection={<Plus size={14} aria-hidden />} title={`${words} (n)`} onClick={() => open(true)}>
        {words}
      </Button>
      {opened && (tab === "webhooks" ? <NewWebhook onClose={close} /> : <NewRule onClose={close} />)}
    </>
  );
}
