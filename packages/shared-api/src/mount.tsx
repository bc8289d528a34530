import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'

/** How a remote appears in a page that is not the suite's own. */
export interface MountOptions {
  /** The path to show first, one of the remote's own. */
  readonly path: string
}

/**
 * Renders a remote's screens into an element of any page.
 * @param routes what the remote exposes as `./routes`
 * @returns a function that removes them again
 */
export function mountRoutes(
  routes: readonly { readonly path: string; readonly component: ComponentType }[],
  element: Element,
  { path }: MountOptions,
): () => void {
  const root = createRoot(element)
  root.render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        {routes.map(({ path, component: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Routes>
    </MemoryRouter>,
  )
  return () => root.unmount()
}
