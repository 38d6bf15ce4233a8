import type { RemoteAccess, RemoteOptions } from "../remote/open-remote.ts";
import type { RemoteWords } from "../remote/remote-words.ts";
import type { Conversation, ConversationRequest } from "./conversation.ts";
import { converse } from "./converse.ts";
import { flushPacket, packetOf } from "./packets.ts";
import { capabilityOf, type Greeting, readGreeting } from "./read-greeting.ts";
import { readReport } from "./read-report.ts";

export interface RefUpdate {
  ref: string;
  /**
   * Commit that the ref must have; null: the ref must not exist; undefined: whatever it has when the push
   * begins.
   */
  expected?: string | null;
  /** New commit of the ref; null deletes it. */
  next: string | null;
  /**
   * Returns the pack that brings the commit; `advertised` are commits that the remote has. Not called for a
   * deletion.
   */
  pack?(advertised: ReadonlySet<string>, greeting: Greeting): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * `pushed`: the ref was changed. `unchanged`: it already was as wanted. `stale`: it is not as expected, and
 * nothing was sent. `refused`: the host refused it, with its own reason.
 */
export type PushOutcome = Told & { words: RemoteWords };

type Told =
  | { kind: "pushed" | "unchanged" | "stale" }
  | { kind: "refused"; reason: string; isUnpacked: boolean };

/** Limit for the advertised commits: more would make the pack only a little smaller. */
const advertisedMax = 50_000;
const wantedCapabilities = ["report-status-v2", "report-status", "side-band-64k"];

/** Changes one ref of a remote. Throws what `converse` throws. */
export async function pushRef(
  options: RemoteOptions,
  remote: RemoteAccess,
  request: Omit<ConversationRequest, "service"> & { totalMs: number },
  update: RefUpdate,
): Promise<PushOutcome> {
  const asked = { ...request, service: "receive-pack" } as const;
  const { result, words } = await converse(options, remote, asked, (conversation) =>
    push(conversation, update),
  );
  return { ...result, words };
}

async function push(conversation: Conversation, update: RefUpdate): Promise<Told> {
  const { ref, next } = update;
  let current: string | null = null;
  const advertised = new Set<string>();
  const greeting = await readGreeting(conversation.greeting, (name, id) => {
    if (name === ref) current = id;
    if (advertised.size < advertisedMax) advertised.add(id);
  });
  if (current === next) return { kind: "unchanged" };
  if (update.expected !== undefined && current !== update.expected) return { kind: "stale" };
  if (next === null && capabilityOf(greeting, "delete-refs") === null)
    return { kind: "refused", reason: "remote does not support deleting refs", isUnpacked: true };
  const pack = next === null ? null : await update.pack!(advertised, greeting);
  const isBanded = capabilityOf(greeting, "side-band-64k") !== null;
  const reader = await conversation.ask(requestOf({ ref, expected: current, next }, greeting, pack));
  if (capabilityOf(greeting, "report-status") === null) {
    // Such a server reports nothing and just ends.
    while ((await reader.next()) !== null);
    return { kind: "pushed" };
  }
  const report = await readReport(reader, { ref, isBanded, said: conversation.said });
  if (report.refusal === null) return { kind: "pushed" };
  return { kind: "refused", reason: conversation.redact(report.refusal), isUnpacked: report.isUnpacked };
}

async function* requestOf(
  { ref, expected, next }: { ref: string; expected: string | null; next: string | null },
  greeting: Greeting,
  pack: AsyncIterable<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  const zeros = "0".repeat((next ?? expected ?? "").length);
  const known = wantedCapabilities.filter((name) => capabilityOf(greeting, name) !== null);
  // Of the two report formats, the newer one.
  const chosen = known.includes("report-status-v2")
    ? known.filter((name) => name !== "report-status")
    : known;
  const format = capabilityOf(greeting, "object-format");
  if (format !== null) chosen.push(`object-format=${format}`);
  const command = `${expected ?? zeros} ${next ?? zeros} ${ref}\0 ${chosen.join(" ")}`;
  yield Buffer.concat([packetOf(command), flushPacket]);
  if (pack !== null) yield* pack;
}
