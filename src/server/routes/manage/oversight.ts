import type { FastifyInstance } from "fastify";
import { organisationsWith } from "../../../people/permissions.ts";
import { listUsage } from "../../../usage/list-usage.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { getInstanceOperation, listUsageOperation } from "./oversight-operations.ts";
import { registerManaged } from "./register-managed.ts";

export function registerOversight(app: FastifyInstance, deps: ServerDeps): void {
  const { database, manage } = deps;
  registerManaged(app, deps, listUsageOperation, ({ principal, query }) =>
    listUsage({ database }, organisationsWith(principal, "usage:read"), query),
  );
  registerManaged(app, deps, getInstanceOperation, async ({ publicUrl }) => {
    const { rows } = await database.pool.query<{ n: number }>(
      "select count(*)::integer as n from organisations",
    );
    const { maxSteps = null, maxTokens = null, maxCostUsd = null, timeoutSeconds = null } = manage.budgetMax;
    return {
      ...{ version: deps.version, publicUrl, contact: deps.contact ?? null },
      ...{ defaultModel: deps.defaultModel, models: await deps.listModels(deps.defaultModel) },
      budgetMax: { maxSteps, maxTokens, maxCostUsd, timeoutSeconds },
      signIn: { password: true, openId: manage.openId },
      organisations: rows[0]!.n,
    };
  });
}
