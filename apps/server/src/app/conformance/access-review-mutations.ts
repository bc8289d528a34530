import {
  accessReviewCancel,
  accessReviewChange,
  accessReviewChangeRole,
  accessReviewClose,
  accessReviewConfirm,
  accessReviewExport,
  accessReviewRevoke,
  accessReviewSave,
} from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { tenantMember } from '../../modules/access/index.ts'
import { type Suite, signatureBy } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Returns a new access review of a tenant. */
export const accessReview = (tenantId: string) => ({
  ...{ tenantId, name: uniqueText('季度复核'), studyId: '', roleName: '', reviewers: [] },
  ...{ firstDay: '2099-01-01', duration: 14, everyMonths: 0, unanswered: 'keep' as const },
})

/** Rows of an open review, with access on which a user decides. */
export function openReview(tenantId: string, reviewerId: string, mark = '苏明') {
  const { firstDay, ...fields } = accessReview(tenantId)
  const review = { ...fields, id: uuidv7(), firstDay, lastDay: '2099-01-14', state: 'open' as const }
  const names = { fullName: mark, studyName: '', siteName: '', softName: '', roles: [], grantedBy: '' }
  const facts = { studyCode: '', isBlind: null, state: 'current', accessFrom: '', accessUntil: '', since: '' }
  return {
    review: { ...review, language: 'zh', ownerId: reviewerId },
    item: {
      ...{ tenantId, id: uuidv7(), reviewId: review.id, rowId: `member ${mark}`, kind: 'member' as const },
      ...{ userId: mark, fullName: mark, userName: mark, isRtsm: false, unusual: [], reviewerId },
      shown: JSON.stringify({ ...facts, zh: names, en: names }),
    },
  }
}

/** Adds an open review in which a tenant's administrator decides on one access. */
async function open({ database: { owner }, here }: Suite) {
  const { review, item } = openReview(here.tenantId, here.userId)
  await owner.insertInto('accessReview').values(review).execute()
  await owner.insertInto('accessReviewItem').values(item).execute()
  return { id: review.id, ids: [item.id], token: here.token }
}

const planned: Mutation['prepare'] = async ({ here }) => ({
  input: accessReview(here.tenantId),
  token: here.token,
})

/** Prepares a decision on one access. */
const deciding =
  (more: object): Mutation['prepare'] =>
  async (suite) => {
    const { ids, token } = await open(suite)
    return { input: { ids, reason: '职责变更', ...more }, token }
  }

/** Prepares an act on a review that nobody has to decide on any more. */
const acting: Mutation['prepare'] = async (suite) => {
  const { id, ids, token } = await open(suite)
  await suite.database.owner
    .updateTable('accessReviewItem')
    .set({ answer: 'confirm' })
    .where('id', 'in', ids)
    .execute()
  return { input: { id }, token }
}

export const accessReviewMutations: readonly Mutation[] = [
  { call: accessReviewSave, prepare: planned },
  { call: accessReviewCancel, prepare: acting },
  {
    call: accessReviewClose,
    prepare: async (suite) => ({ ...(await acting(suite)), signature: await signatureBy(suite, suite.here) }),
    spent: true,
  },
  { call: accessReviewConfirm, prepare: deciding({}) },
  { call: accessReviewChange, prepare: deciding({ unlimited: true }) },
  { call: accessReviewChangeRole, prepare: deciding({ roleId: tenantMember.id }) },
  { call: accessReviewRevoke, prepare: deciding({}) },
  {
    call: accessReviewExport,
    prepare: async (suite) => {
      const { id, token } = await open(suite)
      return { input: { reviewId: id, format: 'csv' }, token }
    },
  },
]
