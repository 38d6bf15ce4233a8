import type { Command } from "commander";
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  defineCommand,
  parseWholeNumber,
  printResult,
} from "../command.ts";
import type { CliStream, DoctorCheck } from "../deps.ts";
import { toOneLine } from "../output/format-table.ts";
import { paint } from "../output/paint.ts";

interface Options extends CommonOptions {
  port?: number;
  repair?: boolean;
}

export function addDoctor(program: Command, context: CommandContext): void {
  const command = defineCommand("doctor", {
    summary: "show what is missing on this machine, and what to do about it",
    example: "copydesk doctor",
  })
    .option("--port <number>", "port to check (default: COPYDESK_PORT or 4100)", parseWholeNumber(0, 65_535))
    .option("--repair", "recount the jobs of projects whose counters are wrong")
    .action((options: Options) => doctor(context, options));
  program.addCommand(command);
}

async function doctor(context: CommandContext, options: Options): Promise<void> {
  const { deps } = context;
  const config = await configFor(context, options);
  const look = await import("./doctor-checks.ts");
  const operate = await import("./operator-checks.ts");
  const { checkDiskSpeed } = await import("./speed-checks.ts");
  const folder = await look.checkDataFolder(config);
  const checks = [
    look.checkNode(process.version),
    await look.checkGit(),
    folder,
    ...(folder.ok || config.databaseUrl !== null ? await look.checkStoreAndModel(deps, config, options) : []),
    ...(folder.ok
      ? [
          await operate.checkDisk(config),
          await operate.checkWorkspaces(config),
          await checkDiskSpeed(config),
          await operate.checkPermissions(config),
        ]
      : []),
    operate.checkRetention(config),
    await operate.checkBucket(config),
    await operate.checkTls(config),
    look.checkNetwork(config),
    await look.checkMemoryLimits(),
    await look.checkSandbox(),
    ...(await look.checkOptionalPrograms()),
    await look.checkPort({ ...config, port: options.port ?? config.port }),
  ];
  const ok = checks.every((check) => check.ok || !check.needed);
  printResult(context, options, {
    document: { ok, checks: checks.map(({ cure, ...check }) => (check.ok ? check : { ...check, cure })) },
    text: checks.map((check) => formatCheck(deps.io.stdout, check)).join("\n"),
    exitCode: ok ? 0 : 1,
  });
}

function formatCheck(stream: CliStream, { name, ok, needed, found, cure }: DoctorCheck): string {
  const [word, style] = ok
    ? (["ok", "green"] as const)
    : needed
      ? (["problem", "red"] as const)
      : (["missing", "yellow"] as const);
  const shown = word.padEnd(7);
  const mark = paint(stream, style, shown);
  return `${mark}  ${name.padEnd(11)}  ${toOneLine(found)}${ok || cure === undefined ? "" : `: ${toOneLine(cure)}`}`;
}
