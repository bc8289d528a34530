import { useState } from 'react'

interface Props {
  readonly label: string
  /** ISO 8601, UTC; '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Returns an instant as the browser's input has it: a date and a time in the browser's zone. */
function localOf(value: string): string {
  if (value === '') return ''
  const at = new Date(value)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** A filter by an instant, to the second. It takes effect once date and time are complete, when the field is left. */
export function InstantFilter({ label, value, onChange }: Props) {
  const [typed, type] = useState(() => localOf(value))
  const [seen, setSeen] = useState(value)
  // The value changed from outside, such as by the back button or cleared filters.
  if (seen !== value) {
    setSeen(value)
    type(localOf(value))
  }
  const apply = () => {
    const next = typed === '' ? '' : new Date(typed).toISOString()
    if (next === value) return
    setSeen(next)
    onChange(next)
  }
  return (
    <label className="instant-filter">
      <span>{label}</span>
      <input
        type="datetime-local"
        step={1}
        className="arco-input arco-input-size-default"
        value={typed}
        max={localOf(new Date().toISOString())}
        onChange={({ target }) => type(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  )
}
