import { type Addresses, toRepository, toUser } from "./github-fake-objects.ts";
import { type FakeRepository, type FakeState, userOf } from "./github-fake-state.ts";
import type { GithubValidator } from "./github-validator.ts";

export type Json = Record<string, unknown>;

export const noCommit = "0".repeat(40);

export interface DeliveryContext {
  state: FakeState;
  addresses: Addresses;
  repository: FakeRepository;
  validator: GithubValidator | null;
}

export interface Payload {
  /** Of `X-GitHub-Event`. */
  event: string;
  /** Event and action as GitHub's description calls them. */
  described: string | null;
  payload: Json;
}

/** Every delivery names the repository and who did it. */
export function about({ state, addresses, repository }: DeliveryContext, sender: string): Json {
  return {
    repository: toRepository(state, addresses, repository),
    sender: toUser(addresses, userOf(state, sender)),
  };
}
