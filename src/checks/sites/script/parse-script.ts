import { type ParserOptions, parse } from "@babel/parser";
import type { Node } from "./syntax-tree.ts";

const options: ParserOptions = { sourceType: "unambiguous", errorRecovery: true };

export interface Script {
  body: Node[];
  /** Their texts. */
  comments: string[];
  /** Of those that the parser can go on after. */
  errors: number;
}

/** A script, read by what its name ends with; null when it is none. */
export function parseScript(path: string, text: string): Script | null {
  try {
    const plugins: ParserOptions["plugins"] = /\.[cm]?tsx?$/.test(path) ? ["typescript"] : ["jsx"];
    const { program, comments, errors } = parse(text, { ...options, plugins });
    return {
      body: program.body as unknown as Node[],
      comments: (comments ?? []).map(({ value }) => value),
      errors: errors?.length ?? 0,
    };
  } catch {
    return null;
  }
}
