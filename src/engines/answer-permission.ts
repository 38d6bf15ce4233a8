import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { workspaceInside } from "../sandbox/sandbox-run.ts";
import { workspacePath } from "./workspace-path.ts";

const reading = new Set(["read", "search", "think"]);
const writing = new Set(["edit", "delete", "move"]);

/**
 * Allows, once, to read and edit files of the workspace; says no to everything else. What an agent says of its own call is no
 * security: the sandbox is. This keeps honest agents from what cannot work or would be refused later.
 */
export function answerPermission(
  request: RequestPermissionRequest,
  refuseWrite: (path: string) => string | null,
): RequestPermissionResponse {
  const wanted = mayRun(request, refuseWrite) ? ["allow_once"] : ["reject_once", "reject_always"];
  for (const kind of wanted) {
    const option = request.options.find((each) => each.kind === kind);
    if (option !== undefined) return { outcome: { outcome: "selected", optionId: option.optionId } };
  }
  return { outcome: { outcome: "cancelled" } };
}

function mayRun(
  { toolCall }: RequestPermissionRequest,
  refuseWrite: (path: string) => string | null,
): boolean {
  const kind = toolCall.kind ?? "other";
  if (!reading.has(kind) && !writing.has(kind)) return false;
  const named = [
    ...(toolCall.locations ?? []).map(({ path }) => path),
    ...(toolCall.content ?? []).flatMap((content) => (content.type === "diff" ? [content.path] : [])),
  ];
  return named.every((path) => {
    // Some agents name the workspace itself, or files by their way from it.
    const absolute = path.startsWith("/") ? path : `${workspaceInside}/${path}`;
    const inside = workspacePath(absolute);
    if (inside === null) return reading.has(kind) && absolute === workspaceInside;
    return reading.has(kind) || refuseWrite(inside) === null;
  });
}
