import { IconArrowDown, IconArrowUp } from '@atrium/ui-kit/icons'
import { useSystemText } from '../texts/index.ts'
import type { MenuRow } from './rows.ts'

interface Props {
  readonly row: MenuRow
  readonly move: (row: MenuRow, place: number) => void
}

/** A menu's order, and the buttons that move it by one. */
export function MenuSteps({ row, move }: Props) {
  const t = useSystemText()
  const steps = [
    { to: row.place - 1, label: t('menu.up', { menu: row.displayName }), Icon: IconArrowUp },
    { to: row.place + 1, label: t('menu.down', { menu: row.displayName }), Icon: IconArrowDown },
  ]
  return (
    <span className="menu-steps">
      <span>{row.seq}</span>
      {steps.map(({ to, label, Icon }) => (
        <button
          key={label}
          type="button"
          className="icon-button menu-step"
          aria-label={label}
          title={label}
          // Not disabled: the focus would be lost when the end is reached.
          aria-disabled={to < 1 || to > row.among}
          onClick={() => move(row, to)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </span>
  )
}
