import { trimEndCharacters } from "../../../text/trim-characters.ts";
import { computed, member, type ScriptValue, textMember, textsMember } from "../script/script-values.ts";

/**
 * Returns language → base of its build: the site's own for the main language, else with the language behind
 * it. Those whose folder or base the configuration sets by itself are left out.
 */
export function readLanguages(configuration: ScriptValue, base: string): Map<string, string> {
  const i18n = member(configuration, "i18n");
  if (i18n === undefined) return new Map([["en", base]]);
  if (i18n === computed) return new Map();
  const [main, names] = [textMember(i18n, "defaultLocale"), textsMember(i18n, "locales")];
  if (typeof main !== "string" || !Array.isArray(names)) return new Map();
  if (member(i18n, "path") !== undefined) return new Map();
  const configurations = member(i18n, "localeConfigs");
  const isPlain = (name: string): boolean => {
    const own = configurations === computed ? computed : member(configurations, name);
    return own !== computed && ["path", "baseUrl"].every((key) => member(own, key) === undefined);
  };
  const baseOf = (name: string) => (name === main ? base : `${trimEndCharacters(base, "/")}/${name}/`);
  return new Map(names.filter(isPlain).map((name) => [name, baseOf(name)]));
}
