import { Select } from '@arco-design/web-react'
import { containsFolded } from '@atrium/contract'
import { focusedElement } from '@atrium/shared-api'
import { type ReactNode, useEffect, useRef } from 'react'
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
    if (frame) frame.tabIndex = focusedElement() === search ? -1 : 0
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

/** Props of every lookup; in a `Field` value and change are the form's. */
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

/** Additional props of a select with more choices than it is given: typed text is searched elsewhere. */
interface LookupSearch {
  /** Hears of what is typed, and of '' when the choices close. */
  readonly onType: (typed: string) => void
  /** The name of what is chosen, which need not be among the choices; undefined until it is known. */
  readonly chosen: string | undefined
  /** Whether there is no such thing as what is chosen. */
  readonly isUnknown: boolean
  /** Whether the choices are still those of before. */
  readonly isSearching: boolean
  /** Whether there are more than those given, which typing on would find. */
  readonly hasMore: boolean
}

interface LookupSelectProps extends LookupProps {
  /** undefined while they are on their way. */
  readonly choices: readonly Choice[] | undefined
  readonly failed?: boolean
  /** Where the choices are those found elsewhere, instead of all. */
  readonly search?: LookupSearch
}

const nameOf = (option: object): string => String(Object(Reflect.get(option, 'props')).children)

/** The part of Arco's props by which a select searches elsewhere. */
function useSearchProps(search: LookupSearch | undefined) {
  const t = useKitText()
  if (!search)
    return { filterOption: (typed: string, option: object) => containsFolded(nameOf(option), typed) }
  const { onType, chosen, isUnknown, hasMore } = search
  return {
    filterOption: false,
    onSearch: onType,
    // An ellipsis in place of a name, because an id means nothing to the user.
    renderFormat: () => chosen ?? (isUnknown ? t('picker.unknown') : '…'),
    dropdownRender: (menu: ReactNode) => (
      <>
        {menu}
        {hasMore && <div className="lookup-more">{t('picker.more')}</div>}
      </>
    ),
  }
}

/** A select whose choices come from the server; searchable by name. */
export function LookupSelect(props: LookupSelectProps) {
  const {
    choices,
    failed = false,
    search,
    value,
    onChange,
    label,
    placeholder,
    error,
    className,
    ...select
  } = props
  const t = useKitText()
  const field = useFieldLabel()
  const stop = useOneTabStop()
  const isLoading = (!choices && !failed) || search?.isSearching
  return (
    <div {...stop} className={className}>
      <Select
        {...select}
        {...useSearchProps(search)}
        showSearch
        loading={isLoading && !select.disabled}
        status={error || failed ? 'error' : undefined}
        aria-label={label ?? field}
        placeholder={failed ? t('picker.failed') : (placeholder ?? t('picker.choose'))}
        value={value || undefined}
        onChange={(chosen: string | undefined) => onChange?.(chosen ?? '')}
        options={choices?.map((choice) => ({ ...choice }))}
      />
    </div>
  )
}
