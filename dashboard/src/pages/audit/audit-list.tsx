import { Button, Code, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import type { AuditEntry } from "../../api/audit.ts";
import { Time } from "../../parts/time.tsx";
import { auditDiff, type DiffLine } from "./audit-diff.ts";
import classes from "./audit-list.module.css";
import { describeAction } from "./describe-action.ts";
import { describeField, describeValue, isInstant } from "./describe-field.ts";

export function AuditList({ entries, isLoading }: { entries: readonly AuditEntry[]; isLoading: boolean }) {
  if (isLoading) return <Skeleton height={240} />;
  return (
    <Stack gap="xs" component="ol" className={classes.list} aria-label="Audit entries">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Stack>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, author, at, from, subject } = entry;
  // The head of the entry already shows the subject's id.
  const lines = auditDiff(entry.before, entry.after).filter(
    ({ path, before, after }) => path !== "id" || (before ?? after) !== subject.id,
  );
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="xs" align="baseline">
        <Text size="sm" fw={600}>
          {describeAction(action)}
          <Text span fw={400} c="dimmed">
            {" "}
            {subject.name ?? subject.id}
          </Text>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <Time at={at} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        by {author?.name ?? author?.kind.replaceAll("_", " ") ?? "somebody"}
        {from === null ? ", on the machine itself" : ` from ${from}`}
        {subject.name !== null && (
          <>
            {" · "}
            <Code className={classes.id}>{subject.id}</Code>
          </>
        )}
      </Text>
      {lines.length > 0 && <Difference lines={lines} />}
    </Paper>
  );
}

function Value({ value }: { value: unknown }) {
  return isInstant(value) ? <Time at={value} as="full" /> : showHidden(describeValue(value));
}

/** One more line is shown instead of a button for it. */
const shownMax = 5;

function Difference({ lines }: { lines: readonly DiffLine[] }) {
  const [isWhole, setWhole] = useState(lines.length <= shownMax + 1);
  return (
    <>
      <Fields lines={isWhole ? lines : lines.slice(0, shownMax)} />
      {!isWhole && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setWhole(true)}>
          Show {lines.length - shownMax} more fields
        </Button>
      )}
    </>
  );
}

function Fields({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <dl className={classes.difference}>
      {lines.map(({ path, before, after }) => (
        <div key={path} className={classes.line}>
          <dt title={path}>{describeField(path)}</dt>
          <dd>
            {before !== undefined && (
              <del>
                <Value value={before} />
              </del>
            )}
            {after !== undefined && (
              <ins>
                <Value value={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
