/**
 * Replaces the library with the browser's own scrolling. With `nearest`, the browser does not scroll to an element
 * that is already visible.
 * @param options options of the library; the browser ignores its `scrollMode`
 */
export default (element: Element, options: ScrollIntoViewOptions): void => element.scrollIntoView(options)
