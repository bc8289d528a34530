/** Between button and menu, and between menu and the window's edge, in pixels. */
const gap = 6

/** Puts a popover below its button, right edges in line, as long as it stays inside the window. */
export function placeBelow(popover: HTMLElement, button: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect()
  popover.style.top = `${bottom + gap}px`
  popover.style.right = `${Math.max(document.documentElement.clientWidth - right, gap)}px`
}
