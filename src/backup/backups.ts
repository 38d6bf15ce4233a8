import type { BackupInput, BackupResult } from "./backup-store.ts";
import type { ArchiveFacts } from "./check-archive.ts";
import type { RestoreInput, RestoreResult } from "./restore-store.ts";

/** Backups of one store. */
export interface Backups {
  backup(input: BackupInput): Promise<BackupResult>;
  restore(input: RestoreInput): Promise<RestoreResult>;
  /** Reads a file to its end and changes nothing. */
  check(file: string): Promise<ArchiveFacts>;
  /** Remembers that another tool has made a backup now. */
  note(tool: string): Promise<void>;
}
