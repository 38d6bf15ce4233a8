import { readFile } from "node:fs/promises";
import { OpenAPIBackend } from "openapi-backend";

/** What is checked against the host's published description of its API. */
export interface GitlabDescription {
  /** What is wrong with the request; null when nothing is, or the operation is not described. */
  findRequestProblem(request: DescribedRequest): string | null;
  findAnswerProblem(operation: string, status: number, body: unknown): string | null;
}

export interface DescribedRequest {
  operation: string;
  method: string;
  /** With "/api/v4", without the path that the instance lives below. */
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: unknown;
}

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  oneOf?: Schema[];
}

type Content = Record<string, { schema: Schema } | undefined>;

interface Operation {
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content } | undefined>;
}

interface Definition {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const file = new URL("../../../../shared/api-descriptions/gitlab.json", import.meta.url);

let loaded: Promise<GitlabDescription | null> | undefined;

/**
 * One for all scenes of a process: compiling takes longer than a scene. Null where the description is not on
 * this machine.
 */
export function loadGitlabDescription(): Promise<GitlabDescription | null> {
  loaded ??= readDescription();
  return loaded;
}

async function readDescription(): Promise<GitlabDescription | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const definition = JSON.parse(text) as Definition;
  correct(definition);
  makeStrict(definition);
  const api = new OpenAPIBackend({
    definition: definition as never,
    apiRoot: "/",
    quick: true,
    coerceTypes: true,
    ajvOpts: { strict: false, formats: { "date-time": true } },
  });
  await api.init();
  const isDescribed = (operation: string) => api.router.getOperation(operation) !== undefined;
  return {
    findRequestProblem({ operation, method, path, query, headers, body }) {
      if (!isDescribed(operation)) return null;
      const request = { method, path, query, headers: headers as Record<string, string>, body };
      return problemOf(api.validateRequest(request, operation));
    },
    findAnswerProblem(operation, status, body) {
      if (body === undefined || status >= 400 || !isDescribed(operation)) return null;
      return problemOf(api.validateResponse(body, operation, status));
    },
  };
}

const text = (): Schema => ({ type: "string" });
const flag = (): Schema => ({ type: "boolean" });
const number = (): Schema => ({ type: "integer" });
const listOf = (items: Schema): Schema => ({ type: "array", items });
const users = () => listOf({ $ref: "#/components/schemas/API_Entities_UserBasic" });

/**
 * What the description gives as text or as one object, where the documentation's examples and the host give
 * something else.
 */
const ofMergeRequests = (): Record<string, Schema> => ({
  ...{ user_notes_count: number(), upvotes: number(), downvotes: number() },
  ...{ source_project_id: number(), target_project_id: number() },
  ...{ draft: flag(), work_in_progress: flag(), merge_when_pipeline_succeeds: flag() },
  ...{ should_remove_source_branch: flag(), force_remove_source_branch: flag(), discussion_locked: flag() },
  ...{ squash: flag(), has_conflicts: flag(), blocking_discussions_resolved: flag() },
  ...{ labels: listOf(text()), assignees: users(), reviewers: users() },
});

const position = (): Schema => ({
  type: "object",
  properties: {
    ...{ base_sha: text(), start_sha: text(), head_sha: text(), position_type: text() },
    ...{ old_path: text(), new_path: text(), old_line: number(), new_line: number() },
  },
});

const corrections = (): Record<string, Record<string, Schema>> => ({
  API_Entities_MergeRequest: ofMergeRequests(),
  API_Entities_MergeRequestBasic: ofMergeRequests(),
  API_Entities_Note: {
    ...{ id: number(), noteable_id: number(), project_id: number(), noteable_iid: number() },
    ...{ system: flag(), resolvable: flag(), resolved: flag(), confidential: flag(), internal: flag() },
    position: position(),
  },
  API_Entities_ProjectAccess: { access_level: number(), notification_level: number() },
  API_Entities_GroupAccess: { access_level: number(), notification_level: number() },
  API_Entities_UserPublic: { bot: flag() },
});

/** Bodies that take a list take it also as one text, with commas. */
const lists = ["labels", "add_labels", "remove_labels", "assignee_ids", "reviewer_ids"];

function correct({ paths, components: { schemas } }: Definition): void {
  for (const [name, fields] of Object.entries(corrections()))
    Object.assign(schemas[name]!.properties!, fields);
  for (const name of ["postApiV4ProjectsIdMergeRequests", "putApiV4ProjectsIdMergeRequestsMergeRequestIid"]) {
    const { properties = {} } = schemas[name]!;
    for (const list of lists) properties[list] = { oneOf: [properties[list]!, text()] };
  }
  const list = paths["/api/v4/projects/{id}/merge_requests"]!.get!.responses!["200"]!.content!;
  list["application/json"]!.schema = listOf(list["application/json"]!.schema);
  const branch = paths["/api/v4/projects/{id}/repository/branches/{branch}"]!.get!.parameters!;
  for (const parameter of branch) if (parameter.name === "branch") parameter.schema = text();
}

/** No object has other fields than the described ones; in answers everything may be null. */
function makeStrict({ paths, components: { schemas } }: Definition): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.startsWith("API_")) allowNull(schema);
    else if (schema.properties !== undefined) schema.additionalProperties = false;
  }
  for (const operation of Object.values(paths).flatMap(Object.values<Operation>)) {
    const body = operation.requestBody?.content?.["application/json"]?.schema;
    if (body?.properties !== undefined) body.additionalProperties = false;
  }
}

function allowNull(schema: Schema): void {
  if (schema.properties === undefined) return;
  schema.additionalProperties = false;
  for (const [field, property] of Object.entries(schema.properties)) {
    allowNull(property);
    schema.properties[field] = { oneOf: [property, { type: "null" }] };
  }
}

function problemOf({ valid, errors }: { valid?: boolean; errors?: unknown[] | null }): string | null {
  return valid ? null : JSON.stringify(errors ?? "unknown");
}
