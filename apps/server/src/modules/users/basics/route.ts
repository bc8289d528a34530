import { codes, userUpdate } from '@atrium/contract'
import { handle } from '../../../http/index.ts'
import { requirePlatform } from '../platform.ts'
import { changeBasics } from './change.ts'

/** POST /sys/user/update. */
export const userUpdateRoute = handle(userUpdate, async (job) => {
  requirePlatform(job.caller, codes.notFound)
  const { id, rowVersion, ...fields } = job.input
  await changeBasics(job, { id, rowVersion }, fields)
  return null
})
