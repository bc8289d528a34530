/** Margin that stays visible around the current entry, in pixels. */
const around = 100

/** Scrolls an element into view within its own scroll container, without scrolling the page. */
export function showWithin(scroller: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const highest = offsetTop - around
  const lowest = offsetTop + offsetHeight + around - scroller.clientHeight
  scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, lowest), highest)
}
