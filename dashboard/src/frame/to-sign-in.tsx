import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { PagePending } from "./page-pending.tsx";

/**
 * Leads to the sign-in page and back. Navigates once, with the original address: while the sign-in page
 * loads, the address is already its own.
 */
export function ToSignIn() {
  const { href } = useLocation();
  const wanted = useRef(href);
  const navigate = useNavigate();
  useEffect(() => {
    const next = wanted.current === "/" ? undefined : wanted.current;
    void navigate({ to: "/sign-in" as string, search: { next } as never, replace: true });
  }, [navigate]);
  return <PagePending />;
}
