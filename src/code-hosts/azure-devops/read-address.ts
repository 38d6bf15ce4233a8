import { AppError } from "../../errors.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { isPathSegment, pathSegment } from "../path-segment.ts";
import { type RepositoryAddress, readRepositoryAddress } from "../repository-address.ts";

/** Location of a repository and of the API that serves it. */
export interface AzureAddress {
  /** URL of the organization, or of a server's collection, without a trailing slash. */
  baseUrl: string;
  /** Base URL for identities, which Azure DevOps Services keep on another host. */
  identityUrl: string;
  project: string;
  repository: string;
  /**
   * Common prefix of the git URLs of all repositories in the project, with the same protocol and a trailing
   * slash.
   */
  gitFolder: string;
}

interface Place {
  /** Decoded path of the organization or collection below its host. */
  collection: string[];
  /** Null if omitted. */
  project: string | null;
  repository: string;
}

const services = "https://dev.azure.com";
const identityServices = "https://vssps.dev.azure.com";
const sshHosts = ["ssh.dev.azure.com", "vs-ssh.visualstudio.com"];

/**
 * Parses a repository URL as Azure DevOps shows it for git, for the Services and for servers. The project may
 * be omitted if it has the repository's name. Throws `invalid_repository_url`.
 */
export function readAddress({
  repository: url,
  apiUrl,
}: {
  repository: string;
  apiUrl: string | null;
}): AzureAddress {
  const address = readRepositoryAddress(url);
  const place = isOfServices(address) ? placeInServices(address) : placeOnServer(address, apiUrl);
  if (place === null) throw notOfAzure(url);
  const { collection, repository } = place;
  const project = place.project ?? repository;
  if (![...collection, project, repository].every(isPathSegment)) throw notOfAzure(url);
  const origin = isOfServices(address) ? services : address.origin;
  const baseUrl = apiUrl ?? [origin, ...collection.map(pathSegment)].join("/");
  return {
    baseUrl,
    identityUrl: identityUrlOf(baseUrl),
    project,
    repository,
    gitFolder: gitFolderOf(url, place.project === null ? project : null),
  };
}

function isOfServices({ hostname }: RepositoryAddress): boolean {
  return hostname === "dev.azure.com" || sshHosts.includes(hostname) || organizationHost(hostname) !== null;
}

/** Returns the organization of `{organization}.visualstudio.com`. */
function organizationHost(hostname: string): string | null {
  return /^([^.]+)\.visualstudio\.com$/.exec(hostname)?.[1] ?? null;
}

function placeInServices({ hostname, segments }: RepositoryAddress): Place | null {
  if (sshHosts.includes(hostname)) {
    const [version, organization, project, repository] = segments;
    const isWhole = version === "v3" && segments.length === 4;
    return isWhole ? { collection: [organization!], project: project!, repository: repository! } : null;
  }
  const split = splitAtGit(segments);
  if (split === null) return null;
  const { before, repository } = split;
  const organization = organizationHost(hostname);
  const path = organization === null ? before.slice(1) : before.filter(isNoDefaultCollection);
  const collection = organization ?? before[0];
  if (collection === undefined || path.length > 1) return null;
  return { collection: [collection], project: path[0] ?? null, repository };
}

function isNoDefaultCollection(segment: string): boolean {
  return segment.toLowerCase() !== "defaultcollection";
}

/**
 * The segments before `_git` are an optional folder (usually `tfs`), the collection, and the project unless
 * omitted.
 */
function placeOnServer({ segments }: RepositoryAddress, apiUrl: string | null): Place | null {
  const split = splitAtGit(segments);
  if (split === null) return null;
  const { before, repository } = split;
  const depth =
    apiUrl === null ? guessCollectionDepth(before) : readRepositoryAddress(`${apiUrl}/_`).segments.length - 1;
  if (depth < 1 || before.length < depth || before.length > depth + 1) return null;
  return { collection: before.slice(0, depth), project: before[depth] ?? null, repository };
}

function guessCollectionDepth(before: readonly string[]): number {
  const withoutProject = before[0]?.toLowerCase() === "tfs" ? 2 : 1;
  return before.length > withoutProject ? before.length - 1 : withoutProject;
}

/** `_full` or `_optimized` may follow `_git`. */
function splitAtGit(segments: readonly string[]): { before: string[]; repository: string } | null {
  const at = segments.indexOf("_git");
  const [first, ...rest] = segments.slice(at + 1);
  const repository = first === "_full" || first === "_optimized" ? rest.shift() : first;
  if (at < 0 || repository === undefined || rest.length > 0) return null;
  return { before: segments.slice(0, at), repository };
}

function gitFolderOf(url: string, omittedProject: string | null): string {
  const path = trimEndCharacters(url, "/");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (omittedProject === null) return folder;
  return folder.replace(/_git\/(?:_full\/|_optimized\/)?$/, `${pathSegment(omittedProject)}/$&`);
}

function identityUrlOf(baseUrl: string): string {
  return baseUrl.startsWith(`${services}/`)
    ? `${identityServices}${baseUrl.slice(services.length)}`
    : baseUrl;
}

function notOfAzure(url: string): AppError {
  return new AppError(
    "invalid_repository_url",
    `${url} does not say where the repository is on Azure DevOps. Example: https://dev.azure.com/organization/project/_git/repository`,
  );
}
