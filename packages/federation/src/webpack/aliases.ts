import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Configuration } from 'webpack'

/** Path of a module that takes the place of another one in the browser's bundles. */
export const stub = (name: string): string => join(import.meta.dirname, 'stubs', `${name}.ts`)

const resolved = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

/** The functions of lodash that Arco imports; es-toolkit's compatible ones are two thirds of the size. */
const lodash = [
  'cloneDeepWith',
  'debounce',
  'escapeRegExp',
  'flatten',
  'get',
  'has',
  'isEqualWith',
  'merge',
  'omit',
  'set',
  'setWith',
  'throttle',
]

/**
 * Replacements that keep dead weight out of the browser's bundles.
 * - Every supported browser has ResizeObserver and scrolls to what is out of view; Arco still imports a polyfill and
 *   a library.
 * - The rules of the suite's forms are functions; Arco brings a library of others.
 * - Arco's Chinese texts bring dayjs to every page, for date pickers alone: who shows one imports
 *   `dayjs/locale/zh-cn.js` beside it.
 */
export const aliases: Readonly<Record<string, string>> = {
  'resize-observer-polyfill$': stub('resizeObserver'),
  'b-validate$': stub('formRules'),
  'scroll-into-view-if-needed$': stub('scrollIntoView'),
  'dayjs/locale/zh-cn$': stub('nothing'),
  ...Object.fromEntries(lodash.map((name) => [`lodash/${name}$`, resolved(`es-toolkit/compat/${name}`)])),
}

/** The module by which webpack brings the federation runtime into every build. */
const federationRuntime = resolved('@module-federation/webpack-bundler-runtime/bundler')

/**
 * A configuration whose build has the federation runtime from one of `runtime/`: a host provides it to the page, a remote
 * takes the one that it finds there.
 */
export const withFederationRuntime = (base: Configuration, form: 'provided' | 'found'): Configuration => ({
  ...base,
  resolve: {
    ...base.resolve,
    alias: {
      ...base.resolve?.alias,
      [`${federationRuntime}$`]: join(import.meta.dirname, 'runtime', `${form}.ts`),
    },
  },
})
