/** The safe strategy's rule of passwords; in days, 0 days of life standing for no end. */
export interface PasswordLife {
  readonly expiredDay: number
  readonly remindDay: number
}

/** Where a password stands in its life. */
export interface PasswordAge {
  readonly expired: boolean
  /** Whether it ends within the reminder's days. */
  readonly isOverdue: boolean
  /** Days until it ends, begun ones counted whole; 0 for one that never ends. */
  readonly nearExpiredDay: number
}

const day = 24 * 60 * 60 * 1000

/**
 * Where a password stands in its life.
 * @param changedAt when it was set; null, which no password of ours has, counts as expired
 */
export const passwordAge = (changedAt: Date | null, life: PasswordLife, now: Date): PasswordAge => {
  if (life.expiredDay === 0) return { expired: false, isOverdue: false, nearExpiredDay: 0 }
  const end = (changedAt?.getTime() ?? 0) + life.expiredDay * day
  const nearExpiredDay = Math.max(0, Math.ceil((end - now.getTime()) / day))
  const expired = end <= now.getTime()
  return { expired, isOverdue: !expired && nearExpiredDay <= life.remindDay, nearExpiredDay }
}
