/** Replaces a module whose side effect is not needed. */
export {}
