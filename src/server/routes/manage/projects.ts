import type { FastifyInstance } from "fastify";
import { AppError } from "../../../errors.ts";
import { organisationsWith } from "../../../people/permissions.ts";
import { assertLocalAllowed } from "../../../projects/assert-local-allowed.ts";
import { connectProject } from "../../../projects/connect-project.ts";
import { countProjectData } from "../../../projects/count-project-data.ts";
import { createGithubAppLink } from "../../../projects/create-github-app-link.ts";
import { connectedProjectInput, createConnectedProject } from "../../../projects/create-project.ts";
import { getProject } from "../../../projects/get-project.ts";
import { getManagedProject, listManagedProjects } from "../../../projects/list-managed-projects.ts";
import { previewRepository, testConnection } from "../../../projects/preview-repository.ts";
import { previewRepositoryInput } from "../../../projects/preview-schema.ts";
import { removeProject } from "../../../projects/remove-project.ts";
import { updateProject } from "../../../projects/update-project.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  createGithubAppLinkOperation,
  previewRepositoryOperation,
  testConnectionOperation,
} from "./connection-operations.ts";
import { organisationFor } from "./organisation-for.ts";
import {
  changeProjectBody,
  changeProjectOperation,
  createProjectOperation,
  getProjectOperation,
  listProjectsOperation,
  removeProjectBody,
  removeProjectOperation,
  setCredentialsOperation,
} from "./project-operations.ts";
import { type Managed, registerManaged } from "./register-managed.ts";

// Contacts hosts and repositories, and counts the pages of sites.
const slow = { deadlineMs: 75_000 };

export function registerManageProjects(app: FastifyInstance, deps: ServerDeps): void {
  const { manage, database, loadUses, assertModel } = deps;
  const by = ({ actor }: Managed) => ({ ...manage, database, actor, ...(assertModel && { assertModel }) });
  const shown = { database, loadUses, retention: manage.retention };

  registerManaged(app, deps, listProjectsOperation, ({ principal, query }) =>
    listManagedProjects(shown, organisationsWith(principal, "projects:read"), query),
  );
  registerManaged(
    app,
    deps,
    createProjectOperation,
    async (managed) => {
      const wanted = parseInput(connectedProjectInput, managed.body);
      const organisationId = organisationFor(managed.principal, "projects:write", wanted.organisationId);
      await assertLocalAllowed(manage.repositoryFolders, wanted.repository);
      const created = await createConnectedProject(by(managed), {
        ...(managed.body as object),
        organisationId,
      });
      const { id } = created.project;
      managed.reply.header("location", `${app.basePath}/v2/manage/projects/${id}`);
      const connection = created.connection && {
        login: created.connection.login,
        missing: created.connection.missing,
      };
      return { ...(await getManagedProject(shown, id)), connection };
    },
    slow,
  );
  registerManaged(app, deps, getProjectOperation, ({ params }) =>
    getManagedProject(shown, params.projectId!),
  );
  registerManaged(
    app,
    deps,
    changeProjectOperation,
    async (managed) => {
      const { projectId = "" } = managed.params;
      const wanted = parseInput(changeProjectBody, managed.body);
      if (wanted.repository !== undefined)
        await assertLocalAllowed(manage.repositoryFolders, wanted.repository);
      await updateProject(by(managed), projectId, managed.body);
      return await getManagedProject(shown, projectId);
    },
    slow,
  );
  registerManaged(
    app,
    deps,
    removeProjectOperation,
    async (managed) => {
      const { projectId = "" } = managed.params;
      const { confirm } = parseInput(removeProjectBody, managed.body);
      const { name } = await getProject({ database }, projectId);
      if (confirm !== name)
        throw new AppError("confirmation_needed", `Send the project's name in confirm to remove it: ${name}`);
      const { jobs, apiKeys, webhooks } = await countProjectData(database, projectId);
      const { cancelledJobs } = await removeProject(by(managed), { projectId });
      return { removed: projectId, jobs, apiKeys, webhooks, cancelledJobs };
    },
    slow,
  );
  registerConnection(app, deps, by);
}

function registerConnection(
  app: FastifyInstance,
  deps: ServerDeps,
  by: (managed: Managed) => Parameters<typeof connectProject>[0] & Parameters<typeof testConnection>[0],
): void {
  const { manage, database, loadUses } = deps;
  registerManaged(
    app,
    deps,
    setCredentialsOperation,
    async (managed) => {
      const { projectId = "" } = managed.params;
      const { login, missing } = await connectProject(by(managed), projectId, managed.body);
      const project = await getManagedProject({ database, loadUses, retention: manage.retention }, projectId);
      return { ...project, connection: { login, missing } };
    },
    slow,
  );
  registerManaged(
    app,
    deps,
    testConnectionOperation,
    (managed) => testConnection(by(managed), managed.params.projectId!),
    slow,
  );
  registerManaged(
    app,
    deps,
    previewRepositoryOperation,
    async (managed) => {
      const { repository } = parseInput(previewRepositoryInput, managed.body);
      await assertLocalAllowed(manage.repositoryFolders, repository);
      return await previewRepository(by(managed), managed.body);
    },
    slow,
  );
  registerManaged(app, deps, createGithubAppLinkOperation, ({ actor, params, body, publicUrl }) =>
    createGithubAppLink({ ...manage, database, actor, publicUrl }, params.projectId!, body),
  );
}
