import { KeywordInput } from '../list/filters.tsx'
import type { ListState } from '../list/list-state.ts'
import { useKitText } from '../texts/index.ts'
import { type Choice, LookupSelect } from './LookupSelect.tsx'

/** Default values of `StateFilters`. */
export const stateFilters = { state: '', keyWord: '' }

interface StateFiltersProps {
  /** State of a list with `stateFilters`. */
  readonly of: ListState
  readonly states: readonly Choice[]
  /** What can be searched. */
  readonly search: string
}

/** Filters of a list by state and by keyword. */
export function StateFilters({ of: { values, choose, filter }, states, search }: StateFiltersProps) {
  const t = useKitText()
  return (
    <>
      <LookupSelect
        className="filter-select"
        label={t('picker.state')}
        placeholder={t('picker.anyState')}
        allowClear
        choices={states}
        value={values.state ?? ''}
        onChange={(state) => choose({ state })}
      />
      <KeywordInput
        placeholder={search}
        value={values.keyWord ?? ''}
        onChange={(keyWord) => filter({ keyWord })}
      />
    </>
  )
}
