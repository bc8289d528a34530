import { useSession } from '@atrium/shared-api'

/** Whether the user may change anything. Inspectors only read, so their screens have no buttons that change something. */
export const useMayChange = (): boolean => useSession(({ user }) => !user?.inspection)
