import { IconMore } from '@arco-design/web-react/icon'
import { useNarrow } from '../base/useNarrow.ts'
import { MenuButton } from '../menu/index.ts'
import { kitText } from '../texts/index.ts'
import { RowButton } from './RowButton.tsx'

export interface RowAction {
  readonly label: string
  readonly danger?: boolean
  readonly onChoose: () => void
}

export interface RowActionsProps {
  /** The row's name: a screen reader hears of what each button is. */
  readonly thing: string
  readonly actions: readonly RowAction[]
  /** Whether they are a menu on wide screens too: for tables beside each other. */
  readonly folded?: boolean
  /** How many are buttons on wide screens, where there are many; a menu beside them has the others. */
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
      // Rows are drawn anew when the language changes: none of them needs to watch it.
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
      {actions.slice(0, inSight).map(({ label, danger, onChoose }) => (
        <RowButton key={label} label={label} thing={thing} danger={danger} onChoose={onChoose} />
      ))}
      {others.length > 0 && <RowMenu textKey="list.moreActions" thing={thing} actions={others} />}
    </div>
  )
}
