import type { Registry, RegistryEntry } from './schema.ts'

/** The remote that renders a path of the route table, if any does. */
export function ownerOf(registry: Registry, path: string): RegistryEntry | undefined {
  return registry.remotes.find(({ routes }) =>
    routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}
