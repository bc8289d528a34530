import * as runtime from 'react-refresh/runtime'

type Runtime = typeof runtime

const page = globalThis as { __atriumRefresh?: Runtime }
const isFirst = page.__atriumRefresh === undefined
/** The page's only one: the shell's, which is there before React is. */
const shared: Runtime = page.__atriumRefresh ?? runtime
page.__atriumRefresh = shared

declare const __resourceQuery: string
/** The build that this module is part of: two of them may name their files alike. */
const build = __resourceQuery.slice(1)

/** React's fast refresh as each build of the page finds it: one for all, so that none undoes what another refreshed. */
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
