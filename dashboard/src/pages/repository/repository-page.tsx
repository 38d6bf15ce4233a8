import { Skeleton, Stack } from "@mantine/core";
import { type ManagedProject, managedProjectPath } from "../../api/managed-project.ts";
import { useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { useProject } from "../../frame/use-project.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import { ContextCard } from "./context-card.tsx";
import { CredentialsCard } from "./credentials-card.tsx";
import { HostWebhookCard } from "./host-webhook-card.tsx";
import { RemoveProject } from "./remove-project.tsx";
import { RepositoryCard } from "./repository-card.tsx";

export default function RepositoryPage() {
  const { projectId } = useProject();
  const mayChange = useCan("projects:write");
  const { data: project, error } = useApi<ManagedProject>(projectId && managedProjectPath(projectId));
  return (
    <PageBody width="text">
      <PageHeader
        title="Repository"
        description="Where the documentation is, and how Copydesk reaches it and opens pull requests."
      />
      {error && <ErrorAlert error={error} />}
      {!project && !error && <Skeleton height={360} />}
      {project && (
        <Stack gap="lg" key={project.id}>
          <RepositoryCard project={project} mayChange={mayChange} />
          {mayChange && <ConnectionTest project={project} />}
          {mayChange && <CredentialsCard project={project} />}
          <ContextCard projectId={project.id} mayChange={mayChange} />
          {project.host !== "local" && project.host !== "git" && <HostWebhookCard projectId={project.id} />}
          {mayChange && <RemoveProject project={project} />}
        </Stack>
      )}
    </PageBody>
  );
}
