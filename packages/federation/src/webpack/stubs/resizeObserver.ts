/** The browser's own, in place of the polyfill of the same shape. */
export default ResizeObserver
