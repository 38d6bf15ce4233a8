import type { CliStore } from "../deps.ts";
import { onStore } from "./on-store.ts";
import type { Verbs } from "./verbs.ts";

/** Users of the machine itself see all organisations. */
const everything = { organisationIds: null, instance: true };

/** Management keys, the audit log, exports and usage. */
export function localOversightVerbs(store: CliStore) {
  return {
    ...managementKeyVerbs(store),
    async listAudit(filter) {
      const { listAudit } = await import("../../audit/list-audit.ts");
      return await listAudit(store, everything, withoutAbsent(filter));
    },
    async *eachAudit(filter) {
      const { auditFilters, eachAudit } = await import("../../audit/list-audit.ts");
      const { parseInput } = await import("../../schemas/parse-input.ts");
      yield* eachAudit(store, everything, parseInput(auditFilters, withoutAbsent(filter)));
    },
    async *exportProject(projectId) {
      const { exportProject } = await import("../../projects/export-project.ts");
      yield* await exportProject(store, projectId);
    },
    async readActivity() {
      const { readActivity } = await import("../../jobs/read-activity.ts");
      return await readActivity(store, null);
    },
    async listUsage(filter) {
      const { listUsage } = await import("../../usage/list-usage.ts");
      return (await listUsage(store, null, withoutAbsent(filter))).data;
    },
  } satisfies Partial<Verbs>;
}

function managementKeyVerbs(store: CliStore) {
  const { actor } = store;
  const all = { organisationIds: null };
  const on = onStore(store);
  const create = on(
    async () => (await import("../../management-keys/create-management-key.ts")).createManagementKey,
  );
  const list = on(
    async () => (await import("../../management-keys/list-management-keys.ts")).listManagementKeys,
  );
  const rotate = on(
    async () => (await import("../../management-keys/rotate-management-key.ts")).rotateManagementKey,
  );
  const revoke = on(
    async () => (await import("../../management-keys/revoke-management-key.ts")).revokeManagementKey,
  );
  return {
    async createManagementKey(body) {
      const { organisationId, ...wanted } = body as { organisationId?: string };
      const { firstOrganisation } = await import("../../people/first-organisation.ts");
      const organisation = organisationId ?? (await firstOrganisation(store));
      return await create({ actor, organisationId: organisation, mayGive: null }, wanted);
    },
    listManagementKeys: () => list(null),
    rotateManagementKey: (keyId, body) => rotate({ ...all, keyId }, { actor, mayGive: () => null }, body),
    revokeManagementKey: (keyId) => revoke({ ...all, keyId }, actor),
  } satisfies Partial<Verbs>;
}

/** Removes options that were not given. */
function withoutAbsent(filter: object): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
