import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
 * - The plugin that provides the federation runtime to remotes requires its CommonJS form, beside the
 *   ES modules that everything else imports: one form for both is 11 kB less in the shell.
 * - Every supported browser has ResizeObserver and scrolls to what is out of view; Arco still imports a polyfill and
 *   a library.
 * - The rules of the suite's forms are functions; Arco brings a library of others.
 * - Arco's Chinese texts bring dayjs to every page, for date pickers alone: who shows one imports
 *   `dayjs/locale/zh-cn.js` beside it.
 */
export const aliases: Readonly<Record<string, string>> = {
  '@module-federation/runtime-tools/runtime-core$': resolved('@module-federation/runtime/core'),
  'resize-observer-polyfill$': stub('resizeObserver'),
  'b-validate$': stub('formRules'),
  'scroll-into-view-if-needed$': stub('scrollIntoView'),
  'dayjs/locale/zh-cn$': stub('nothing'),
  ...Object.fromEntries(lodash.map((name) => [`lodash/${name}$`, resolved(`es-toolkit/compat/${name}`)])),
}
