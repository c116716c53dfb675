import { useSearchParams } from "wouter";
import { navigate } from "wouter/use-browser-location";

/** Sets the run of the current page, also from components of a previous page. */
function setRun(to: number | undefined): void {
  const after = new URLSearchParams(location.search);
  if (to === undefined) after.delete("run");
  else after.set("run", String(to));
  const search = after.toString();
  navigate(location.pathname + (search && `?${search}`), { replace: true });
}

/** Run in the URL, kept on reload. */
export function useRunOfUrl(): [number | undefined, (run: number | undefined) => void] {
  const [search] = useSearchParams();
  return [Number(search.get("run")) || undefined, setRun];
}
