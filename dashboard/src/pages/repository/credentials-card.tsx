import { Anchor, Button, Checkbox, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  githubAppLink,
  type ManagedProject,
  managedProjectPath,
  putCredentials,
} from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { emptyCredentials, toCredentials } from "./credentials-form.ts";

export function CredentialsCard({ project }: { project: ManagedProject }) {
  const [isOpen, setOpen] = useState(false);
  if (project.host === "local") return null;
  return (
    <SectionCard
      title="Credentials"
      about="They are encrypted with the instance's key and never shown again. What you leave empty stays as it is stored."
    >
      <Stack>
        {isOpen ? (
          <ReplaceFields project={project} onClose={() => setOpen(false)} />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              {project.connected ? "Replace credentials" : "Add credentials"}
            </Button>
          </Group>
        )}
        {project.host === "github" && <GithubApp project={project} />}
      </Stack>
    </SectionCard>
  );
}

function ReplaceFields({ project, onClose }: { project: ManagedProject; onClose: () => void }) {
  const [form, setForm] = useState(emptyCredentials);
  const [isAnyway, setAnyway] = useState(false);
  const credentials = toCredentials(form);
  const save = useAction(() => putCredentials(project.id, { credentials, anyway: isAnyway }), {
    invalidates: [managedProjectPath(project.id)],
    done: "The credentials are stored.",
    onSuccess: onClose,
    showError: false,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <CredentialFields form={form} isGithub={project.host === "github"} onChange={setForm} />
        <Checkbox
          label="Store them also when a permission is missing"
          checked={isAnyway}
          onChange={({ currentTarget }) => setAnyway(currentTarget.checked)}
        />
        {save.error && <ErrorAlert error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={credentials === undefined}>
            Check and store
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The link leads through GitHub and back: on the way the App's key is stored with the project. */
function GithubApp({ project }: { project: ManagedProject }) {
  const [organization, setOrganization] = useState("");
  const make = useAction(
    () => githubAppLink(project.id, organization.trim() === "" ? {} : { organization: organization.trim() }),
    {
      showError: false,
    },
  );
  return (
    <Stack gap="sm">
      <Text size="sm">
        For a team a GitHub App is best: it acts under its own name, its tokens last an hour, and its webhook
        is set up with it.
      </Text>
      <Group align="flex-end">
        <TextInput
          label="Organisation on GitHub"
          placeholder="Your own account"
          value={organization}
          onChange={({ currentTarget }) => setOrganization(currentTarget.value)}
        />
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          Set up a GitHub App
        </Button>
      </Group>
      {make.error && <ErrorAlert error={make.error} />}
      {make.data && (
        <Text size="sm">
          <Anchor inherit href={make.data.url}>
            Continue on GitHub
          </Anchor>
          {" within an hour. Anyone with the link can connect this project to an App: "}
          <Code style={{ overflowWrap: "anywhere" }}>{make.data.url}</Code>
        </Text>
      )}
    </Stack>
  );
}
