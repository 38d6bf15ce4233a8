import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../../errors.ts";
import type { Budget } from "../../jobs/record.ts";
import type { MonthlyCap } from "../../store/project-settings.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "../command.ts";
import { formatProject } from "../output/format-project.ts";
import { withTransientLine } from "../output/with-transient-line.ts";
import { addHostSettings, type HostSettingOptions, readHostSettings, toList } from "./host-settings.ts";
import { resolveRepository } from "./resolve-repository.ts";
import { orNone, type Setting, settle, toNumber } from "./setting.ts";
import { addWriteSettings, readWriteSettings, type WriteSettingOptions } from "./write-settings.ts";

interface Options extends RemoteOptions, HostSettingOptions, WriteSettingOptions {
  name?: string;
  repository?: string;
  anyway?: boolean;
  ref?: Setting<string>;
  model?: Setting<string>;
  models?: Setting<string[]>;
  concurrency?: Setting<number>;
  maxOpenPullRequests?: Setting<number>;
  archiveAfterDays?: Setting<number>;
  keepTranscriptsDays?: Setting<number>;
  keepRecordsDays?: Setting<number>;
  maxSteps?: Setting<number>;
  maxTokens?: Setting<number>;
  maxCostUsd?: Setting<number>;
  timeoutSeconds?: Setting<number>;
  monthlyTokens?: Setting<number>;
  monthlyCostUsd?: Setting<number>;
  engine?: Setting<string>;
}

const budgetKeys = ["maxSteps", "maxTokens", "maxCostUsd", "timeoutSeconds"] as const;

export function addProjectSet(group: Command, context: CommandContext): void {
  const command = defineRemoteCommand("set", {
    summary: 'change a project; "none" takes a setting away',
    example: "copydesk project set prj_0123456789abcdefghijkl --concurrency 2 --max-cost-usd 1.50",
  })
    .argument("<project id>", "id of the project")
    .option("--name <name>", "name for people")
    .option(
      "--repository <path or URL>",
      "git repository, on the same server; jobs keep the one they were made for",
    )
    .option("--anyway", "store a repository or base branch also when it cannot be read now")
    .option("--ref <branch>", "base branch", orNone(String))
    .option("--model <provider/name>", "model of its jobs", orNone(String))
    .option("--models <a,b>", "models that its jobs may use, such as anthropic/*", orNone(toList))
    .option("--concurrency <n>", "jobs that run at once", orNone(toNumber))
    .option("--max-open-pull-requests <n>", "open pull requests at which new jobs wait", orNone(toNumber))
    .option("--archive-after-days <n>", "days after which its jobs are archived", orNone(toNumber))
    .option("--keep-transcripts-days <n>", "days for which events and diffs are kept", orNone(toNumber))
    .option("--keep-records-days <n>", "days for which ended jobs are kept at all", orNone(toNumber))
    .option("--max-steps <n>", "model calls of a turn", orNone(toNumber))
    .option("--max-tokens <n>", "tokens of a turn", orNone(toNumber))
    .option("--max-cost-usd <amount>", "cost of a turn in US dollars", orNone(toNumber))
    .option("--timeout-seconds <n>", "time of a turn", orNone(toNumber))
    .option("--monthly-tokens <n>", "tokens of all its jobs in a calendar month", orNone(toNumber))
    .option("--monthly-cost-usd <amount>", "the same in US dollars", orNone(toNumber))
    .option("--engine <file>", "JSON file that names another agent as the engine", orNone(String))
    .action((projectId: string, options: Options) => set(context, projectId, options));
  group.addCommand(addHostSettings(addWriteSettings(command)));
}

async function set(context: CommandContext, projectId: string, given: Options): Promise<void> {
  const options = settle(given);
  await withVerbs(context, options, async (verbs, { isRemote }) => {
    const { name, ref, model, models, concurrency, maxOpenPullRequests, archiveAfterDays } = options;
    const { keepTranscriptsDays, keepRecordsDays } = options;
    const { settings } = await verbs.getProject(projectId);
    const repository =
      options.repository === undefined || isRemote
        ? options.repository
        : await resolveRepository(context.deps.io, options.repository, {
            yes: options.anyway,
            flag: "--anyway",
          });
    const budget = readBudget(settings.budget, options);
    const input = {
      name,
      repository,
      anyway: options.anyway,
      ref,
      model,
      settings: {
        models,
        concurrency,
        maxOpenPullRequests,
        archiveAfterDays,
        keepTranscriptsDays,
        keepRecordsDays,
        budget,
        monthlyCap: readCap(settings.monthlyCap, options),
        engine: await readEngine(context, options.engine),
        ...readWriteSettings(options, settings),
        ...readHostSettings(options, settings),
      },
    };
    const project = await withTransientLine(context.deps.io.stderr, "Changing the project …", () =>
      verbs.updateProject(projectId, input),
    );
    return { document: { projectId: project.id, ...project }, text: formatProject(project) };
  });
}

/** Returns the project's budget overridden by the given limits; undefined if none is given. */
function readBudget(stored: Budget | undefined, options: Options): Budget | null | undefined {
  const given = budgetKeys.filter((key) => options[key] !== undefined);
  if (given.length === 0) return undefined;
  const budget: Budget = { ...stored };
  for (const key of given) {
    const limit = options[key];
    if (limit === null) delete budget[key];
    else if (limit !== undefined) budget[key] = limit;
  }
  return Object.keys(budget).length === 0 ? null : budget;
}

function readCap(
  stored: MonthlyCap | undefined,
  { monthlyTokens, monthlyCostUsd }: Options,
): MonthlyCap | null | undefined {
  if (monthlyTokens === undefined && monthlyCostUsd === undefined) return undefined;
  const cap = {
    maxTokens: settled(monthlyTokens, stored?.maxTokens),
    maxCostUsd: settled(monthlyCostUsd, stored?.maxCostUsd),
  };
  return cap.maxTokens === undefined && cap.maxCostUsd === undefined ? null : cap;
}

/** Returns the given value, else the stored one; undefined if neither is set. */
function settled(given: Setting<number>, stored: number | undefined): number | undefined {
  return given === undefined ? stored : (given ?? undefined);
}

async function readEngine({ deps }: CommandContext, file: Setting<string>): Promise<unknown> {
  if (file === undefined || file === null) return file;
  try {
    return JSON.parse(await readFile(resolve(deps.io.cwd, file), "utf8"));
  } catch (cause) {
    throw new AppError("usage", `${file} cannot be read as JSON: ${(cause as Error).message}`, { cause });
  }
}
