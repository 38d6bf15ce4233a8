import { createNeedles, type Needles } from "./create-needles.ts";
import { type Spellings, spellSecret } from "./spell-secret.ts";

/** Secrets that this process must not disclose: its own, and those of the projects that it has opened. */
export interface KnownSecrets {
  /** Adds secrets to those known. `owner`: a project's id, null for the instance. */
  learn(owner: string | null, secrets: readonly string[]): void;
  /** Returns the instance's own secrets and those of the project. */
  of(owner: string | null): Needles;
  /** Returns the secrets of the instance and of the projects opened last. */
  all(): Needles;
}

const ownersMax = 1_000;
const secretsPerOwnerMax = 64;
const needlesMax = 100_000;
/** Longer than the part that public keys of one kind share, which private keys contain too. */
const keyPartCharacters = 40;
const ownersInLogMax = 50;

interface Known {
  /** Secret → its spellings; the oldest are forgotten. */
  spellings: Map<string, Spellings[]>;
  needles: Needles | null;
}

export function createKnownSecrets(): KnownSecrets {
  const instance: Known = { spellings: new Map(), needles: null };
  const projects = new Map<string, Known>();
  let everything = createNeedles([]);
  return {
    learn(owner, secrets) {
      const known = owner === null ? instance : take(projects, owner);
      const fresh = secrets.filter((secret) => !known.spellings.has(secret));
      if (fresh.length === 0) return;
      const spellings = fresh.map((secret) => spell(secret));
      for (const [index, secret] of fresh.entries()) known.spellings.set(secret, spellings[index]!);
      if (owner !== null) dropOldest(known.spellings, secretsPerOwnerMax);
      known.needles?.add(spellings.flat());
      if (owner === null) for (const project of projects.values()) project.needles = null;
      everything.add(spellings.flat());
      if (everything.size() > needlesMax)
        everything = createNeedles(
          [instance, ...[...projects.values()].slice(-ownersInLogMax)].flatMap(list),
        );
    },
    of(owner) {
      const known = owner === null ? instance : (projects.get(owner) ?? instance);
      known.needles ??= createNeedles(
        known === instance ? list(instance) : [...list(instance), ...list(known)],
      );
      return known.needles;
    },
    all: () => everything,
  };
}

function take(projects: Map<string, Known>, owner: string): Known {
  const known = projects.get(owner) ?? { spellings: new Map(), needles: null };
  projects.delete(owner);
  projects.set(owner, known);
  dropOldest(projects, ownersMax);
  return known;
}

function dropOldest<T>(map: Map<string, T>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

function list({ spellings }: Known): Spellings[] {
  return [...spellings.values()].flat();
}

/** Includes every line of a private key except its first, which keys of one kind share. */
function spell(secret: string): Spellings[] {
  if (!secret.includes("-----BEGIN "))
    return [spellSecret(secret, secret.includes("://") ? { part: null } : {})];
  const lines = secret
    .split(/\r?\n/)
    .filter((line) => /^[\w+/=-]{24,}$/.test(line) && !line.startsWith("-----"));
  return (lines.length > 1 ? lines.slice(1) : lines).map((line) =>
    spellSecret(line, { part: keyPartCharacters }),
  );
}

/** Returns a URL with a password, and the password by itself. */
export function secretsOfUrl(url: string | null): string[] {
  if (url === null || !URL.canParse(url)) return [];
  const { password } = new URL(url);
  return password === "" ? [] : [url, password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
