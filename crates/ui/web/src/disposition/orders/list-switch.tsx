import { ActionIcon, SegmentedControl } from "@mantine/core";
import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useMessages } from "../../i18n";
import type { Folded } from "./folded";
import { orderListMessages } from "./messages";

/** Switch between orders and rows, and expand all. */
export function ListSwitch({ orders, onList, folded }: { orders: boolean; onList: () => void; folded: Folded }) {
  const t = useMessages(orderListMessages);
  const fold = t(folded.all ? "foldAll" : "unfoldAll");
  const Sign = folded.all ? ChevronsDownUp : ChevronsUpDown;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("list")}
        value={orders ? "orders" : "rows"}
        onChange={onList}
        data={[
          { value: "orders", label: t("orders") },
          { value: "rows", label: t("rows") },
        ]}
      />
      {orders && (
        <ActionIcon aria-label={fold} title={`${fold} (*)`} onClick={() => folded.unfoldAll(!folded.all)}>
          <Sign size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
