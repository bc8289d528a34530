import { join } from 'node:path'
import { single } from '@atrium/federation/webpack'

/** Where the reference page's build goes. */
export const reactArcoBuild = join(import.meta.dirname, '../dist/react-arco')

const base = single({ name: 'react-arco', root: import.meta.dirname, entry: './react-arco/index.tsx' })

/** The reference page: built as the suite is, by the same loaders and minifiers. */
export const reactArco = { ...base, output: { ...base.output, path: reactArcoBuild } }
