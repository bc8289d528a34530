import { join } from 'node:path'
import { single } from '@atrium/federation/webpack'

/** Where the reference page's build goes. */
export const arcoVirtualBuild = join(import.meta.dirname, '../dist/arco-virtual')

const base = single({ name: 'arco-virtual', root: import.meta.dirname, entry: './reference/index.tsx' })

/** The reference page: built as the suite is, by the same loaders and minifiers. */
export const arcoVirtual = { ...base, output: { ...base.output, path: arcoVirtualBuild } }
