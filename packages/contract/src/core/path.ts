const placeholder = /\{(\w+)\}/g

/** Returns the fields in a call's path, as `{id}` in `/thing/{id}`. */
export const pathFieldsOf = (path: string): readonly string[] =>
  [...path.matchAll(placeholder)].map(([, field = '']) => field)

/** A call's path with its fields filled in, and the fields that are sent otherwise. */
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
