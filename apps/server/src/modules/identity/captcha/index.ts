export { answerHash, type CaptchaAnswer, captchaAnswer } from './answer.ts'
export { burnCaptcha } from './burn-captcha.ts'
export { issueCaptcha } from './issue-captcha.ts'
