/** Replaces the polyfill with the browser's own class. */
export default ResizeObserver
