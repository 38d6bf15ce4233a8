import type { FakeAnswer } from "./fake-server.ts";
import {
  forbidden,
  type GitlabCall,
  type GitlabRoute,
  notFound,
  pageOf,
  refuse,
} from "./gitlab-fake-call.ts";
import { findMergeRequest } from "./gitlab-fake-merge-requests.ts";
import { noteJson } from "./gitlab-json.ts";
import { doQuickActions } from "./gitlab-quick-actions.ts";
import { type GitlabMergeRequest, type GitlabNote, type GitlabState, newId } from "./gitlab-state.ts";

const operation = "ApiV4ProjectsIdMergeRequestsMergeRequestIidNotes";
const pattern = "projects/{project}/merge_requests/{iid}/notes";

export const noteRoutes: GitlabRoute[] = [
  {
    method: "GET",
    pattern,
    operation: `get${operation}`,
    query: ["sort", "order_by", "activity_filter"],
    handle: list,
  },
  { method: "POST", pattern, operation: `post${operation}`, handle: create },
  { method: "PUT", pattern: `${pattern}/{note}`, operation: `put${operation}NoteId`, handle: change },
  { method: "DELETE", pattern: `${pattern}/{note}`, operation: `delete${operation}NoteId`, handle: remove },
];

/** Newest first, unless asked for otherwise; what the host itself noted is among them. */
function list(call: GitlabCall): FakeAnswer {
  const one = findMergeRequest(call);
  if (one === undefined) return notFound();
  const isOfPeople = call.query.get("activity_filter") === "only_comments";
  const found = one.notes.filter(({ system }) => !(isOfPeople && system));
  const notes = call.query.get("sort") === "asc" ? found : found.toReversed();
  return pageOf(
    call,
    notes.map((note) => noteJson(call.state, one, note)),
  );
}

function create(call: GitlabCall): FakeAnswer {
  const { state, user } = call;
  const one = findMergeRequest(call);
  if (one === undefined) return notFound();
  const body = readText(call);
  if (body === null) return refuse(400, { note: ["can't be blank"] });
  const note = addNote(state, one, { author: user, body: doQuickActions(state, one, body) });
  return { status: 201, body: noteJson(state, one, note) };
}

export function addNote(
  state: GitlabState,
  one: GitlabMergeRequest,
  said: Pick<GitlabNote, "author" | "body" | "place">,
): GitlabNote {
  const note = { id: newId(state), system: false, at: new Date().toISOString(), ...said };
  one.notes.push(note);
  return note;
}

function remove(call: GitlabCall): FakeAnswer {
  const one = findMergeRequest(call);
  const note = one?.notes.find(({ id }) => String(id) === call.segments[5]);
  if (one === undefined || note === undefined) return notFound();
  if (note.author !== call.user || note.system) return forbidden();
  one.notes.splice(one.notes.indexOf(note), 1);
  return { status: 204 };
}

function change(call: GitlabCall): FakeAnswer {
  const one = findMergeRequest(call);
  const note = one?.notes.find(({ id }) => String(id) === call.segments[5]);
  if (one === undefined || note === undefined) return notFound();
  if (note.author !== call.user || note.system) return forbidden();
  const body = readText(call);
  if (body === null) return refuse(400, { note: ["can't be blank"] });
  note.body = doQuickActions(call.state, one, body);
  return { status: 200, body: noteJson(call.state, one, note) };
}

function readText({ body }: GitlabCall): string | null {
  const text = String(body.body ?? "");
  return text.trim() === "" || [...text].length > 1_000_000 ? null : text;
}
