import { userUpdate } from '@atrium/contract'
import { handle } from '../../../http/index.ts'
import { changeBasics } from './change.ts'

/** POST /sys/user/update. */
export const userUpdateRoute = handle(userUpdate, async (job) => {
  const { id, rowVersion, ...fields } = job.input
  await changeBasics(job, { id, rowVersion }, fields)
  return null
})
