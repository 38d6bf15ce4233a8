import { Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type ManagedProject, removeProject } from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { SectionCard } from "../../parts/section-card.tsx";

export function RemoveProject({ project }: { project: ManagedProject }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(() => removeProject(project.id, project.name), {
    invalidates: ["/v2/manage/projects", "/v2/manage/inbox", "/v2/manage/jobs"],
    done: `${project.name} is removed.`,
    onSuccess: () => void navigate({ to: "/" as never }),
    showError: false,
  });
  return (
    <SectionCard
      title="Remove the project"
      about="Its jobs, keys, webhooks and credentials are deleted. Branches and pull requests on the code host stay."
    >
      <Group>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Remove this project
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove ${project.name}`}
        action="Remove the project"
        typed={project.name}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        Running jobs are cancelled. Everything that Copydesk keeps of this project is deleted. This cannot be
        undone.
      </ConfirmDialog>
    </SectionCard>
  );
}
