/** So much beside the present entry stays in sight too. Pixels. */
const around = 100

/** Scrolls what has a scroll bar of its own until an element in it is in sight; the page stays where it is. */
export function showWithin(scroller: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const highest = offsetTop - around
  const lowest = offsetTop + offsetHeight + around - scroller.clientHeight
  scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, lowest), highest)
}
