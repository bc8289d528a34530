/** In place of a component that others carry along and the suite never shows. */
export default undefined
