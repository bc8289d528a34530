import { storageKeys, storedValues } from '../storage/index.ts'

/** With more failures than this an image captcha is asked for. */
const freeFailures = 3

const count = (): number => Number(storedValues.get(storageKeys.failedSignIns)) || 0
const keep = (failures: number): void => storedValues.set(storageKeys.failedSignIns, String(failures))

/** The count of failed sign-ins in this browser; the server keeps one of its own. */
export const failedSignIns = {
  /** Whether the next sign-in needs the captcha. */
  needCaptcha: (): boolean => count() > freeFailures,
  add: (): void => keep(count() + 1),
  /** After a successful sign-in. */
  reset: (): void => keep(0),
  /** The server asks for the captcha. */
  demandCaptcha: (): void => keep(freeFailures + 1),
}
