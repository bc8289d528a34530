import { useNarrow } from '@atrium/ui-kit'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'
import { CategoryTable, type CategoryTableProps } from './CategoryTable.tsx'

/** Selects a category: in a table beside the entries, or on narrow screens in a select above them. */
export function CategoryChoice(props: CategoryTableProps) {
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
