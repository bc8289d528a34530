import {
  trailReviewCancel,
  trailReviewConclude,
  trailReviewExport,
  trailReviewFinding,
  trailReviewLook,
  trailReviewSave,
  trailReviewStart,
} from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { secrets } from '../../../test-support/secrets.ts'
import { sealBatches } from '../../platform/audit/index.ts'
import { type Suite, signatureBy } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Returns a new review of a tenant’s trail. */
export const trailReview = (tenantId: string) => ({
  ...{ tenantId, name: uniqueText('季度复核'), studyId: '', reviewers: [], areas: ['deletions' as const] },
  ...{ fromDay: '', dueDay: '2099-01-31', everyMonths: 3 },
})

/** Rows of an open review with a look and a finding. */
export function openTrailReview(tenantId: string, userId: string, mark = uniqueText('复核')) {
  const review = { ...trailReview(tenantId), id: uuidv7(), name: mark, state: 'open' as const, toBatch: 1 }
  const part = { tenantId, reviewId: review.id, area: 'deletions' as const, isPartial: false }
  const names = { userName: mark, fullName: mark }
  return {
    review,
    look: { ...part, ...names, id: uuidv7(), userId, events: 1, own: 1 },
    finding: {
      ...{ ...part, id: uuidv7(), severity: 'minor' as const, finding: mark },
      ...{ foundBy: userId, finderName: mark },
    },
  }
}

/** Adds an open review that a tenant’s administrator can conclude. */
async function open({ database: { owner }, here }: Suite) {
  const { review, look, finding } = openTrailReview(here.tenantId, here.userId)
  await owner.insertInto('trailReview').values(review).execute()
  await owner.insertInto('trailReviewLook').values(look).execute()
  await owner.insertInto('trailReviewFinding').values(finding).execute()
  return { id: review.id, token: here.token }
}

const acting: Mutation['prepare'] = async (suite) => {
  const { id, token } = await open(suite)
  return { input: { id }, token }
}

export const trailReviewMutations: readonly Mutation[] = [
  {
    call: trailReviewSave,
    prepare: async ({ here }) => ({ input: trailReview(here.tenantId), token: here.token }),
  },
  { call: trailReviewCancel, prepare: acting },
  {
    call: trailReviewStart,
    prepare: async (suite) => {
      const { database, here } = suite
      await sealBatches(database.db, secrets.auditKey)
      const planned = { ...trailReview(here.tenantId), id: uuidv7() }
      await database.owner.insertInto('trailReview').values(planned).execute()
      return { input: { id: planned.id }, token: here.token }
    },
  },
  {
    call: trailReviewLook,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { id, area: 'deletions' }, token }
    },
  },
  {
    call: trailReviewFinding,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      const finding = { area: 'deletions', severity: 'major', finding: '删除未说明原因' }
      return { input: { reviewId: id, ...finding }, token }
    },
  },
  {
    call: trailReviewConclude,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { id, conclusion: '未见异常' }, token, signature: await signatureBy(suite, suite.here) }
    },
    spent: true,
  },
  {
    call: trailReviewExport,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { reviewId: id }, token }
    },
  },
]
