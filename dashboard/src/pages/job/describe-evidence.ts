import type { CitationsEvent, ContextEvent, UnchangedEvent } from "../../../../sdk/src/generated-types.ts";
import type { AnyEvent } from "./event-log.ts";
import { count, type Fact, plain } from "./fact.ts";

/** Describes what a job reads besides its repository, and what its change is based on. */
export function describeEvidence(event: AnyEvent): Fact | null {
  switch (event.kind) {
    case "context":
      return event.data.sources.length === 0 ? null : describeContext(event.data);
    case "citations":
      return event.data.cited.length + event.data.uncited.length === 0 ? null : describeCitations(event.data);
    case "unchanged":
      return describeUnchanged(event.data);
    default:
      return null;
  }
}

function describeContext({ sources }: ContextEvent["data"]): Fact {
  const lines = sources.map(
    ({ name, repository, ref, commit }) => `${name}: ${repository}, ${ref} at ${commit.slice(0, 10)}`,
  );
  return plain(`Reads beside it: ${sources.map(({ name }) => name).join(", ")}`, lines.join("\n"));
}

function describeCitations({ cited, uncited }: CitationsEvent["data"]): Fact {
  const places = cited.map(({ path, line, evidence }) => `${path}:${line} ← ${evidence}`);
  const without = uncited.map(({ path, line }) => `${path}:${line} cites nothing`);
  const lacking = uncited.length === 0 ? "" : `; ${count(uncited.length, "paragraph")} without one`;
  return plain(`${count(cited.length, "citation")}${lacking}`, [...places, ...without].join("\n"));
}

function describeUnchanged({ reasons, pages }: UnchangedEvent["data"]): Fact {
  const lines = pages.map(({ path, why }) => (why === null ? path : `${path}: ${why}`));
  return plain("Nothing had to be changed", [reasons, ...lines].join("\n"));
}
