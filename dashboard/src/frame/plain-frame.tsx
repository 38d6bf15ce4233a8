import { Outlet } from "@tanstack/react-router";

/** Frame of stand-alone pages: sign-in, invitations, a shared job. */
export function PlainFrame() {
  return <Outlet />;
}
