import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import {
  type CommandContext,
  defineRemoteCommand,
  parseWholeNumber,
  type RemoteOptions,
  withVerbs,
} from "../command.ts";
import { errorText } from "../output/error-text.ts";
import { formatActivity } from "../output/format-activity.ts";
import type { Verbs } from "../verbs/verbs.ts";
import { watchSignals } from "./watch-signals.ts";

interface Options extends RemoteOptions {
  once?: boolean;
  every: number;
}

/** Moving the cursor to the corner and erasing only what is below the text avoids flicker. */
const home = "\u001b[H";
const clearRest = "\u001b[J";
const clearLine = "\u001b[K";

export function addTop(program: Command, context: CommandContext): void {
  const command = defineRemoteCommand("top", {
    summary: "show the queue, running jobs, workers and the last hour, kept up to date",
    example: "copydesk top\ncopydesk top --once --json",
  })
    .option("--once", "show it once and end; always so without a terminal")
    .option("--every <seconds>", "seconds between two updates", parseWholeNumber(1, 3_600), 2)
    .action((options: Options) => top(context, options));
  program.addCommand(command);
}

async function top(context: CommandContext, options: Options): Promise<void> {
  const { stdout } = context.deps.io;
  await withVerbs(context, options, async (verbs) => {
    if (!options.once && !options.json && stdout.columns !== null) await follow(context, verbs, options);
    const activity = await verbs.readActivity();
    return { document: activity, text: formatActivity(activity, stdout) };
  });
}

/** Repeats until Ctrl-C; the caller then shows the last state once more, which stays on the screen. */
async function follow({ deps }: CommandContext, verbs: Verbs, { every }: Options): Promise<void> {
  const { io } = deps;
  const watch = watchSignals(io);
  io.stdout.write("\u001b[2J");
  try {
    while (!watch.signal.aborted) {
      const text = await verbs.readActivity().then(
        (activity) => formatActivity(activity, io.stdout, io.stdout.rows ?? undefined),
        // A service that restarts is back soon.
        (error: unknown) => `${errorText(error)}\n`,
      );
      io.stdout.write(`${home}${text.replaceAll("\n", `${clearLine}\n`)}${clearRest}`);
      await sleep(every * 1_000, undefined, { signal: watch.signal }).catch(() => undefined);
    }
    io.stdout.write(`${home}${clearRest}`);
  } finally {
    watch.close();
  }
}
