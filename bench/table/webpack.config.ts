import { join } from 'node:path'
import { single } from '@atrium/federation/webpack'

/** Folder for the reference page's build. */
export const arcoVirtualBuild = join(import.meta.dirname, '../dist/arco-virtual')

const base = single({ name: 'arco-virtual', root: import.meta.dirname, entry: './reference/index.tsx' })

/** Reference page, built with the same loaders and minifiers as the suite. */
export const arcoVirtual = { ...base, output: { ...base.output, path: arcoVirtualBuild } }
