import { Kbd, useMantineColorScheme } from "@mantine/core";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Inbox, Plus, ReceiptText, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api, unwrap } from "../api/client";
import { LANGUAGES, switchLanguage, useLanguage, useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import { useKeyOverview } from "../keys/keys";
import { useViews } from "../disposition/views/views";
import { useMay, useSignOut } from "../session/session";
import { useMenuItems } from "./menu";
import { frameMessages } from "./messages";

const [store, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}

/**
 * Enter selects the first match, also if another one appeared after typing. After navigation by arrows, the position
 * counts.
 */
function useChosen(typed: string, offered: readonly SpotlightActionGroupData[]): void {
  const ids = offered.flatMap(({ actions }) => actions.map(({ id }) => id)).join(" ");
  const before = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order depends on all options
  useEffect(() => {
    const { opened, listId, selected } = store.getState();
    const list = opened && typed !== "" && listId ? document.getElementById(listId) : null;
    const chosen = typed === before.current ? Math.max(0, selected) : 0;
    before.current = typed;
    if (!list) return;
    list.querySelectorAll("[data-action]").forEach((action, index) => {
      if (index === chosen) action.setAttribute("data-selected", "true");
      else action.removeAttribute("data-selected");
    });
    store.updateState((state) => ({ ...state, selected: chosen }));
  }, [typed, ids]);
}

/** Maximum per kind. */
const OFFERED = 5;

/** Command palette: pages, candidates, orders, actions. */
export function Palette() {
  const t = useMessages(frameMessages);
  const [, go] = useLocation();
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed.trim(), 150);
  const mayOrder = useMay("orders:write");
  const found = useQuery({
    queryKey: ["palette", sought],
    enabled: sought.length > 1,
    queryFn: async ({ signal }) => {
      const query = { q: sought, limit: OFFERED };
      const [candidates, orders] = await Promise.all([
        unwrap(api.GET("/api/sales/order/candidates", { params: { query }, signal })),
        unwrap(api.GET("/api/sales/order", { params: { query }, signal })),
      ]);
      return { candidates: candidates.items, orders: orders.items };
    },
  });
  const pages: SpotlightActionData[] = useMenuItems().map(({ path, label: words, icon: Icon }) => ({
    id: path,
    label: t(words),
    leftSection: <Icon size={16} aria-hidden />,
    onClick: () => go(path),
  }));
  pages.push(
    { id: "faulty", label: t("faulty"), onClick: () => go("/candidates?status=error") },
    { id: "put-aside", label: t("putAside"), onClick: () => go("/candidates?status=inactive") },
  );
  if (mayOrder) {
    pages.push({
      id: "new-order",
      label: t("newOrder"),
      leftSection: <Plus size={16} aria-hidden />,
      onClick: () => go("/orders/new"),
    });
  }
  const views = useViews().map(({ id, name, own, owner }) => ({
    id: `view-${id}`,
    label: own ? name : `${name} · ${owner}`,
    leftSection: <Bookmark size={16} aria-hidden />,
    onClick: () => go(`/candidates?view=${id}`),
  }));
  const deeds = usePaletteActions();
  const begins = ({ label }: SpotlightActionData) => !!label?.toLowerCase().startsWith(typed.trim().toLowerCase());
  const places = { group: t("goTo"), actions: pages };
  const actions = { group: t("actions"), actions: deeds };
  const kept = views.length > 0 ? [{ group: t("views"), actions: views }] : [];
  // a prefix of an action ranks before pages that contain the text
  const first = typed.trim() !== "" && deeds.some(begins) && !pages.some(begins);
  const groups: SpotlightActionGroupData[] = first ? [actions, places, ...kept] : [places, ...kept, actions];
  const matches = sought === typed.trim() ? found.data : undefined;
  if (matches?.candidates.length) {
    const actions = matches.candidates.map((candidate) => ({
      id: `candidate-${candidate.id}`,
      label: `${candidate.id} · ${candidate.externalHeaderId} · ${candidate.poReference}`,
      // always show server results
      keywords: [typed],
      leftSection: <Inbox size={16} aria-hidden />,
      onClick: () => go(`/candidates/${candidate.id}`),
    }));
    groups.push({ group: t("candidates"), actions });
  }
  if (matches?.orders.length) {
    const actions = matches.orders.map((order) => ({
      id: `order-${order.salesOrderId}`,
      label: `${order.documentNo} · ${order.bpartner.bpartner?.name ?? ""}`,
      keywords: [typed],
      leftSection: <ReceiptText size={16} aria-hidden />,
      onClick: () => go(`/orders/${order.salesOrderId}`),
    }));
    groups.push({ group: t("orders"), actions });
  }
  useChosen(typed, groups);
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={t("nothingFound")}
      highlightQuery
      attributes={{ content: { "aria-label": t("palette") } }}
      searchProps={{
        // focus before the first key press
        autoFocus: true,
        leftSection: <Search size={18} aria-hidden />,
        placeholder: t("paletteHint"),
        "aria-label": t("palette"),
      }}
    />
  );
}

/** Actions of the page and of the top bar. */
function usePaletteActions(): SpotlightActionData[] {
  const t = useMessages(frameMessages);
  const { groups } = useKeyOverview();
  const keyName = useKeyName();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const language = useLanguage();
  const other = LANGUAGES.find((one) => one !== language) ?? "en";
  const keyed = groups.flatMap(({ keys }) => keys.filter(({ offered }) => offered));
  const deeds = keyed.map(({ press, shown, label: words, run }) => ({
    id: `key-${press || words}`,
    label: words,
    rightSection: press && <Kbd size="xs">{keyName(shown ?? press)}</Kbd>,
    onClick: () => run(),
  }));
  return [
    ...deeds,
    { id: "language", label: t(`switchTo_${other}`), onClick: () => switchLanguage(other) },
    { id: "light", label: `${t("theme")}: ${t("themeLight")}`, onClick: () => setColorScheme("light") },
    { id: "dark", label: `${t("theme")}: ${t("themeDark")}`, onClick: () => setColorScheme("dark") },
    { id: "sign-out", label: t("signOut"), onClick: () => void signOut() },
  ];
}
