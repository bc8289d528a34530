import { captcha } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { drawCaptcha, randomCaptchaText } from '../captcha-image/index.ts'
import { spendAddress } from '../limits/index.ts'
import { issueCaptcha } from './issue-captcha.ts'

/** GET /sys/captcha. The picture is drawn before the transaction begins. */
export const captchaRoute = handleOwn(captcha, async ({ client, system, services }) => {
  await spendAddress(system, 'draw', client)
  const text = randomCaptchaText()
  const picture = await drawCaptcha(text)
  const key = await system((trx) => issueCaptcha(trx, services.secrets, text))
  return { image: `data:image/png;base64,${picture.toString('base64')}`, key }
})
