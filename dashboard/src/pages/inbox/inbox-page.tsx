import { type Inbox, inboxPath } from "../../api/inbox.ts";
import { useApi } from "../../api/use-api.ts";
import { PagePending } from "../../frame/page-pending.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { InboxGroup } from "./inbox-group.tsx";

/** What waits for the reader, what went wrong, what is under way. */
export default function InboxPage() {
  const { data, error } = useApi<Inbox>(inboxPath, { everyMs: 5_000 });
  return (
    <PageBody>
      <PageHeader title="Inbox" />
      {error && <ErrorAlert error={error} title="The inbox could not be loaded" />}
      {data === undefined && !error && <PagePending />}
      {data && (
        <>
          <InboxGroup title="Waiting for your review" items={data.review} />
          <InboxGroup title="Failed" items={data.failed} />
          <InboxGroup title="Running" items={data.running} />
        </>
      )}
    </PageBody>
  );
}
