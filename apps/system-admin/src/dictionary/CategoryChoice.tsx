import type { Category } from '@atrium/contract'
import { useNarrow } from '@atrium/ui-kit'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'
import { CategoryTable } from './CategoryTable.tsx'

export interface CategoryChoiceProps {
  /** undefined until they are there. */
  readonly categories: readonly Category[] | undefined
  /** The code of the chosen one. */
  readonly chosen: string
  readonly onChoose: (code: string) => void
  readonly onRefresh: () => unknown
}

/** The categories: a table beside the entries, on narrow screens a select above them. */
export function CategoryChoice(props: CategoryChoiceProps) {
  const t = useSystemText()
  const narrow = useNarrow()
  if (!narrow) return <CategoryTable {...props} />
  return (
    <LookupSelect
      className="scope-select"
      label={t('dictionary.chooseCategory')}
      choices={props.categories?.map(({ code, desc }) => ({ value: code, label: desc }))}
      value={props.chosen}
      onChange={props.onChoose}
    />
  )
}
