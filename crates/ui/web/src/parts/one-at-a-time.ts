/** Serialises calls; calls during a run cause one more run. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let again = false;
  let under: Promise<void> | undefined;
  const all = async () => {
    while (again) {
      again = false;
      // the work reports its own failures
      await work().catch(() => undefined);
    }
    under = undefined;
  };
  return () => {
    again = true;
    under ??= all();
    return under;
  };
}
