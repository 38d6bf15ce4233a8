import { Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { InboxGroupKind, InboxItem } from "../../api/inbox.ts";
import { useCan } from "../../frame/me-context.ts";
import { ArchiveButton } from "./archive-button.tsx";
import classes from "./inbox-group.module.css";
import { InboxRow } from "./inbox-row.tsx";

const titles: Record<InboxGroupKind, { title: string; hint: string | null }> = {
  review: { title: "Waiting for review", hint: "shortest first" },
  failed: { title: "Failed", hint: null },
  running: { title: "Running", hint: null },
};

const shownAtFirst = 12;

/** One part of the inbox, with its number; nothing while it is empty. */
export function InboxGroup({ kind, items }: { kind: InboxGroupKind; items: readonly InboxItem[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const mayWrite = useCan("jobs:write");
  if (items.length === 0) return null;
  const { title, hint } = titles[kind];
  const shown = showsAll ? items : items.slice(0, shownAtFirst);
  return (
    <section className={classes.group} aria-label={title}>
      <Group gap={8} mb={8} align="baseline">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {items.length}
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
    </section>
  );
}

/** What only goes away by itself has no button: pull requests are merged or closed, running jobs end. */
function isArchivable({ status, reason }: InboxItem): boolean {
  return status === "failed" || reason === "preview_ready";
}
