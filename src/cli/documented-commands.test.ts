import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "./build-program.ts";
import type { CliDeps } from "./deps.ts";

const root = join(import.meta.dirname, "../..");

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  "sdk/README.md",
  ...readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join("src", name)),
];

interface Mention {
  page: string;
  text: string;
}

/**
 * Finds every command that a page, a hint or an example names, also without its first word: "`project set
 * --model`".
 */
function findMentions(page: string): Mention[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll("\\n", "\n");
  // In a program a backtick begins a text, not a code span.
  const quotes = page.endsWith(".ts") ? '"(' : "`(";
  const start = new RegExp(
    `(?:^[ ]*(?:\\$ )?|[${quotes}]|(?:&&|\\|) )(?:[A-Z_]+=\\S+ )*copydesk ((?:[a-z-]+|--[a-z])[^\`\n"]*)`,
    "gm",
  );
  const full = text.matchAll(start);
  const short = page.endsWith(".ts")
    ? []
    : text.matchAll(/`((?:project|key|management-key|job|webhook|secrets) [a-z][a-z-]*(?: [^`\n]*)?)`/g);
  return [...full, ...short].map(([, words]) => ({ page, text: words!.trim() }));
}

const io = { stdout: { color: false }, stderr: { color: false } };
const program = await buildProgram({ version: "0", io } as unknown as CliDeps, () => undefined);

/** Returns what is wrong with a command as written, or null. */
function findFault(text: string): string | null {
  const words = text.split(/\s+/);
  let command: Command = program;
  while (words.length > 0 && /^[a-z][a-z-|]*$/.test(words[0]!)) {
    const name = words[0]!.split("|", 1)[0];
    const next = command.commands.find((child) => child.name() === name);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command === program && !words[0]?.startsWith("-")) return `there is no command ${words[0]}`;
  if (command.commands.length > 0 && command !== program && words.length > 0 && /^[a-z]/.test(words[0]!))
    return `${command.name()} has no command ${words[0]}`;
  const known = new Set(["--help", "--version", ...command.options.map(({ long }) => long)]);
  const strange = words
    .map((word) => /^--[a-z][a-z-]*/.exec(word)?.[0])
    .filter((name) => name && !known.has(name));
  return strange.length === 0 ? null : `${command.name()} has no ${strange.join(", ")}`;
}

test("every command and option in the documentation and the hints exists", () => {
  const mentions = pages.flatMap(findMentions);
  expect(mentions.length).toBeGreaterThan(60);
  const faults = mentions.flatMap(({ page, text }) => {
    const fault = findFault(text);
    return fault === null ? [] : [`${page}: copydesk ${text}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

function listCommands(command: Command): string[] {
  return command.commands.flatMap((child) => {
    const below = child.commands.length === 0 ? [""] : listCommands(child).map((name) => ` ${name}`);
    return below.map((name) => `${child.name()}${name}`);
  });
}

test("the reference has every command, and no other", () => {
  const table = readFileSync(join(root, "docs/cli.md"), "utf8");
  const named = [...table.matchAll(/^\| `copydesk ([a-z -]+)` \|/gm)].map(([, words]) => words!);
  expect(named.toSorted()).toEqual(listCommands(program).toSorted());
});

function listOptions(command: Command): string[] {
  const own = command.options.map(({ long }) => long ?? "");
  return [...own, ...command.commands.flatMap(listOptions)];
}

test("every option is named on some page", () => {
  const text = pages
    .filter((page) => page.endsWith(".md"))
    .map((page) => readFileSync(join(root, page), "utf8"))
    .join("\n");
  const words = new Set(text.match(/--[a-z][a-z-]*/g));
  expect([...new Set(listOptions(program))].filter((option) => !words.has(option))).toEqual([]);
});

test("what npm prints never comes before a JSON document: documented npm scripts with --json are silent", () => {
  const lines = pages
    .flatMap((page) => readFileSync(join(root, page), "utf8").split("\n"))
    .filter((line) => /npm (?:run|start)\b.*--json/.test(line));
  expect(lines.filter((line) => !/npm (?:run |start )?(?:-s|--silent)\b/.test(line))).toEqual([]);
});
