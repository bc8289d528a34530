import { IconExclamationCircle, IconMore } from '@arco-design/web-react/icon'
import { openStatus } from '@atrium/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNarrow } from '../base/useNarrow.ts'
import { MenuButton } from '../menu/MenuButton.tsx'
import { kitText, useKitText } from '../texts/index.ts'

export interface RowButtonProps {
  readonly label: string
  /** The row's name: a screen reader hears of what the button is. */
  readonly thing: string
  readonly danger?: boolean
  /** Why it is not available for this row: shown instead of doing it. */
  readonly rejection?: string | undefined
  readonly onChoose: () => void
}

/** A button in a row: a plain one. Of the library's a page of rows would have hundreds, at a price each. */
export const RowButton = ({ label, thing, danger, rejection, onChoose }: RowButtonProps) => (
  <button
    type="button"
    className={danger ? 'row-action row-action-danger' : 'row-action'}
    aria-label={`${label} ${thing}`}
    title={rejection}
    aria-disabled={rejection !== undefined}
    onClick={rejection === undefined ? onChoose : undefined}
  >
    {label}
  </button>
)

export interface RowAction {
  readonly label: string
  readonly danger?: boolean
  /** Why it is not available for this row: shown instead of doing it. */
  readonly rejection?: string | undefined
  readonly onChoose: () => void
}

interface RowActionsProps {
  /** The row's name: a screen reader hears of what each button is. */
  readonly thing: string
  readonly actions: readonly RowAction[]
  /** Whether they are a menu on wide screens too: for tables beside each other. */
  readonly folded?: boolean
  /** Number of actions that are buttons on wide screens, if there are many; a menu has the others. */
  readonly inSight?: number
}

interface RowMenuProps {
  readonly textKey: 'list.actions' | 'list.moreActions'
  readonly thing: string
  readonly actions: readonly RowAction[]
}

function RowMenu({ textKey, thing, actions }: RowMenuProps) {
  return (
    <MenuButton
      // Rows are rendered again when the language changes, so none of them needs to watch it.
      label={`${kitText(textKey)} ${thing}`}
      items={actions.map((action) => ({ ...action, key: action.label }))}
    >
      <IconMore />
    </MenuButton>
  )
}

/** The buttons of a row; on narrow screens a menu. */
export function RowActions({ thing, actions, folded = false, inSight = actions.length }: RowActionsProps) {
  const narrow = useNarrow()
  if (actions.length === 0) return null
  if (narrow || folded) return <RowMenu textKey="list.actions" thing={thing} actions={actions} />
  const others = actions.slice(inSight)
  return (
    <div className="row-actions">
      {actions.slice(0, inSight).map((action) => (
        <RowButton key={action.label} thing={thing} {...action} />
      ))}
      {others.length > 0 && <RowMenu textKey="list.moreActions" thing={thing} actions={others} />}
    </div>
  )
}

export interface RowChoiceProps {
  /** Subject of the row. */
  readonly name: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** Scrolls a table, and nothing round it, until one of its rows is in sight. */
function bringIntoSight(row: HTMLElement | null | undefined): void {
  const table = row?.closest('.data-table-scroll')
  if (!row || !table) return
  const { top, bottom } = table.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  if (box.top < top || box.bottom > bottom) table.scrollTop += box.top - (top + bottom) / 2
}

/** The name of a row that can be chosen; the whole row reacts to it. Goes with `chosenRow`. */
export function RowChoice({ name, chosen, onChoose }: RowChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen) bringIntoSight(button.current?.closest('tr'))
  }, [chosen])
  return (
    <button
      ref={button}
      type="button"
      className="row-choice"
      title={name}
      aria-current={chosen}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}

/** The class of a row, by whether it is the chosen one. */
export const chosenRow = (chosen: boolean): string => (chosen ? 'row-chosen' : '')

/** Meaning of a state: good, needs attention, wrong, neutral, or informative. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'info'

/** A state as a coloured tag with a word. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`status-tag status-tag-${tone}`}>{children}</span>
}

interface ContactCellProps {
  readonly contact: string
  /** As `emailValid` and `phoneValid` have it: 1 is not verified. */
  readonly valid: number
}

/** An e-mail address or phone number, marked if it is not verified and may be another person's. */
export function ContactCell({ contact, valid }: ContactCellProps) {
  if (contact === '' || valid !== 1) return contact
  const label = kitText('list.unverified')
  return (
    <>
      <span className="unverified-mark" role="img" aria-label={label} title={label}>
        <IconExclamationCircle />
      </span>
      {contact}
    </>
  )
}

/** Whether a thing with the contract's `openOrClosed` status is open. */
export function OpenTag({ status }: { readonly status: number }) {
  const t = useKitText()
  const open = status === openStatus.open
  return <StatusTag tone={open ? 'good' : 'plain'}>{t(open ? 'list.open' : 'list.closed')}</StatusTag>
}

/** Open or closed, to choose from, in the present language. */
export const openChoices = () => [
  { value: openStatus.open, label: kitText('list.open') },
  { value: openStatus.closed, label: kitText('list.closed') },
]
