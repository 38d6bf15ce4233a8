import { backupStore } from "../backup/backup-store.ts";
import type { Backups } from "../backup/backups.ts";
import { checkArchive } from "../backup/check-archive.ts";
import { explainLoss } from "../backup/connect-alone.ts";
import { recordBackup } from "../backup/record-backup.ts";
import { restoreStore } from "../backup/restore-store.ts";
import { authorOfCommand } from "../cli/author-of-command.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { findSecretKeys, keepSecretKeys } from "../secrets/read-secret-keys.ts";
import { version } from "../version.ts";
import { openStore, reachStore } from "./open-store.ts";
import { sealedColumns } from "./rotate-secrets.ts";

/** Provides the store operations of `copydesk backup` and `copydesk restore` for the configured store. */
export function openBackups(
  config: Config,
  { log, knownSecrets }: { log: Log; knownSecrets: KnownSecrets },
): Backups {
  const findAuthor = () => authorOfCommand(createGate(() => knownSecrets.of(null)));
  return {
    async backup(input) {
      const store = await reachStore(config, log, { poolSize: 1 });
      try {
        const keys = await findSecretKeys(config);
        const deps = { database: store.database, keys, version, sealedPlaces: sealedColumns };
        const result = await backupStore(deps, input);
        const tool = `copydesk ${version}`;
        const record = { kind: "taken", author: await findAuthor(), tool, bytes: result.bytes } as const;
        await recordBackup(store, record).catch((error: unknown) => {
          throw explainLoss(error, `${input.file} is complete, but doctor does not know about it.`);
        });
        return result;
      } finally {
        await store.close();
      }
    },
    async restore(input) {
      const store = await reachStore(config, log, { poolSize: 1 });
      try {
        const own = await store.database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
        const deps = {
          database: store.database,
          ownProcesses: own.rows.map(({ pid }) => pid),
          keys: await findSecretKeys(config),
          keepKeys: (keys: readonly Buffer[]) => keepKeys(config, keys),
          author: await findAuthor(),
          version,
        };
        return await restoreStore(deps, input);
      } finally {
        await store.close();
      }
    },
    check: checkArchive,
    async note(tool) {
      const store = await openStore(config, log, { poolSize: 1 });
      try {
        await recordBackup(store, { kind: "noted", author: await findAuthor(), tool, bytes: null });
      } finally {
        await store.close();
      }
    },
  };
}

async function keepKeys(config: Config, keys: readonly Buffer[]): Promise<void> {
  if (config.secretKey === null) return await keepSecretKeys(config.dataFolder, keys);
  throw new AppError(
    "invalid_configuration",
    "The backup contains its own key, but COPYDESK_SECRET_KEY holds another one, which takes precedence. Set that to the key of the instance that the backup was taken from, or unset it for the restore.",
  );
}
