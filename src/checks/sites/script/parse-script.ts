import { type ParserOptions, parse } from "@babel/parser";
import type { Node } from "./syntax-tree.ts";

const options: ParserOptions = { sourceType: "unambiguous", errorRecovery: true };

export interface Script {
  body: Node[];
  /** Texts of the comments. */
  comments: string[];
  /** Number of errors after which the parser could continue. */
  errors: number;
}

/** Parses a script by its file extension; null if it is no script. */
export function parseScript(path: string, text: string): Script | null {
  try {
    const { program, comments, errors } = parse(text, { ...options, plugins: languagesOf(path) });
    return {
      body: program.body as unknown as Node[],
      comments: (comments ?? []).map(({ value }) => value),
      errors: errors?.length ?? 0,
    };
  } catch {
    return null;
  }
}

/** In TypeScript without JSX, `<Type>value` is a cast. */
function languagesOf(path: string): ParserOptions["plugins"] {
  if (/\.tsx$/.test(path)) return ["typescript", "jsx"];
  return /\.[cm]?ts$/.test(path) ? ["typescript"] : ["jsx"];
}
