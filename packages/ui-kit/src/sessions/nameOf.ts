import type { Session } from '@atrium/contract'
import type { useKitText } from '../texts/index.ts'

/** What people know a session by. */
export const nameOf = ({ device }: Session, t: ReturnType<typeof useKitText>): string =>
  device || t('sessions.unknown')
