import * as runtime from 'react-refresh/runtime'

type Runtime = typeof runtime

const page = globalThis as { __atriumRefresh?: Runtime }
const isFirst = page.__atriumRefresh === undefined
/** The page's only copy, which belongs to the shell and loads before React. */
const shared: Runtime = page.__atriumRefresh ?? runtime
page.__atriumRefresh = shared

declare const __resourceQuery: string
/** Name of the build that contains this module. Files of different builds may have the same name. */
const build = __resourceQuery.slice(1)

/**
 * React Fast Refresh for every build on the page. All builds share one runtime, so that none undoes another's
 * refresh.
 */
export const injectIntoGlobalHook = (target: Window): void => {
  if (isFirst) shared.injectIntoGlobalHook(target)
}
export const register = (type: unknown, id: string): void => shared.register(type, `${build} ${id}`)

export const {
  createSignatureFunctionForTransform,
  getFamilyByType,
  isLikelyComponentType,
  performReactRefresh,
} = shared
