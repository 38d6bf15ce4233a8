import { showHidden } from "../../../../src/text/show-hidden.ts";

export interface CallText {
  /** The agent's action while it runs, after it, and if it did not happen. */
  doing: string;
  done: string;
  tried: string;
  /** Page, folder or words in question. */
  subject: string;
  detail?: string;
}

type Input = Record<string, unknown>;

const texts: Record<string, (input: Input) => CallText> = {
  list: (input) => ({
    doing: "Listing",
    done: "Listed",
    tried: "Tried to list",
    subject: word(input.glob) || word(input.path) || "/",
  }),
  search: (input) => ({
    ...(word(input.pattern) === ""
      ? { doing: "Searching", done: "Searched", tried: "Tried to search", subject: "" }
      : {
          ...{ doing: "Searching for", done: "Searched for", tried: "Tried to search for" },
          subject: `“${word(input.pattern)}”`,
        }),
    ...(word(input.glob) !== "" && { detail: `in ${word(input.glob)}` }),
  }),
  read: (input) => ({
    doing: "Reading",
    done: "Read",
    tried: "Tried to read",
    subject: word(input.path),
    ...(typeof input.offset === "number" && { detail: `from line ${input.offset}` }),
  }),
  edit: (input) => ({ doing: "Editing", done: "Edited", tried: "Tried to edit", subject: word(input.path) }),
  write: (input) => ({ doing: "Writing", done: "Wrote", tried: "Tried to write", subject: word(input.path) }),
  move: (input) => ({
    doing: "Moving",
    done: "Moved",
    tried: "Tried to move",
    subject: `${word(input.from)} → ${word(input.to)}`,
  }),
  delete: (input) => ({
    doing: "Deleting",
    done: "Deleted",
    tried: "Tried to delete",
    subject: word(input.path),
  }),
  check: (input) => ({
    doing: "Running the checks",
    done: "Ran the checks",
    tried: "Tried to run the checks",
    subject: word(input.rule),
  }),
  finish: (input) => ({
    doing: "Finishing",
    done: "Finished",
    tried: "Tried to finish",
    subject: "",
    ...(word(input.title) !== "" && { detail: `“${word(input.title)}”` }),
  }),
};

/** Describes a tool call in a sentence for people. The model's input may have any shape. */
export function describeCall(name: string, input: unknown): CallText {
  const fields = typeof input === "object" && input !== null ? (input as Input) : {};
  if (Object.hasOwn(texts, name)) return texts[name]!(fields);
  return { doing: "Calling", done: "Called", tried: "Tried to call", subject: showHidden(name) };
}

function word(value: unknown): string {
  return typeof value === "string" ? showHidden(value).replaceAll("\n", " ").slice(0, 300) : "";
}

/** Returns a tool's refusal without the parts meant for the model. */
export function describeRefusal(output: string): string {
  return showHidden(output.replace(/^error: (?:[a-z_]+: )?/, ""));
}
