import type { AzureRepository, AzureScope, AzureState } from "./azure-state.ts";
import type { FakeAnswer } from "./fake-server.ts";

export interface AzureCall {
  state: AzureState;
  /** Of the path, decoded, in their order; without the project. */
  params: string[];
  query: URLSearchParams;
  /** Checked already. */
  body: unknown;
  /** The first parameter of `/repositories/{repositoryId}/…`. */
  repository: AzureRepository;
}

export interface AzureRoute {
  /** As the description names it; null where it says nothing of it. */
  operation: string | null;
  method: string;
  /** Below the organization and the project, or below the organization. */
  path: RegExp;
  /** As the description writes the path, below the project. */
  template: string;
  isOfProject: boolean;
  /** Null: every token is good enough. */
  scope: AzureScope | null;
  isPreview: boolean;
  handle(call: AzureCall): Promise<FakeAnswer> | FakeAnswer;
}

/** `POST /git/repositories/{id}/…` is of the project; beginning with `_` it is of the organization. */
export function route(
  operation: string | null,
  line: string,
  scope: AzureScope | null,
  handle: AzureRoute["handle"],
  { isPreview = false } = {},
): AzureRoute {
  const [method, template] = line.split(" ") as [string, string];
  const isOfProject = template.startsWith("/");
  const source = `/_apis${isOfProject ? template : template.slice(1)}`.replace(/\{[^}]*\}/g, "([^/]+)");
  // The host does not care about the case of its own words.
  return {
    operation,
    method,
    path: new RegExp(`^${source}$`, "i"),
    template,
    isOfProject,
    scope,
    isPreview,
    handle,
  };
}

/** As the host words its refusals. */
export function fail(status: number, typeKey: string, message: string): FakeAnswer {
  const typeName = `Microsoft.TeamFoundation.Git.Server.${typeKey}, Microsoft.TeamFoundation.Git.Server`;
  return {
    status,
    body: { $id: "1", innerException: null, message, typeName, typeKey, errorCode: 0, eventId: 3000 },
  };
}

export function list(value: readonly unknown[]): FakeAnswer {
  return { status: 200, body: { value, count: value.length } };
}

export function ok(body: object): FakeAnswer {
  return { status: 200, body };
}

export function invalidArgument(message: string): FakeAnswer {
  return fail(400, "InvalidArgumentValueException", message);
}

export function pullNotFound(): FakeAnswer {
  return fail(404, "GitPullRequestNotFoundException", "TF401180: The requested pull request was not found.");
}

export function needsPermission(permission: string): FakeAnswer {
  const message = `TF401027: You need the Git '${permission}' permission to perform this action. Details: identity 'bot@example.com', scope 'repository'.`;
  return fail(403, "GitNeedsPermissionException", message);
}

export function cannotBeActivated(): FakeAnswer {
  return fail(
    400,
    "GitPullRequestCannotBeActivated",
    "TF401398: The pull request cannot be activated because the source and/or the target branch no longer exists, or the requested refs are not branches.",
  );
}
