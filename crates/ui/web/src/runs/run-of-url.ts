import { useSearchParams } from "wouter";
import { navigate } from "wouter/use-browser-location";

/** Of whichever page is there: who undoes on one page what began on another asks from one that is gone. */
function setRun(to: number | undefined): void {
  const after = new URLSearchParams(location.search);
  if (to === undefined) after.delete("run");
  else after.set("run", String(to));
  const search = after.toString();
  navigate(location.pathname + (search && `?${search}`), { replace: true });
}

/** The run of the page's address, which survives a reload. */
export function useRunOfUrl(): [number | undefined, (run: number | undefined) => void] {
  const [search] = useSearchParams();
  return [Number(search.get("run")) || undefined, setRun];
}
