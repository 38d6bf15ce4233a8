import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { SectionCard } from "../../parts/section-card.tsx";

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SectionCard title="Appearance" about="Kept in this browser.">
      <SegmentedControl
        aria-label="Color scheme"
        data={[
          { value: "auto", label: "System" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as "auto" | "light" | "dark")}
      />
    </SectionCard>
  );
}
