type FieldType = "string" | "integer" | "boolean" | "names" | "ids";

interface BodyShape {
  required: readonly string[];
  fields: Readonly<Record<string, FieldType>>;
}

const ofMergeRequests = {
  title: "string",
  target_branch: "string",
  assignee_id: "integer",
  assignee_ids: "ids",
  reviewer_ids: "ids",
  description: "string",
  labels: "names",
  add_labels: "names",
  remove_labels: "names",
  milestone_id: "integer",
  remove_source_branch: "boolean",
  allow_collaboration: "boolean",
  squash: "boolean",
  merge_after: "string",
} as const satisfies Record<string, FieldType>;

const ofNotes = { body: "string", internal: "boolean", created_at: "string" } as const;

/** What the fake takes, with and without the published description, by its names of the operations. */
const shapes: Record<string, BodyShape | undefined> = {
  postApiV4ProjectsIdMergeRequests: {
    required: ["title", "source_branch", "target_branch"],
    fields: { ...ofMergeRequests, source_branch: "string", target_project_id: "integer" },
  },
  putApiV4ProjectsIdMergeRequestsMergeRequestIid: {
    required: [],
    fields: { ...ofMergeRequests, state_event: "string", discussion_locked: "boolean" },
  },
  putApiV4ProjectsIdMergeRequestsMergeRequestIidMerge: {
    required: [],
    fields: {
      ...{ merge_commit_message: "string", squash_commit_message: "string", sha: "string" },
      ...{ should_remove_source_branch: "boolean", squash: "boolean", auto_merge: "boolean" },
    },
  },
  approve: { required: [], fields: { sha: "string" } },
  postApiV4ProjectsIdMergeRequestsMergeRequestIidNotes: { required: ["body"], fields: ofNotes },
  putApiV4ProjectsIdMergeRequestsMergeRequestIidNotesNoteId: {
    required: ["body"],
    fields: { body: "string" },
  },
  postApiV4ProjectsIdStatusesSha: {
    required: ["state"],
    fields: {
      ...{ state: "string", ref: "string", name: "string", description: "string", target_url: "string" },
    },
  },
  fork: {
    required: [],
    fields: { name: "string", path: "string", namespace_id: "integer", namespace_path: "string" },
  },
};

/**
 * The host's words for a body that it does not take; null when there is nothing to say. Unknown fields it
 * would leave out.
 */
export function findBodyProblem(operation: string, body: unknown): string | null {
  const shape = shapes[operation];
  if (shape === undefined) return body === undefined ? null : "a body is not expected";
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "a JSON object is expected";
  const given = Object.entries(body);
  const unknown = given.filter(([name]) => shape.fields[name] === undefined);
  if (unknown.length > 0) return `${unknown.map(([name]) => name).join(", ")} is not known`;
  const missing = shape.required.filter((name) => (body as Record<string, unknown>)[name] === undefined);
  if (missing.length > 0) return missing.map((name) => `${name} is missing`).join(", ");
  const wrong = given.filter(([name, value]) => !hasType(value, shape.fields[name]!));
  if (wrong.length > 0) return wrong.map(([name]) => `${name} is invalid`).join(", ");
  const isChange = operation === "putApiV4ProjectsIdMergeRequestsMergeRequestIid";
  if (!isChange || given.length > 0) return null;
  return `${Object.keys(shape.fields).join(", ")} are missing, at least one parameter must be provided`;
}

/** Lists may be given as one string. */
function hasType(value: unknown, type: FieldType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "names":
      return typeof value === "string" || isListOf(value, (item) => typeof item === "string");
    case "ids":
      return isListOf(value, Number.isSafeInteger) || /^(\d+(,\d+)*)?$/.test(String(value));
    default:
      return typeof value === type;
  }
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check);
}

export function toNames(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value ?? ""];
  return items
    .flatMap((item) => String(item).split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

export function toIds(value: unknown): number[] {
  return toNames(value).map(Number);
}
