import { createContext, useContext } from "react";
import type { Me, Permission } from "../api/me.ts";

export const MeContext = createContext<Me | null>(null);

/** Returns the signed-in user; only inside pages of the frame `app`. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error("useMe is for pages that need a session.");
  return me;
}

/** Whether the reader has the permission. Only hides useless controls; the service decides. */
export function useCan(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}
