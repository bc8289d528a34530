import { single } from '@atrium/federation/webpack'

export default single({ name: 'single-tenants', root: import.meta.dirname, entry: './index.tsx' })
