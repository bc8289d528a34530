import { Button, Input } from '@arco-design/web-react'
import { IconClose, IconFilter, IconSearch } from '@arco-design/web-react/icon'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useDebouncedValue } from '../base/use-debounced-value.ts'
import { useNarrow } from '../base/use-narrow.ts'
import { CheckBox, type CheckBoxProps } from '../form/CheckBox.tsx'
import { useKitText } from '../texts/index.ts'
import { type Column, filterNameOf } from './column.ts'
import type { Filters } from './settings.ts'
import { useListSettings } from './settings.ts'

interface FilterBarProps {
  /** Name under which the open state of the filters is stored. */
  readonly name: string
  /** Number of filters that are set. */
  readonly active: number
  readonly children: ReactNode
}

/** The filters of a list, in one row that wraps. On narrow screens they fold away behind a button. */
export function FilterBar({ name, active, children }: FilterBarProps) {
  const t = useKitText()
  const narrow = useNarrow()
  const id = useId()
  const { settings, change } = useListSettings(name)
  const open = settings.filtersOpen ?? false
  return (
    <search className="filter-bar">
      {narrow && (
        <Button
          icon={<IconFilter />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => change({ filtersOpen: !open })}
        >
          {active > 0 ? `${t('list.filters')} (${active})` : t('list.filters')}
        </Button>
      )}
      <div id={id} className="filter-bar-fields" hidden={narrow && !open}>
        {children}
      </div>
    </search>
  )
}

interface FilterChipsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly values: Filters
  readonly onFilter: (patch: Filters) => void
}

/** The filters set in column heads, visible and removable even if the column is hidden. */
export function FilterChips<Row>({ columns, values, onFilter }: FilterChipsProps<Row>) {
  const t = useKitText()
  const set = columns.filter((column) => column.filter && (values[filterNameOf(column)] ?? '') !== '')
  if (set.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('list.filters')}>
      {set.map((column) => {
        const name = filterNameOf(column)
        const chosen = column.filter?.choices?.find(({ value }) => value === values[name])
        return (
          <li key={column.key}>
            {t('list.filteredBy', { column: column.title, value: chosen?.label ?? '…' })}
            <button
              type="button"
              className="icon-button"
              aria-label={t('list.clearFilter', { column: column.title })}
              onClick={() => onFilter({ [name]: '' })}
            >
              <IconClose aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

export interface KeywordInputProps {
  /** Describes what can be searched; also the accessible name. */
  readonly placeholder: string
  readonly value: string
  /** Called once typing has paused for 200 ms. */
  readonly onChange: (value: string) => void
}

/** Spaces around a keyword can be typed, but are not part of the search. */
const sameKeyword = (one: string, other: string): boolean => one.trim() === other.trim()

/** A search field that reports the keyword only when typing pauses. */
export function KeywordInput({ placeholder, value, onChange }: KeywordInputProps) {
  const t = useKitText()
  const box = useRef<HTMLDivElement>(null)
  const [typed, type] = useDebouncedValue(value, (next) => onChange(next.trim()), sameKeyword)
  const clear = () => {
    type('')
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className="keyword-input">
      <Input
        title={typed === '' ? placeholder : undefined}
        maxLength={100}
        prefix={<IconSearch />}
        suffix={
          typed !== '' && (
            <button
              type="button"
              className="icon-button"
              aria-label={t('list.clearKeyword')}
              title={t('list.clearKeyword')}
              onClick={clear}
            >
              <IconClose aria-hidden="true" />
            </button>
          )
        }
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={type}
      />
    </div>
  )
}

/**
 * A filter as a checkbox. It follows the user at once. The address, which stores the filter, changes only after the
 * router has rendered the page; until then, a box that followed the address would flip back.
 */
export function CheckFilter({
  checked,
  onChange,
  children,
}: Pick<CheckBoxProps, 'checked' | 'onChange' | 'children'>) {
  const [{ owned, shown }, set] = useState({ owned: checked, shown: checked })
  if (owned !== checked) set({ owned: checked, shown: checked })
  const change = (next: boolean) => {
    set({ owned, shown: next })
    onChange(next)
  }
  return (
    <CheckBox checked={shown} onChange={change}>
      {children}
    </CheckBox>
  )
}
