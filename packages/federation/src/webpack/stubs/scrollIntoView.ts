/**
 * Replaces the library with the browser's own scrolling, in which `nearest` does not scroll to what is visible
 * already.
 * @param options of the library; the browser ignores its `scrollMode`
 */
export default (element: Element, options: ScrollIntoViewOptions): void => element.scrollIntoView(options)
