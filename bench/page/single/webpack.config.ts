import { single } from '@atrium/federation/webpack'

export default single({ name: 'single', root: import.meta.dirname, entry: './index.tsx' })
