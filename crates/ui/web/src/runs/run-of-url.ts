import { useSearchParams } from "wouter";

/** The run of the page's address, which survives a reload. */
export function useRunOfUrl(): [number | undefined, (run: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const run = Number(search.get("run")) || undefined;
  const setRun = (to: number | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (to === undefined) after.delete("run");
        else after.set("run", String(to));
        return after;
      },
      { replace: true },
    );
  return [run, setRun];
}
