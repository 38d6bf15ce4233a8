import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { azureDevopsModule } from "../../src/code-hosts/azure-devops/module.ts";
import { type AzureScene, prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { addFork, addPull, bits, bot, guid } from "../helpers/code-hosts/azure-state.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

const scenes = await prepareAzureScenes();
let scene: AzureScene;

beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

/** The Services have one host for an organization's repositories and another one for its identities. */
function servicesOptions(repository: string) {
  const { origin } = new URL(scene.baseUrl);
  const asked: string[] = [];
  const fetchServices = (async (input: string, init: RequestInit) => {
    asked.push(input);
    const there = input
      .replace("https://vssps.dev.azure.com/", `${origin}/vssps/`)
      .replace("https://dev.azure.com/", `${origin}/`);
    return await fetch(there, init);
  }) as typeof fetch;
  return { asked, options: scene.options({ repository, fetch: fetchServices }) };
}

describe("addresses", () => {
  test.each([
    "https://dev.azure.com/acme/Team%20Docs/_git/docs",
    "https://acme.visualstudio.com/DefaultCollection/Team%20Docs/_git/docs",
    "git@ssh.dev.azure.com:v3/acme/Team%20Docs/docs",
  ])("%s is asked for at the Services", async (repository) => {
    const { asked, options } = servicesOptions(repository);
    const connection = azureDevopsModule.connect(options);
    const opened = await connection.pullRequests.openPullRequest(await makeDraft(scene));
    const page = "https://dev.azure.com/acme/Team%20Docs/_git/docs/pullrequest";
    expect(opened.url).toBe(`${page}/${opened.number}`);
    expect(await connection.canWrite(scene.userId("writer"))).toBe(true);
    const ofIdentities = asked.filter((url) => url.includes("/_apis/identities"));
    expect(ofIdentities.length).toBeGreaterThan(0);
    for (const url of ofIdentities) expect(url).toMatch(/^https:\/\/vssps\.dev\.azure\.com\/acme\//);
  });

  test("a server's collection may be in a folder, and its API at another address than git", async () => {
    const other = await scenes.start({ base: "/tfs/Default Collection" });
    const repository = "ssh://devops.example.com:22/tfs/Default%20Collection/Team%20Docs/_git/docs";
    for (const options of [other.options(), other.options({ repository, apiUrl: other.baseUrl })]) {
      const { pullRequests } = azureDevopsModule.connect(options);
      expect(await pullRequests.whoAmI()).toEqual({ login: "bot@example.com", missing: [] });
    }
    await other.close();
  });

  test("a project of the repository's name may be left out, also for a fork", async () => {
    const other = await scenes.start({ project: "docs" });
    const options = other.options({ repository: `${other.baseUrl}/_git/docs` });
    const connection = azureDevopsModule.connect(options);
    expect(await connection.pullRequests.findPullRequest(branch)).toBeNull();
    expect(await connection.ensureFork!()).toEqual({
      owner: "bot",
      repository: `${other.baseUrl}/docs/_git/docs.bot`,
    });
    await other.close();
  });
});

describe("credentials", () => {
  test.each([
    [
      "203 and a page",
      { status: 203, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
    ],
    ["a redirect", { status: 302, headers: { location: "https://host/_signin?realm=dev.azure.com" } }],
  ])(
    "being shown where to sign in, by %s, is code_host_unauthorized after one request",
    async (_, before) => {
      scene.fail({ before, times: 9 });
      await expect(connect(scene).findPullRequest(branch)).rejects.toMatchObject({
        code: "code_host_unauthorized",
        message: expect.stringContaining("Azure DevOps answered 401"),
      });
      expect(scene.requests).toHaveLength(1);
    },
  );

  test("somebody whom an organization with public projects does not know is code_host_unauthorized", async () => {
    const authenticatedUser = {
      id: guid(0),
      descriptor: "Microsoft.TeamFoundation.UnauthenticatedIdentity;S-1-0-0",
      providerDisplayName: "Anonymous",
    };
    scene.fail({ before: { status: 200, body: { authenticatedUser } } });
    await expect(connect(scene).whoAmI()).rejects.toMatchObject({ code: "code_host_unauthorized" });
  });

  test("a token of Microsoft Entra is sent as a bearer, a personal access token without a user", async () => {
    const { token } = scene.options().credentials;
    const options = scene.options({ credentials: { token, tokenKind: "oauth" } });
    expect(await azureDevopsModule.connect(options).pullRequests.findPullRequest(branch)).toBeNull();
    expect(await connect(scene).findPullRequest(branch)).toBeNull();
    const basic = Buffer.from(`:${token}`).toString("base64");
    expect(scene.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${token}`,
      `Basic ${basic}`,
    ]);
  });

  test("neither the token nor its encoded form is in a message", async () => {
    const { token } = scene.options().credentials;
    const basic = Buffer.from(`:${token}`).toString("base64");
    scene.fail({ before: { status: 400, body: { message: `No: ${token} ${basic}` } } });
    const error = await connect(scene)
      .findPullRequest(branch)
      .catch((thrown: Error) => thrown);
    expect(String(error)).toContain("No: [redacted] [redacted]");
  });

  test.each([
    ["code_write", "Code (Read & write)"],
    ["code", "Code (Read & write)"],
    ["identity", "Identity (Read)"],
  ] as const)("whoAmI names the scope of a token without %s", async (scope, name) => {
    scene.state.scopes.delete(scope);
    expect(await connect(scene).whoAmI()).toEqual({ login: "bot@example.com", missing: [name] });
    expect(scene.pullRequests()).toEqual([]);
  });

  test("whoAmI names permissions as they are set", async () => {
    scene.state.permissions.set(bot, bits.read);
    const { missing } = await connect(scene).whoAmI();
    expect(missing).toEqual(["Contribute", "Create branch", "Contribute to pull requests"]);
  });

  test("whoAmI of a repository that is not shown says so", async () => {
    scene.state.permissions.set(bot, 0);
    await expect(connect(scene).whoAmI()).rejects.toMatchObject({
      code: "code_host_refused",
      message: expect.stringContaining("Team Docs/docs is not there"),
    });
  });
});

describe("pull requests", () => {
  const patches = () => writes(scene).filter(({ method }) => method === "PATCH");

  test("text and base are two requests: the host does nothing else when it is told another base", async () => {
    const host = connect(scene);
    const draft = await makeDraft(scene);
    const { number } = await host.openPullRequest(draft);
    await host.updatePullRequest(number, { ...draft, title: "Another", baseRef: "next" });
    expect(scene.pullRequests()[0]).toMatchObject({ title: "Another", base: "next" });
    expect(patches().map(({ body }) => Object.keys(body as object))).toEqual([
      ["title", "description"],
      ["targetRefName"],
    ]);
  });

  test("a base that is gone when a pull request is moved to it is ref_not_found", async () => {
    const host = connect(scene);
    const draft = await makeDraft(scene);
    const { number } = await host.openPullRequest(draft);
    await expect(host.updatePullRequest(number, { ...draft, baseRef: "nex" })).rejects.toMatchObject({
      code: "ref_not_found",
    });
  });

  test("one whose description the list cuts is adopted without being written again", async () => {
    const draft = await makeDraft(scene, { body: "A sentence of the description. ".repeat(60) });
    const opened = await connect(scene).openPullRequest(draft);
    expect(await connect(scene).openPullRequest(draft)).toEqual(opened);
    expect(patches()).toEqual([]);
  });

  test("a body is as long as the host takes, and no longer", async () => {
    const draft = await makeDraft(scene, { body: "x".repeat(9_000) });
    await connect(scene).openPullRequest(draft);
    const { length } = scene.pullRequests()[0]!.body;
    expect(length).toBeLessThanOrEqual(4_000);
    expect(length).toBeGreaterThan(3_900);
  });

  test("a conflict that is not about another pull request is refused at once", async () => {
    const draft = await makeDraft(scene);
    const body = { message: "TF401192: stale", typeKey: "GitPullRequestStaleException" };
    scene.fail({ when: ({ method }) => method === "POST", before: { status: 409, body }, times: 9 });
    await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({ code: "code_host_refused" });
    expect(scene.requests).toHaveLength(1);
  });

  test("one that is completed or abandoned stays as it is", async () => {
    const host = connect(scene);
    const draft = await makeDraft(scene);
    const { number } = await host.openPullRequest(draft);
    await scene.merge(number);
    const before = writes(scene).length;
    expect(await host.updatePullRequest(number, { ...draft, title: "Late" })).toMatchObject({
      state: "merged",
    });
    expect(writes(scene)).toHaveLength(before);
  });

  test("the branch of somebody else's fork with the same name is not the job's", async () => {
    const { state } = scene;
    const fork = await addFork(state, { name: "docs.writer", parent: state.repository });
    const pull = { author: "writer", title: "t", description: "", source: branch, target: "main" };
    addPull(state, { ...pull, sourceRepository: fork });
    expect(await connect(scene).findPullRequest(branch)).toBeNull();
    const opened = await connect(scene).openPullRequest(await makeDraft(scene));
    expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
  });

  test("a label that the host refuses costs nothing but that label", async () => {
    scene.state.refusedLabels.add("docs");
    await connect(scene).openPullRequest(await makeDraft(scene, { labels: ["docs", "automated"] }));
    expect(scene.pullRequests()[0]).toMatchObject({ labels: ["automated"] });
  });

  test.each([
    ["an e-mail address", "Writer@example.com", ["writer"]],
    ["the name of a person", "reviewer", ["reviewer"]],
    ["a team", "team:Writers", ["[Team Docs]\\Writers"]],
    ["the beginning of a name", "review", []],
    ["the name of a team that is no team", "team:reviewer", []],
    ["a name that two have", "twin", []],
    ["a person who may not read the repository", "stranger", []],
  ])("%s: who is asked to review", async (_, name, reviewers) => {
    for (const [at, twin] of ["twin", "twin", "stranger"].entries()) {
      scene.state.users.push({ id: guid(70 + at), name: twin, isActive: true, isContainer: false });
    }
    scene.state.permissions.set("twin", bits.read);
    await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: [name] }));
    expect(scene.pullRequests()[0]).toMatchObject({ state: "open", reviewers });
  });

  test("reviewers cost nothing when the token may not look for them", async () => {
    scene.state.scopes.delete("identity");
    await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["reviewer"] }));
    expect(scene.pullRequests()[0]).toMatchObject({ state: "open", reviewers: [] });
  });
});

describe("comments", () => {
  const say = (body: string, number: number) => connect(scene).comment(number, { topic: "one", body });

  test("what is said needs no resolving", async () => {
    const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
    await say("First.", number);
    expect(scene.state.pulls[0]!.threads.at(-1)).toMatchObject({ status: "closed" });
  });

  test.each([
    ["with its thread", []],
    ["from under a reply", [{ id: 2, author: "writer", content: "Fine.", isDeleted: false }]],
  ])("what people have deleted %s is said again", async (_, replies) => {
    const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
    await say("First.", number);
    const { threads } = scene.state.pulls[0]!;
    threads.at(-1)!.comments[0]!.isDeleted = true;
    threads.at(-1)!.comments.push(...replies);
    await say("First.", number);
    expect(threads).toHaveLength(3);
  });
});
