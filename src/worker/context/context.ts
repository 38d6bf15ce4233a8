import type { AgentSources } from "../../agent/sources.ts";
import type { Source } from "../../git/context/open-source.ts";
import type { GitAccess } from "../../git/git-access.ts";
import type { ParsedRepository } from "../../git/parse-repository.ts";

/** A context repository as a project has it. */
export interface ContextPlace {
  name: string;
  /** As it is shown. */
  repository: string;
  parsed: ParsedRepository;
  ref: string | null;
  include: readonly string[];
  /** Credentials of this repository alone; asked again for every run of git. */
  access(): Promise<GitAccess>;
}

/**
 * What a project's jobs may read beside its repository; their secrets are known to the project's gate
 * afterwards. Throws `invalid_configuration` for credentials that cannot be decrypted.
 */
export type OpenContext = (projectId: string, signal?: AbortSignal) => Promise<ContextPlace[]>;

/** What the log keeps of a source; an attempt that repeats the turn reads the same. */
export interface RecordedSource {
  name: string;
  repository: string;
  ref: string;
  commit: string;
  include: string[];
  files: number;
}

export interface JobContext {
  sources: readonly (RecordedSource & { source: Source })[];
  /** For the agent's tools. */
  agentSources: AgentSources;
  close(): Promise<void>;
}
