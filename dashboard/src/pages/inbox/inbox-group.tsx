import { Group, Text, Title } from "@mantine/core";
import type { InboxItem } from "../../api/inbox.ts";
import { PlainLink } from "../../parts/links.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import classes from "./inbox-group.module.css";

/** One part of the inbox, with its number; nothing while it is empty. */
export function InboxGroup({ title, items }: { title: string; items: readonly InboxItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className={classes.group} aria-label={title}>
      <Group gap={8} mb={6}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {items.length}
        </Text>
      </Group>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: InboxItem }) {
  const job = `/projects/${item.projectId}/jobs/${item.id}`;
  const isReview = item.status === "completed" && item.pullRequest !== null;
  return (
    <PlainLink to={isReview ? `${job}/review` : job} className={classes.row}>
      <span className={classes.title}>{item.title ?? item.message}</span>
      <span className={classes.facts}>
        <StatusBadge job={item} />
        <span>{item.projectName}</span>
        <Time at={item.updatedAt} />
      </span>
    </PlainLink>
  );
}
