import {
  type InputOf,
  jobDelete,
  jobPause,
  jobResume,
  jobRun,
  jobSave,
  jobUpdate,
  softwareCodes,
} from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

const job = (): InputOf<typeof jobSave> => ({
  jobName: uniqueText('检验任务'),
  jobGroup: softwareCodes.account,
  jobType: 2,
  status: 1,
  httpUrl: 'https://jobs.example/run',
  cronExpression: '0 0 9 * * ?',
})

const addJob = async ({ server, admin }: Suite, input = job()): Promise<string> =>
  String((await send(server, jobSave, input, { token: admin.token })).data)

const prepared =
  (input: (suite: Suite) => Promise<Record<string, unknown>>): Mutation['prepare'] =>
  async (suite) => ({ input: await input(suite), token: suite.admin.token })

const ofOne = prepared(async (suite) => ({ ids: [await addJob(suite)] }))

const change = prepared(async (suite) => {
  const before = job()
  return { ...before, jobId: await addJob(suite, before), remark: '每天' }
})

/** Mutations of jobs. */
export const jobMutations: readonly Mutation[] = [
  { call: jobSave, prepare: prepared(async () => job()) },
  { call: jobUpdate, prepare: change },
  { call: jobPause, prepare: ofOne },
  { call: jobResume, prepare: ofOne },
  { call: jobRun, prepare: ofOne },
  { call: jobDelete, prepare: ofOne },
]
