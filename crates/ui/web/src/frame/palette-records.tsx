// Records that match the text of the palette.
import { useDebouncedValue } from "@mantine/hooks";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { History, Package, ReceiptText, Rows3, Users, type LucideIcon } from "lucide-react";
import { useLocation } from "wouter";
import { api, unwrap, type Schemas } from "../api/client";
import { useLanguage, useMessages } from "../i18n";
import { unitText } from "../parts/common-names";
import { useRecent } from "../session/recent";
import { showDecimal } from "../values/decimal";
import { frameMessages } from "./messages";

/** Maximum per kind. */
const OFFERED = 5;
/** In milliseconds. */
const TYPING = 150;

interface MasterRecord {
  id: number;
  code?: string | null;
  name?: string | null;
}

async function masterRecords(kind: "bpartners" | "products", q: string, signal: AbortSignal): Promise<MasterRecord[]> {
  const params = { path: { kind }, query: { q, limit: OFFERED, active: true } };
  const page = await unwrap(api.GET("/api/masterdata/{kind}", { params, signal }));
  return page.items as MasterRecord[];
}

async function search(q: string, signal: AbortSignal) {
  const params = { query: { q, limit: OFFERED } };
  const [lines, orders, customers, products] = await Promise.all([
    unwrap(api.GET("/api/sales/order/candidates", { params, signal })),
    unwrap(api.GET("/api/sales/order", { params, signal })),
    masterRecords("bpartners", q, signal),
    masterRecords("products", q, signal),
  ]);
  return { lines: lines.items, orders: orders.items, customers, products };
}

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(" · ");

/** Returns found lines, orders, customers and products as groups. */
export function useFoundRecords(typed: string): SpotlightActionGroupData[] {
  const t = useMessages(frameMessages);
  const language = useLanguage();
  const [, go] = useLocation();
  const text = typed.trim();
  const [sought] = useDebouncedValue(text, TYPING);
  const found = useQuery({
    queryKey: ["palette", sought],
    enabled: sought.length > 1,
    queryFn: ({ signal }) => search(sought, signal),
  });
  const matches = sought === text ? found.data : undefined;
  if (!matches) return [];
  // the server has matched them already
  const keywords = [typed];
  const action = (id: string, icon: LucideIcon, label: string, description: string, path: string) =>
    ({ id, keywords, label, description, ...leading(icon), onClick: () => go(path) }) satisfies SpotlightActionData;
  const line = (one: Schemas["Candidate"]) => {
    const qty = one.qty != null && `${showDecimal(one.qty, language)} ${unitText(one.uomCode, language, one.qty)}`;
    const label = joined(one.bpartner?.bpartner?.name, one.productName ?? one.productCode, qty) || String(one.id);
    const ids = joined(one.poReference, one.externalHeaderId, t("line", { id: one.id }));
    return action(`line-${one.id}`, Rows3, label, ids, `/candidates/${one.id}`);
  };
  const order = (one: (typeof matches.orders)[number]) => {
    const number = t("order", { number: one.documentNo });
    const label = one.bpartner.bpartner?.name;
    const description = joined(label && number, one.poReference);
    return action(
      `order-${one.salesOrderId}`,
      ReceiptText,
      label ?? number,
      description,
      `/orders/${one.salesOrderId}`,
    );
  };
  const record = (kind: "bpartner" | "product", icon: LucideIcon) => (one: MasterRecord) => {
    const path = `/candidates?${new URLSearchParams({ [kind]: one.code ?? "" })}`;
    return action(`${kind}-${one.id}`, icon, one.name ?? one.code ?? "", joined(one.code, t("showLines")), path);
  };
  return [
    { group: t("lines"), actions: matches.lines.map(line) },
    { group: t("orders"), actions: matches.orders.map(order) },
    { group: t("customers"), actions: matches.customers.filter(hasCode).map(record("bpartner", Users)) },
    { group: t("products"), actions: matches.products.filter(hasCode).map(record("product", Package)) },
  ].filter(({ actions }) => actions.length > 0);
}

function hasCode({ code }: MasterRecord): boolean {
  return Boolean(code);
}

function leading(Icon: LucideIcon) {
  return { leftSection: <Icon size={16} strokeWidth={1.75} aria-hidden /> };
}

/** Returns the recently opened records except the current one. */
export function useRecentRecords(): SpotlightActionData[] {
  const [at, go] = useLocation();
  return useRecent()
    .filter(({ path }) => path !== at)
    .slice(0, OFFERED)
    .map(({ path, label, note }) => ({
      id: `recent-${path}`,
      label,
      description: note,
      ...leading(History),
      onClick: () => go(path),
    }));
}
