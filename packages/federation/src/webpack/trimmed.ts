import type { RuleSetRule } from 'webpack'
import { stub } from './aliases.ts'

/** A module of a library, and what it imports although the suite never comes by it. */
interface Trimmed {
  /** The end of the module's path. */
  readonly module: string
  /** Import specifiers as the module writes them, each with the stand-in that it is given. */
  readonly imports: Readonly<Record<string, string>>
}

const arco = 'web-react/es/'
const absent = stub('absent')

/**
 * - What Arco's forms and inputs carry along for features that ui-kit does not hand out; its types leave them out
 *   too. A label's tooltip, for one, brings everything that pops up. Whoever needs a part itself still imports it.
 * - What the router's links do for pages that a server renders.
 */
const trimmed: readonly Trimmed[] = [
  { module: `${arco}Form/form-label.js`, imports: { '../Tooltip': absent } },
  { module: `${arco}Form/index.js`, imports: { './form-list': absent, './form-provider': absent } },
  { module: `${arco}Grid/index.js`, imports: { './grid': stub('bare'), './grid-item': absent } },
  { module: `${arco}Input/input.js`, imports: { './search': absent, './password': absent } },
  { module: `${arco}ConfigProvider/index.js`, imports: { '../Notification': stub('notification') } },
  {
    module: 'react-router/dist/production/lib/dom/lib.js',
    imports: { './ssr/components.js': stub('routerPrefetch') },
  },
]

/** Rules by which those modules find their stand-ins. */
export const trimmedModules: readonly RuleSetRule[] = trimmed.map(({ module, imports }) => ({
  test: (path) => path.replaceAll('\\', '/').endsWith(`/${module}`),
  resolve: { alias: imports },
}))
