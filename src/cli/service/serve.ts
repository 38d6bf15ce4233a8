import { type Command, Option } from "commander";
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  defineCommand,
  parseWholeNumber,
} from "../command.ts";
import type { Role } from "../deps.ts";
import { stopService } from "./stop-service.ts";
import { untilAborted, watchSignals } from "./watch-signals.ts";

interface ServeOptions extends CommonOptions {
  port?: number;
  host?: string;
  role: Role;
}

export function addServe(program: Command, context: CommandContext): void {
  const command = defineCommand("serve", {
    summary: "run the service until SIGINT or SIGTERM",
    example: "copydesk serve --port 4100 --data .copydesk\ncopydesk serve --role worker",
  })
    .option(
      "--port <number>",
      "port of the API, 0 for a free one (default: COPYDESK_PORT or 4100)",
      parseWholeNumber(0, 65_535),
    )
    .option("--host <address>", "address to listen on (default: COPYDESK_HOST or 127.0.0.1)")
    .addOption(
      new Option("--role <role>", "what runs in this process")
        .choices(["all", "api", "worker"])
        .default("all"),
    )
    .action((options: ServeOptions) => serve(context, options));
  program.addCommand(command);
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { io } = context.deps;
  const config = await configFor(context, options);
  const watch = watchSignals(io);
  try {
    const service = await context.deps.startService(
      { ...config, port: options.port ?? config.port, host: options.host ?? config.host },
      { role: options.role },
    );
    const { url, firstOwnerLink = null } = service;
    const line = url === null ? "The Copydesk worker is ready" : `Copydesk is ready at ${url}`;
    const owner = firstOwnerLink === null ? "" : `Become its owner within 24 hours at ${firstOwnerLink}\n`;
    const document = { role: options.role, url, ...(firstOwnerLink !== null && { firstOwnerLink }) };
    io.stdout.write(options.json ? `${JSON.stringify(document)}\n` : `${line}\n${owner}`);
    await untilAborted(watch.signal);
    await stopService(io, service);
  } finally {
    watch.close();
  }
}
