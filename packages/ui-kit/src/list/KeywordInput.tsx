import { Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useAhead } from '../base/useAhead.ts'

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
