import { useEffect } from "react";
import { countOf, type Inbox, inboxPath } from "../api/inbox.ts";
import { useApi } from "../api/use-api.ts";
import { useCan, useMe } from "./me-context.ts";
import { showRunning } from "./page-title.ts";

/** Keeps the number of running jobs in the title and the favicon; renders nothing itself. */
export function RunningJobs() {
  const me = useMe();
  const mayRead = useCan("jobs:read") && me.kind !== "share_link";
  const { data } = useApi<Inbox>(mayRead ? inboxPath : null, { everyMs: 5_000 });
  const count = data && data.running.length > 0 ? countOf(data, "running") : null;
  useEffect(() => {
    showRunning(count);
    return () => showRunning(null);
  }, [count]);
  return null;
}
