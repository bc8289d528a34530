import { Select } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { useFieldLabel } from '../form/fieldContext.ts'
import { useKitText } from '../texts/index.ts'

/**
 * Makes Arco's searchable select one stop of the tab order. By itself it hands the focus on from its frame to its
 * search field, so that Shift+Tab never leaves it, and keeps the field focusable while hiding it from screen readers.
 * @returns props of an element round the select
 */
function useOneTabStop() {
  const ref = useRef<HTMLDivElement>(null)
  const settle = () => {
    const search = ref.current?.querySelector('input')
    const frame = ref.current?.querySelector<HTMLElement>('[role="combobox"]:not([aria-disabled="true"])')
    if (search) search.tabIndex = -1
    if (frame) frame.tabIndex = document.activeElement === search ? -1 : 0
  }
  useEffect(settle)
  // The focus is at rest only when the events of its passing on are over.
  const later = () => {
    setTimeout(settle)
  }
  return { ref, onFocus: later, onBlur: later }
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** What every lookup takes; in a `Field` value and change are the form's. */
export interface LookupProps {
  readonly id?: string
  /** '' for none. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
  readonly disabled?: boolean
  readonly allowClear?: boolean
  readonly placeholder?: string
  /** The accessible name; in a `Field` its label. */
  readonly label?: string
  readonly className?: string
}

/** What a list's filter by a lookup takes. */
export interface PickedFilterProps {
  /** '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

interface LookupSelectProps extends LookupProps {
  /** undefined while they are on their way. */
  readonly choices: readonly Choice[] | undefined
  readonly failed?: boolean
}

/** Whether a name contains what was typed, whatever the case. */
const matches = (name: string, typed: string): boolean =>
  name.toLowerCase().includes(typed.trim().toLowerCase())

/** A select whose choices come from the server; searchable by name. */
export function LookupSelect(props: LookupSelectProps) {
  const { choices, failed = false, value, onChange, label, placeholder, error, className, ...select } = props
  const t = useKitText()
  const field = useFieldLabel()
  const stop = useOneTabStop()
  return (
    <div {...stop} className={className}>
      <Select
        {...select}
        showSearch
        loading={!choices && !failed && !select.disabled}
        status={error || failed ? 'error' : undefined}
        aria-label={label ?? field}
        placeholder={failed ? t('picker.failed') : (placeholder ?? t('picker.choose'))}
        value={value || undefined}
        onChange={(chosen: string | undefined) => onChange?.(chosen ?? '')}
        options={choices?.map((choice) => ({ ...choice }))}
        filterOption={(typed, option) => matches(String(Object(option.props).children), typed)}
      />
    </div>
  )
}
