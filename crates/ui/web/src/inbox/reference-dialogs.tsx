// Dialogs of the actions on an unresolved reference.
import ChangeDialog from "./change-dialog";
import CreateDialog from "./create-dialog";
import ExcludeDialog from "./exclude-dialog";
import type { ReferenceAction } from "./reference-actions";
import type { OpenReference } from "./references";
import RequestDialog from "./request-dialog";

const DIALOGS = { create: CreateDialog, request: RequestDialog, change: ChangeDialog, exclude: ExcludeDialog };

interface ReferenceDialogsProps {
  entry: OpenReference;
  action: ReferenceAction;
  onClose: () => void;
}

export default function ReferenceDialogs({ action, ...props }: ReferenceDialogsProps) {
  const Dialog = DIALOGS[action];
  return <Dialog {...props} />;
}
