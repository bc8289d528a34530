import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import './menu.css'

const steps: Readonly<Record<string, (present: number, count: number) => number>> = {
  ArrowDown: (present, count) => (present + 1) % count,
  ArrowUp: (present, count) => (present - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Handles the keys of a menu: arrow keys, Home and End move, Tab closes it. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (!menu) return
  if (event.key === 'Tab') menu.hidePopover()
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...menu.querySelectorAll<HTMLElement>('.menu-item')]
  const present = items.findIndex((item) => item.matches(':focus'))
  items[step(present, items.length)]?.focus()
}

/** Gap between button and menu, and between menu and window edge, in pixels. */
const gap = 6

/**
 * Places a popover below its button, with the edges aligned that are nearer to an edge of the window, so that it opens
 * towards the middle.
 */
function placeBelow(popover: HTMLElement, button: HTMLElement): void {
  const { bottom, left, right } = button.getBoundingClientRect()
  const afterRight = document.documentElement.clientWidth - right
  const [side, other, distance] =
    left < afterRight ? (['left', 'right', left] as const) : (['right', 'left', afterRight] as const)
  popover.style.setProperty('top', `${bottom + gap}px`)
  popover.style.setProperty(side, `${Math.max(distance, gap)}px`)
  popover.style.setProperty(other, 'auto')
}

export interface MenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Whether this is the current choice; undefined for an item that is not a choice. */
  readonly current?: boolean
  /** Language of the label, if it differs from the page's. */
  readonly lang?: string
  /** Reason why the item cannot be chosen, shown as a tooltip of the disabled item. */
  readonly disabledReason?: string | undefined
  readonly onChoose: () => void
}

export interface MenuButtonProps {
  /** Description of the menu for screen readers, read before the button's content. */
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly className?: string
  /** Content of the button. */
  readonly children: ReactNode
}

const roleOf = ({ current }: MenuItem) =>
  current === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': current }

/**
 * A button that opens a menu. The browser's popover closes the menu on Escape and on an outside click, and restores
 * the focus. Arrow keys, Home and End move through the menu.
 */
export function MenuButton({ label, items, className = '', children }: MenuButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const toggling = (state: string): void => {
    if (state !== 'open') return
    setOpen(true)
    if (button.current && menu.current) placeBelow(menu.current, button.current)
  }
  const toggled = (state: string): void => {
    // Remove the items only after closing, so that the focus moves back from an item that still exists.
    if (state !== 'open') setOpen(false)
    else menu.current?.querySelector<HTMLElement>('[aria-checked="true"], button')?.focus()
  }
  const choose = (item: MenuItem): void => {
    if (item.disabledReason !== undefined) return
    menu.current?.hidePopover()
    item.onChoose()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`menu-button ${className}`}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
      >
        <span className="visually-hidden">{label}</span>
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="menu-list"
        onBeforeToggle={(event) => toggling(event.newState)}
        onToggle={(event) => toggled(event.newState)}
        onKeyDown={(event) => moveFocus(event, menu.current)}
      >
        {/* Every row of a table may have a menu: it is filled when it opens. */}
        {(open ? items : []).map((item) => (
          <button
            key={item.key}
            type="button"
            {...roleOf(item)}
            lang={item.lang}
            title={item.disabledReason}
            aria-disabled={item.disabledReason !== undefined}
            tabIndex={-1}
            className="menu-item"
            onClick={() => choose(item)}
          >
            {item.icon && <span className="menu-item-icon">{item.icon}</span>}
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}
