/**
 * The browser's own scrolling, in place of the library that computed it: `nearest` leaves alone what can be seen.
 * @param options those of the library; its mode, the one of them that the browser does not know, is ignored
 */
export default (element: Element, options: ScrollIntoViewOptions): void => element.scrollIntoView(options)
