import { Button, Group } from "@mantine/core";
import type { Candidate, Member } from "../candidate";
import { useCorrect, useRejections } from "../correct";

/** Button that applies the suggested value of a rejected text. */
export function DidYouMean({ candidate, member }: { candidate: Candidate; member: Member }) {
  const correct = useCorrect();
  const rejection = useRejections()(candidate.id, member);
  const suggestion = (rejection?.fixes ?? []).filter(({ patch, allowed }) => patch && allowed);
  if (suggestion.length === 0) return null;
  return (
    <Group gap={6} mt={4}>
      {suggestion.map(({ words, patch }) => (
        <Button
          key={words}
          size="compact-xs"
          variant="default"
          onClick={() => patch && void correct({ candidate, change: patch })}>
          {words}
        </Button>
      ))}
    </Group>
  );
}
