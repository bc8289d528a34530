import { Select } from '@arco-design/web-react'
import { containsFolded } from '@atrium/contract'
import { focusedElement } from '@atrium/shared-api'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFieldLabel } from '../form/field-context.ts'
import { useKitText } from '../texts/index.ts'

/**
 * Makes Arco's searchable select one stop in the tab order. Arco forwards the focus from the select's frame to its
 * search field, so that Shift+Tab never leaves it. It also keeps the field focusable while hiding it from screen
 * readers.
 * @returns props for an element around the select
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
  // Arco forwards the focus in further events, so wait until they are over.
  const later = () => {
    setTimeout(settle)
  }
  return { ref, onFocus: later, onBlur: later }
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** Props of every lookup. In a `Field`, the form supplies value and change handler. */
export interface LookupProps {
  readonly id?: string
  /** Value of the choice; '' for none. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
  readonly disabled?: boolean
  readonly allowClear?: boolean
  readonly placeholder?: string
  /** Accessible name; by default the label of the `Field`. */
  readonly label?: string
  readonly className?: string
}

/** Props of a list filter that is a lookup. */
export interface PickedFilterProps {
  /** Value of the choice; '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Additional props of a select that receives only some of the choices. Typed text is searched by the source of the
 * choices.
 */
interface LookupSearch {
  /** Receives the typed text, and '' when the choices close. */
  readonly onType: (typed: string) => void
  /** Name of the chosen item, which may be missing from the choices; undefined until it is known. */
  readonly chosen: string | undefined
  /** Whether the chosen item does not exist. */
  readonly isUnknown: boolean
  /** Whether the choices still belong to the previous text. */
  readonly isSearching: boolean
  /** Whether there are more choices, which the user can find by typing more. */
  readonly hasMore: boolean
}

interface LookupSelectProps extends LookupProps {
  /** Choices of the select; undefined while they are loading. */
  readonly choices: readonly Choice[] | undefined
  readonly failed?: boolean
  /** How typed text is searched, if `choices` contains only some of all choices. */
  readonly search?: LookupSearch
}

const nameOf = (option: object): string => String(Object(Reflect.get(option, 'props')).children)

/** Returns Arco's props for a select that is searched by the source of its choices. */
function useSearchProps(search: LookupSearch | undefined) {
  const t = useKitText()
  if (!search)
    return { filterOption: (typed: string, option: object) => containsFolded(nameOf(option), typed) }
  const { onType, chosen, isUnknown, hasMore } = search
  return {
    filterOption: false,
    onSearch: onType,
    // Until the name is known, show an ellipsis, because users cannot interpret an id.
    renderFormat: () => chosen ?? (isUnknown ? t('picker.unknown') : '…'),
    dropdownRender: (menu: ReactNode) => (
      <>
        {menu}
        {hasMore && <div className="lookup-more">{t('picker.more')}</div>}
      </>
    ),
  }
}

/** A select with choices from the server, searchable by name. */
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
