/** Returns a table with 1 for each UTF-16 code in the class; only ASCII is considered. */
export function classOf(characters: RegExp): Uint8Array {
  const codes = new Uint8Array(65_536);
  for (let code = 0; code < 128; code += 1) codes[code] = characters.test(String.fromCharCode(code)) ? 1 : 0;
  return codes;
}
