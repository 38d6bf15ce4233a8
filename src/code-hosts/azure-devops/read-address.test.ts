import { expect, test } from "vitest";
import { readAddress } from "./read-address.ts";

const acme = { baseUrl: "https://dev.azure.com/acme", identityUrl: "https://vssps.dev.azure.com/acme" };
const inProject = { project: "Team Docs", repository: "docs" };
const ofItsOwn = { project: "docs", repository: "docs" };

test.each([
  ["https://dev.azure.com/acme/Team%20Docs/_git/docs", { ...acme, ...inProject }],
  ["https://dev.azure.com/acme/_git/docs", { ...acme, ...ofItsOwn }],
  ["https://dev.azure.com/acme/Team%20Docs/_git/_optimized/docs", { ...acme, ...inProject }],
  ["https://acme.visualstudio.com/Team%20Docs/_git/docs", { ...acme, ...inProject }],
  ["https://acme.visualstudio.com/DefaultCollection/Team%20Docs/_git/docs", { ...acme, ...inProject }],
  ["https://acme.visualstudio.com/DefaultCollection/_git/docs", { ...acme, ...ofItsOwn }],
  ["https://acme.visualstudio.com/_git/docs", { ...acme, ...ofItsOwn }],
  ["git@ssh.dev.azure.com:v3/acme/Team%20Docs/docs", { ...acme, ...inProject }],
  ["ssh://git@ssh.dev.azure.com/v3/acme/Team%20Docs/docs", { ...acme, ...inProject }],
  ["acme@vs-ssh.visualstudio.com:v3/acme/Team%20Docs/docs", { ...acme, ...inProject }],
  [
    "https://dev.azure.com/acme/Team%20Docs/_git/docs%20%26%20more",
    { ...acme, project: "Team Docs", repository: "docs & more" },
  ],
])("%s is a repository of the Services", (repository, address) => {
  expect(readAddress({ repository, apiUrl: null })).toMatchObject(address);
});

const server = (baseUrl: string) => ({ baseUrl, identityUrl: baseUrl });

test.each([
  [
    "https://host/tfs/DefaultCollection/Team%20Docs/_git/docs",
    null,
    "https://host/tfs/DefaultCollection",
    inProject,
  ],
  ["https://host/tfs/DefaultCollection/_git/docs", null, "https://host/tfs/DefaultCollection", ofItsOwn],
  [
    "http://host:8080/DefaultCollection/Team%20Docs/_git/docs",
    null,
    "http://host:8080/DefaultCollection",
    inProject,
  ],
  ["https://host/DefaultCollection/_git/docs", null, "https://host/DefaultCollection", ofItsOwn],
  ["https://host/My%20Docs/Team%20Docs/_git/docs", null, "https://host/My%20Docs", inProject],
  ["https://host/azure/Main/_git/docs", "https://host/azure/Main", "https://host/azure/Main", ofItsOwn],
  [
    "ssh://host:22/tfs/Main/Team%20Docs/_git/docs",
    "https://host:8443/tfs/Main",
    "https://host:8443/tfs/Main",
    inProject,
  ],
])("%s with the API at %s is a repository of a server", (repository, apiUrl, baseUrl, place) => {
  expect(readAddress({ repository, apiUrl })).toMatchObject({ ...server(baseUrl), ...place });
});

test.each([
  "https://dev.azure.com/acme/docs",
  "https://dev.azure.com/_git/docs",
  "https://dev.azure.com/acme/docs/_git/",
  "https://dev.azure.com/acme/a/b/_git/docs",
  "https://dev.azure.com/acme/%2e%2e/_git/docs",
  "https://dev.azure.com/acme/docs/_git/docs/more",
  "git@ssh.dev.azure.com:acme/docs",
  "https://host/docs.git",
  "https://host/_git/docs",
  "/srv/docs",
])("%j does not identify a repository on Azure DevOps", (repository) => {
  expect(() => readAddress({ repository, apiUrl: null })).toThrowError(
    expect.objectContaining({ code: "invalid_repository_url" }),
  );
});

test.each([
  ["https://dev.azure.com/acme/Team%20Docs/_git/docs", "https://dev.azure.com/acme/Team%20Docs/_git/"],
  ["https://dev.azure.com/acme/_git/docs", "https://dev.azure.com/acme/docs/_git/"],
  ["https://host/docs/_git/docs/", "https://host/docs/docs/_git/"],
  ["git@ssh.dev.azure.com:v3/acme/Team%20Docs/docs", "git@ssh.dev.azure.com:v3/acme/Team%20Docs/"],
])("beside %s git finds %s", (repository, gitFolder) => {
  expect(readAddress({ repository, apiUrl: null })).toMatchObject({ gitFolder });
});
