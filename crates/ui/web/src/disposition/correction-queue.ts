// Corrections of one candidate go one after the other, each with the version that it is about.

interface Version {
  id: number;
  version: number;
}

type Patch<Change, Answer> = (id: number, version: number, change: Change) => Promise<Answer>;

/** Sends corrections by `patch`. Someone who still sees a version that was followed by our own hand has no conflict. */
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
      const answer = await patch(id, version, change);
      if (answer.version !== version) followed.set(`${id}/${version}`, answer.version);
      return answer;
    });
}
