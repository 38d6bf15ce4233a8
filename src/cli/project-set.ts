import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { AppError } from "../errors.ts";
import type { Budget } from "../jobs/record.ts";
import { getProject } from "../projects/get-project.ts";
import { updateProject } from "../projects/update-project.ts";
import { type CommandContext, type CommonOptions, defineCommand, withStore } from "./command.ts";
import { formatProject } from "./format-project.ts";

/** Null: "none" was given, which takes the setting away. */
type Setting<T> = T | null | undefined;

interface Options extends CommonOptions {
  name?: string;
  ref?: Setting<string>;
  model?: Setting<string>;
  concurrency?: Setting<number>;
  maxOpenPullRequests?: Setting<number>;
  maxSteps?: Setting<number>;
  maxTokens?: Setting<number>;
  maxCostUsd?: Setting<number>;
  timeoutSeconds?: Setting<number>;
  engine?: Setting<string>;
}

const budgetKeys = ["maxSteps", "maxTokens", "maxCostUsd", "timeoutSeconds"] as const;

export function addProjectSet(group: Command, context: CommandContext): void {
  const command = defineCommand("set", {
    summary: 'change a project; "none" takes a setting away',
    example: "copydesk project set prj_0123456789abcdefghijkl --concurrency 2 --max-cost-usd 1.50",
  })
    .argument("<project id>", "id of the project")
    .option("--name <name>", "name for people")
    .option("--ref <branch>", "base branch", textOrNone)
    .option("--model <provider/name>", "model of its jobs", textOrNone)
    .option("--concurrency <n>", "jobs that run at once", numberOrNone)
    .option("--max-open-pull-requests <n>", "open pull requests from which on new jobs wait", numberOrNone)
    .option("--max-steps <n>", "model calls of a turn", numberOrNone)
    .option("--max-tokens <n>", "tokens of a turn", numberOrNone)
    .option("--max-cost-usd <amount>", "cost of a turn in US dollars", numberOrNone)
    .option("--timeout-seconds <n>", "time of a turn", numberOrNone)
    .option("--engine <file>", "JSON file that names another agent as the engine", textOrNone)
    .action((projectId: string, options: Options) => set(context, projectId, options));
  group.addCommand(command);
}

async function set(context: CommandContext, projectId: string, options: Options): Promise<void> {
  await withStore(context, options, async (store) => {
    const { name, ref, model, concurrency, maxOpenPullRequests } = options;
    const budget = await readBudget(store, projectId, options);
    const project = await updateProject(store, projectId, {
      name,
      ref,
      model,
      settings: {
        concurrency,
        maxOpenPullRequests,
        budget,
        engine: await readEngine(context, options.engine),
      },
    });
    return { document: { projectId: project.id, ...project }, text: formatProject(project) };
  });
}

/** The project's budget with the given limits over it; undefined when none was given. */
async function readBudget(
  store: Parameters<typeof getProject>[0],
  projectId: string,
  options: Options,
): Promise<Budget | null | undefined> {
  const given = budgetKeys.filter((key) => options[key] !== undefined);
  if (given.length === 0) return undefined;
  const { settings } = await getProject(store, projectId);
  const budget: Budget = { ...settings.budget };
  for (const key of given) {
    const limit = options[key];
    if (limit === null) delete budget[key];
    else if (limit !== undefined) budget[key] = limit;
  }
  return Object.keys(budget).length === 0 ? null : budget;
}

async function readEngine({ deps }: CommandContext, file: Setting<string>): Promise<unknown> {
  if (file === undefined || file === null) return file;
  try {
    return JSON.parse(await readFile(resolve(deps.io.cwd, file), "utf8"));
  } catch (cause) {
    throw new AppError("usage", `${file} cannot be read as JSON: ${(cause as Error).message}`, { cause });
  }
}

function textOrNone(text: string): string | null {
  return text === "none" ? null : text;
}

function numberOrNone(text: string): number | null {
  if (text === "none") return null;
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('It must be a number or "none".');
}
