import { z } from "zod";
import { givenCredentials } from "../projects/check-credentials.ts";
import { hostName, hostUrl } from "../projects/host-schemas.ts";
import { plainText } from "../schemas/plain-text.ts";
import { refName } from "../schemas/ref-name.ts";
import { globCharactersMax } from "../text/match-glob.ts";

/** Maximum number of context repositories per project. */
export const contextRepositoriesMax = 10;
const globsMax = 50;

export const sourceNamePattern = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const name = z
  .string()
  .regex(
    sourceNamePattern,
    "must be 1 to 40 lower-case letters, digits, - or _, starting with a letter or digit",
  );
const include = z.array(plainText({ max: globCharactersMax })).max(globsMax);

const { token, tokenKind, username, app, ssh, certificateAuthority } = givenCredentials.shape;

/** Credentials needed to read; nothing is ever signed or received for a context repository. */
const readingCredentials = z.strictObject({ token, tokenKind, username, app, ssh, certificateAuthority });

export const addContextInput = z.strictObject({
  name: name.meta({ description: "Name that jobs use for it; citations begin with it." }),
  repository: plainText({ max: 2_000 }).meta({ description: "URL, or path of a repository of the machine." }),
  ref: refName.optional().meta({ description: "Branch; the repository's default branch when absent." }),
  include: include.default([]).meta({ description: "Globs of what jobs see; everything if empty." }),
  host: hostName.optional(),
  hostUrl: hostUrl.optional(),
  credentials: readingCredentials.optional(),
  anyway: z.boolean().default(false).meta({ description: "Store it even if the branch cannot be read now." }),
});

/** Absent fields stay; null removes a value. */
export const changeContextInput = z.strictObject({
  name: name.optional(),
  ref: refName.nullable().optional(),
  include: include.optional(),
  credentials: readingCredentials.nullable().optional(),
  anyway: z.boolean().default(false),
});

const time = z.iso.datetime({ precision: 3 });

/** A context repository without its credentials. */
export const contextRepositorySchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    repository: z.string(),
    ref: z.string().nullable().meta({ description: "null for the repository's default branch." }),
    include: z.array(z.string()).meta({ description: "Globs of what jobs see; everything if empty." }),
    host: z.string(),
    hostUrl: z.string().nullable(),
    connected: z.boolean().meta({ description: "Whether credentials are stored." }),
    createdAt: time,
  })
  .meta({ description: "A repository that a project's jobs read and never write." });

export type ContextRepositoryRecord = z.output<typeof contextRepositorySchema>;

/** What a job would find now. */
export const contextTestSchema = z
  .object({
    ok: z.boolean(),
    ref: z.string().nullable().meta({ description: "The branch that was found." }),
    commit: z.string().nullable().meta({ description: "Commit that jobs would read now." }),
    code: z.string().nullable().meta({ description: "Why not, as one of the error codes." }),
    message: z.string(),
    checkedAt: time,
  })
  .meta({ description: "Whether a context repository can be read." });

export type ContextTest = z.output<typeof contextTestSchema>;
