import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, memo, useMemo } from 'react';

/** On narrow screens `main` and `minor` stand on the left, `amount` and `status` on the right, and `extra` is left out. */
type Place = 'main' | 'minor' | 'amount' | 'status' | 'extra';

export interface Column<Row> {
  readonly place: Place;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

const features = tableFeatures({});

/** Rows that are still shown while others are read are not rendered again. */
export const RecordTable = memo(Table) as typeof Table;

function Table<Row extends object>({ label, columns, rows }: Props<Row>) {
  const data = useMemo(() => [...rows], [rows]);
  const defined = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map(({ header, cell }, i) =>
        helper.display({ id: String(i), header, cell: ({ row }) => cell(row.original) }),
      ),
    );
  }, [columns]);
  const table = useTable({ features, columns: defined, data });
  const placeOf = (id: string) => columns[Number(id)]?.place;
  return (
    <table className="records" role="table" aria-label={label}>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => (
              <th key={header.id} role="columnheader" className={placeOf(header.column.id)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup">
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} role="row">
            {row.getAllCells().map((cell) => (
              <td key={cell.id} role="cell" className={placeOf(cell.column.id)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
