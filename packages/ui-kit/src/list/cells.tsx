import { IconExclamationCircle, IconMore } from '@arco-design/web-react/icon'
import { openStatus } from '@atrium/contract'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useNarrow } from '../base/use-narrow.ts'
import { HistoryContext, type RowHistory } from '../history/context.ts'
import { MenuButton } from '../menu/MenuButton.tsx'
import { kitText, useKitText } from '../texts/index.ts'

export interface RowButtonProps {
  readonly label: string
  /** Name of the row's item, so that screen readers announce what the button acts on. */
  readonly itemName: string
  readonly danger?: boolean
  /** Reason why the action is not available for this row, shown as a tooltip of the disabled button. */
  readonly disabledReason?: string | undefined
  readonly onChoose: () => void
}

/**
 * A button in a row. It is a plain element, because a page of rows has hundreds of them and Arco's buttons render
 * slowly.
 */
export const RowButton = ({ label, itemName, danger, disabledReason, onChoose }: RowButtonProps) => (
  <button
    type="button"
    className={danger ? 'row-action row-action-danger' : 'row-action'}
    aria-label={`${label} ${itemName}`}
    title={disabledReason}
    aria-disabled={disabledReason !== undefined}
    onClick={disabledReason === undefined ? onChoose : undefined}
  >
    {label}
  </button>
)

export interface RowAction {
  readonly label: string
  readonly danger?: boolean
  /** Reason why the action is not available for this row, shown as a tooltip of the disabled button. */
  readonly disabledReason?: string | undefined
  readonly onChoose: () => void
}

interface RowActionsProps {
  /** Name of the row's item, so that screen readers announce what each button acts on. */
  readonly itemName: string
  readonly actions: readonly RowAction[]
  /** Whether the actions are a menu even on wide screens, for tables next to each other. */
  readonly folded?: boolean
  /** Number of actions that are buttons on wide screens; the others are in a menu. All are buttons by default. */
  readonly inSight?: number
  /** The row's item in the audit trail. Its history is a further action of users who may read the trail. */
  readonly history: RowHistory
}

interface RowMenuProps {
  readonly textKey: 'list.actions' | 'list.moreActions'
  readonly itemName: string
  readonly actions: readonly RowAction[]
}

function RowMenu({ textKey, itemName, actions }: RowMenuProps) {
  return (
    <MenuButton
      // Rows are rendered again when the language changes, so no row needs to subscribe to it.
      label={`${kitText(textKey)} ${itemName}`}
      items={actions.map((action) => ({ ...action, key: action.label }))}
    >
      <IconMore />
    </MenuButton>
  )
}

/** The buttons of a row; a menu on narrow screens. */
export function RowActions({ itemName, actions: own, folded = false, inSight, history }: RowActionsProps) {
  const narrow = useNarrow()
  const show = useContext(HistoryContext)
  const actions =
    show && history !== 'none'
      ? [...own, { label: kitText('history.action'), onChoose: () => show({ ...history, name: itemName }) }]
      : own
  if (actions.length === 0) return null
  if (narrow || folded) return <RowMenu textKey="list.actions" itemName={itemName} actions={actions} />
  const others = inSight === undefined ? [] : actions.slice(inSight)
  return (
    <div className="row-actions">
      {actions.slice(0, inSight).map((action) => (
        <RowButton key={action.label} itemName={itemName} {...action} />
      ))}
      {others.length > 0 && <RowMenu textKey="list.moreActions" itemName={itemName} actions={others} />}
    </div>
  )
}

export interface RowChoiceProps {
  /** Name of the row's item. */
  readonly name: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** Scrolls a table, but nothing around it, until one of its rows is visible. */
function scrollIntoTable(row: HTMLElement | null | undefined): void {
  const table = row?.closest('.data-table-scroll')
  if (!row || !table) return
  const { top, bottom } = table.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  if (box.top < top || box.bottom > bottom) table.scrollTop += box.top - (top + bottom) / 2
}

/** The name of a row that can be chosen. Clicking anywhere in the row has the same effect. Use with `chosenRow`. */
export function RowChoice({ name, chosen, onChoose }: RowChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen) scrollIntoTable(button.current?.closest('tr'))
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

/** Returns the class of a row, depending on whether it is the chosen one. */
export const chosenRow = (chosen: boolean): string => (chosen ? 'row-chosen' : '')

/** Meaning of a state: good, needs attention, wrong, neutral, or informative. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'info'

/** Shows a state as a coloured tag with text. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`status-tag status-tag-${tone}`}>{children}</span>
}

interface ContactCellProps {
  readonly contact: string
  /** Value of `emailValid` or `phoneValid`; 1 means not verified. */
  readonly valid: number
}

/** An e-mail address or phone number. It is marked if it is not verified and so may belong to another person. */
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

/** Shows whether an item with the contract's `openOrClosed` status is open. */
export function OpenTag({ status }: { readonly status: number }) {
  const t = useKitText()
  const open = status === openStatus.open
  return <StatusTag tone={open ? 'good' : 'plain'}>{t(open ? 'list.open' : 'list.closed')}</StatusTag>
}

/** Returns the choices open and closed, in the current language. */
export const openChoices = () => [
  { value: openStatus.open, label: kitText('list.open') },
  { value: openStatus.closed, label: kitText('list.closed') },
]
