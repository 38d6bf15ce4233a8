import type { FastifyInstance } from "fastify";
import { getProject } from "../../../projects/get-project.ts";
import { createWebhook } from "../../../webhooks/create-webhook.ts";
import { getHostWebhook } from "../../../webhooks/get-host-webhook.ts";
import { listDeliveries } from "../../../webhooks/list-deliveries.ts";
import {
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from "../../../webhooks/manage-webhook.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { type Managed, registerManaged } from "./register-managed.ts";
import {
  createWebhookOperation,
  disableWebhookOperation,
  enableWebhookOperation,
  getHostWebhookOperation,
  getWebhookOperation,
  listDeliveriesOperation,
  listWebhooksOperation,
  pingWebhookOperation,
  redeliverOperation,
  removeWebhookOperation,
  rotateWebhookOperation,
} from "./webhook-operations.ts";

const addressOf = ({ params }: Managed) => ({
  projectId: params.projectId!,
  webhookId: params.webhookId!,
});

export function registerManageWebhooks(app: FastifyInstance, deps: ServerDeps): void {
  const { database, manage } = deps;
  const by = ({ actor }: Managed) => ({ database, secretBox: manage.secretBox, actor });

  registerManaged(app, deps, listWebhooksOperation, async ({ params }) => {
    await getProject({ database }, params.projectId!);
    return { data: await listWebhooks({ database }, params.projectId!) };
  });
  registerManaged(app, deps, createWebhookOperation, async (managed) => {
    const { secret, record } = await createWebhook(by(managed), managed.params.projectId!, managed.body);
    return { ...record, secret };
  });
  registerManaged(app, deps, getWebhookOperation, (managed) => getWebhook({ database }, addressOf(managed)));
  registerManaged(app, deps, removeWebhookOperation, (managed) =>
    removeWebhook(by(managed), addressOf(managed)),
  );
  registerManaged(app, deps, rotateWebhookOperation, async (managed) => {
    const { secret, record } = await rotateWebhookSecret(by(managed), addressOf(managed), managed.body);
    return { ...record, secret };
  });
  registerManaged(app, deps, disableWebhookOperation, (managed) =>
    disableWebhook(by(managed), addressOf(managed)),
  );
  registerManaged(app, deps, enableWebhookOperation, (managed) =>
    enableWebhook(by(managed), addressOf(managed)),
  );
  registerManaged(app, deps, pingWebhookOperation, (managed) => pingWebhook(by(managed), addressOf(managed)));
  registerManaged(app, deps, listDeliveriesOperation, (managed) =>
    listDeliveries({ database }, addressOf(managed), managed.query),
  );
  registerManaged(app, deps, redeliverOperation, async (managed) => {
    const { deliveryId = "" } = managed.params;
    await replayDelivery(by(managed), { ...addressOf(managed), deliveryId });
    return { deliveryId };
  });
  registerManaged(app, deps, getHostWebhookOperation, ({ params, publicUrl }) =>
    getHostWebhook({ ...manage, database, publicUrl }, params.projectId!),
  );
}
