import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  createProject,
  previewRepository,
  type RepositoryFacts,
  type RepositoryInput,
} from "../../api/managed-project.ts";
import { useAction } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { useOrganisationField } from "../../parts/use-organisation-field.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { type CredentialsForm, emptyCredentials, toCredentials } from "./credentials-form.ts";
import { chosenHosts } from "./host-names.ts";
import { nameOfRepository } from "./name-of-repository.ts";
import { RepositoryFindings } from "./repository-findings.tsx";

interface Place {
  repository: string;
  ref: string;
  host: string | null;
  hostUrl: string;
}

export function NewProjectForm() {
  const navigate = useNavigate();
  const [place, setPlace] = useState<Place>({ repository: "", ref: "", host: null, hostUrl: "" });
  const [credentials, setCredentials] = useState<CredentialsForm>(emptyCredentials);
  const [name, setName] = useState<string | null>(null);
  const input = toInput(place, credentials);
  const look = useAction(() => previewRepository(input), { showError: false });
  const organisation = useOrganisationField();
  const shownName = name ?? nameOfRepository(place.repository);
  const found = look.data ?? null;
  const hasProblems =
    (found?.problems.length ?? 0) > 0 || (found?.permissions ?? []).some(({ ok }) => ok === false);
  const toBody = () => ({ ...input, ...organisation.chosen, name: shownName, anyway: hasProblems });
  const create = useAction(() => createProject(toBody()), {
    invalidates: ["/v2/manage/projects"],
    done: "The project is there.",
    onSuccess: (made) =>
      void navigate({ to: `/projects/${made.project?.id ?? made.id}/repository` as never }),
    showError: false,
  });
  const change = (next: Place) => {
    setPlace(next);
    look.reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        look.mutate();
      }}
    >
      <Stack gap="lg">
        <PlaceFields place={place} found={found} onChange={change} />
        <Paper withBorder radius="md" p="lg" component="section" aria-labelledby="access">
          <Title order={2} id="access">
            Access
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            A public repository can be read without credentials; pull requests need some.
          </Text>
          <CredentialFields
            form={credentials}
            isGithub={(found?.host ?? place.host) === "github" || place.repository.includes("github.com")}
            onChange={setCredentials}
          />
        </Paper>
        <Group>
          <Button
            type="submit"
            variant={found === null ? "filled" : "default"}
            loading={look.isPending}
            disabled={place.repository.trim() === ""}
          >
            {found === null ? "Check the repository" : "Check again"}
          </Button>
        </Group>
        {look.error && <ErrorAlert error={look.error} />}
        {found !== null && (
          <Paper withBorder radius="md" p="lg" component="section" aria-label="What was found">
            <Stack>
              <RepositoryFindings found={found} />
              <TextInput
                label="Name of the project"
                required
                maxLength={100}
                value={shownName}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              {organisation.field}
              {create.error && <ErrorAlert error={create.error} />}
              <Group>
                <Button
                  loading={create.isPending}
                  disabled={shownName.trim() === ""}
                  onClick={() => create.mutate()}
                >
                  {hasProblems ? "Create the project anyway" : "Create the project"}
                </Button>
              </Group>
            </Stack>
          </Paper>
        )}
      </Stack>
    </form>
  );
}

interface PlaceFieldsProps {
  place: Place;
  found: RepositoryFacts | null;
  onChange: (place: Place) => void;
}

function PlaceFields({ place, found, onChange }: PlaceFieldsProps) {
  const isGuessed = place.host === null;
  return (
    <Paper withBorder radius="md" p="lg" component="section" aria-label="Repository">
      <Stack>
        <TextInput
          label="Repository"
          description="The address that you clone, over https or ssh."
          placeholder="https://github.com/acme/docs"
          required
          data-autofocus
          value={place.repository}
          onChange={({ currentTarget }) => onChange({ ...place, repository: currentTarget.value })}
        />
        <Group grow align="flex-start">
          <TextInput
            label="Base branch"
            placeholder={found?.defaultBranch ?? "Default branch"}
            value={place.ref}
            onChange={({ currentTarget }) => onChange({ ...place, ref: currentTarget.value })}
          />
          <Select
            label="Code host"
            placeholder="Detected"
            data={chosenHosts}
            clearable
            value={place.host}
            onChange={(host) => onChange({ ...place, host })}
          />
        </Group>
        {!isGuessed && (
          <TextInput
            label="Address of the host's API"
            description="Only where the repository's address does not tell it."
            placeholder="https://git.example.com"
            value={place.hostUrl}
            onChange={({ currentTarget }) => onChange({ ...place, hostUrl: currentTarget.value })}
          />
        )}
      </Stack>
    </Paper>
  );
}

function toInput({ repository, ref, host, hostUrl }: Place, form: CredentialsForm): RepositoryInput {
  const credentials = toCredentials(form);
  return {
    repository: repository.trim(),
    ...(ref.trim() !== "" && { ref: ref.trim() }),
    ...(host !== null && { host }),
    ...(hostUrl.trim() !== "" && { hostUrl: hostUrl.trim() }),
    ...(credentials !== undefined && { credentials }),
  };
}
