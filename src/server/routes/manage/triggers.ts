import type { FastifyInstance } from "fastify";
import { AppError } from "../../../errors.ts";
import { firstOrganisation } from "../../../people/first-organisation.ts";
import { mayIn } from "../../../people/permissions.ts";
import { createTrigger } from "../../../triggers/create-trigger.ts";
import { listTriggerHistory } from "../../../triggers/list-trigger-history.ts";
import {
  changeTrigger,
  getTrigger,
  listTriggers,
  removeTrigger,
  rotateTriggerSecret,
  stopTriggers,
} from "../../../triggers/manage-trigger.ts";
import { stopAllTriggers } from "../../../triggers/stop-all-triggers.ts";
import { testTrigger } from "../../../triggers/test-trigger.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { type Managed, registerManaged } from "./register-managed.ts";
import {
  changeTriggerOperation,
  createTriggerOperation,
  getTriggerOperation,
  listTriggerHistoryOperation,
  listTriggersOperation,
  removeTriggerOperation,
  rotateTriggerOperation,
  stopAllTriggersOperation,
  stopTriggersOperation,
  testTriggerOperation,
} from "./trigger-operations.ts";

const addressOf = ({ params }: Managed) => ({
  projectId: params.projectId!,
  triggerId: params.triggerId!,
});

export function registerManageTriggers(app: FastifyInstance, deps: ServerDeps): void {
  const { database, manage } = deps;
  const read = ({ publicUrl }: Managed) => ({ database, publicUrl });
  const by = (managed: Managed) => ({
    ...read(managed),
    secretBox: manage.secretBox,
    actor: managed.actor,
  });

  registerManaged(app, deps, listTriggersOperation, (managed) =>
    listTriggers(read(managed), managed.params.projectId!),
  );
  registerManaged(app, deps, createTriggerOperation, async (managed) => {
    const { secret, record } = await createTrigger(by(managed), managed.params.projectId!, managed.body);
    return { ...record, secret };
  });
  registerManaged(app, deps, stopTriggersOperation, (managed) =>
    stopTriggers(by(managed), managed.params.projectId!, managed.body),
  );
  registerManaged(app, deps, stopAllTriggersOperation, async (managed) => {
    const first = await firstOrganisation({ database });
    if (!mayIn(managed.principal, first, "settings:write"))
      throw new AppError(
        "insufficient_permission",
        "This is for owners of the organisation that the instance began with.",
      );
    return await stopAllTriggers({ database, actor: managed.actor }, managed.body);
  });
  registerManaged(app, deps, getTriggerOperation, (managed) => getTrigger(read(managed), addressOf(managed)));
  registerManaged(app, deps, changeTriggerOperation, (managed) =>
    changeTrigger(by(managed), addressOf(managed), managed.body),
  );
  registerManaged(app, deps, removeTriggerOperation, (managed) =>
    removeTrigger(by(managed), addressOf(managed)),
  );
  registerManaged(app, deps, rotateTriggerOperation, async (managed) => {
    const { secret, record } = await rotateTriggerSecret(by(managed), addressOf(managed));
    return { ...record, secret };
  });
  registerManaged(app, deps, testTriggerOperation, (managed) =>
    testTrigger({ database }, addressOf(managed), managed.body),
  );
  registerManaged(app, deps, listTriggerHistoryOperation, (managed) =>
    listTriggerHistory({ database }, addressOf(managed), managed.query),
  );
}
