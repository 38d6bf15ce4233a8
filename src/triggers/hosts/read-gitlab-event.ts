import { z } from "zod";
import type { TriggerEvent } from "../trigger-event.ts";
import { isDeletion, readPushedCommits, shortRef } from "./push-parts.ts";

const text = z.string().nullish();
const project = z.object({ web_url: z.string() });
const user = z.object({ username: text }).nullish();
const paths = z.array(z.string()).nullish();

const push = z.object({
  object_kind: z.enum(["push", "tag_push"]),
  ref: z.string(),
  before: text,
  after: z.string(),
  user_username: text,
  project,
  /** GitLab includes only the newest 20 commits. */
  total_commits_count: z.int().nullish(),
  commits: z.array(z.object({ message: text, url: text, added: paths, modified: paths, removed: paths })),
});

const merge = z.object({
  object_kind: z.literal("merge_request"),
  user,
  project,
  labels: z.array(z.object({ title: z.string() })).nullish(),
  object_attributes: z.object({
    action: text,
    iid: z.int(),
    title: text,
    description: text,
    url: text,
    source_branch: z.string(),
    target_branch: z.string(),
    merge_commit_sha: text,
  }),
});

const release = z.object({
  object_kind: z.literal("release"),
  action: z.string(),
  tag: z.string(),
  name: text,
  description: text,
  url: text,
  project,
});

const said = z.object({
  object_kind: z.enum(["note", "issue"]),
  user,
  project,
  object_attributes: z.object({
    action: text,
    iid: z.int().nullish(),
    title: text,
    note: text,
    description: text,
    url: text,
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
  }),
  issue: z.object({ iid: z.int(), title: text }).nullish(),
  merge_request: z.object({ iid: z.int(), title: text }).nullish(),
});

/** Returns an empty list if nothing is to be started. */
export function readGitlabEvent(payload: unknown): TriggerEvent[] {
  const pushed = push.safeParse(payload).data;
  if (pushed !== undefined) return readPush(pushed);
  const merged = merge.safeParse(payload).data;
  if (merged !== undefined) return readMerge(merged);
  const released = release.safeParse(payload).data;
  if (released !== undefined) return readRelease(released);
  const talk = said.safeParse(payload).data;
  return talk === undefined ? [] : readSaid(talk);
}

function readPush({ ref, before, after, commits, ...told }: z.output<typeof push>): TriggerEvent[] {
  if (isDeletion(after)) return [];
  const isTag = told.object_kind === "tag_push";
  const url = commits.at(-1)?.url;
  const { text: said, ...touched } = readPushedCommits(commits, told.total_commits_count ?? undefined);
  return [
    {
      kind: isTag ? "release" : "push",
      repository: told.project.web_url,
      ref: shortRef(ref),
      commit: after,
      ...(before && { before }),
      ...(!isTag && touched),
      ...(told.user_username && { author: told.user_username }),
      ...(url && { url }),
      text: said,
    },
  ];
}

function readMerge({ object_attributes: one, ...told }: z.output<typeof merge>): TriggerEvent[] {
  if (one.action !== "merge") return [];
  return [
    {
      ...{ kind: "merge", repository: told.project.web_url, ref: one.target_branch, number: one.iid },
      ...(one.merge_commit_sha && { commit: one.merge_commit_sha }),
      before: one.source_branch,
      labels: (told.labels ?? []).map(({ title }) => title),
      ...(one.title && { title: one.title }),
      ...(told.user?.username && { author: told.user.username }),
      ...(one.url && { url: one.url }),
      text: one.description ?? "",
    },
  ];
}

function readRelease({ action, tag, ...told }: z.output<typeof release>): TriggerEvent[] {
  if (action !== "create") return [];
  return [
    {
      ...{ kind: "release", repository: told.project.web_url, ref: tag },
      ...(told.name && { title: told.name }),
      ...(told.url && { url: told.url }),
      text: told.description ?? "",
    },
  ];
}

function readSaid({ object_attributes: one, ...told }: z.output<typeof said>): TriggerEvent[] {
  const isNew = ["create", "open", undefined, null].includes(one.action);
  if (!isNew || one.system || one.internal) return [];
  const about = told.issue ?? told.merge_request ?? one;
  return [
    {
      ...{ kind: "comment", repository: told.project.web_url },
      ...(about.iid && { number: about.iid }),
      ...(about.title && { title: about.title }),
      ...(told.user?.username && { author: told.user.username }),
      ...(one.url && { url: one.url }),
      text: one.note ?? one.description ?? "",
    },
  ];
}
