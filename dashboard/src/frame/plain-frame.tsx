import { Outlet } from "@tanstack/react-router";

/** Pages that stand alone: signing in, invitations, a shared job. */
export function PlainFrame() {
  return <Outlet />;
}
