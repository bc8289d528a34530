import { CheckBox } from '../../form/index.ts'
import { kitText, useKitText } from '../../texts/index.ts'
import { type Selection, useExtent } from './selection.ts'

interface RowProps {
  readonly selection: Selection
  readonly id: string
  /** The row's name: a screen reader hears of what the box is. */
  readonly name: string
}

/** The box that selects a row. */
export function SelectRow({ selection, id, name }: RowProps) {
  const extent = useExtent(selection, [id])
  return (
    <CheckBox
      // Rows are drawn anew when the language changes: none of them needs to watch it.
      name={kitText('list.selectRow', { row: name })}
      checked={extent === 'all'}
      onChange={(selected) => selection.set([id], selected)}
    />
  )
}

interface PageProps {
  readonly selection: Selection
  /** The ids of the rows of the page. */
  readonly ids: readonly string[]
}

/** The box that selects all rows of the page. */
export function SelectPage({ selection, ids }: PageProps) {
  const t = useKitText()
  const extent = useExtent(selection, ids)
  return (
    <CheckBox
      name={t('list.selectPage')}
      checked={extent === 'all'}
      mixed={extent === 'some'}
      disabled={ids.length === 0}
      onChange={(selected) => selection.set(ids, selected)}
    />
  )
}
