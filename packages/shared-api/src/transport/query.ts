/**
 * The fields of a GET call as a query string; those without a value are left out.
 * A random `t` keeps caches between browser and server from answering.
 */
export function queryOf(input: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  query.set('t', `${Date.now()}${Math.random().toString().slice(2, 8)}`)
  return query
}
