import { describeEvidence } from "./describe-evidence.ts";
import type { AnyEvent } from "./event-log.ts";
import { count, type Fact, type FactItem, plain } from "./fact.ts";

/** Null if another event already tells people the same. */
export function toFact(event: AnyEvent): FactItem | null {
  const fact = describe(event);
  return fact === null ? null : { type: "fact", seq: event.seq, at: event.at, ...fact };
}

function describe(event: AnyEvent): Fact | null {
  const { kind, data } = event;
  switch (kind) {
    case "started":
      return data.resumes
        ? { tone: "warning", text: "A worker stopped; another one goes on with what was recorded" }
        : null;
    case "restarted":
      return { tone: "warning", text: "Started over", detail: data.why };
    case "prepared": {
      const start = `${count(data.files, "file")} at ${data.startCommit.slice(0, 10)}`;
      return plain(`Opened ${data.baseRef}: ${start}`, data.note);
    }
    case "baseline":
      return plain(
        `Checked ${[data.site, ...(data.otherSites ?? [])].map(describeSite).join(", ")} before any change: ${count(data.findings, "problem")}`,
        data.notJudged.map(({ reason }) => reason).join("\n"),
      );
    case "prompt":
      if (data.cause === "nudge") return plain("The agent was reminded to use its tools");
      if (data.cause === "message") return plain("The agent has read the message");
      if (data.cause !== "task" || !data.instructions) return null;
      return plain("The agent read the project’s instructions", data.instructions);
    case "summary":
      return plain("The model’s window was full: earlier steps were summarised", data.text);
    case "repair_round":
      return {
        tone: "warning",
        text: `Repair round ${data.round}: ${count(data.new, "new problem")} to repair`,
      };
    case "engine_result":
      return data.kind === "finished"
        ? plain(data.title ?? "The agent finished", data.summary)
        : { tone: "bad", text: data.message ?? `The agent ended: ${data.kind}` };
    case "committed":
      return plain(`Committed “${data.title}”, ${count(data.files.length, "file")} changed`, data.summary);
    case "previewed":
      return { tone: "good", text: `The preview “${data.title}” is ready`, detail: data.summary };
    case "pull_request_requested":
      return plain("Somebody asked for the pull request");
    case "pushed":
      return plain(`Pushed ${data.branch} at ${data.commit.slice(0, 10)}`);
    case "pull_request":
      return { tone: "good", text: `Pull request #${data.number} is ${data.state}` };
    case "pull_request_state":
      return {
        tone: data.state === "merged" ? "good" : "plain",
        text: `Pull request #${data.number} is ${data.state === "open" ? "open again" : data.state}`,
      };
    case "completed":
      return { tone: "good", text: data.message };
    case "failed":
      return { tone: data.reason === "cancelled" ? "warning" : "bad", text: data.message };
    case "archived":
      return plain(data.automatic ? "Archived, because nothing had happened for a long time" : "Archived");
    case "unarchived":
      return plain("Unarchived");
    default:
      return describeEvidence(event);
  }
}

function describeSite({ pageCount, generator }: { pageCount: number; generator: string }): string {
  return `${count(pageCount, "page")} (${generator})`;
}
