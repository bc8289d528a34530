/**
 * Serializes a value for a jsonb column. The driver would write a JavaScript array as a PostgreSQL array, so JSON is
 * always passed as text.
 * @returns JSON text, or null for null and undefined
 */
export function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
