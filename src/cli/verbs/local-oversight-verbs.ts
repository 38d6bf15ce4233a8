import { auditFilters, eachAudit, listAudit } from "../../audit/list-audit.ts";
import { readActivity } from "../../jobs/read-activity.ts";
import { createManagementKey } from "../../management-keys/create-management-key.ts";
import { listManagementKeys } from "../../management-keys/list-management-keys.ts";
import { revokeManagementKey } from "../../management-keys/revoke-management-key.ts";
import { rotateManagementKey } from "../../management-keys/rotate-management-key.ts";
import { firstOrganisation } from "../../people/first-organisation.ts";
import { exportProject } from "../../projects/export-project.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { listUsage } from "../../usage/list-usage.ts";
import type { CliStore } from "../deps.ts";
import type { Verbs } from "./verbs.ts";

/** Users of the machine itself see all organisations. */
const everything = { organisationIds: null, instance: true };

/** Management keys, the audit log, exports and usage. */
export function localOversightVerbs(store: CliStore) {
  const { actor } = store;
  const mayGive = null;
  return {
    async createManagementKey(body) {
      const { organisationId, ...wanted } = body as { organisationId?: string };
      const grant = { actor, organisationId: organisationId ?? (await firstOrganisation(store)), mayGive };
      return await createManagementKey(store, grant, wanted);
    },
    listManagementKeys: () => listManagementKeys(store, null),
    rotateManagementKey: (keyId, body) =>
      rotateManagementKey(store, { organisationIds: null, keyId }, { actor, mayGive: () => null }, body),
    revokeManagementKey: (keyId) => revokeManagementKey(store, { organisationIds: null, keyId }, actor),
    listAudit: (filter) => listAudit(store, everything, withoutAbsent(filter)),
    eachAudit: (filter) => eachAudit(store, everything, parseInput(auditFilters, withoutAbsent(filter))),
    async *exportProject(projectId) {
      yield* await exportProject(store, projectId);
    },
    readActivity: () => readActivity(store, null),
    listUsage: async (filter) => (await listUsage(store, null, withoutAbsent(filter))).data,
  } satisfies Partial<Verbs>;
}

/** Removes options that were not given. */
function withoutAbsent(filter: object): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
