import { Button } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import { useNarrow } from '../base/useNarrow.ts'
import { MenuButton } from '../menu/index.ts'
import { useKitText } from '../texts/index.ts'

export interface RowAction {
  readonly label: string
  readonly danger?: boolean
  readonly onChoose: () => void
}

export interface RowActionsProps {
  /** The row's name: a screen reader hears of what each button is. */
  readonly thing: string
  readonly actions: readonly RowAction[]
}

/** The buttons of a row; on narrow screens a menu. */
export function RowActions({ thing, actions }: RowActionsProps) {
  const t = useKitText()
  const narrow = useNarrow()
  if (actions.length === 0) return null
  if (narrow) {
    return (
      <MenuButton
        label={`${t('list.actions')} ${thing}`}
        items={actions.map((action) => ({ ...action, key: action.label }))}
      >
        <IconMore />
      </MenuButton>
    )
  }
  return (
    <div className="row-actions">
      {actions.map(({ label, danger, onChoose }) => (
        <Button
          key={label}
          type="text"
          size="small"
          status={danger ? 'danger' : undefined}
          aria-label={`${label} ${thing}`}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
