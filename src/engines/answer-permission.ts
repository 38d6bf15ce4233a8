import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { workspaceInside } from "../sandbox/sandbox-run.ts";
import { workspacePath } from "./workspace-path.ts";

const reading = new Set(["read", "search", "think"]);
const writing = new Set(["edit", "delete", "move"]);

/**
 * Allows reading and editing files of the workspace, each once; refuses everything else. This is no security
 * measure, since agents describe their own calls: the sandbox is. It keeps honest agents from attempts that
 * would fail later.
 */
export async function answerPermission(
  request: RequestPermissionRequest,
  refuseWrite: (path: string) => string | null | Promise<string | null>,
): Promise<RequestPermissionResponse> {
  const wanted = (await mayRun(request, refuseWrite)) ? ["allow_once"] : ["reject_once", "reject_always"];
  for (const kind of wanted) {
    const option = request.options.find((each) => each.kind === kind);
    if (option !== undefined) return { outcome: { outcome: "selected", optionId: option.optionId } };
  }
  return { outcome: { outcome: "cancelled" } };
}

async function mayRun(
  { toolCall }: RequestPermissionRequest,
  refuseWrite: (path: string) => string | null | Promise<string | null>,
): Promise<boolean> {
  const kind = toolCall.kind ?? "other";
  if (!reading.has(kind) && !writing.has(kind)) return false;
  const named = [
    ...(toolCall.locations ?? []).map(({ path }) => path),
    ...(toolCall.content ?? []).flatMap((content) => (content.type === "diff" ? [content.path] : [])),
  ];
  for (const path of named) {
    // Some agents name the workspace itself, or use paths relative to it.
    const absolute = path.startsWith("/") ? path : `${workspaceInside}/${path}`;
    const inside = workspacePath(absolute);
    const mayRead = reading.has(kind) && (inside !== null || absolute === workspaceInside);
    if (!mayRead && (inside === null || (await refuseWrite(inside)) !== null)) return false;
  }
  return true;
}
