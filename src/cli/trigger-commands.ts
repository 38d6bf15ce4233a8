import { type Command, Option } from "commander";
import { deliveryHosts, type TriggerRecord, triggerKinds } from "../triggers/trigger-schema.ts";
import {
  type CommandContext,
  defineRemoteCommand,
  parseWholeNumber,
  type RemoteOptions,
  withVerbs,
} from "./command.ts";
import { formatFields, formatTable } from "./output/format-table.ts";
import { addTriggerStop } from "./trigger-stop.ts";

interface Options extends RemoteOptions {
  project: string;
  name?: string;
  kind?: string;
  prompt?: string;
  topic?: string;
  cron?: string;
  timeZone?: string;
  host?: string;
  repository?: string;
  source?: string;
  translate?: string[];
  refGlob?: string[];
  path?: string[];
  label?: string[];
  on?: string;
  askAuthors?: boolean;
  window?: number;
  maxJobs?: number;
  maxCost?: number;
  enable?: boolean;
  disable?: boolean;
  start?: boolean;
  text?: string;
}

const exampleProject = "--project prj_0123456789abcdefghijkl";
const exampleId = "trg_0123456789abcdefghijkl";

export function addTriggerCommands(group: Command, context: CommandContext): void {
  const creating = define("create", "start jobs of a project automatically", {
    example: `copydesk trigger create ${exampleProject} --name links --kind schedule --cron "0 6 * * 1" --prompt "Fix broken links"`,
  })
    .requiredOption("--name <name>", "name of the trigger, and topic of its jobs")
    .addOption(
      new Option("--kind <kind>", "what it waits for").choices([...triggerKinds]).makeOptionMandatory(),
    )
    .requiredOption("--prompt <template>", "prompt of its jobs, with {{field}} of the event")
    .action((options: Options) => create(context, options));
  group.addCommand(addSettings(creating));
  const changing = define("set", "change a trigger, switch it on or off", { hasId: true, more: "--disable" })
    .option("--name <name>", "what it is called")
    .option("--prompt <template>", "prompt of its jobs, with {{field}} of the event")
    .option("--enable", "switch it on")
    .option("--disable", "switch it off")
    .action((triggerId: string, options: Options) => change(context, options, triggerId));
  group.addCommand(addSettings(changing));
  group.addCommand(
    define("list", "list a project's triggers").action((options: Options) => list(context, options)),
  );
  group.addCommand(
    define("test", "show what a trigger would ask, or why it would start nothing", { hasId: true })
      .option("--text <text>", "text of the event")
      .option("--start", "also start the job")
      .action((triggerId: string, options: Options) => test(context, options, triggerId)),
  );
  addForOne(group, context, "history", "show a trigger's events and what came of them", history);
  addForOne(group, context, "rotate", "replace the secret of a trigger's deliveries", rotate);
  addForOne(group, context, "remove", "remove a trigger with its history", remove);
  addTriggerStop(group, context);
}

function define(
  name: string,
  summary: string,
  { hasId = false, more = "", example }: { hasId?: boolean; more?: string; example?: string } = {},
): Command {
  const words = ["copydesk trigger", name, exampleProject, hasId ? exampleId : "", more];
  const command = defineRemoteCommand(name, {
    summary,
    example: example ?? words.filter((word) => word !== "").join(" "),
  }).requiredOption("--project <id>", "project whose jobs it starts");
  return hasId ? command.argument("<trigger id>", "id of the trigger") : command;
}

type ForOne = (context: CommandContext, options: Options, triggerId: string) => Promise<void>;

function addForOne(
  group: Command,
  context: CommandContext,
  name: string,
  summary: string,
  work: ForOne,
): void {
  group.addCommand(
    define(name, summary, { hasId: true }).action((triggerId: string, options: Options) =>
      work(context, options, triggerId),
    ),
  );
}

function addSettings(command: Command): Command {
  return command
    .option("--topic <template>", "which pull request its jobs share (default: its name)")
    .option("--cron <expression>", "for a schedule: minute, hour, day, month, day of the week")
    .option("--time-zone <zone>", "for a schedule (default: UTC)")
    .addOption(
      new Option("--host <host>", "who sends deliveries (default: generic)").choices([...deliveryHosts]),
    )
    .option("--repository <url>", "only events of this repository")
    .option("--source <name>", "check this context repository every minute; . is the project's own")
    .option("--translate <language>", "bring its translations up to date; can be given again", collect)
    .option("--ref-glob <glob>", "only these branches or tags; can be given again", collect)
    .option("--path <glob>", "only changes of these paths; can be given again", collect)
    .option("--label <name>", "only merges with one of these labels; can be given again", collect)
    .option("--ask-authors", "ask the person who pushed or merged to review")
    .addOption(new Option("--on <event>", "for a source change (default: push)").choices(["push", "merge"]))
    .option(
      "--window <seconds>",
      "how long to wait for further events of the topic",
      parseWholeNumber(0, 86_400),
    )
    .option("--max-jobs <number>", "jobs in a month", parseWholeNumber(1, 100_000))
    .option("--max-cost <usd>", "US dollars in a month", Number);
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function bodyOf(options: Options) {
  const { cron, timeZone, host, repository, source, translate, on, askAuthors } = options;
  const lists = { refs: options.refGlob, paths: options.path, labels: options.label };
  const settings = { cron, timeZone, host, repository, source, translate, on, askAuthors, ...lists };
  const budget = { maxJobs: options.maxJobs, maxCostUsd: options.maxCost };
  const hasAny = (values: object) => Object.values(values).some((value) => value !== undefined);
  return {
    ...{ name: options.name, prompt: options.prompt, topic: options.topic, windowSeconds: options.window },
    ...(hasAny(settings) && { settings }),
    ...(hasAny(budget) && { budget }),
  };
}

async function create(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const made = await verbs.createTrigger(
      options.project,
      present({ ...bodyOf(options), kind: options.kind }),
    );
    const { secret, ...record } = made;
    const text = secret === null ? formatTrigger(record) : withSecret(secret, record);
    return { document: made, text };
  });
}

async function change(context: CommandContext, options: Options, triggerId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const enabled = options.enable ? true : options.disable ? false : undefined;
    const body = present({ ...bodyOf(options), enabled });
    const record = await verbs.changeTrigger({ projectId: options.project, triggerId }, body);
    return { document: record, text: formatTrigger(record) };
  });
}

/** Removes undefined values at all depths: the local verbs would refuse such fields. */
function present(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object;
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const found = await verbs.listTriggers(options.project);
    const rows = found.data.map(({ id, name, kind, enabled, nextAt }) => [
      ...[id, name, kind, enabled ? "on" : "off", nextAt ?? ""],
    ]);
    const table =
      rows.length === 0
        ? "The project has no triggers."
        : formatTable(["ID", "NAME", "KIND", "STATE", "NEXT"], rows);
    const { stopped, instanceStopped } = found;
    const whole = instanceStopped ? "The triggers of all projects are stopped.\n\n" : "";
    return { document: found, text: `${whole}${stopped ? "All of them are stopped.\n\n" : ""}${table}` };
  });
}

async function test(context: CommandContext, options: Options, triggerId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const { text, start } = options;
    const body = present({ start, ...(text !== undefined && { event: { text } }) });
    const found = await verbs.testTrigger({ projectId: options.project, triggerId }, body);
    const overlaps = found.overlaps.map(({ prLink }) => `The same pages are changed in ${prLink}.`);
    const outcome = found.started ? "A job is started." : "Nothing was started.";
    const lines = [
      found.prompt,
      `Topic: ${found.topic}`,
      ...overlaps,
      found.ignored === null ? outcome : `Ignored: ${found.ignored}.`,
    ];
    return { document: found, text: lines.join("\n\n") };
  });
}

async function history(context: CommandContext, options: Options, triggerId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const page = await verbs.listTriggerHistory({ projectId: options.project, triggerId });
    const rows = page.data.map(({ at, event, state, jobId, note }) => [
      ...[at, event.kind, state, jobId ?? "", note],
    ]);
    const head = ["AT", "EVENT", "RESULT", "JOB", "WHY"];
    return {
      document: page,
      text: rows.length === 0 ? "Nothing has happened yet." : formatTable(head, rows),
    };
  });
}

async function rotate(context: CommandContext, options: Options, triggerId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const made = await verbs.rotateTriggerSecret({ projectId: options.project, triggerId });
    const { secret, ...record } = made;
    return { document: made, text: withSecret(secret ?? "", record) };
  });
}

async function remove(context: CommandContext, options: Options, triggerId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    await verbs.removeTrigger({ projectId: options.project, triggerId });
    return { document: { removed: triggerId }, text: `Trigger ${triggerId} is removed.` };
  });
}

function withSecret(secret: string, record: TriggerRecord): string {
  return `${secret}\n\n${formatTrigger(record)}\n\nKeep the secret now: it is not shown again.`;
}

function formatTrigger(record: TriggerRecord): string {
  const fields: [string, string][] = [
    ["name", record.name],
    ["kind", record.kind],
    ["state", record.enabled ? "on" : "off"],
    ["topic", record.topic],
    ["deliveries to", record.deliveryUrl ?? ""],
    ["next", record.nextAt ?? ""],
    ["translates", (record.settings.translate ?? []).join(", ")],
  ];
  return `Trigger ${record.id}\n${formatFields(fields.filter(([, value]) => value !== ""))}`;
}
