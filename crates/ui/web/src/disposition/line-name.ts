interface Named {
  poReference?: string | null | undefined;
  externalHeaderId?: string | null | undefined;
  externalLineId: string;
}

/** Name of a line: order reference and line id, or its only id. */
export function lineName({ poReference, externalHeaderId, externalLineId }: Named): string {
  const order = poReference || externalHeaderId;
  return !order || order === externalLineId ? externalLineId : `${order} / ${externalLineId}`;
}
