import { kitText } from '../texts/index.ts'
import { type RowAction, RowActions } from './cells.tsx'
import type { Column } from './column.ts'

export interface EditActions<Row> {
  /** A row's name: a screen reader hears of what each button is. */
  readonly name: (row: Row) => string
  /** Actions before editing, such as adding a child. */
  readonly before?: (row: Row) => readonly RowAction[]
  readonly edit?: (row: Row) => void
  readonly remove?: (row: Row) => void
  /** Whether a row can be edited and deleted; all of them unless said otherwise. */
  readonly mayEdit?: (row: Row) => boolean
  /** Whether a row can be deleted; all that can be edited unless said otherwise. */
  readonly mayRemove?: (row: Row) => boolean
  /** In pixels; room for two buttons unless said otherwise. */
  readonly width?: number
  /** Whether the buttons are a menu on wide screens too: for tables beside each other. */
  readonly folded?: boolean
}

const always = () => true

/** The column of a row's buttons: edit, delete and what a list has besides. Made anew when the language changes. */
export function editColumn<Row>(options: EditActions<Row>): Column<Row, never> {
  const { name, before, edit, remove, mayEdit = always, mayRemove = always, width = 136, folded } = options
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
    render: (row) => <RowActions thing={name(row)} actions={actionsOf(row)} folded={folded} />,
  }
}
