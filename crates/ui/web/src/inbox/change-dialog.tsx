import { useQuery } from "@tanstack/react-query";
import { candidateQuery } from "../disposition/candidates";
import BulkEditDialog from "../disposition/dialogs/bulk-edit";
import { changedMember } from "./changed-member";
import { linesFilter, type OpenReference } from "./references";

/** Bulk edit of the lines of an unresolved reference, with its field chosen. */
export default function ChangeDialog({ entry, onClose }: { entry: OpenReference; onClose: () => void }) {
  const example = useQuery(candidateQuery(entry.example));
  if (example.isPending) return null;
  const member = changedMember(entry, example.data?.problems ?? []);
  return (
    <BulkEditDialog
      chosen={{ selection: { filter: linesFilter(entry) } }}
      {...(member && { begin: { [member]: { how: "set", typed: "" } } })}
      onClose={onClose}
    />
  );
}
