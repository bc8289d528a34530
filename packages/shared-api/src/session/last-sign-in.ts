import { storageKeys, storedValues } from '../storage/index.ts'

export type LoginType = 'password' | 'phone'

const isLoginType = (value: unknown): value is LoginType => value === 'password' || value === 'phone'

/** How and as whom somebody signed in last in this browser. */
export const lastSignIn = {
  keep(type: LoginType, name: string): void {
    storedValues.set(storageKeys.loginType, type)
    storedValues.set(storageKeys.loginName, name)
  },
  type(): LoginType | undefined {
    const type = storedValues.get(storageKeys.loginType)
    return isLoginType(type) ? type : undefined
  },
  /** After a way of signing in that the page cannot repeat by itself. */
  forget(): void {
    storedValues.remove(storageKeys.loginType)
    storedValues.remove(storageKeys.loginName)
  },
  name: (): string => storedValues.get(storageKeys.loginName) ?? '',
}
