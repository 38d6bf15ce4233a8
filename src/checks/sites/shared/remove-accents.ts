/** Letters without their accents, as Unicode takes them apart. */
export function removeAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
}
