import { useNotifications } from "@mantine/notifications";
import { useEffect, useState, type ComponentType } from "react";

/** Delay until the container is loaded without a notification, in milliseconds. */
const DELAY = 10_000;

/** Notifications. The container is not part of the first load: it is loaded by the first notification or after a delay. */
export function NotificationPlace() {
  const count = useNotifications().notifications.length;
  const [Container, setContainer] = useState<ComponentType>();
  useEffect(() => {
    if (Container) return;
    const load = () =>
      import("./notification-container").then(
        ({ NotificationContainer }) => setContainer(() => NotificationContainer),
        // the next notification tries again
        () => {},
      );
    const timer = setTimeout(() => void load(), count > 0 ? 0 : DELAY);
    return () => clearTimeout(timer);
  }, [Container, count]);
  return Container && <Container />;
}
