type FieldType = "string" | "number" | "boolean" | "refName" | "reference" | Shape | readonly [Shape];

interface Shape {
  required?: readonly string[];
  fields: { readonly [name: string]: FieldType };
}

const reference: Shape = { required: ["id"], fields: { id: "string", project: "reference" } };
const comment: Shape = {
  required: ["content"],
  fields: { content: "string", commentType: "string", parentCommentId: "number" },
};

/**
 * What the fake takes, with and without the published description. That a pull request has its branches is
 * looked at by what opens it, in the host's words.
 */
const shapes: Record<string, Shape | undefined> = {
  "Pull Requests_Create": {
    fields: {
      sourceRefName: "refName",
      targetRefName: "refName",
      title: "string",
      description: "string",
      isDraft: "boolean",
      labels: [{ required: ["name"], fields: { name: "string" } }],
      reviewers: [reference],
      forkSource: { required: ["repository"], fields: { repository: "reference" } },
    },
  },
  "Pull Requests_Update": {
    fields: {
      title: "string",
      description: "string",
      targetRefName: "refName",
      status: "string",
      isDraft: "boolean",
      lastMergeSourceCommit: { required: ["commitId"], fields: { commitId: "string" } },
      completionOptions: {
        fields: { mergeStrategy: "string", mergeCommitMessage: "string", deleteSourceBranch: "boolean" },
      },
    },
  },
  "Pull Request Statuses_Create": {
    required: ["context"],
    fields: {
      ...{ state: "string", description: "string", targetUrl: "string", iterationId: "number" },
      context: { required: ["name"], fields: { name: "string", genre: "string" } },
    },
  },
  "Pull Request Labels_Create": { required: ["name"], fields: { name: "string" } },
  "Pull Request Reviewers_Create Pull Request Reviewer": {
    required: ["vote"],
    fields: { id: "string", vote: "number", isRequired: "boolean" },
  },
  "Pull Request Threads_Create": {
    required: ["comments"],
    fields: { comments: [comment], status: "string" },
  },
  "Pull Request Thread Comments_Update": { required: ["content"], fields: { content: "string" } },
  Repositories_Create: {
    required: ["name"],
    fields: { name: "string", project: "reference", parentRepository: "reference" },
  },
  evaluate: {
    required: ["evaluations"],
    fields: {
      alwaysAllowAdministrators: "boolean",
      evaluations: [
        {
          required: ["securityNamespaceId", "token", "permissions"],
          fields: { securityNamespaceId: "string", token: "string", permissions: "number" },
        },
      ],
    },
  },
};

/** What is wrong with a body; null when nothing is. */
export function findBodyProblem(operation: string, body: unknown): string | null {
  const shape = shapes[operation];
  if (shape === undefined) return body === undefined ? null : "no body is expected";
  return findProblem(shape, body, "body");
}

function findProblem(type: FieldType, value: unknown, at: string): string | null {
  if (type === "reference") return findProblem(reference, value, at);
  if (type === "refName") {
    const isRefName = typeof value === "string" && value.startsWith("refs/");
    return isRefName ? null : `${at} is no full name of a ref`;
  }
  if (typeof type === "string") return typeof value === type ? null : `${at} is no ${type}`;
  if (isList(type)) {
    if (!Array.isArray(value)) return `${at} is no list`;
    return firstOf(value.map((item, index) => findProblem(type[0], item, `${at}[${index}]`)));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${at} is no object`;
  const given = value as Record<string, unknown>;
  const missing = type.required?.find((name) => given[name] === undefined);
  if (missing !== undefined) return `${at}.${missing} is missing`;
  return firstOf(
    Object.entries(given).map(([name, field]) => {
      const wanted = type.fields[name];
      return wanted === undefined
        ? `${at}.${name} is not known`
        : findProblem(wanted, field, `${at}.${name}`);
    }),
  );
}

function isList(type: FieldType): type is readonly [Shape] {
  return Array.isArray(type);
}

function firstOf(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
