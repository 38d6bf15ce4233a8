import { posix } from "node:path";
import type { ScriptValue } from "../script/script-values.ts";

const names = ["path", "sidebarPath"];

/**
 * Returns options in which `path.join(__dirname, "docs")`, or `resolve`, is the path that it names below the
 * folder of the configuration.
 */
export function withWrittenPaths(options: ScriptValue, root: string): ScriptValue {
  if (options.kind !== "object") return options;
  const members = new Map(options.members);
  for (const name of names) {
    const path = findPath(members.get(name), root);
    if (path !== null) members.set(name, path);
  }
  return { ...options, members };
}

function findPath(value: ScriptValue | undefined, root: string): ScriptValue | null {
  if (value?.kind !== "call" || !/^(?:join|resolve)$/.test(value.name) || value.inputs.length !== 2)
    return null;
  const [folder, path] = value.inputs;
  if (folder?.kind !== "folder" || posix.join(posix.dirname(folder.from)) !== posix.join(root || "."))
    return null;
  const isText = path?.kind === "value" && typeof path.value === "string" && !path.value.startsWith("/");
  return isText ? path : null;
}
