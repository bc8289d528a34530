/** Replaces a module that is imported for a side effect that is not needed. */
export {}
