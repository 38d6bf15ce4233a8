import { Group, Text } from "@mantine/core";

/** Logo and name. */
export function Brand({ size = 22 }: { size?: number }) {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#2a5fdd" />
        <path d="M9 10h9M9 16h14M9 22h6" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <path
          d="m18.5 22.2 2.1 2.1 4.2-4.4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Text component="span" fw={650} size="md">
        Copydesk
      </Text>
    </Group>
  );
}
