/** Replaces style sheets, which tests of behaviour do not load. */
export default {}
