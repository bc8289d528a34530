import { mountOf } from '@atrium/shared-api'

export const mount = mountOf('system-admin')
