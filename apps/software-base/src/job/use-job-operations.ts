import {
  type Call,
  type InputOf,
  type Job,
  jobDelete,
  jobList,
  jobLogList,
  jobPause,
  jobResume,
  jobRun,
} from '@atrium/contract'
import { noReason, send } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh, type Selection } from '@atrium/ui-kit/list'
import { confirmChange } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

/** Jobs that an operation applies to. */
interface Jobs {
  readonly ids: readonly string[]
}

/** Calls that show jobs. */
export const jobLists = [jobList, jobLogList]

/**
 * Delays after which the lists are refreshed, in milliseconds. A requested run waits in a queue, so its start and end
 * take some time to appear.
 */
const refreshDelays = [1000, 3000, 8000]

/** Sends an operation on jobs. Refreshes the list even after an error, because it may have been stale. */
async function operate<C extends Call>(
  call: C,
  input: InputOf<C>,
  done: string,
  reason = noReason,
): Promise<boolean> {
  const succeeded = await send(call, input, { reason }).then(
    () => true,
    // The error message is already shown.
    () => false,
  )
  if (succeeded) Message.success(done)
  await refresh(...jobLists)
  return succeeded
}

/** Returns the operations on jobs that need no form. The functions stay the same between renders. */
export function useJobOperations(selection: Selection) {
  const t = useSoftwareBaseText()
  return useMemo(() => {
    const run = async ({ ids }: Jobs) => {
      if (!(await operate(jobRun, { ids: [...ids] }, t('job.done.run', { count: ids.length })))) return
      for (const glance of refreshDelays) setTimeout(() => void refresh(...jobLists), glance)
    }
    const pause = ({ ids }: Jobs) =>
      operate(jobPause, { ids: [...ids] }, t('job.done.paused', { count: ids.length }))
    const resume = ({ ids }: Jobs) =>
      operate(jobResume, { ids: [...ids] }, t('job.done.resumed', { count: ids.length }))
    const remove = async ({ ids }: Jobs, question: string) => {
      const input = { ids: [...ids] }
      const confirmation = {
        title: t('job.removal.title'),
        content: question,
        ok: t('job.delete'),
        danger: true,
      }
      const reason = await confirmChange(confirmation, jobDelete, input)
      if (!reason) return
      // Deselects the deleted jobs.
      if (await operate(jobDelete, input, t('job.done.deleted', { count: ids.length }), reason))
        selection.set(input.ids, false)
    }
    const only = ({ jobId }: Job): Jobs => ({ ids: [jobId] })
    const selected = (): Jobs => ({ ids: [...selection.ids()] })
    return {
      one: {
        run: (job: Job) => void run(only(job)),
        pause: (job: Job) => void pause(only(job)),
        resume: (job: Job) => void resume(only(job)),
        remove: (job: Job) => void remove(only(job), t('job.removal.question', { name: job.displayName })),
      },
      many: {
        run: () => void run(selected()),
        pause: () => void pause(selected()),
        resume: () => void resume(selected()),
        remove: () => void remove(selected(), t('job.removal.questionMany', { count: selection.ids().size })),
      },
    }
  }, [t, selection])
}
