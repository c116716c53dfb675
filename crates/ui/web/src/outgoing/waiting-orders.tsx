import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { intakeQuery } from "../dashboard/intake";
import { useLanguage, useMessages } from "../i18n";
import { ageText } from "../parts/durations";
import { FailureText } from "../parts/failure";
import { settingsQuery } from "../runs/runs";
import { outgoingMessages } from "./messages";

/** Number of unconfirmed transfers with a link. Renders nothing if no organisation transfers orders. */
export function WaitingOrders() {
  const t = useMessages(outgoingMessages);
  const language = useLanguage();
  const intake = useQuery(intakeQuery("24h", undefined));
  const waiting = intake.data?.waitingOrders;
  const transfers = useQuery(settingsQuery).data?.items.some(({ handOverSince }) => handOverSince) ?? false;
  return (
    <Text size="sm" component="div" role="status">
      {intake.isError && !intake.data && <FailureText failure={intake.error} />}
      {waiting?.count === 0 && transfers && <span className="quiet">{t("noWaitingOrders")}</span>}
      {waiting && waiting.count > 0 && (
        <>
          <Anchor size="sm" component={Link} href="/orders?handedOver=due">
            {t("waitingOrders", { count: waiting.count })}
          </Anchor>
          {waiting.oldest && `, ${t("waitingOldest", { age: ageText(waiting.oldest, language) })}`}
        </>
      )}
    </Text>
  );
}
