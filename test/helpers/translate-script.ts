import type { Script } from "./scripted-model-server.ts";

export interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

export const call = (name: string, args: Record<string, unknown>): Call => ({ name, arguments: args });
export const finish = call("finish", { title: "Update translations", summary: "Updated." });

/** Replaces each stale place that it is told of with its source in capital letters. */
export const translate: Script = (_index, { messages }) => {
  const step = messages.filter(({ role }) => role === "assistant").length;
  const task = messages.find(({ role }) => role === "user");
  const pages = readTask(String(task?.content ?? ""));
  if (step === 0) return { calls: pages.map(({ path }) => call("read", { path })) };
  if (step === 1)
    return {
      calls: pages.map(({ path, places }) =>
        call("edit", {
          path,
          edits: places.map(({ source, translation }) => ({ old: translation, new: source.toUpperCase() })),
        }),
      ),
    };
  return { calls: [finish] };
};

/** The stale places that a job for translations is given. */
export function readTask(text: string) {
  return text
    .split(/^(?="\S+" \(\w+\) translates )/m)
    .slice(1)
    .map((part) => ({
      path: /^"(\S+)"/.exec(part)![1]!,
      places: part
        .split(/^Place \d+ of /m)
        .slice(1)
        .map((place) => ({
          source: quoted(place, "source is"),
          translation: quoted(place, "translation is"),
        })),
    }));
}

function quoted(text: string, what: string): string {
  const lines = text
    .slice(text.indexOf(`The ${what}:`))
    .split("\n")
    .slice(2);
  const end = lines.findIndex((line) => !line.startsWith("> "));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => line.slice(2))
    .join("\n");
}
