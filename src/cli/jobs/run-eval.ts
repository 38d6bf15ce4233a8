import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { compareEvaluations, type Evaluation, evaluate, meanOf } from "../../evaluation/evaluate.ts";
import { openSamples } from "../../evaluation/open-samples.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { countOf } from "../../text/count-of.ts";
import { type CommandContext, type CommonOptions, configFor, printResult } from "../command.ts";
import { formatTable } from "../output/format-table.ts";
import { startProgress } from "../output/progress.ts";
import { resolveRepository } from "../projects/resolve-repository.ts";
import { watchSignals } from "../service/watch-signals.ts";

export interface EvalOptions extends CommonOptions {
  repository: string;
  commits: number;
  model?: string;
  out?: string;
  compare?: string;
}

const part = z.number().min(0).max(1);
const evaluationFile = z.object({
  version: z.literal(1),
  model: z.string(),
  results: z.array(
    z.looseObject({
      ...{ commit: z.string(), subject: z.string() },
      score: z.object({ pages: part, lines: part, terms: part, total: part }),
    }),
  ),
});

/** Lets a model repeat past commits and prints its scores. */
export async function runEval(context: CommandContext, options: EvalOptions): Promise<void> {
  const { io, runOnce } = context.deps;
  const earlier =
    options.compare === undefined ? null : await readEvaluation(resolve(io.cwd, options.compare));
  const repository = await resolveRepository(io, options.repository, { yes: true });
  const config = await configFor(context, options);
  const model = options.model ?? config.defaultModel;
  const watch = watchSignals(io);
  const progress = startProgress(io.stderr);
  await makeFolder(config.dataFolder);
  const folder = config.dataFolder;
  try {
    const opened = await openSamples(repository, { count: options.commits, folder, signal: watch.signal });
    const found = await evaluate(opened, {
      model,
      runJob: (input) => runOnce(config, { ...input, onEvent() {}, signal: watch.signal }),
      onResult: ({ commit, subject, score }) =>
        progress.line(`${commit.slice(0, 10)} ${percent(score.total)}  ${subject}`),
    }).finally(opened.close);
    const document: Evaluation = { version: 1, repository, model, at: new Date().toISOString(), ...found };
    if (options.out !== undefined)
      await writeFile(resolve(io.cwd, options.out), `${JSON.stringify(document, null, 2)}\n`);
    const text = [formatEvaluation(document), earlier === null ? "" : formatComparison(earlier, document)];
    printResult(context, options, { document, text: text.filter(Boolean).join("\n\n"), exitCode: 0 });
  } finally {
    progress.close();
    watch.close();
  }
}

async function readEvaluation(path: string): Promise<z.output<typeof evaluationFile>> {
  const text = await readFile(path, "utf8").catch(() => null);
  const { data } = evaluationFile.safeParse(text === null ? null : parseJson(text));
  if (data !== undefined) return data;
  throw new AppError("invalid_request", `${path} is not a result of copydesk eval.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const percent = (part: number) => `${Math.round(part * 100)} %`.padStart(5);

function formatEvaluation({ model, results, mean, costUsd }: Evaluation): string {
  const rows = results.map(({ commit, subject, reason, score, newProblems, costUsd: cost }) => [
    ...[
      commit.slice(0, 10),
      percent(score.total),
      percent(score.pages),
      percent(score.lines),
      percent(score.terms),
    ],
    ...[newProblems === null ? "" : String(newProblems), cost === null ? "?" : cost.toFixed(4), reason],
    subject.slice(0, 60),
  ]);
  const head = ["COMMIT", "SCORE", "PAGES", "LINES", "TERMS", "PROBLEMS", "USD", "RESULT", "SUBJECT"];
  const cost = costUsd === null ? "cost not known" : `${costUsd.toFixed(4)} US dollars`;
  return `${formatTable(head, rows)}\n\n${model}: ${percent(mean.total).trim()} of what people merged, over ${countOf(results, "commit")}; ${cost}`;
}

function formatComparison(earlier: z.output<typeof evaluationFile>, now: Evaluation): string {
  const compared = compareEvaluations(earlier as unknown as Evaluation, now);
  if (compared.length === 0) return "The two runs have no commit in common.";
  const rows = compared.map(({ commit, subject, before, after }) => [
    ...[commit.slice(0, 10), percent(before), percent(after), signed(after - before), subject.slice(0, 60)],
  ]);
  const mean = (key: "before" | "after") =>
    meanOf(compared.map((one) => ({ pages: 0, lines: 0, terms: 0, total: one[key] }))).total;
  const difference = signed(mean("after") - mean("before"));
  return `${formatTable(["COMMIT", earlier.model, now.model, "CHANGE", "SUBJECT"], rows)}\n\nOver ${countOf(rows, "commit")} in both: ${difference}`;
}

function signed(part: number): string {
  const points = Math.round(part * 100);
  return `${points > 0 ? "+" : ""}${points}`;
}
