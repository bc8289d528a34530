import { useLocation } from '@atrium/shared-api'
import { useLeaveGuard } from '@atrium/ui-kit/overlay'

interface Props {
  /** Whether something is filled in that is kept nowhere else. */
  readonly dirty: boolean
  readonly ask: () => Promise<boolean>
}

/** Asks before what was filled in is lost. The steps' own addresses lose nothing; to stand anew in each of them. */
export function LeaveForgot({ dirty, ask }: Props): null {
  const { pathname, search } = useLocation()
  const here = `#${pathname}${search}`
  const toOtherStep = (): boolean => location.hash !== here && location.hash.startsWith(`#${pathname}`)
  useLeaveGuard(true, { isDirty: () => dirty && !toOtherStep(), ask })
  return null
}
