import type { AccessAnswer, AccessReviewState, ApplicationState, UnusualSign } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, Json, TenantKey } from './columns.ts'

/** Access reviews of a tenant, or of the platform (tenant '0'). */
export interface AccessReviewTable extends TenantKey, Edited {
  name: string
  /** '' for the whole tenant. */
  studyId: Generated<string>
  /** Chinese name of a role; '' for any. */
  roleName: Generated<string>
  /** User ids, in order. */
  reviewers: string[]
  /** yyyy-MM-dd, both included. */
  firstDay: string
  lastDay: string
  duration: number
  /** 0 if it is not repeated. */
  everyMonths: Generated<number>
  unanswered: 'revoke' | 'keep'
  state: Generated<AccessReviewState>
  language: string
  /** User who saved it last. */
  ownerId: string
  /** The review that this one repeats. */
  previousId: string | null
  /** Days before the end of the last reminder that was sent. */
  reminded: number | null
  openedAt: Date | null
  endedAt: Date | null
  closedAt: Date | null
  closedBy: string | null
  closerName: Generated<string>
  conclusion: Generated<string>
  /** SHA-256, hexadecimal. */
  resultSha256: Generated<string>
}

/** Access under review, as it was when the review opened, and the decision on it. */
export interface AccessReviewItemTable extends TenantKey, Edited {
  reviewId: string
  /** Id of the row in the access report. */
  rowId: string
  kind: 'system' | 'member' | 'role' | 'study'
  userId: string
  fullName: string
  userName: string
  studyId: string | null
  siteId: string | null
  softwareId: string | null
  isRtsm: boolean
  /** Rows of the access report by language. */
  shown: Json
  lastSignIn: Date | null
  unusual: UnusualSign[]
  /** Null if nobody may decide. */
  reviewerId: string | null
  answer: AccessAnswer | null
  answerUntil: Generated<string>
  answerUnlimited: Generated<boolean>
  answerRoleId: Generated<string>
  answerRole: Generated<string>
  answerReason: Generated<string>
  answeredBy: string | null
  answererName: Generated<string>
  answeredAt: Date | null
  applied: ApplicationState | null
  /** Key and values of a text. */
  failure: Json | null
}
