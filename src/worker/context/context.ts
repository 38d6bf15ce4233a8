import type { AgentSources } from "../../agent/sources.ts";
import type { Source } from "../../git/context/open-source.ts";
import type { GitAccess } from "../../git/remote/git-access.ts";
import type { ParsedRepository } from "../../git/remote/parse-repository.ts";

/** A context repository as a project has it. */
export interface ContextPlace {
  name: string;
  /** URL or path to show to people. */
  repository: string;
  parsed: ParsedRepository;
  ref: string | null;
  include: readonly string[];
  /** Returns credentials for this repository only; called for every run of git. */
  access(): Promise<GitAccess>;
}

/**
 * Opens what a project's jobs may read besides its repository, and makes its secrets known to the project's
 * gate. Throws `invalid_configuration` for credentials that cannot be decrypted.
 */
export type OpenContext = (projectId: string, signal?: AbortSignal) => Promise<ContextPlace[]>;

/** A source as recorded in the log; an attempt that repeats the turn reads the same. */
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
