import { Kbd, useMantineColorScheme } from "@mantine/core";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight";
import { Bookmark, Plus, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { LANGUAGES, switchLanguage, useLanguage, useMessages } from "../i18n";
import { useKeyName } from "../keys/use-key-name";
import { useKeyOverview } from "../keys/keys";
import { useViews } from "../disposition/views/views";
import { useMay, useSignOut } from "../session/session";
import { useMenuItems } from "./menu";
import { useFoundRecords, useRecentRecords } from "./palette-records";
import { frameMessages } from "./messages";

const [store, palette] = createSpotlight();

export { palette };

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

/** Command palette: recent records, actions of the page, pages, views, and records by any word. */
export default function Palette() {
  const t = useMessages(frameMessages);
  const [typed, setTyped] = useState("");
  const pages = usePages();
  const views = useViewActions();
  const recent = useRecentRecords();
  const own = usePageActions();
  const general = useGeneralActions();
  const deeds = [...own, ...general];
  const startsWithTyped = ({ label }: SpotlightActionData) =>
    !!label?.toLowerCase().startsWith(typed.trim().toLowerCase());
  const places = { group: t("goTo"), actions: pages };
  const actions = { group: t("actions"), actions: deeds };
  const ofPage = { group: t("pageActions"), actions: own };
  const ofFrame = { group: t("actions"), actions: general };
  const viewGroup = { group: t("views"), actions: views };
  const last = { group: t("recent"), actions: recent };
  const isTyped = typed.trim() !== "";
  // a prefix of an action ranks before pages that contain the text
  const first = isTyped && deeds.some(startsWithTyped) && !pages.some(startsWithTyped);
  const matching = first ? [actions, places, viewGroup] : [places, viewGroup, actions];
  const known = isTyped ? matching : [last, ofPage, places, viewGroup, ofFrame];
  const groups = [...known.filter((group) => group.actions.length > 0), ...useFoundRecords(typed)];
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
      centered={false}
      yOffset="15dvh"
      size={640}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 140, transition: "fade-down" }}
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

/** Pages of the menu and frequent lists. */
function usePages(): SpotlightActionData[] {
  const t = useMessages(frameMessages);
  const [, go] = useLocation();
  const keyName = useKeyName();
  const mayOrder = useMay("orders:write");
  const pages: SpotlightActionData[] = useMenuItems().map(({ path, label, press, icon: Icon }) => ({
    id: path,
    label: t(label),
    leftSection: <Icon size={16} strokeWidth={1.75} aria-hidden />,
    rightSection: <Kbd size="xs">{keyName(press)}</Kbd>,
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
  return pages;
}

function useViewActions(): SpotlightActionData[] {
  const [, go] = useLocation();
  return useViews().map(({ id, name, own, owner }) => ({
    id: `view-${id}`,
    label: own ? name : `${name} · ${owner}`,
    leftSection: <Bookmark size={16} aria-hidden />,
    onClick: () => go(`/candidates?view=${id}`),
  }));
}

/** Returns the shortcuts that the palette offers, by whether they work everywhere. */
function useKeyActions(everywhere: boolean): SpotlightActionData[] {
  const t = useMessages(frameMessages);
  const { groups } = useKeyOverview();
  const keyName = useKeyName();
  return groups
    .filter(({ heading }) => (heading === t("everywhere")) === everywhere)
    .flatMap(({ keys }) => keys.filter(({ offered }) => offered))
    .map(({ press, shown, label, run }) => ({
      id: `key-${press || label}`,
      label,
      rightSection: press && <Kbd size="xs">{keyName(shown ?? press)}</Kbd>,
      onClick: () => run(),
    }));
}

function usePageActions(): SpotlightActionData[] {
  return useKeyActions(false);
}

function useGeneralActions(): SpotlightActionData[] {
  const t = useMessages(frameMessages);
  const keyed = useKeyActions(true);
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const language = useLanguage();
  const other = LANGUAGES.find((one) => one !== language) ?? "en";
  return [
    ...keyed,
    { id: "language", label: t(`switchTo_${other}`), onClick: () => switchLanguage(other) },
    { id: "light", label: `${t("theme")}: ${t("themeLight")}`, onClick: () => setColorScheme("light") },
    { id: "dark", label: `${t("theme")}: ${t("themeDark")}`, onClick: () => setColorScheme("dark") },
    { id: "sign-out", label: t("signOut"), onClick: () => void signOut() },
  ];
}
