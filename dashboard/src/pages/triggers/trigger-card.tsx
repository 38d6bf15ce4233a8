import { Badge, Code, Group, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { changeTrigger, type Trigger, type Triggers, triggersPath } from "../../api/triggers.ts";
import { useAction } from "../../api/use-api.ts";
import { useMe } from "../../frame/me-context.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { reachableAddress } from "../../parts/instance-address.ts";
import { LongText } from "../../parts/long-text.tsx";
import { Time } from "../../parts/time.tsx";
import { UnfoldButton } from "../../parts/unfold-button.tsx";
import { describeBudget, describeTrigger, describeUse, kindNames } from "./describe-trigger.ts";
import { TriggerActions } from "./trigger-actions.tsx";
import { TriggerHistory } from "./trigger-history.tsx";
import classes from "./triggers.module.css";

export interface TriggerCardProps {
  trigger: Trigger;
  mayChange: boolean;
  onSecret: (secret: string) => void;
}

export function TriggerCard({ trigger, mayChange, onSecret }: TriggerCardProps) {
  const [shows, setShows] = useState(false);
  const { publicUrl } = useMe();
  const { name, kind, prompt, topic, deliveryUrl } = trigger;
  const address = deliveryUrl && reachableAddress(deliveryUrl, publicUrl);
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={`Trigger ${name}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: "1 1 18rem" }}>
            <Group gap="xs">
              <Title order={2} size="h3" className={classes.words}>
                {showHidden(name)}
              </Title>
              <Badge variant="light" color="gray" tt="none">
                {kindNames[kind]}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed" className={classes.words}>
              {showHidden(describeTrigger(trigger))}
            </Text>
          </div>
          <Group gap="xs">
            <OnOff trigger={trigger} mayChange={mayChange} />
            {mayChange && <TriggerActions trigger={trigger} onSecret={onSecret} />}
          </Group>
        </Group>
        <LongText text={showHidden(prompt)} />
        <Facts facts={[["Topic", showHidden(topic)], ...factsOf(trigger, address)]} />
        <Group>
          <UnfoldButton
            isOpen={shows}
            onToggle={setShows}
            labels={{ show: "Show history", hide: "Hide history" }}
          />
        </Group>
        {shows && <TriggerHistory trigger={trigger} />}
      </Stack>
    </Paper>
  );
}

function factsOf(trigger: Trigger, deliveryUrl: string | null) {
  const { nextAt, enabled, windowSeconds } = trigger;
  const facts: (readonly [string, React.ReactNode])[] = [];
  if (nextAt !== null && enabled) facts.push(["Next", <Time key="next" at={nextAt} as="full" />]);
  if (windowSeconds > 0)
    facts.push(["Collects", `What happens within ${describeWindow(windowSeconds)} becomes one job`]);
  facts.push(["Budget", <Budget key="budget" trigger={trigger} />]);
  if (deliveryUrl !== null)
    facts.push([
      "Address",
      <Group key="address" gap={4} wrap="nowrap">
        <Code className={classes.words}>{deliveryUrl}</Code>
        <CopyButton value={deliveryUrl} name={`the address of ${trigger.name}`} />
      </Group>,
    ]);
  return facts;
}

function Budget({ trigger }: { trigger: Trigger }) {
  return (
    <>
      {describeBudget(trigger) ?? "No limit of its own"}
      <Text size="xs" c="dimmed">
        {describeUse(trigger)}
      </Text>
    </>
  );
}

function describeWindow(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

function OnOff({ trigger, mayChange }: { trigger: Trigger; mayChange: boolean }) {
  const client = useQueryClient();
  const turn = useAction((enabled: boolean) => changeTrigger(trigger, { enabled }), {
    // The switch keeps its new position until the list is loaded again.
    onSuccess: (stored) =>
      client.setQueryData<Triggers>(
        [triggersPath(trigger.projectId)],
        (known) =>
          known && { ...known, data: known.data.map((one) => (one.id === stored.id ? stored : one)) },
      ),
  });
  const isOn = turn.isPending ? turn.variables : trigger.enabled;
  return (
    <Switch
      label={isOn ? "On" : "Off"}
      aria-label={`${trigger.name} is on`}
      checked={isOn}
      disabled={!mayChange}
      onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
    />
  );
}
