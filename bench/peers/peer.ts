import type { ScriptedAnswer } from "../../test/helpers/scripted-models/script.ts";

export type Calls = NonNullable<ScriptedAnswer["calls"]>;

/** Where one run takes place; every run has folders of its own. */
export interface PeerRun {
  home: string;
  /** The documentation repository, checked out. */
  repository: string;
  /** Of the scripted model, without a version. */
  modelRoot: string;
}

/** A program that does one job from its start to its end, without a terminal. */
export interface Harness {
  name: string;
  /** Program and arguments. */
  command(run: PeerRun): string[];
  environment(run: PeerRun): Record<string, string>;
  /** Writes what the program wants to find below its home. */
  prepare?(run: PeerRun): Promise<void>;
  /** In the program's own tools, one an answer; a closing text follows. */
  calls(run: PeerRun): Calls;
  /** The text of the page afterwards; default: what the working tree has. */
  readPage?(run: PeerRun): Promise<string>;
}

/** A coding agent of the registry. */
export interface Peer {
  package: string;
  version: string;
  /** Below the folder of the package. */
  entry: string;
  /** `program`: how the installed entry is run. */
  harnesses(program: string[]): Harness[];
}

export const peerKey = "scripted-key-0123456789";
export const peerModel = "gpt-5";
