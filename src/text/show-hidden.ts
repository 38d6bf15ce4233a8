// Characters that are invisible, or that change how their neighbours are drawn. Tab and line feed stay.
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0\p{Cf}\p{Co}\p{Cn}\p{Cs}]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|[\u{e0100}-\u{e01ef}]/gu;

// A joiner between two pictures combines them, as in family emoji.
const joiner =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

const keptJoiner = "\u0001";

/** Makes control, bidirectional and other invisible characters visible as `‹U+202E›`. */
export function showHidden(text: string): string {
  if (text.search(hidden) === -1) return text;
  const safe = text.replaceAll(keptJoiner, "‹U+0001›").replace(joiner, keptJoiner);
  return safe.replace(hidden, (character) => (character === keptJoiner ? "\u200d" : toVisible(character)));
}

function toVisible(character: string): string {
  return `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}›`;
}
