import { resolve } from "node:path";
import type { Command } from "commander";
import type { FolderPolicy } from "../../folder-check/check-folder-policy.ts";
import { policyPath } from "../../policy/policy-schema.ts";
import { countOf } from "../../text/count-of.ts";
import type { CommandContext } from "../command.ts";
import { watchSignals } from "../service/watch-signals.ts";

const closedShownMax = 10;

export function addPolicyCheck(parent: Command, context: CommandContext): void {
  parent
    .command("check")
    .description("read a repository's .copydesk.yml, and say which of its files jobs may write")
    .argument("[path]", "folder or file of the repository", ".")
    .option("--json", "print one JSON document")
    .helpOption("-h, --help", "show this help")
    .addHelpText(
      "after",
      "\nExit code: 0 the file is valid, 1 it is not.\n\nExample:\n  copydesk policy check",
    )
    .action(async (path: string, { json }: { json?: boolean }) => {
      const { io, openFolderChecker } = context.deps;
      const checker = await openFolderChecker(null);
      const watch = watchSignals(io);
      try {
        const found = await checker.checkPolicy({ scope: resolve(io.cwd, path), signal: watch.signal });
        io.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : formatPolicy(found));
        context.finish(found.problems.length > 0 ? 1 : 0);
      } finally {
        watch.close();
        checker.close();
      }
    });
}

function formatPolicy({ isThere, problems, writable, closed }: FolderPolicy): string {
  if (problems.length > 0) {
    const lines = problems.map(({ line, column, message }) => `${policyPath}:${line}:${column}: ${message}`);
    const count = countOf(problems, "problem");
    return `${lines.join("\n")}\n\n${count}. Jobs end with invalid_policy until it is fixed.\n`;
  }
  const head = isThere
    ? `${policyPath} is right.`
    : `There is no ${policyPath}: jobs may write what their project allows.`;
  const lines = [head, "", `Jobs may write ${countOf(writable, "file")}.`];
  const reasons = Map.groupBy(closed, ({ reason }) => reason);
  for (const [reason, files] of reasons) {
    lines.push("", `They leave ${countOf(files, "file")}: ${reason}`);
    for (const { path } of files.slice(0, closedShownMax)) lines.push(`  ${path}`);
    if (files.length > closedShownMax) lines.push(`  … and ${files.length - closedShownMax} more (--json)`);
  }
  return `${lines.join("\n")}\n`;
}
