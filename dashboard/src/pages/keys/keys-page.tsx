import { Stack, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { useCan } from "../../frame/me-context.ts";
import { useProject } from "../../frame/use-project.ts";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { KeyPanel } from "./key-panel.tsx";
import { ProjectId } from "./project-id.tsx";

export default function KeysPage() {
  const { projectId } = useProject();
  const mayManage = useCan("keys:write");
  const [tab, setTab] = useState<string | null>("project");
  if (projectId === null) return null;
  return (
    <PageBody>
      <PageHeader
        title="API keys"
        description="Scripts, pipelines and other services call the API with the ID of this project and one of its keys."
      />
      <Stack gap="lg">
        <ProjectId id={projectId} />
        {mayManage ? (
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="project">Keys of this project</Tabs.Tab>
              <Tabs.Tab value="management">Management keys</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="project">
              <KeyPanel projectId={projectId} />
            </Tabs.Panel>
            <Tabs.Panel value="management">
              <Text size="sm" c="dimmed" mb="md" maw={640}>
                They belong to the organisation instead of one project: for the command line on another
                machine, and for tools that set up projects, keys and webhooks.
              </Text>
              <KeyPanel projectId={null} />
            </Tabs.Panel>
          </Tabs>
        ) : (
          <KeyPanel projectId={projectId} />
        )}
      </Stack>
    </PageBody>
  );
}
