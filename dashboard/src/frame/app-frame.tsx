import type { Me } from "../api/me.ts";
import { isProblem } from "../api/problem-error.ts";
import { mePath } from "../api/query-client.ts";
import { useApi } from "../api/use-api.ts";
import { AppLayout } from "./app-layout.tsx";
import { MeContext } from "./me-context.ts";
import { PageError } from "./page-error.tsx";
import { PagePending } from "./page-pending.tsx";
import { ShareLinkEnded } from "./share-link-ended.tsx";
import { ToSignIn } from "./to-sign-in.tsx";

/** A role can change while its page is open. */
const lookEveryMs = 60_000;

/**
 * Asks who is signed in before any page does; whoever is not goes to the sign-in page and comes back. Whose
 * share link ends meanwhile has no account to sign in with, as a rule.
 */
export function AppFrame() {
  const { data: me, error } = useApi<Me>(mePath, { everyMs: lookEveryMs });
  if (isProblem(error, "not_signed_in")) return me?.kind === "share_link" ? <ShareLinkEnded /> : <ToSignIn />;
  if (me === undefined) return error ? <PageError error={error} /> : <PagePending />;
  return (
    <MeContext value={me}>
      <AppLayout />
    </MeContext>
  );
}
