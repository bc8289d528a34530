import { shell } from '@atrium/federation/webpack'

export default shell({ name: 'shell', root: import.meta.dirname })
