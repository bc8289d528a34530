/** The margin that stays visible around the current entry, in pixels. */
const around = 100

/** Scrolls an element's own scroll container until it is visible. The page does not scroll. */
export function showWithin(scroller: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const highest = offsetTop - around
  const lowest = offsetTop + offsetHeight + around - scroller.clientHeight
  scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, lowest), highest)
}
