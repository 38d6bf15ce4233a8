import type { BackupInput, BackupResult } from "./backup-store.ts";
import type { ArchiveFacts } from "./check-archive.ts";
import type { RestoreInput, RestoreResult } from "./restore-store.ts";

/** Backup and restore of one store. */
export interface Backups {
  backup(input: BackupInput): Promise<BackupResult>;
  restore(input: RestoreInput): Promise<RestoreResult>;
  /** Reads a file to its end without changing anything. */
  check(file: string): Promise<ArchiveFacts>;
  /** Records that another tool has made a backup now. */
  note(tool: string): Promise<void>;
}
