import { codes } from '@atrium/contract'
import { failedSignIns, type Refusal } from '@atrium/shared-api'

/** Counts a refusal as the captcha's rules want it. */
export function countFailure({ code }: Refusal): void {
  if (code === codes.captchaNeeded) failedSignIns.demandCaptcha()
  else if (code === codes.badCredentials) failedSignIns.add()
}
