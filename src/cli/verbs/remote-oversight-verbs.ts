import type { AuditEntry } from "../../audit/audit-entry.ts";
import type { UsageRow } from "../../usage/usage-schema.ts";
import type { RemoteClient } from "./remote-client.ts";
import { path, withQuery } from "./remote-path.ts";
import type { Verbs } from "./verbs.ts";

const keys = "/v2/manage/management-keys";

/** Management keys, the audit log, exports and usage. */
export function remoteOversightVerbs({ json, lines }: RemoteClient) {
  return {
    async createManagementKey(body) {
      const { key, ...record } = await json<{ key: string }>("POST", keys, body);
      return { key, record: record as never };
    },
    listManagementKeys: async () => (await json<{ data: never[] }>("GET", keys)).data,
    async rotateManagementKey(keyId, body) {
      const url = path`/v2/manage/management-keys/${keyId}/rotate`;
      const { key, replaced, ...record } = await json<{ key: string; replaced: never }>("POST", url, body);
      return { key, replaced, record: record as never };
    },
    revokeManagementKey: (keyId) => json("DELETE", path`/v2/manage/management-keys/${keyId}`),
    listAudit: (filter) => json("GET", withQuery("/v2/manage/audit", { ...filter })),
    async *eachAudit(filter) {
      for await (const line of lines(withQuery("/v2/manage/audit", { ...filter })))
        yield JSON.parse(line) as AuditEntry;
    },
    exportProject: (projectId) => lines(path`/v2/manage/projects/${projectId}/export`),
    readActivity: () => json("GET", "/v2/manage/activity"),
    listUsage: async (filter) =>
      (await json<{ data: UsageRow[] }>("GET", withQuery("/v2/manage/usage", { ...filter }))).data,
  } satisfies Partial<Verbs>;
}
