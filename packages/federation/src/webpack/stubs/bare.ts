/** In place of a component to which others are attached, when only those are shown. */
export default {}
