import { storageKeys, storedValues } from '../storage/index.ts'

const loginTypes = ['password', 'phone', 'sso'] as const
export type LoginType = (typeof loginTypes)[number]

/** How and as whom somebody signed in last in this browser. */
export const lastSignIn = {
  /** @param name '' for single sign-on, where the identity provider asks who it is */
  keep(type: LoginType, name: string): void {
    storedValues.set(storageKeys.loginType, type)
    storedValues.set(storageKeys.loginName, name)
  },
  type(): LoginType | undefined {
    const kept = storedValues.get(storageKeys.loginType)
    return loginTypes.find((type) => type === kept)
  },
  name: (): string => storedValues.get(storageKeys.loginName) ?? '',
}
