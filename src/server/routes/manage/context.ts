import type { FastifyInstance } from "fastify";
import { addContextRepository } from "../../../context/add-context-repository.ts";
import { addContextInput } from "../../../context/context-schema.ts";
import {
  changeContextRepository,
  getContextRepository,
  listContextRepositories,
  removeContextRepository,
  testContextRepository,
} from "../../../context/manage-context-repository.ts";
import { assertLocalAllowed } from "../../../projects/assert-local-allowed.ts";
import { getProject } from "../../../projects/get-project.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  addContextOperation,
  changeContextOperation,
  getContextOperation,
  listContextOperation,
  removeContextOperation,
  testContextOperation,
} from "./context-operations.ts";
import { type Managed, registerManaged } from "./register-managed.ts";

// Contacts repositories.
const slow = { deadlineMs: 75_000 };

const addressOf = ({ params }: Managed) => ({
  projectId: params.projectId!,
  contextId: params.contextId!,
});

export function registerManageContext(app: FastifyInstance, deps: ServerDeps): void {
  const { database, manage } = deps;
  const by = ({ actor }: Managed) => ({ ...manage, database, actor });

  registerManaged(app, deps, listContextOperation, async ({ params }) => {
    await getProject({ database }, params.projectId!);
    return { data: await listContextRepositories({ database }, params.projectId!) };
  });
  registerManaged(
    app,
    deps,
    addContextOperation,
    async (managed) => {
      const { repository } = parseInput(addContextInput, managed.body);
      await assertLocalAllowed(manage.repositoryFolders, repository);
      return await addContextRepository(by(managed), managed.params.projectId!, managed.body);
    },
    slow,
  );
  registerManaged(app, deps, getContextOperation, (managed) =>
    getContextRepository({ database }, addressOf(managed)),
  );
  registerManaged(
    app,
    deps,
    changeContextOperation,
    (managed) => changeContextRepository(by(managed), addressOf(managed), managed.body),
    slow,
  );
  registerManaged(app, deps, removeContextOperation, (managed) =>
    removeContextRepository(by(managed), addressOf(managed)),
  );
  registerManaged(
    app,
    deps,
    testContextOperation,
    (managed) => testContextRepository(by(managed), addressOf(managed)),
    slow,
  );
}
