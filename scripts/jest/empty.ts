/** Stands for a style sheet, which a test of behaviour does not load. */
export default {}
