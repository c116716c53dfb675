// Width of the sidebar, remembered per browser.
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";

/** Narrower windows replace sidebar and top bar by a bar at the bottom. */
export const PHONE = "(max-width: 767.98px)";
/** Wider windows begin with the names of the pages. */
const WIDE = "(min-width: 1200px)";
/** In pixels. */
const WIDTHS = { expanded: 224, collapsed: 56 } as const;

type State = keyof typeof WIDTHS;

/** Wide and narrow windows remember their own choice. */
export function useSidebar() {
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? true;
  const name = wide ? "orderdock.sidebar" : "orderdock.sidebar.narrow";
  const [stored, setStored] = useLocalStorage<State | "unset">({
    key: name,
    defaultValue: "unset",
    getInitialValueInEffect: false,
  });
  const state: State = stored === "unset" ? (wide ? "expanded" : "collapsed") : stored;
  const expanded = state === "expanded";
  return { expanded, width: WIDTHS[state], toggle: () => setStored(expanded ? "collapsed" : "expanded") };
}
