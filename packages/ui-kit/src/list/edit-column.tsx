import type { RowHistory } from '../history/context.ts'
import { kitText } from '../texts/index.ts'
import { type RowAction, RowActions } from './cells.tsx'
import type { Column } from './column.ts'

export interface EditActions<Row> {
  /** Returns the name of a row's item, so that screen readers announce what each button acts on. */
  readonly name: (row: Row) => string
  /** Actions before editing, such as adding a child. */
  readonly before?: (row: Row) => readonly RowAction[]
  readonly edit?: (row: Row) => void
  readonly remove?: (row: Row) => void
  /** Whether a row can be edited and deleted; true for all rows by default. */
  readonly mayEdit?: (row: Row) => boolean
  /** Whether a row can be deleted; true for all editable rows by default. */
  readonly mayRemove?: (row: Row) => boolean
  /** Kind of the rows' items in the audit trail, for the history of each; a function if not all rows have one. */
  readonly history: string | ((row: Row) => RowHistory)
  /** Width in pixels; room for two buttons by default. */
  readonly width?: number
  /** Whether the buttons are a menu even on wide screens, for tables next to each other. */
  readonly folded?: boolean
}

const always = () => true

/**
 * Returns the column of a row's buttons: edit, delete and the list's own actions. Create it again when the language
 * changes.
 */
export function editColumn<Row extends { readonly id: string }>(
  options: EditActions<Row>,
): Column<Row, never> {
  const { name, before, edit, remove, mayEdit = always, mayRemove = always } = options
  const { history, width = 136, folded } = options
  const actionsOf = (row: Row): RowAction[] => [
    ...(before?.(row) ?? []),
    ...(edit && mayEdit(row) ? [{ label: kitText('list.edit'), onChoose: () => edit(row) }] : []),
    ...(remove && mayEdit(row) && mayRemove(row)
      ? [{ label: kitText('dialog.delete'), danger: true, onChoose: () => remove(row) }]
      : []),
  ]
  return {
    key: 'actions',
    title: kitText('list.actions'),
    width,
    actions: true,
    render: (row) => (
      <RowActions
        itemName={name(row)}
        actions={actionsOf(row)}
        folded={folded}
        history={typeof history === 'string' ? { entity: history, entityId: row.id } : history(row)}
      />
    ),
  }
}
