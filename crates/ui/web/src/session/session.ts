// Current user. The session is an HttpOnly cookie.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { api, unwrap, setCsrfToken, type Schemas } from "../api/client";
import { forgetRecent } from "./recent-store";

export type Session = Schemas["Session"];
export type Scope =
  | "candidates:read"
  | "candidates:write"
  | "orders:write"
  | "attachments:write"
  | "process:run"
  | "masterdata:write"
  | "references:write"
  | "admin";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => {
    const session = await unwrap(api.GET("/api/session"));
    setCsrfToken(session.csrfToken);
    return session;
  },
  retry: false,
  staleTime: Infinity,
});

export const SessionContext = createContext<Session | undefined>(undefined);

/** Session of the current page, which needs one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("a page is shown without a session");
  return session;
}

export function useMay(scope: Scope): boolean {
  return useSession().scopes.includes(scope);
}

export function useSignedIn() {
  return useQuery(sessionQuery);
}

export async function signIn(user: string, password: string): Promise<Session> {
  const session = await unwrap(api.POST("/api/session", { body: { user, password } }));
  setCsrfToken(session.csrfToken);
  return session;
}

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return async () => {
    await unwrap(api.DELETE("/api/session"));
    setCsrfToken("");
    forgetRecent(user);
    queryClient.clear();
    location.assign("/");
  };
}
