import { Outlet, useLocation } from "@tanstack/react-router";
import type { Me } from "../api/me.ts";
import { mePath } from "../api/query-client.ts";
import { useApi } from "../api/use-api.ts";
import { LinkButton, PlainLink } from "../parts/links.tsx";
import layout from "./app-layout.module.css";
import { AppLayout } from "./app-layout.tsx";
import { Brand } from "./brand.tsx";
import { MeContext } from "./me-context.ts";
import classes from "./open-frame.module.css";
import { PagePending } from "./page-pending.tsx";

/** Frame of public pages: with navigation for signed-in users, and a bar with a sign-in link for others. */
export function OpenFrame() {
  const { data: me, isPending } = useApi<Me>(mePath);
  const { href } = useLocation();
  if (me !== undefined) {
    return (
      <MeContext value={me}>
        <AppLayout />
      </MeContext>
    );
  }
  if (isPending) return <PagePending />;
  return (
    <>
      <a href="#main" className={layout.skip}>
        Skip to the page
      </a>
      <header className={classes.bar}>
        <PlainLink to="/" className={layout.brand}>
          <Brand />
        </PlainLink>
        <LinkButton to="/sign-in" search={{ next: href }} variant="default" size="xs">
          Sign in
        </LinkButton>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
