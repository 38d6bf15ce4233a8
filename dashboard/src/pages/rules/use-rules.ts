import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { changeProject, type ManagedProject, managedProjectPath } from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import {
  changedRules,
  findClashes,
  type RulesForm,
  type RuleValue,
  toRulesForm,
  toRulesPatch,
} from "./rules-form.ts";

interface Edit {
  /** The project when the first field was edited. */
  begun: ManagedProject;
  edits: RulesForm;
}

/**
 * The rules of a project with what is edited of them. What others save meanwhile is shown and stays, but for
 * the edited fields; where they saved one of these, the first try to save only tells it.
 */
export function useRules(project: ManagedProject) {
  const client = useQueryClient();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [clashes, setClashes] = useState<readonly string[]>([]);
  const path = managedProjectPath(project.id);
  const form = { ...toRulesForm(project), ...edit?.edits };
  const reset = () => {
    setEdit(null);
    setClashes([]);
  };
  const save = useAction(() => saveEdit(path, edit ?? { begun: project, edits: {} }), {
    invalidates: [path],
    done: ({ clashes }) =>
      clashes.length > 0 ? undefined : "The rules are saved. They apply to jobs that start from now on.",
    onSuccess: ({ stored, clashes }) => {
      client.setQueryData([path], stored);
      setClashes(clashes);
      setEdit((before) => (before === null || clashes.length === 0 ? null : { ...before, begun: stored }));
    },
    showError: false,
  });
  return {
    ...{ form, clashes, reset, save },
    changed: changedRules(project, form),
    change: (field: string, value: RuleValue) =>
      setEdit((before) => ({
        begun: before?.begun ?? project,
        edits: { ...before?.edits, [field]: value },
      })),
  };
}

async function saveEdit(path: string, { begun, edits }: Edit) {
  const latest = await api.get<ManagedProject>(path);
  const clashes = findClashes(begun, latest, edits);
  if (clashes.length > 0) return { stored: latest, clashes };
  const patch = toRulesPatch(latest, { ...toRulesForm(latest), ...edits });
  return { stored: await changeProject(latest.id, patch), clashes };
}
