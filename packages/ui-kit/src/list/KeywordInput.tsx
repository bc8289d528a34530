import { Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../base/useDebounced.ts'

export interface KeywordInputProps {
  /** What can be searched; the accessible name too. */
  readonly placeholder: string
  readonly value: string
  /** Called when typing has rested for 200 ms. */
  readonly onChange: (value: string) => void
}

/** A search field that keeps what is typed to itself until the typing rests. */
export function KeywordInput({ placeholder, value, onChange }: KeywordInputProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const commit = useDebounced((next: string) => {
    sent.current = next
    onChange(next)
  })
  // The address may change by other means: back, or the filters being cleared.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  return (
    <Input
      className="keyword-input"
      allowClear
      maxLength={100}
      prefix={<IconSearch />}
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        commit(next.trim())
      }}
    />
  )
}
