/** In place of a module that is imported for a side effect which nobody needs. */
export {}
