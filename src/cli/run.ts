import type { Command } from "commander";
import { colorDiff } from "./color-diff.ts";
import { type CommandContext, type CommonOptions, configFor, defineCommand, printResult } from "./command.ts";
import type { CliDeps, CliIo, RunOnceResult } from "./deps.ts";
import { describeChecks, describeEvent } from "./describe-event.ts";
import { toLines } from "./format-table.ts";
import { resolveRepository } from "./resolve-repository.ts";
import { watchSignals } from "./watch-signals.ts";

interface Options extends CommonOptions {
  repository: string;
  prompt: string;
  ref?: string;
  model?: string;
  yes?: boolean;
}

export function addRun(program: Command, context: CommandContext): void {
  const command = defineCommand("run", {
    summary: "run one job without a server; leaves branch copydesk/<id> in the repository",
    example: "copydesk run --repository . --prompt 'Fix broken links'",
  })
    .requiredOption("--repository <path>", "git repository with the documentation")
    .requiredOption("--prompt <text>", "what to do")
    .option("--ref <branch>", "base branch (default: the repository's own)")
    .option("--model <provider/name>", "model (default: COPYDESK_MODEL)")
    .option("--yes", "do not ask whether Copydesk's own folder is meant as the repository")
    .action((options: Options) => run(context, options));
  program.addCommand(command);
}

async function run(context: CommandContext, options: Options): Promise<void> {
  const { io, runOnce } = context.deps;
  const repository = await resolveRepository(io, options.repository, { yes: options.yes });
  const watch = watchSignals(io);
  try {
    const result = await runOnce(configFor(context, options), {
      repository,
      prompt: options.prompt,
      ref: options.ref ?? null,
      model: options.model ?? null,
      onEvent: (event) => showProgress(io, event),
      signal: watch.signal,
    });
    const exitCode = result.status === "completed" ? 0 : 1;
    printResult(context, options, { document: result, text: formatResult(context.deps, result), exitCode });
  } finally {
    watch.close();
  }
}

/** There is no code host here, so there is no pull request to speak of. */
function showProgress(io: CliIo, event: { kind: string; data: Record<string, unknown> }): void {
  if (event.kind !== "pull_request") io.stderr.write(`${describeEvent(event)}\n`);
}

function formatResult({ io }: CliDeps, result: RunOnceResult): string {
  const facts = [
    `${result.status === "failed" ? `failed (${result.reason})` : "completed"}: ${toLines(result.message).join("\n")}`,
    result.checks === null ? "" : `checks: ${describeChecks(result.checks)}`,
    result.branch === null ? "" : `branch: ${result.branch}`,
  ].filter((line) => line !== "");
  const diff = result.patch === "" ? "" : `\n${colorDiff(io.stdout, result.patch)}`;
  return `${facts.join("\n")}\n${diff}`;
}
