import { Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import { countOf, type Inbox, type InboxGroupKind, type InboxItem } from "../../api/inbox.ts";
import { useCan } from "../../frame/me-context.ts";
import { LinkButton } from "../../parts/links.tsx";
import { ArchiveButton } from "./archive-button.tsx";
import classes from "./inbox-group.module.css";
import { InboxRow } from "./inbox-row.tsx";

/** `inJobs` is the filter that lists all jobs of the group. */
const titles: Record<InboxGroupKind, { title: string; hint: string | null; inJobs: Record<string, string> }> =
  {
    review: { title: "Waiting for review", hint: "shortest first", inJobs: { status: "completed" } },
    failed: { title: "Failed", hint: null, inJobs: { status: "failed" } },
    running: { title: "Running", hint: null, inJobs: { status: "active" } },
  };

const shownAtFirst = 12;

/** One part of the inbox, with its count; renders nothing if empty. */
export function InboxGroup({ kind, inbox }: { kind: InboxGroupKind; inbox: Inbox }) {
  const [showsAll, setShowsAll] = useState(false);
  const mayWrite = useCan("jobs:write");
  const items = inbox[kind];
  if (items.length === 0) return null;
  const { title, hint, inJobs } = titles[kind];
  const shown = showsAll ? items : items.slice(0, shownAtFirst);
  return (
    <section className={classes.group} aria-label={title}>
      <Group gap={8} mb={8} align="baseline">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {countOf(inbox, kind)}
          {hint && items.length > 1 && ` · ${hint}`}
        </Text>
      </Group>
      <ul className={classes.list}>
        {shown.map((item) => (
          <li key={item.id} className={classes.item}>
            <InboxRow item={item} kind={kind} />
            {mayWrite && isArchivable(item) && <ArchiveButton item={item} />}
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <Button variant="subtle" color="gray" size="xs" mt={6} onClick={() => setShowsAll(true)}>
          Show {items.length - shown.length} more
        </Button>
      )}
      {inbox.more[kind] && shown.length === items.length && (
        <LinkButton to="/jobs" search={inJobs} variant="subtle" color="gray" size="xs" mt={6}>
          Show all in Jobs
        </LinkButton>
      )}
    </section>
  );
}

/**
 * Jobs that leave the inbox by themselves have no button: pull requests are merged or closed, running jobs
 * end.
 */
function isArchivable({ status, reason }: InboxItem): boolean {
  return status === "failed" || reason === "preview_ready";
}
