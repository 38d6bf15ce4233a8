import { TextInput, type TextInputProps } from "@mantine/core";

/** A line of text; `onValue` receives the typed text. */
export function TextField({ onValue, ...rest }: TextInputProps & { onValue: (value: string) => void }) {
  return <TextInput {...rest} onChange={({ currentTarget }) => onValue(currentTarget.value)} />;
}
