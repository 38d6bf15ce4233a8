import type { Actor } from "../../audit/actor.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import { claimFirstOwner, createFirstOwnerLink } from "../../people/links/first-owner.ts";
import { createSignInLink } from "../../people/links/sign-in-link.ts";
import { findSession } from "../../people/sessions/find-session.ts";
import { randomBase62 } from "../../text/base62.ts";
import type { CliStore } from "../deps.ts";
import { readDemoState, writeDemoState } from "./demo-state.ts";

const owner = { name: "Demo", email: "owner@demo.example" };

/**
 * Returns an address of the dashboard that signs in once as the demo's owner and leads to `path`. The first
 * demo of a data folder creates the owner; if somebody else has become the owner, the address is that of the
 * sign-in page.
 */
export async function linkToDemo(
  store: CliStore,
  { dataFolder, url, path, actor }: { dataFolder: string; url: string; path: string; actor: Actor },
): Promise<string> {
  const next = encodeURIComponent(path);
  const userId = await findOwner(store, dataFolder, url);
  if (userId === null) return `${url}/sign-in?next=${next}`;
  const link = await createSignInLink(store, { userId, purpose: "sign_in", publicUrl: url, actor });
  return `${link.url}&next=${next}`;
}

async function findOwner(store: CliStore, dataFolder: string, url: string): Promise<string | null> {
  const link = await createFirstOwnerLink(store, url);
  const state = await readDemoState(dataFolder);
  if (link === null) return state.ownerId ?? null;
  const token = new URL(link).searchParams.get("token");
  // Nobody knows the password: people enter the demo by links like this one.
  const account = { token, ...owner, password: randomBase62(43) };
  const deps = { database: store.database, knownSecrets: createKnownSecrets() };
  const session = await claimFirstOwner(deps, account, { ip: "127.0.0.1", userAgent: null });
  const user = await findSession(store.database, session);
  if (user === null) return null;
  await writeDemoState(dataFolder, { ...state, ownerId: user.id });
  return user.id;
}
