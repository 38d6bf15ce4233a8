import type { Command } from "commander";
import { AppError } from "../errors.ts";
import { type CommandContext, defineRemoteCommand, type RemoteOptions, withVerbs } from "./command.ts";

interface StopOptions extends RemoteOptions {
  project?: string;
  all?: boolean;
}

export function addTriggerStop(group: Command, context: CommandContext): void {
  addStop(group, context, "stop", "stop all triggers of a project, or of the whole instance");
  addStop(group, context, "resume", "resume the triggers of a project, or of the instance");
}

function addStop(group: Command, context: CommandContext, name: "stop" | "resume", summary: string): void {
  const example = `copydesk trigger ${name} --project prj_0123456789abcdefghijkl`;
  group.addCommand(
    defineRemoteCommand(name, { summary, example })
      .option("--project <id>", "project whose triggers are meant")
      .option("--all", "the triggers of all projects; for operators")
      .action((options: StopOptions) => stop(context, options, name === "stop")),
  );
}

async function stop(context: CommandContext, options: StopOptions, stopped: boolean): Promise<void> {
  const { project, all = false } = options;
  if ((project === undefined) !== all)
    throw new AppError("invalid_request", "Name one project with --project, or all of them with --all.");
  await withVerbs(context, options, async (verbs) => {
    const document =
      project === undefined
        ? await verbs.stopAllTriggers({ stopped })
        : await verbs.stopTriggers(project, { stopped });
    const whose = all ? "All triggers of the instance" : "All triggers of the project";
    if (stopped) return { document, text: `${whose} are stopped.` };
    const stillStopped = project !== undefined && (await verbs.listTriggers(project)).instanceStopped;
    const but = "The triggers of all projects are still stopped: copydesk trigger resume --all.";
    return { document, text: stillStopped ? but : `${whose} go on.` };
  });
}
