import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { changeProject, type ManagedProject, managedProjectPath } from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { FoldedCard } from "../../parts/folded-card.tsx";
import { describeSection } from "./describe-section.ts";
import { EngineFacts } from "./engine-facts.tsx";
import type { RuleSection } from "./rule-field.ts";
import { RuleInput } from "./rule-input.tsx";
import { ruleSections } from "./rule-sections.ts";
import classes from "./rules.module.css";
import { changedRules, type RulesForm, type RuleValue, toRulesForm, toRulesPatch } from "./rules-form.ts";

export function RulesEditor({ project }: { project: ManagedProject }) {
  const mayChange = useCan("projects:write");
  const [form, setForm] = useState<RulesForm>(() => toRulesForm(project));
  const changed = changedRules(project, form);
  const save = useAction(() => changeProject(project.id, toRulesPatch(project, form)), {
    invalidates: [managedProjectPath(project.id)],
    done: "The rules are saved. They hold for jobs that begin now.",
    onSuccess: (stored) => setForm(toRulesForm(stored)),
    showError: false,
  });
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
            onChange={(path, value) => setForm((before) => ({ ...before, [path]: value }))}
          />
        ))}
        <EngineFacts settings={project.settings} />
        {save.error && <ErrorAlert error={save.error} />}
        {mayChange && changed.length > 0 && (
          <SaveBar
            count={changed.length}
            isSaving={save.isPending}
            onReset={() => setForm(toRulesForm(project))}
          />
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
