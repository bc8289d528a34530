import type { UserInfo } from '@atrium/contract'

/** A user's full name, or their user name where they have none. */
export const nameOf = ({ fullName, userName }: UserInfo): string => fullName || userName
