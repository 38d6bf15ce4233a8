import { Alert, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { AlertIcon } from "@primer/octicons-react";
import type { ManagedProject } from "../../api/managed-project.ts";
import { useCan } from "../../frame/me-context.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { FoldedCard } from "../../parts/folded-card.tsx";
import { describeSection } from "./describe-section.ts";
import { EngineFacts } from "./engine-facts.tsx";
import type { RuleSection } from "./rule-field.ts";
import { RuleInput } from "./rule-input.tsx";
import { ruleSections } from "./rule-sections.ts";
import classes from "./rules.module.css";
import type { RulesForm, RuleValue } from "./rules-form.ts";
import { useRules } from "./use-rules.ts";

export function RulesEditor({ project }: { project: ManagedProject }) {
  const mayChange = useCan("projects:write");
  const { form, changed, clashes, change, reset, save } = useRules(project);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        {ruleSections.map((section) => (
          <RuleCard
            key={section.id}
            section={section}
            form={form}
            isChanged={section.fields.some(({ path }) => changed.includes(path))}
            isReadOnly={!mayChange}
            onChange={change}
          />
        ))}
        <EngineFacts settings={project.settings} />
        {clashes.length > 0 && (
          <Alert
            color="yellow"
            icon={<AlertIcon size={16} />}
            title="Somebody else has saved this too"
            role="alert"
          >
            Since you began, another value was saved for {clashes.join(", ")}. Save again to replace it with
            yours, or discard your changes to see it.
          </Alert>
        )}
        {save.error && <ErrorAlert error={save.error} />}
        {mayChange && changed.length > 0 && (
          <SaveBar count={changed.length} isSaving={save.isPending} onReset={reset} />
        )}
      </Stack>
    </form>
  );
}

interface RuleCardProps {
  section: RuleSection;
  form: RulesForm;
  isChanged: boolean;
  isReadOnly: boolean;
  onChange: (path: string, value: RuleValue) => void;
}

function RuleCard({ section, form, isChanged, isReadOnly, onChange }: RuleCardProps) {
  const value = describeSection(section, form) ?? "Default";
  return (
    <FoldedCard
      id={section.id}
      title={section.title}
      about={section.about}
      value={isChanged ? <Badge variant="light">Changed</Badge> : value}
    >
      <div
        className={classes.fields}
        data-numbers={section.fields.every(({ kind }) => kind === "number") || undefined}
      >
        {section.fields.map((field) => (
          <RuleInput
            key={field.path}
            field={field}
            value={form[field.path] ?? ""}
            isReadOnly={isReadOnly}
            onChange={(value) => onChange(field.path, value)}
          />
        ))}
      </div>
    </FoldedCard>
  );
}

function SaveBar({ count, isSaving, onReset }: { count: number; isSaving: boolean; onReset: () => void }) {
  return (
    <Paper withBorder shadow="md" radius="md" p="sm" className={classes.bar}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {count === 1 ? "1 change is not saved" : `${count} changes are not saved`}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onReset}>
            Discard
          </Button>
          <Button type="submit" loading={isSaving}>
            Save the rules
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
