import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { countOf, type Inbox, inboxPath } from "../../api/inbox.ts";
import { useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { DataPending } from "../../frame/page-pending.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LimitMeter } from "../../parts/limit-meter.tsx";
import { LinkButton } from "../../parts/links.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { EmptyInbox } from "./empty-inbox.tsx";
import { InboxGroup } from "./inbox-group.tsx";
import { moveFocus } from "./move-focus.ts";

/** Shows what waits for the reader, what went wrong, and what is running. */
export default function InboxPage() {
  const { data, error } = useApi<Inbox>(inboxPath, { everyMs: 5_000 });
  const mayWrite = useCan("jobs:write");
  useHotkeys([
    ["j", () => moveFocus(1)],
    ["k", () => moveFocus(-1)],
  ]);
  return (
    <PageBody>
      <PageHeader
        title="Inbox"
        actions={
          mayWrite && (
            <LinkButton to="/new" hiddenFrom="md">
              New job
            </LinkButton>
          )
        }
        description={data && describe(data)}
      />
      {error && <ErrorAlert error={error} title="The inbox could not be loaded" />}
      {data === undefined && !error && <DataPending />}
      {data && <Groups inbox={data} />}
    </PageBody>
  );
}

function Groups({ inbox }: { inbox: Inbox }) {
  const isEmpty = inbox.review.length + inbox.failed.length + inbox.running.length === 0;
  return (
    <>
      {isEmpty ? (
        <EmptyInbox />
      ) : (
        <>
          <InboxGroup kind="review" inbox={inbox} />
          <InboxGroup kind="failed" inbox={inbox} />
          <InboxGroup kind="running" inbox={inbox} />
        </>
      )}
      <Limits limits={inbox.limits} />
    </>
  );
}

function Limits({ limits }: { limits: Inbox["limits"] }) {
  const [showsAll, setShowsAll] = useState(false);
  const sorted = limits.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
  // Unused projects have nothing to show here.
  const shown = showsAll ? sorted : sorted.filter(({ used }, index) => index === 0 || used > 0).slice(0, 4);
  if (shown.length === 0) return null;
  return (
    <LimitMeter.List
      limits={shown}
      hiddenCount={limits.length - shown.length}
      onShowAll={() => setShowsAll(true)}
    />
  );
}

function describe(inbox: Inbox): string {
  const parts = [
    inbox.review.length > 0 && `${countOf(inbox, "review")} waiting for review`,
    inbox.failed.length > 0 && `${countOf(inbox, "failed")} failed`,
    inbox.running.length > 0 && `${countOf(inbox, "running")} running`,
  ].filter(Boolean);
  return parts.length === 0 ? "No action needed" : parts.join(" · ");
}
