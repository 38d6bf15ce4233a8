import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { historyPath, type Trigger, type TriggerEntry } from "../../api/triggers.ts";
import { usePages } from "../../api/use-pages.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { TextLink } from "../../parts/links.tsx";
import { Time } from "../../parts/time.tsx";
import { describeEvent, stateNames } from "./describe-trigger.ts";
import classes from "./triggers.module.css";

/** Lists the trigger's events, newest first, with the resulting job or the reason for none. */
export function TriggerHistory({ trigger }: { trigger: Trigger }) {
  const pages = usePages<TriggerEntry>(historyPath(trigger), { limit: 25 }, { everyMs: 5_000 });
  if (pages.error) return <ErrorAlert error={pages.error} />;
  if (pages.isPending) return <Skeleton height={80} />;
  if (pages.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing has happened yet. Test the trigger to see what it would ask.
      </Text>
    );
  return (
    <Stack gap="xs">
      <ul className={classes.history} aria-label={`History of ${trigger.name}`}>
        {pages.rows.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} projectId={trigger.projectId} />
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          Show older ones
        </Button>
      )}
    </Stack>
  );
}

function Entry({ entry, projectId }: { entry: TriggerEntry; projectId: string }) {
  const { label, color } = stateNames[entry.state] ?? { label: entry.state, color: "gray" };
  return (
    <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
      <div className={classes.entry}>
        <Group gap="xs">
          <Badge color={color} variant="light" tt="none">
            {label}
          </Badge>
          <Text size="sm" className={classes.words}>
            {showHidden(describeEvent(entry))}
          </Text>
        </Group>
        {entry.note !== "" && (
          <Text size="sm" c="dimmed" className={classes.words}>
            {showHidden(entry.note)}
          </Text>
        )}
      </div>
      <Group gap="sm" wrap="nowrap" className={classes.aside}>
        {entry.jobId !== null && (
          <TextLink size="sm" to={`/projects/${projectId}/jobs/${entry.jobId}`}>
            Open the job
          </TextLink>
        )}
        <Text size="sm" c="dimmed" component="div">
          <Time at={entry.at} />
        </Text>
      </Group>
    </Group>
  );
}
