// Open lines by time of receipt, with their value.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../i18n";
import { Amounts } from "./amounts";
import { Card } from "./card";
import { receivedBefore, receivedSince } from "./days";
import { dayQuery, intakeQuery, MONTH } from "./intake";
import { dashboardMessages } from "./messages";
import { OpenLines, type Range } from "./open-lines";
import { sumOfWorths } from "./worth";

export function Ages({ dataSource }: { dataSource: string | undefined }) {
  const t = useMessages(dashboardMessages);
  const days = useQuery(intakeQuery(MONTH, dataSource)).data?.buckets;
  const day = useQuery(dayQuery(dataSource)).data;
  if (!days) return null;
  const [today, week] = [receivedSince(days, 0), receivedSince(days, 7)];
  const open = day?.open;
  // by days of the organisation, as the server sums them
  const ranges: Range[] = [
    {
      name: t("ageOlder"),
      filter: { createdTo: receivedBefore(days, 7) },
      end: open && <Amounts worth={open.longer.worth} />,
    },
    {
      name: t("ageWeek"),
      filter: { createdFrom: week, createdTo: receivedBefore(days, 0) },
      end: open && <Amounts worth={open.week.worth} />,
    },
    { name: t("ageToday"), filter: { createdFrom: today }, end: open && <Amounts worth={open.today.worth} /> },
  ];
  const worths = open && [open.longer, open.week, open.today].map(({ worth }) => worth);
  return (
    <Card title={t("openLines")} link={{ href: "/candidates", label: t("toDisposition") }}>
      <OpenLines
        label={t("age")}
        heading={t("age")}
        endHeading={t("amount")}
        ranges={ranges}
        total={worths && <Amounts worth={sumOfWorths(worths)} />}
        dataSource={dataSource}
      />
      {day && !day.openWhole && (
        <Text size="sm" className="quiet">
          {t("oldestSummed")}
        </Text>
      )}
    </Card>
  );
}
