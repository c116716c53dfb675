import { NotStarted } from "../dialogs/not-started";
import type { Chosen } from "../candidate";
import AssignDialog from "./assign-dialog";
import { useAttend, type Attention } from "./attend";
import WaitDialog, { useForgetWhy } from "./wait-dialog";

interface ManyProps {
  kind: "wait" | "assign";
  chosen: Chosen;
  count: number;
  onClose: () => void;
}

/** Wait and assign dialogs for many candidates. */
export default function AttendMany({ kind, chosen, count, onClose }: ManyProps) {
  const attend = useAttend(true);
  const forgetWhy = useForgetWhy();
  const send = (attention: Attention) =>
    attend.mutate(
      { ...chosen, ...attention },
      {
        onSuccess: () => {
          if (kind === "wait") forgetWhy();
          onClose();
        },
      },
    );
  const failure = attend.isError && <NotStarted failure={attend.error} />;
  const shared = { count, busy: attend.isPending, failure, onClose };
  return kind === "wait" ? <WaitDialog {...shared} onWait={send} /> : <AssignDialog {...shared} onAssign={send} />;
}
