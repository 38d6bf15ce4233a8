import type { GiteaFlavour } from "./gitea-state.ts";

type FieldType = "string" | "integer" | "boolean" | "strings" | "integers" | "files";

interface BodyShape {
  required: readonly string[];
  fields: Readonly<Record<string, FieldType>>;
}

const pull = {
  title: "string",
  body: "string",
  base: "string",
  assignees: "strings",
  labels: "integers",
} as const;

/** What the fake takes, with and without the published description. */
const shapes: Record<string, BodyShape | undefined> = {
  repoCreatePullRequest: {
    required: ["head", "base", "title"],
    fields: { ...pull, head: "string", assignee: "string", milestone: "integer", due_date: "string" },
  },
  repoEditPullRequest: {
    required: [],
    fields: { ...pull, state: "string", assignee: "string", allow_maintainer_edit: "boolean" },
  },
  repoMergePullRequest: {
    required: ["Do"],
    fields: {
      ...{ Do: "string", MergeTitleField: "string", MergeMessageField: "string", MergeCommitID: "string" },
      ...{ head_commit_id: "string", delete_branch_after_merge: "boolean", force_merge: "boolean" },
    },
  },
  repoCreatePullReview: {
    required: [],
    fields: { body: "string", commit_id: "string", event: "string" },
  },
  repoCreatePullReviewRequests: { required: [], fields: { reviewers: "strings", team_reviewers: "strings" } },
  issueAddLabel: { required: [], fields: { labels: "integers" } },
  issueCreateLabel: {
    required: ["name", "color"],
    fields: { name: "string", color: "string", description: "string" },
  },
  issueCreateComment: { required: ["body"], fields: { body: "string" } },
  issueEditComment: { required: ["body"], fields: { body: "string" } },
  repoCreateBranch: {
    required: ["new_branch_name"],
    fields: { new_branch_name: "string", old_ref_name: "string", old_branch_name: "string" },
  },
  repoChangeFiles: {
    required: ["files"],
    fields: { files: "files", branch: "string", new_branch: "string", message: "string" },
  },
  repoCreateStatus: {
    required: [],
    fields: { context: "string", state: "string", description: "string", target_url: "string" },
  },
  createFork: { required: [], fields: { organization: "string", name: "string" } },
};

/** What one of the two takes and the other does not. */
const ofGiteaOnly: Record<string, Readonly<Record<string, FieldType>> | undefined> = {
  repoCreatePullRequest: { reviewers: "strings", team_reviewers: "strings" },
};

const fileFields = ["operation", "path", "content", "sha", "from_path"];
/** What one of the two also takes, "upload" and "rename", the fake does not do. */
const fileOperations = ["create", "update", "delete"];

/**
 * The host's words for a body that it does not take: `[Title]: Required`; null when there is nothing to say.
 */
export function findBodyProblem(flavour: GiteaFlavour, operation: string, body: unknown): string | null {
  const shape = shapes[operation];
  if (shape === undefined) return body === undefined ? null : "[]: no body is expected";
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return "[]: a JSON object is expected";
  const given = body as Record<string, unknown>;
  const fields = { ...shape.fields, ...(flavour === "gitea" ? ofGiteaOnly[operation] : {}) };
  for (const [name, value] of Object.entries(given)) {
    const type = fields[name];
    if (type === undefined) return `[${name}]: the field is not known`;
    if (!hasType(value, type)) return `[${name}]: json: cannot unmarshal into a field of type ${type}`;
  }
  // An empty string counts as missing.
  const missing = shape.required.find((name) => given[name] === undefined || given[name] === "");
  return missing === undefined ? null : `[${missing[0]!.toUpperCase()}${missing.slice(1)}]: Required`;
}

function hasType(value: unknown, type: FieldType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "integers":
      return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item));
    case "files":
      return Array.isArray(value) && value.length > 0 && value.every(isFile);
    default:
      return typeof value === type;
  }
}

function isFile(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const { operation, path } = value as { operation?: string; path?: string };
  return (
    entries.every(([name, field]) => fileFields.includes(name) && typeof field === "string") &&
    fileOperations.includes(operation ?? "") &&
    path !== undefined
  );
}
