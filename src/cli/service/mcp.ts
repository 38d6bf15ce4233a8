import { stdin } from "node:process";
import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import { type CallApi, toAddress } from "../../mcp/api-call.ts";
import {
  type CommandContext,
  configFor,
  defineRemoteCommand,
  type RemoteOptions,
  remotePlace,
} from "../command.ts";
import { createRemoteClient, type RemoteClient } from "../verbs/remote-client.ts";

export function addMcp(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("mcp", {
    summary:
      "serve jobs to an editor or assistant by the Model Context Protocol, on standard input and output",
    example: "copydesk mcp --url https://copydesk.example.com --key cpd_…",
  }).action((options: RemoteOptions) => serve(context, options));
  program.addCommand(command);
}

async function serve(context: CommandContext, options: RemoteOptions): Promise<void> {
  const place = remotePlace(await configFor(context, options), options);
  if (place === null)
    throw new AppError(
      "usage",
      "copydesk mcp needs a running service: give --url and --key, or set COPYDESK_REMOTE_URL and COPYDESK_REMOTE_KEY.",
    );
  const { version } = context.deps;
  const client = createRemoteClient(place, version);
  const projectId = await findProject(client);
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../mcp/create-mcp-server.ts"),
  ]);
  const ended = Promise.withResolvers<void>();
  serveStdio(() => createMcpServer({ callApi: toCallApi(client), projectId, version }), {
    maxSubscriptions: 0,
  });
  stdin.once("end", ended.resolve).once("close", ended.resolve);
  await ended.promise;
  context.finish(0);
}

/**
 * Returns the project of an API key; null for a management key. Detects a wrong key before an editor is
 * configured.
 */
async function findProject(client: RemoteClient): Promise<string | null> {
  const me = await client.json<{ kind: string; projectIds: string[] | null }>("GET", "/v2/me");
  return me.kind === "api_key" ? (me.projectIds?.[0] ?? null) : null;
}

function toCallApi(client: RemoteClient): CallApi {
  return async (call) =>
    await client.exchange(call.method, toAddress(call), {
      body: call.body,
      headers: call.idempotencyKey === undefined ? {} : { "idempotency-key": call.idempotencyKey },
    });
}
