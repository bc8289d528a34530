import { mountOf } from '@atrium/shared-api'

export const mount = mountOf('tenant-admin')
