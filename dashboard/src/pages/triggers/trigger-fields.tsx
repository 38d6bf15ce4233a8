import { Checkbox, Code, Group, NumberInput, Select, SimpleGrid, Text, Textarea } from "@mantine/core";
import type { TriggerKind } from "../../api/triggers.ts";
import { TextField } from "../../parts/text-field.tsx";
import { describeCron } from "./describe-cron.ts";
import { hostNames, kindHelp, kindNames } from "./describe-trigger.ts";
import { settingsOf, type TriggerForm } from "./trigger-form.ts";

export interface TriggerFieldsProps {
  form: TriggerForm;
  set: (part: Partial<TriggerForm>) => void;
}

export function KindSelect({ form, onKind }: { form: TriggerForm; onKind: (kind: TriggerKind) => void }) {
  return (
    <Select
      label="Starts"
      description={kindHelp[form.kind]}
      data={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
      value={form.kind}
      allowDeselect={false}
      onChange={(kind) => kind !== null && onKind(kind as TriggerKind)}
    />
  );
}

/** Fields for the events that the kind waits for. */
export function SettingFields({ form, set }: TriggerFieldsProps) {
  const has = (name: (typeof settingsOf)["release"][number]) => settingsOf[form.kind].includes(name);
  return (
    <>
      {has("cron") && <ScheduleFields form={form} set={set} />}
      {has("host") && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label="Told by"
            data={Object.entries(hostNames).map(([value, label]) => ({ value, label }))}
            value={form.host}
            allowDeselect={false}
            onChange={(host) => set({ host: host ?? "generic" })}
          />
          {has("on") && (
            <Select
              label="On"
              data={[
                { value: "push", label: "Every push" },
                { value: "merge", label: "A merged pull request" },
              ]}
              value={form.on}
              allowDeselect={false}
              onChange={(on) => set({ on: on ?? "push" })}
            />
          )}
        </SimpleGrid>
      )}
      {has("repository") && (
        <TextField
          label="Only in the repository"
          placeholder="https://github.com/example/api"
          value={form.repository}
          onValue={(repository) => set({ repository })}
        />
      )}
      {has("source") && (
        <TextField
          label="Look at the context repository"
          description="Once a minute, where nobody sends deliveries; a dot is the project's own repository"
          placeholder="Name of a context repository"
          value={form.source}
          onValue={(source) => set({ source })}
        />
      )}
      {has("refs") && <GlobFields form={form} set={set} hasPaths={has("paths")} />}
      {has("translate") && (
        <Textarea
          autosize
          minRows={1}
          maxRows={6}
          styles={monospace}
          label="Only bring translations up to date"
          description="In these languages, one per line; the prompt then says what the translation should heed"
          placeholder="de"
          value={form.translate}
          onChange={({ currentTarget }) => set({ translate: currentTarget.value })}
        />
      )}
    </>
  );
}

function ScheduleFields({ form, set }: TriggerFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextField
        label="When"
        description={describeCron(form.cron) ?? "Minute, hour, day, month, weekday"}
        placeholder="0 6 * * 1"
        required
        value={form.cron}
        onValue={(cron) => set({ cron })}
      />
      <Select
        label="Time zone"
        description="In which the schedule is read"
        data={timeZones(form.timeZone)}
        searchable
        allowDeselect={false}
        value={form.timeZone}
        onChange={(timeZone) => set({ timeZone: timeZone ?? "UTC" })}
      />
    </SimpleGrid>
  );
}

function GlobFields({ form, set, hasPaths }: TriggerFieldsProps & { hasPaths: boolean }) {
  const lines = { autosize: true, minRows: 1, maxRows: 6, styles: monospace };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Textarea
          {...lines}
          label={hasPaths ? "Only these branches" : "Only these tags"}
          description="Globs, one per line"
          placeholder={hasPaths ? "main" : "v*"}
          value={form.refs}
          onChange={({ currentTarget }) => set({ refs: currentTarget.value })}
        />
        {hasPaths && form.on === "push" && (
          <Textarea
            {...lines}
            label="Only when these paths change"
            description="Globs, one per line"
            placeholder="src/api/**"
            value={form.paths}
            onChange={({ currentTarget }) => set({ paths: currentTarget.value })}
          />
        )}
        {hasPaths && form.on === "merge" && (
          <Textarea
            {...lines}
            label="Only with one of these labels"
            description="One a line"
            value={form.labels}
            onChange={({ currentTarget }) => set({ labels: currentTarget.value })}
          />
        )}
      </SimpleGrid>
      {hasPaths && (
        <Checkbox
          label="Request a review from the person who pushed or merged"
          checked={form.askAuthors}
          onChange={({ currentTarget }) => set({ askAuthors: currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Fields for the request, its topic, and its maximum frequency. */
export function AskFields({ form, set, isNew }: TriggerFieldsProps & { isNew: boolean }) {
  return (
    <>
      <Textarea
        label="Prompt"
        description="What each job is asked. {{field}} stands for what happened; its value is quoted as data."
        required
        autosize
        minRows={3}
        maxRows={12}
        value={form.prompt}
        onChange={({ currentTarget }) => set({ prompt: currentTarget.value })}
      />
      {form.kind !== "schedule" && <FieldNames />}
      <TextField
        label="Topic"
        description="Jobs of one topic share a pull request while it is open."
        placeholder={form.name || "The trigger's name"}
        required={!isNew}
        maxLength={100}
        value={form.topic}
        onValue={(topic) => set({ topic })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Jobs a month"
          placeholder="No limit"
          min={1}
          allowDecimal={false}
          value={form.maxJobs}
          onChange={(value) => set({ maxJobs: toNumber(value) })}
        />
        <NumberInput
          label="Cost a month"
          placeholder="No limit"
          min={0.01}
          prefix="$"
          decimalScale={2}
          value={form.maxCostUsd}
          onChange={(value) => set({ maxCostUsd: toNumber(value) })}
        />
        {form.kind !== "schedule" && (
          <NumberInput
            label="Collect for"
            placeholder="Not at all"
            min={0}
            max={1_440}
            suffix=" minutes"
            value={form.windowMinutes}
            onChange={(value) => set({ windowMinutes: toNumber(value) })}
          />
        )}
      </SimpleGrid>
    </>
  );
}

function FieldNames() {
  return (
    <Group gap={4}>
      <Text size="xs" c="dimmed">
        Fields:
      </Text>
      {["repository", "ref", "commit", "title", "author", "text", "url", "page"].map((name) => (
        <Code key={name}>{`{{${name}}}`}</Code>
      ))}
    </Group>
  );
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

function toNumber(value: string | number): number | "" {
  return value === "" ? "" : Number(value);
}

function timeZones(chosen: string): string[] {
  return [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
