import type { ListedModel } from "../../schemas/listed-model.ts";
import { isModelAllowed, isModelName } from "../../schemas/model-name.ts";
import { type Provider, type ProviderSettings, providerNames } from "../../schemas/providers.ts";
import { askForModels } from "./ask-for-models.ts";
import { findPrice, type Prices } from "./prices.ts";
import { providerModules } from "./providers/provider-modules.ts";

const freshMs = 60_000;

export interface ModelListDeps extends ProviderSettings {
  fetch: typeof fetch;
  prices: Prices;
  /** Names and patterns to allow; null or absent: all. */
  models?: readonly string[] | null;
  /** Time limit for a provider's answer. Default: 5 s. */
  answerMs?: number;
  /** Milliseconds, as from `performance.now()`. */
  now?(): number;
}

/** `projectModels`: models that the project allows; null or absent: all. */
export type ListModels = (
  defaultModel: string,
  projectModels?: readonly string[] | null,
) => Promise<ListedModel[]>;

/** A provider's models, or why they are unknown. */
type Offer = { provider: Provider } & ({ names: string[] } | { reason: string });

/**
 * Lists the usable models, and the reason for each provider that cannot be queried. Queries all providers at
 * once, and caches the answers for a minute. The default model is always listed. Never rejects.
 */
export function createModelList(deps: ModelListDeps): ListModels {
  const now = deps.now ?? (() => performance.now());
  let known: { at: number; offers: Promise<Offer[]> } | null = null;
  return async (defaultModel, projectModels) => {
    if (known === null || now() - known.at >= freshMs) {
      known = {
        at: now(),
        offers: Promise.all(providerNames.map((provider) => askProvider(deps, provider))),
      };
    }
    const offers = await known.offers;
    const isAllowed = (id: string) => isModelAllowed([deps.models, projectModels], id);
    const listed = [toModel("copydesk/chores", null), ...offers.flatMap(toModels)].filter(
      ({ id, available }) => !available || isAllowed(id),
    );
    if (!listed.some(({ id }) => id === defaultModel))
      listed.push(
        isAllowed(defaultModel) ? toUnlisted(offers, defaultModel) : toModel(defaultModel, notAllowed),
      );
    return listed.map((model) => ({
      ...model,
      isDefault: model.id === defaultModel,
      price: findPrice(deps.prices, model.id),
    }));
  };
}

async function askProvider(deps: ModelListDeps, provider: Provider): Promise<Offer> {
  const endpoint = providerModules[provider].readEndpoint(deps);
  if ("variable" in endpoint) return { provider, reason: `${endpoint.variable} is not set` };
  return { provider, ...(await askForModels(deps, provider, endpoint)) };
}

function toModels(offer: Offer) {
  const { provider } = offer;
  if ("reason" in offer) return [toModel(`${provider}/*`, offer.reason)];
  const ids = offer.names.map((name) => `${provider}/${name}`);
  return ids.filter(isModelName).map((id) => toModel(id, null));
}

const notAllowed = "It is not among the models that are allowed here.";

/** Providers list dated snapshots, but also accept the undated alias of the newest one. */
function toUnlisted(offers: readonly Offer[], id: string) {
  const offer = offers.find(({ provider }) => id.startsWith(`${provider}/`));
  if (offer === undefined) return toModel(id, "There is no such model.");
  if ("reason" in offer) return toModel(id, offer.reason);
  const name = id.slice(offer.provider.length + 1);
  const hasSnapshot = offer.names.some(
    (listed) => listed.startsWith(`${name}-`) && /^-\d{4}-?\d{2}-?\d{2}$/.test(listed.slice(name.length)),
  );
  return toModel(id, hasSnapshot ? null : "The provider does not list this model.");
}

function toModel(id: string, reason: string | null) {
  return { id, provider: id.split("/", 1)[0]!, available: reason === null, reason };
}
