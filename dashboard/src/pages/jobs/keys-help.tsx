import { Kbd, Modal, Table } from "@mantine/core";

const jobKeys: [string, string][] = [
  ["j", "Next job"],
  ["k", "Previous job"],
  ["Enter", "Open the selected job"],
  ["/", "Search"],
  ["?", "Show these keys"],
];

/** Lists the keyboard shortcuts of a page in a dialog. */
export function KeysHelp({
  opened,
  onClose,
  keys = jobKeys,
}: {
  opened: boolean;
  onClose: () => void;
  keys?: readonly (readonly [string, string])[];
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <Table>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={90}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
