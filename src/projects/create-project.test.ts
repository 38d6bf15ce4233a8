import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { AppError } from "../errors.ts";
import { createProject } from "./create-project.ts";
import { getProject } from "./get-project.ts";
import { listProjects } from "./list-projects.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

const docs = { name: "Docs", repository: "https://example.com/docs" };

test("a project has an id that cannot be guessed, and is found and listed", async () => {
  const project = await createProject(store, { ...docs, ref: "main", model: "copydesk/chores" });
  expect(project.id).toMatch(/^prj_[0-9A-Za-z]{22}$/);
  expect(project).toMatchObject({ ...docs, ref: "main", host: "git", model: "copydesk/chores" });
  expect(await getProject(store, project.id)).toEqual(project);
  const second = await createProject(store, docs);
  expect(second).toMatchObject({ ref: null, model: null });
  expect((await listProjects(store)).map(({ id }) => id)).toEqual([second.id, project.id]);
});

test.each([
  ["/srv/git/docs.git", "file:///srv/git/docs.git"],
  ["file:///srv/git/a%20b", "file:///srv/git/a%20b"],
  ["git@example.com:acme/docs.git", "git@example.com:acme/docs.git"],
])("the repository %s is stored as %s", async (repository, url) => {
  expect((await createProject(store, { ...docs, repository })).repository).toBe(url);
});

test.each([
  [{ ...docs, name: " " }, "invalid_request"],
  [{ ...docs, name: "x".repeat(101) }, "invalid_request"],
  [{ ...docs, host: "sourcehut" }, "invalid_request"],
  [{ ...docs, model: "chores" }, "invalid_request"],
  [{ ...docs, colour: "red" }, "invalid_request"],
  [{ name: "Docs" }, "invalid_request"],
  [{ ...docs, ref: "a..b" }, "invalid_ref"],
  [{ ...docs, ref: "--upload-pack=x" }, "invalid_ref"],
  [{ ...docs, repository: "ext::sh -c x" }, "invalid_repository_url"],
  [{ ...docs, repository: "--upload-pack=x" }, "invalid_repository_url"],
  [{ ...docs, repository: "https://user:secret@example.com/docs" }, "invalid_repository_url"],
])("%j is refused as %s", async (input, code) => {
  await expect(createProject(store, input)).rejects.toMatchObject({ code });
});

test("refuses an unknown model", async () => {
  const assertModel = () => {
    throw new AppError("unknown_model", "no");
  };
  await expect(createProject({ ...store, assertModel }, { ...docs, model: "a/b" })).rejects.toMatchObject({
    code: "unknown_model",
  });
});

test("a missing project throws project_not_found", async () => {
  await expect(getProject(store, "prj_x")).rejects.toMatchObject({ code: "project_not_found" });
});
