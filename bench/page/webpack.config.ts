import { join } from 'node:path'
import { single } from '@atrium/federation/webpack'

/** Folder for the reference page's build. */
export const reactArcoBuild = join(import.meta.dirname, '../dist/react-arco')

const base = single({ name: 'react-arco', root: import.meta.dirname, entry: './react-arco/index.tsx' })

/** Reference page, built with the same loaders and minifiers as the suite. */
export const reactArco = { ...base, output: { ...base.output, path: reactArcoBuild } }
