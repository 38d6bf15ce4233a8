import type { ScriptedAnswer } from "../../test/helpers/scripted-models/script.ts";

export type Calls = NonNullable<ScriptedAnswer["calls"]>;

/** Folders and addresses of one run; every run has folders of its own. */
export interface PeerRun {
  home: string;
  /** The documentation repository, checked out. */
  repository: string;
  /** Address of the scripted model, without a version. */
  modelRoot: string;
}

/** A program that does one whole job without a terminal. */
export interface Harness {
  name: string;
  /** Program and arguments. */
  command(run: PeerRun): string[];
  environment(run: PeerRun): Record<string, string>;
  /** Writes the files that the program needs below its home. */
  prepare?(run: PeerRun): Promise<void>;
  /** Calls in the program's own tools, one per answer; a closing text follows. */
  calls(run: PeerRun): Calls;
  /** Returns the text of the page afterwards; by default that of the working tree. */
  readPage?(run: PeerRun): Promise<string>;
}

/** A coding agent of the registry. */
export interface Peer {
  package: string;
  version: string;
  /** Path below the package's folder. */
  entry: string;
  /** `program`: command that runs the installed entry. */
  harnesses(program: string[]): Harness[];
}

export const peerKey = "scripted-key-0123456789";
export const peerModel = "gpt-5";
