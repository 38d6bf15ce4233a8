import { Skeleton, Stack } from "@mantine/core";
import { type ManagedProject, managedProjectPath } from "../../api/managed-project.ts";
import { useApi } from "../../api/use-api.ts";
import { useProject } from "../../frame/use-project.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { RepositoryRules } from "./repository-rules.tsx";
import { RulesEditor } from "./rules-editor.tsx";

export default function RulesPage() {
  const { projectId } = useProject();
  const { data: project, error } = useApi<ManagedProject>(projectId && managedProjectPath(projectId));
  return (
    <PageBody width="text">
      <PageHeader
        title="Rules"
        description="What jobs of this project may write and spend, and how their pull requests are made. Jobs that are already running keep the rules they began with."
      />
      {error && <ErrorAlert error={error} />}
      {!project && !error && <Skeleton height={480} />}
      {project && (
        <Stack gap="sm">
          <RulesEditor key={project.id} project={project} />
          <RepositoryRules projectId={project.id} />
        </Stack>
      )}
    </PageBody>
  );
}
