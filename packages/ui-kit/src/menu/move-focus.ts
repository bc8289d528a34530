import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, (present: number, count: number) => number>> = {
  ArrowDown: (present, count) => (present + 1) % count,
  ArrowUp: (present, count) => (present - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The keyboard of a menu: arrows, Home and End move, Tab leaves it. */
export function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (!menu) return
  if (event.key === 'Tab') menu.hidePopover()
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...menu.querySelectorAll<HTMLElement>('.menu-item')]
  const present = items.findIndex((item) => item.matches(':focus'))
  items[step(present, items.length)]?.focus()
}
