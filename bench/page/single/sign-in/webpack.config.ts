import { single } from '@atrium/federation/webpack'

export default single({ name: 'single-sign-in', root: import.meta.dirname, entry: './index.tsx' })
