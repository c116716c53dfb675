import { Notifications } from "@mantine/notifications";

/** Container that shows the notifications. */
export function NotificationContainer() {
  return <Notifications position="top-right" limit={4} containerWidth={560} />;
}
