import { isAbsolute, normalize, relative } from "node:path";
import { AppError } from "../errors.ts";
import type { SandboxRun } from "./sandbox-run.ts";

const taken = ["/proc", "/sys", "/dev", "/etc", "/run", "/workspace", "/usr", "/boot", "/context"];

/** Throws `invalid_configuration` for paths and names that would open the sandbox or shadow a part of it. */
export function assertSandboxRun(run: SandboxRun): void {
  if (run.command.length === 0) throw refuse("the command is empty");
  for (const path of run.readOnlyPaths) {
    const problem = findPathProblem(path, run.workspace);
    if (problem !== null) throw refuse(`${JSON.stringify(path)} cannot be shown to a command: ${problem}`);
  }
  for (const [source, target] of Object.entries(run.contextFolders ?? {}))
    if (!isAbsolute(source) || contains(run.workspace, source) || !/^\/context\/[a-z0-9][\w-]*$/.test(target))
      throw refuse(`${JSON.stringify(source)} cannot be shown to a command as ${JSON.stringify(target)}`);
  for (const [name, value] of Object.entries(run.environment)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw refuse(`${JSON.stringify(name)} is no environment variable`);
    if (value.includes("\0")) throw refuse(`the value of ${name} contains NUL`);
  }
}

function findPathProblem(path: string, workspace: string): string | null {
  if (!isAbsolute(path) || normalize(path) !== path || path.endsWith("/"))
    return "it is no plain absolute path";
  if (path.split("/").length < 3) return "a folder of the root is too much";
  if (contains(path, workspace) || contains(workspace, path)) return "it overlaps the workspace";
  if (path.split("/").includes(".ssh")) return "it has somebody's ssh keys";
  const place = taken.find((folder) => contains(folder, path));
  return place === undefined ? null : `${place} is the sandbox's own`;
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("../") && way !== ".." && !isAbsolute(way));
}

function refuse(problem: string): AppError {
  return new AppError("invalid_configuration", `The sandbox: ${problem}.`);
}
