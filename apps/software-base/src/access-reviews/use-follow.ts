import type { AccessReviewItem, Call } from '@atrium/contract'
import { refresh } from '@atrium/ui-kit/list'
import { useEffect } from 'react'

/** Time until the server has put most decisions into effect, in milliseconds. */
const pause = 2_000

/** Repeats calls while a decision among the rows waits for its effect. */
export function useFollow(
  rows: readonly Pick<AccessReviewItem, 'applied'>[] | undefined,
  calls: readonly Call[],
): void {
  const waits = rows?.some(({ applied }) => applied === 'pending') ?? false
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void refresh(...calls), pause)
    return () => clearInterval(timer)
  }, [waits, calls])
}
