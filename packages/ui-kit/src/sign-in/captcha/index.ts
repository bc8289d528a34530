export { CaptchaField } from './CaptchaField.tsx'
export { countFailure } from './count-failure.ts'
export { type Captcha, useCaptcha } from './useCaptcha.ts'
export { useDemandedCaptcha } from './useDemandedCaptcha.ts'
