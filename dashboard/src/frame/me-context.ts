import { createContext, useContext } from "react";
import type { Me, Permission } from "../api/me.ts";

export const MeContext = createContext<Me | null>(null);

/** Who is signed in; only inside pages of the frame `app`. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error("useMe is for pages that need a session.");
  return me;
}

/** Whether the reader may do that. It hides what is of no use; the service decides. */
export function useCan(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}
