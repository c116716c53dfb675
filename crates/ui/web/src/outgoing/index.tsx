// Page "Outgoing": webhooks, notification rules and messages, unconfirmed transfers.
import { Button, Tabs } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { STATISTICS } from "../dashboard/intake";
import { useMessages } from "../i18n";
import { Page } from "../parts/page";
import { useQueryString } from "../parts/query-string";
import { useRefresh } from "../parts/refresh";
import { AdministratorsOnly } from "./administrators-only";
import { Messages } from "./notification-list";
import classes from "./outgoing.module.css";
import { usePageKeys } from "./page-keys";
import { NewRule } from "./rule-form";
import { RuleList } from "./rule-list";
import { ruleMessages } from "./rule-messages";
import { WaitingOrders } from "./waiting-orders";
import { NewWebhook } from "./webhook-form";
import { WebhookList } from "./webhook-list";
import { webhookMessages } from "./webhook-messages";
import { OUTGOING } from "./webhooks";
import { outgoingMessages } from "./messages";

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
  const t = useMessages(outgoingMessages);
  const [query, change] = useQueryString("tab");
  const tab = TABS.find((one) => one === query.tab) ?? "webhooks";
  const choose = (to: Tab) => change({ tab: to === "webhooks" ? undefined : to });
  useRefresh(OUTGOING);
  useRefresh(STATISTICS);
  usePageKeys(TABS.map((one, index) => ({ press: String(index + 1), label: t(`tab_${one}`), run: () => choose(one) })));
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
  const tWebhook = useMessages(webhookMessages);
  const tRule = useMessages(ruleMessages);
  const words = tab === "webhooks" ? tWebhook("new") : tRule("new");
  const [opened, open] = useState(false);
  usePageKeys([{ press: "n", label: words, run: () => open(true) }]);
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
