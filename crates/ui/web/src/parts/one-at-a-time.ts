/** Lets work be done one at a time: what is asked for meanwhile is done once more, for what changed may not be in it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let again = false;
  let under: Promise<void> | undefined;
  const all = async () => {
    while (again) {
      again = false;
      // whoever does the work tells of what failed, or is asked again
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
