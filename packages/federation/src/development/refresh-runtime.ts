import * as runtime from 'react-refresh/runtime'

type Runtime = typeof runtime

const page = globalThis as { __atriumRefresh?: Runtime }
const isFirst = page.__atriumRefresh === undefined
/** The page's only copy: that of the shell, which loads before React. */
const shared: Runtime = page.__atriumRefresh ?? runtime
page.__atriumRefresh = shared

declare const __resourceQuery: string
/** Name of the build that contains this module; two builds may have files of the same name. */
const build = __resourceQuery.slice(1)

/**
 * React's fast refresh for every build of the page. One runtime serves all of them, so that none undoes a refresh of
 * another.
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
