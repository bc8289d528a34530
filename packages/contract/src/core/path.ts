const placeholder = /\{(\w+)\}/g

/** Returns the names of the fields in a call's path, such as `{id}` in `/thing/{id}`. */
export const pathFieldsOf = (path: string): readonly string[] =>
  [...path.matchAll(placeholder)].map(([, field = '']) => field)

/** Fills the fields into a call's path and returns the remaining fields separately. */
export function filledPath(
  path: string,
  input: object,
): { readonly path: string; readonly rest: Readonly<Record<string, unknown>> } {
  const inPath = pathFieldsOf(path)
  const sent = (field: string): unknown => Reflect.get(input, field) ?? ''
  return {
    path: path.replace(placeholder, (_, field: string) => encodeURIComponent(String(sent(field)))),
    rest: Object.fromEntries(Object.entries(input).filter(([field]) => !inPath.includes(field))),
  }
}
