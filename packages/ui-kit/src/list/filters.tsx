import { Button, Input } from '@arco-design/web-react'
import { IconFilter, IconSearch } from '@arco-design/web-react/icon'
import { type ReactNode, useId, useState } from 'react'
import { useAhead } from '../base/useAhead.ts'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'

interface FilterBarProps {
  /** How many filters are set. */
  readonly active: number
  readonly children: ReactNode
}

/** The filters of a list in one row that wraps; on narrow screens it folds away behind a button. */
export function FilterBar({ active, children }: FilterBarProps) {
  const t = useKitText()
  const narrow = useNarrow()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <search className="filter-bar">
      {narrow && (
        <Button
          icon={<IconFilter />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
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

export interface KeywordInputProps {
  /** What can be searched; the accessible name too. */
  readonly placeholder: string
  readonly value: string
  /** Called when typing has rested for 200 ms. */
  readonly onChange: (value: string) => void
}

/** Spaces round a keyword are typed, but not searched for. */
const sameKeyword = (one: string, other: string): boolean => one.trim() === other.trim()

/** A search field that keeps what is typed to itself until the typing rests. */
export function KeywordInput({ placeholder, value, onChange }: KeywordInputProps) {
  const [typed, type] = useAhead(value, (next) => onChange(next.trim()), sameKeyword)
  return (
    <Input
      className="keyword-input"
      allowClear
      maxLength={100}
      prefix={<IconSearch />}
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={type}
    />
  )
}
