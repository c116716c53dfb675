// Serialises the corrections of one candidate, each with its current version.

interface Version {
  id: number;
  version: number;
}

type Patch<Change, Answer> = (id: number, version: number, change: Change) => Promise<Answer>;

/** Creates a queue. A version that only own corrections replaced causes no conflict. */
export function correctionQueue<Change, Answer extends { version: number }>(patch: Patch<Change, Answer>) {
  const followed = new Map<string, number>();
  const turns = new Map<number, Promise<unknown>>();

  const newest = (id: number, version: number): number => {
    const next = followed.get(`${id}/${version}`);
    return next === undefined ? version : newest(id, next);
  };

  const inTurn = (id: number, send: () => Promise<Answer>): Promise<Answer> => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(send, send);
    turns.set(id, turn);
    const leave = () => turns.get(id) === turn && turns.delete(id);
    void turn.then(leave, leave);
    return turn;
  };

  return ({ id, version: seen }: Version, change: Change): Promise<Answer> =>
    inTurn(id, async () => {
      const version = newest(id, seen);
      const response = await patch(id, version, change);
      if (response.version !== version) followed.set(`${id}/${version}`, response.version);
      return response;
    });
}
