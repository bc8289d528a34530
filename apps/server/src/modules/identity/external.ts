import type { Profile } from '@atrium/contract'

/** Whether another identity source keeps the password, name and addresses of users of an `org`. */
export const isExternal = ({ identitySources }: Profile, org: string): boolean =>
  identitySources.includes(org)
