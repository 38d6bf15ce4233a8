import { posix } from "node:path";
import { z } from "zod";
import type { OutsideAnswer, OutsideInput, OutsideRule } from "../outside-rules.ts";
import type { Finding } from "../types.ts";

/** A program's output for the files that it was given. */
export interface ProgramOutput {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs Vale with these arguments on these files alone; a string says why that is impossible. */
export type RunVale = (
  options: { args: readonly string[]; files: ReadonlyMap<string, Buffer> },
  signal: AbortSignal,
) => Promise<ProgramOutput | string>;

const alerts = z.record(
  z.string(),
  z.array(
    z.object({
      Check: z.string(),
      Message: z.string(),
      Severity: z.string(),
      Line: z.int(),
      /** Code points of the line, from 1. */
      Span: z.tuple([z.int(), z.int()]),
      Match: z.string().optional(),
    }),
  ),
);
const failure = z.object({ Text: z.string() });

const pagesMax = 2_000;
const styleFilesMax = 5_000;
const styleBytesMax = 32 * 1024 ** 2;
const findingsMax = 1_000;
const messageMax = 500;

/** Applies the repository's own styles to the pages, and reports alerts on lines that the change adds. */
export function createValeRule(run: RunVale): OutsideRule {
  return async (input) => {
    const configuration = findConfiguration(input.settings.paths);
    if (configuration === null) return notJudged("the repository has no .vale.ini");
    const folder = posix.dirname(configuration) === "." ? "" : `${posix.dirname(configuration)}/`;
    const pages = input.pages.filter((path) => path.startsWith(folder));
    if (pages.length === 0) return { findings: [], notJudged: null };
    const settings = await readSettings(input, configuration, folder);
    if (typeof settings === "string") return notJudged(settings);
    const texts = await readPages(input, pages.slice(0, pagesMax));
    const files = new Map([
      ...settings,
      ...[...texts].map(([path, bytes]) => [path.slice(folder.length), bytes] as const),
    ]);
    const names = [...texts.keys()].map((path) => `./${path.slice(folder.length)}`);
    const args = [
      "--output=JSON",
      "--no-exit",
      "--no-global",
      `--config=${posix.basename(configuration)}`,
      ...names,
    ];
    const output = await run({ args, files }, input.signal);
    if (typeof output === "string") return notJudged(output);
    const found = readOutput(output);
    if (typeof found === "string") return notJudged(found);
    const findings: Finding[] = [];
    for (const [name, ofPage] of Object.entries(found)) {
      const path = `${folder}${posix.normalize(name)}`;
      const text = texts.get(path)?.toString("utf8");
      if (text === undefined) continue;
      const isAdded = await findAdded(input, path, text.split("\n"));
      for (const alert of ofPage)
        if (isAdded(alert.Line)) findings.push(describe(path, text.split("\n"), alert));
    }
    const left = pages.length - texts.size;
    const reason = `${left} pages more than the ${pagesMax} of one run`;
    return {
      findings: findings.slice(0, findingsMax),
      notJudged: left > 0 ? { reason, isWhole: false } : null,
    };
  };
}

function notJudged(reason: string): OutsideAnswer {
  return { findings: [], notJudged: { reason, isWhole: true } };
}

/** Returns the one nearest to the top. */
function findConfiguration(paths: readonly string[]): string | null {
  const depth = (path: string) => path.split("/").length;
  const all = paths.filter((path) => posix.basename(path) === ".vale.ini");
  return all.sort((a, b) => depth(a) - depth(b))[0] ?? null;
}

/**
 * Returns the configuration and its styles, by paths below its folder, or the reason why they cannot be used.
 */
async function readSettings(
  { settings }: OutsideInput,
  configuration: string,
  folder: string,
): Promise<Map<string, Buffer> | string> {
  const bytes = await settings.read(configuration);
  const found = new Map([[posix.basename(configuration), bytes]]);
  const written = /^[ \t]*StylesPath[ \t]*=(.*)$/m.exec(bytes.toString("utf8"))?.[1]?.trim();
  if (written === undefined || written === "") return found;
  const styles = `${posix.normalize(written).replace(/\/$/, "")}/`;
  if (styles.startsWith("/") || styles.startsWith("../"))
    return `its StylesPath, ${written}, is not beside .vale.ini`;
  const paths = settings.paths.filter(
    (path) => path.startsWith(folder) && path.startsWith(styles, folder.length),
  );
  if (paths.length > styleFilesMax) return `its styles have more than ${styleFilesMax} files`;
  let size = 0;
  for (const path of paths) {
    const style = await settings.read(path);
    size += style.length;
    if (size > styleBytesMax) return `its styles have more than ${styleBytesMax / 1024 ** 2} MiB`;
    found.set(path.slice(folder.length), style);
  }
  return found;
}

async function readPages({ read }: OutsideInput, paths: readonly string[]): Promise<Map<string, Buffer>> {
  const texts = new Map<string, Buffer>();
  for (const path of paths) {
    const bytes = await read(path);
    if (bytes !== null) texts.set(path, bytes);
  }
  return texts;
}

type Alerts = z.output<typeof alerts>;

function readOutput({ code, stdout, stderr }: ProgramOutput): Alerts | string {
  const said = alerts.safeParse(parse(stdout));
  if (code === 0 && said.success) return said.data;
  const told = failure.safeParse(parse(stderr));
  const reason = told.success ? told.data.Text : stderr;
  return `Vale ended with ${code === null ? "a signal" : `code ${code}`}: ${reason.replace(/\s+/g, " ").trim().slice(0, messageMax)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the added lines by number, from 1: those whose text occurs more often than before. */
async function findAdded(
  { readBefore }: OutsideInput,
  path: string,
  lines: readonly string[],
): Promise<(line: number) => boolean> {
  if (readBefore === null) return () => true;
  const known = new Map<string, number>();
  const before = (await readBefore(path))?.toString("utf8") ?? "";
  for (const line of before.split("\n")) known.set(line, (known.get(line) ?? 0) + 1);
  const added = new Set<number>();
  for (const [at, line] of lines.entries()) {
    const left = known.get(line) ?? 0;
    if (left === 0) added.add(at + 1);
    else known.set(line, left - 1);
  }
  return (line) => added.has(line);
}

function describe(path: string, lines: readonly string[], alert: Alerts[string][number]): Finding {
  const { Check, Message, Severity, Line, Span, Match } = alert;
  const before = [...(lines[Line - 1] ?? "")].slice(0, Math.max(0, Span[0] - 1)).join("");
  const message = `${Message.slice(0, messageMax)} (${Check}, ${Severity})`;
  const target = Match === undefined || Match === "" ? {} : { target: Match.slice(0, messageMax) };
  return { rule: "vale", path, line: Math.max(1, Line), column: before.length + 1, message, ...target };
}
