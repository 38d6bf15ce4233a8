import { Button, Code, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeProject, type ManagedProject, managedProjectPath } from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Facts } from "../../parts/facts.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";
import { hostLabel } from "./host-names.ts";

export function RepositoryCard({ project, mayChange }: { project: ManagedProject; mayChange: boolean }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <SectionCard title={project.name}>
      {isEditing ? (
        <EditFields project={project} onClose={() => setEditing(false)} />
      ) : (
        <Stack>
          <Facts
            facts={[
              ["Repository", <Code key="repository">{project.repository}</Code>],
              ["Base branch", project.ref ?? "The default branch"],
              ["Code host", hostLabel(project.host)],
              ["Credentials", project.connected ? "Stored, encrypted" : "None"],
              ["Created", <Time key="created" at={project.createdAt} as="day" />],
            ]}
          />
          {mayChange && (
            <Group>
              <Button variant="default" onClick={() => setEditing(true)}>
                Change
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

function EditFields({ project: shown, onClose }: { project: ManagedProject; onClose: () => void }) {
  // As it was when the fields were opened: what others change meanwhile is not sent back.
  const [project] = useState(shown);
  const [name, setName] = useState(project.name);
  const [repository, setRepository] = useState(project.repository);
  const [ref, setRef] = useState(project.ref ?? "");
  const save = useAction(
    () =>
      changeProject(project.id, {
        ...(name !== project.name && { name: name.trim() }),
        ...(repository !== project.repository && { repository: repository.trim() }),
        ...(ref !== (project.ref ?? "") && { ref: ref.trim() === "" ? null : ref.trim() }),
      }),
    {
      invalidates: [managedProjectPath(project.id), "/v2/manage/projects"],
      done: "The project is changed.",
      onSuccess: onClose,
      showError: false,
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Repository"
          description="Another address on the same server. Existing jobs keep the repository they were created for."
          required
          value={repository}
          onChange={({ currentTarget }) => setRepository(currentTarget.value)}
        />
        <TextInput
          label="Base branch"
          placeholder="The default branch"
          value={ref}
          onChange={({ currentTarget }) => setRef(currentTarget.value)}
        />
        {save.error && <ErrorAlert error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
