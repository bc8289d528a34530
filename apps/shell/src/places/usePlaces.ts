import { useRemotes } from '../remotes/index.ts'

/** The prefixes of the route table at which remotes stand, with the remotes' names. */
export function usePlaces() {
  const { registry } = useRemotes()
  return registry.remotes.flatMap(({ name, routes }) => routes.map((route) => ({ name, route })))
}

/** A path of the route table as a route below another one. */
export const below = (path: string): string => path.slice(1)
